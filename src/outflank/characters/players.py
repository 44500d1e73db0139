"""The characters, from weakest to strongest; each plays like another registered player with certain settings.

Each character scores between an eighth and a third of the points against the next one, as explained in
docs/explanation/opponents.md. A character's approach matches its settings. Kiki to Leo err like people of a rating
(`people.player`). All vary their moves, so no two games are alike.
"""

from typing import Annotated, ClassVar

from outflank.play import Analysis, Player, TimeLeft, create
from outflank.play.options import About, checked
from outflank.play.position import Move
from outflank.rules import Position


class Character(Player):
    """A player with a memorable name that plays like the registered player `plays`.

    `promise` is a reason to play against it, and `approach` tells how it chooses its moves.
    `animal` determines the character's appearance. `memory` is the size of the engine's table in megabytes.
    """

    sizes: ClassVar[tuple[int, ...] | None] = (8,)
    group = "Characters"
    is_stoppable = is_lasting = True
    name: ClassVar[str]
    label: ClassVar[str]
    promise: ClassVar[str]
    approach: ClassVar[str]
    plays: ClassVar[str]
    animal: ClassVar[str]

    def __init_subclass__(cls) -> None:
        cls.name = cls.label.lower()

    @checked
    def __init__(
        self,
        seed: Annotated[int | None, About(private=True)] = None,
        memory: Annotated[int | None, About(private=True)] = None,
    ):
        self._player: Player = create(self.plays, seed=seed, memory=memory)

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Analysis:
        """Choose a move as the underlying player does."""
        return self._player.choose(position, time_left)

    def follow(self, start: Position, moves: tuple[Move, ...]) -> None:
        """Pass the game on to the underlying player."""
        self._player.follow(start, moves)

    def load(self) -> None:
        """Load everything that the underlying player needs."""
        self._player.load()

    def stop(self) -> None:
        """Make `choose` return soon, if it is running."""
        self._player.stop()


class Momo(Character):
    """Momo the chick, who plays any legal move."""

    label = "Momo"
    promise = "Puts a disc anywhere: a first win for everybody."
    approach = "Plays any legal move at random."
    plays = "random"
    sizes = None
    animal = "chick"


class Coco(Character):
    """Coco the squirrel, who looks three moves ahead and goes for the most discs."""

    label = "Coco"
    promise = "Grabs all the discs it can: learn why that loses."
    approach = "Collects as many discs as it can, three moves ahead, and has never heard of corners."
    plays = "max_n:depth=3,varied=on"
    sizes = None
    animal = "squirrel"


class Kiki(Character):
    """Kiki the cat, who thinks about three moves in four."""

    label = "Kiki"
    promise = "Dreams now and then: wait for the gift, and take it."
    approach = "Thinks about three moves in four; for the fourth, it likes to turn over many discs."
    plays = "people:rating=-600,care=75"
    animal = "cat"


class Hana(Character):
    """Hana the rabbit, who errs like a beginner at a first tournament."""

    label = "Hana"
    promise = "A tournament beginner: practise taking corners."
    approach = "Errs like a beginner at a first tournament, in the opening as in the endgame."
    plays = "people:rating=-600"
    animal = "rabbit"


class Toto(Character):
    """Toto the dog, who errs like somebody who has just joined a club."""

    label = "Toto"
    promise = "Guards its corners: learn to win them anyway."
    approach = "Errs like somebody who has just joined a club: knows about corners, but not how to get them."
    plays = "people:rating=-400"
    animal = "dog"


class Mina(Character):
    """Mina the fox, who errs like the weaker half of tournament players."""

    label = "Mina"
    promise = "Begins well, then runs out of safe moves."
    approach = "Errs like the weaker tournament players, who know some openings and run out of safe moves."
    plays = "people:rating=-200"
    animal = "fox"


class Ben(Character):
    """Ben the bear, who errs like the average tournament player."""

    label = "Ben"
    promise = "An average tournament player: try your luck."
    approach = "Errs like the average tournament player."
    plays = "people:rating=0"
    animal = "bear"


class Luca(Character):
    """Luca the wolf, who errs like strong tournament players."""

    label = "Luca"
    promise = "Punishes loose moves: play exactly."
    approach = "Errs like the strong players of a national championship."
    plays = "people:rating=200"
    animal = "wolf"


class Leo(Character):
    """Leo the lion, who errs like the world's best players."""

    label = "Leo"
    promise = "As good as the best people: avoid big mistakes."
    approach = "Errs like the best players in the world, who make few big mistakes."
    plays = "people:rating=400"
    animal = "lion"


class Naomi(Character):
    """Naomi the owl, who looks five moves ahead and gives nothing away."""

    label = "Naomi"
    promise = "Takes every gift that it sees: give none."
    approach = "Looks five moves ahead, and gives nothing away that it can see."
    plays = "engine:depth=5,variety=1"
    animal = "owl"


class Tora(Character):
    """Tora the tiger, who looks six moves ahead and plays the last twelve squares perfectly."""

    label = "Tora"
    promise = "Perfect in the last twelve squares: be ahead before."
    approach = "Looks six moves ahead, and plays the last twelve squares without a mistake."
    plays = "engine:level=10,variety=1"
    animal = "tiger"


class Kai(Character):
    """Kai the orca, who looks nine moves ahead and plays the last fifteen squares perfectly."""

    label = "Kai"
    promise = "Sees nine moves ahead: your traps do not catch it."
    approach = "Looks nine moves ahead, and plays the last fifteen squares without a mistake."
    plays = "engine:level=13,variety=1"
    animal = "orca"


class Sora(Character):
    """Sora the eagle, who looks twelve moves ahead and plays the last eighteen squares perfectly."""

    label = "Sora"
    promise = "Out of reach for people: lose by less each time."
    approach = "Looks twelve moves ahead, and plays the last eighteen squares without a mistake."
    plays = "engine:level=16,variety=1"
    animal = "eagle"


class Ryu(Character):
    """Ryu the dragon, who plays with the full engine and thinks for a second about each move."""

    label = "Ryu"
    promise = "Full strength: try your best opening on it."
    approach = "The engine at full strength, thinking for a second about each move."
    plays = "engine:time=1,variety=1"
    animal = "dragon"


LADDER: tuple[type[Character], ...] = (Momo, Coco, Kiki, Hana, Toto, Mina, Ben, Luca, Leo, Naomi, Tora, Kai, Sora, Ryu)
"""All characters, from weakest to strongest."""


def stands_for(player: str) -> str:
    """Return the name of the player that a character plays as; the name of any other player is returned unchanged."""
    return next((each.plays for each in LADDER if each.name == player), player)
