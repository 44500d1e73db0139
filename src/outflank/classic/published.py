"""The five published programs, their documentation, the terms used in it, and the code that each term refers to.

These are shown in `docs/the-five-programs.md`, by `outflank players --published`, and on the web app's *Opponents*
screen. Published names such as `easyMode` are also accepted as player names. Code is identified by a file in
`src/outflank` and a name in that file.
"""

from outflank.play.player import Story, Word

BUDGET = Story(
    "The budget",
    "A blog series in Haskell",
    "In the original, Red plays Blue. For each of its moves, the computer has a budget of 3,000 positions. The "
    "replies share the budget evenly, and so on down the tree, so it sees far ahead where there are few moves. A "
    "position is worth its lead in discs.",
    number=1,
    document="Let's build an Othello AI, part 3A",
    published="blog series, 16 April 2017",
    file="classic/budget.py",
    command="outflank play --white budget",
    press="Press Play next to Budget. Options has the number of positions per move and the mode. Players lets you "
    "give either side, both or neither to the computer at any time.",
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
        "A win counts as a win for either colour; in the original, a win for Blue was scored as Lose.",
        "The game is over when neither side can move, no matter which side is to move at the node.",
        "The mode fair also divides the budget at the root; classic, as published, gives each root move nearly all "
        "of it.",
    ),
)

LEVELS = Story(
    "Computers 1, 2 and 3",
    "A handout from the course CS15 at Brown University",
    "The level is the number of moves that the computer looks ahead. Each square has a weight, such as 200 for a "
    "corner and −100 for the square diagonally next to it. A position is worth the weights of your own discs minus "
    "the weights of your opponent's.",
    number=2,
    document="Othello AI Handout: how to implement the computer player algorithm",
    published="Brown University, course CS15",
    file="classic/levels.py",
    command="outflank play --white level3",
    press="Press Play next to Computer 1, 2 or 3. Options has Deterministic. In Players, choose a person or any "
    "computer for each side; Apply to this game changes the players and keeps the board. The original's Reset "
    "is called Restart here.",
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
        "The search also checks for the end of the game after its last move, so that level 1 sees an immediate win.",
        "A pass at the last ply is evaluated like any other position; in the original, it was scored as a loss. A "
        "pass costs one ply.",
    ),
)

STAGED = Story(
    "Three strategies",
    "A report for the course COMP1130 at the Australian National University (ANU)",
    "Greedy and Lookahead know what every beginner is told: take corners, and keep off the squares diagonally next "
    "to empty ones. Their view of a position changes as the game goes on: at first they care where their discs are, "
    "and at the end how many they have.",
    number=3,
    document="Othello AI Technical Report",
    published="Australian National University, course COMP1130, 2021",
    file="classic/staged.py",
    command="outflank play --white lookahead",
    press="Press Play next to Lookahead (default, hardMode), Greedy (easyMode) or First (firstLegalMove). Options "
    "has the number of plies.",
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
        "A move is called won or lost only if finished games prove it. A value of 5,000 is no proof, because "
        "evaluations can be larger before the end.",
        "lookahead:depth=1 keeps the plain evaluation; the report's depth 1 is greedy, which has its own evaluation.",
    ),
)

TRIBOLO = Story(
    "Tribolo",
    "A blog series on a port of Tribolo to ClojureScript",
    "The computer changes its aim during the game. It allies with the third colour against the human player, unless "
    "one of the two is well ahead of that player. Otherwise it aims for more cells or, if it has fewer than 5 moves "
    "and at least 20 cells are left, for more moves. It looks two or three moves ahead and considers every move. If "
    "several moves are equally good, it takes the last one.",
    number=4,
    document="The sixth post, on the AI",
    published="blog series on a port to ClojureScript and Reagent",
    file="tribolo/strategies.py",
    command="outflank play --tribolo",
    press="Press Play next to Tribolo: you are Blue. Options has the mode, the number of plies and the lead that "
    "ends an alliance; Help shows where you may move.",
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
        "Any colour can be a person or a computer. If there is exactly one person, the other two ally against that "
        "person; otherwise nobody allies.",
        "The test for being well ahead uses whole numbers, because floating point gets 50 to 55 cells wrong.",
        "Skipped turns and the winner are announced; the colours also differ in letter and shape.",
        "Undo goes back to the person's own previous turn. Before that person's first turn, there is nothing to take"
        " back; a message says so, instead of going back to the start of the game.",
    ),
)

DEEPENING = Story(
    "Against the clock",
    "A report for the course EDA132 at Lund University",
    "The computer looks one move ahead, then two, then three, until its time is up or it has seen the end of the "
    "game. It has ten seconds per move (two in the web app) unless you choose otherwise. A position is worth its "
    "lead in discs.",
    number=5,
    document="Applied Artificial Intelligence, Assignment 1",
    published="Lund University, course EDA132, 12 February 2015",
    file="classic/deepening.py",
    command="outflank play --white deepening",
    press="Press Play next to Deepening. Options has the number of seconds per move, which is 2 in the web app, and "
    "the number of plies.",
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
        "The best score starts afresh at each depth, and a depth that is not finished in time is discarded.",
        "The search is complete only when every leaf is the end of a game.",
        "Passes are announced.",
    ),
)
