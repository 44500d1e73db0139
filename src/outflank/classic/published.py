"""The five published programs: their documents, their terms, and the code for each term.

`docs/the-five-programs.md`, `outflank players --published` and the page's *Opponents* all show them. Where a player is
expected, a published name such as `easyMode` leads to the right player. Code is given as a file of `src/outflank` and a
name in it.
"""

from outflank.play.player import Story, Word

BUDGET = Story(
    "The budget",
    "A blog series in Haskell",
    "Red plays Blue there. Each move of the computer has a budget of 3,000 positions, which its replies share evenly, "
    "and so on down: where there are few moves, it sees far. A position is worth the lead in discs.",
    number=1,
    document="Let's build an Othello AI, part 3A",
    published="blog series, 16 April 2017",
    file="classic/budget.py",
    command="outflank play --white budget",
    press="Press Play beside Budget. Options has the positions a move and the mode; Players hands either side, both or "
    "none to the computer, at any time.",
    words=(
        Word("BoardScore", "classic/budget.py::terminal_score"),
        Word("Win", "classic/budget.py::WIN"),
        Word("Indeterminate", "classic/budget.py::terminal_score"),
        Word("Lose", "classic/budget.py::terminal_score"),
        Word("terminalScore", "classic/budget.py::terminal_score"),
        Word("aiPlays", "play/match.py::Match.sit"),
        Word("Red", "rules/outcome.py::Colour"),
        Word("Blue", "rules/outcome.py::Colour"),
        Word("aiSearchDepth", "classic/budget.py::Budget"),
        Word("getAIsMove", "classic/budget.py::Budget.choose"),
        Word("getNestedScore", "classic/budget.py::minimax"),
        Word("futureNestedScore", "classic/budget.py::minimax"),
    ),
    mends=(
        "A win counts as a win for either colour: a winning Blue was scored as Lose.",
        "The game is over when neither side can move, whoever is to move at the node.",
        "The mode fair divides the budget at the root too; classic, as published, gives each move there nearly all.",
    ),
)

LEVELS = Story(
    "Computers 1, 2 and 3",
    "A handout of the course CS15 at Brown University",
    "The level is how many moves the computer looks ahead. Each square has a weight, 200 for a corner and −100 for "
    "the square diagonally beside it, and a position is worth the weights of one's own discs less those of the "
    "opponent's.",
    number=2,
    document="Othello AI Handout: how to implement the computer player algorithm",
    published="Brown University, course CS15",
    file="classic/levels.py",
    command="outflank play --white level3",
    press="Press Play beside Computer 1, 2 or 3. Options has Deterministic; Players has a person or any computer for "
    "each side, and Apply to this game swaps them and keeps the board. Restart is Reset there.",
    words=(
        Word("Level 1", "classic/levels.py::Level1", "level1"),
        Word("Level 2", "classic/levels.py::Level2", "level2"),
        Word("Level 3", "classic/levels.py::Level3", "level3"),
        Word("Computer 1", "classic/levels.py::Level1", "level1"),
        Word("Computer 2", "classic/levels.py::Level2", "level2"),
        Word("Computer 3", "classic/levels.py::Level3", "level3"),
        Word("MiniMax", "classic/levels.py::negamax"),
        Word("base case", "classic/levels.py::negamax"),
        Word("negate", "classic/levels.py::negamax"),
        Word("evaluateBoard", "classic/levels.py::evaluate"),
        Word("board weights", "classic/levels.py::WEIGHTS"),
        Word("dummy boards", "rules/discs.py::DiscPosition.play"),
        Word("copy constructor", "rules/discs.py::DiscPosition.play"),
        Word("getBestMove", "classic/tree.py::Node.close"),
        Word("<=", "classic/tree.py::Node.close"),
        Word("Deterministic", "classic/levels.py::Level1"),
        Word("Human", "play/game.py::PERSON", "human"),
        Word("Apply Settings", "play/match.py::Match.sit"),
        Word("Reset", "play/match.py::Match.restart"),
        Word("Quit", "cli/session.py::TerminalGame"),
    ),
    mends=(
        "The end of the game is tested after the last move of the search too, so that level 1 sees an immediate win.",
        "A pass at the last ply is evaluated like any position; it was scored as a loss. A pass costs one ply.",
    ),
)

STAGED = Story(
    "Three strategies",
    "A report for the course COMP1130 at the Australian National University (ANU)",
    "Greedy and Lookahead know what every beginner is told: take a corner, and keep off the square diagonally beside "
    "an empty one. What a position is worth to them changes with the stage of the game: the places of discs at first, "
    "their number at the end.",
    number=3,
    document="Othello AI Technical Report",
    published="Australian National University, course COMP1130, 2021",
    file="classic/staged.py",
    command="outflank play --white lookahead",
    press="Press Play beside Lookahead (default, hardMode), Greedy (easyMode) or First (firstLegalMove). Options has "
    "the plies.",
    words=(
        Word("default", "classic/staged.py::Lookahead", "lookahead"),
        Word("hardMode", "classic/staged.py::Lookahead", "lookahead"),
        Word("greedy", "classic/staged.py::Greedy", "greedy"),
        Word("easyMode", "classic/staged.py::Greedy", "greedy"),
        Word("argument 1", "classic/staged.py::Greedy", "greedy"),
        Word("firstLegalMove", "classic/staged.py::First", "first"),
        Word("filterMoves", "classic/staged.py::filter_moves"),
        Word("bestMove", "classic/staged.py::Lookahead.choose"),
        Word("scoreMove", "classic/staged.py::alpha_beta"),
        Word("maxScoreMove", "classic/tree.py::Node.close"),
        Word("MinimaxAB", "classic/staged.py::alpha_beta"),
        Word("othelloTree", "classic/staged.py::Lookahead.search"),
        Word("stateEvaluate", "classic/staged.py::plain"),
        Word("stateEvaluatePlus", "classic/staged.py::plus"),
        Word("positionScore", "classic/staged.py::PLACES"),
        Word("mobilityScore", "classic/staged.py::mobility"),
        Word("stabilityScore", "classic/staged.py::edge_stability"),
        Word("roseMap", "classic/tree.py::Node.walk"),
        Word("roseDepth", "classic/tree.py::Node.height"),
    ),
    mends=(
        "A draw is worth 0.",
        "A move is called won or lost where the end of the game proves it. A value of 5,000 does not: evaluations can "
        "be larger before the end.",
        "lookahead:depth=1 keeps the plain evaluation; depth 1 of the report is greedy, with its own.",
    ),
)

TRIBOLO = Story(
    "Tribolo",
    "A blog series on a port of Tribolo to ClojureScript",
    "The computer changes its aim with the game. It allies with the third colour against the person unless one of "
    "the two is well ahead of the person; near the end, with fewer than 20 cells to come, it wants cells; with fewer "
    "than 5 moves it wants moves; else it wants cells. It looks two or three moves ahead and leaves nothing out. Of "
    "equal moves it takes the last.",
    number=4,
    document="The sixth post, on the AI",
    published="blog series on a port to ClojureScript and Reagent",
    file="tribolo/strategies.py",
    command="outflank play --tribolo",
    press="Press Play beside Tribolo: you are Blue. Options has the mode, the plies and from which lead on "
    "nobody allies; Help shows where you may move.",
    words=(
        Word("turn", "tribolo/position.py::TriboloPosition"),
        Word("transition", "tribolo/position.py::TriboloPosition.play"),
        Word("AIStrategy", "tribolo/strategies.py::Strategy"),
        Word("eval-turn", "tribolo/strategies.py::Strategy.evaluate"),
        Word("maximizing?", "tribolo/strategies.py::Strategy.maximises"),
        Word("minimax-step", "play/minimax.py::minimax_step"),
        Word("minimax-step-by", "play/minimax.py::minimax_step_by"),
        Word("max-key", "play/minimax.py::minimax_step_by"),
        Word("open recursion", "play/minimax.py::minimax_step"),
        Word("game-tree-search", "tribolo/strategies.py::search"),
        Word("find-best-move", "tribolo/players.py::Published.choose"),
        Word("optimize-own-score-ai", "tribolo/strategies.py::own_score"),
        Word("allied AIs", "tribolo/strategies.py::allied"),
        Word("trapped", "tribolo/strategies.py::own_choices"),
        Word("High Level AI", "tribolo/strategies.py::choose_strategy"),
    ),
    mends=(
        "Any colour can be a person or a computer; the others ally against the one person, and against nobody "
        "where no person plays, or several.",
        "Whether one is well ahead is compared in whole numbers: floating point is wrong at 50 to 55 cells.",
        "Skipped turns and the winner are announced; colours differ by letter and shape too.",
        "Undo goes back to a turn of the person's. Before the first one there is nothing to take back, and a line says "
        "so, instead of going back to the start of the game.",
    ),
)

DEEPENING = Story(
    "Against the clock",
    "A report for the course EDA132 at Lund University",
    "The computer looks one move ahead, then two, then three, until its time is up or it has seen the end of the "
    "game. It has ten seconds a move, on this page two, unless you choose otherwise. A position is worth the lead in "
    "discs.",
    number=5,
    document="Applied Artificial Intelligence, Assignment 1",
    published="Lund University, course EDA132, 12 February 2015",
    file="classic/deepening.py",
    command="outflank play --white deepening",
    press="Press Play beside Deepening. Options has the seconds a move, 2 on the page, and the plies.",
    words=(
        Word("deduceMove", "classic/deepening.py::Deepening.choose"),
        Word("recursiveMax", "classic/deepening.py::_Search.alpha_beta"),
        Word("recursiveMin", "classic/deepening.py::_Search.alpha_beta"),
        Word("sumScore", "rules/discs.py::DiscPosition.lead"),
        Word("timeLimit", "classic/deepening.py::Deepening"),
        Word("isDone", "classic/deepening.py::_Search"),
        Word("iterative DFS", "classic/deepening.py::Deepening.search"),
        Word("Light", "rules/outcome.py::Colour"),
        Word("Dark", "rules/outcome.py::Colour"),
        Word("valid moves marked", "cli/boards.py::draw"),
    ),
    mends=(
        "Both alpha and beta are carried down the tree.",
        "The best score starts afresh at each depth, and a depth that was not finished in time is thrown away.",
        "The search is done only when every leaf was the end of the game.",
        "Passes are announced.",
    ),
)
