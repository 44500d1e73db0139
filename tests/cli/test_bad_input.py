"""Whatever is wrong with what a person types: one line on standard error, exit code 2, and nothing changed."""

import re

import pytest

START = "---------------------------OX------XO---------------------------"
FILES = {
    "empty": b"",
    "blank.moves": b" \n\n",
    "rubbish": bytes(range(256)) * 10,
    "rubbish.py": bytes(range(256)) * 10,
    "zero.moves": b"f5\x00d6",
    "long": b"f5" * 5_000_000,
    "illegal.moves": b"f5d6a1c3",
    "fine.moves": b"f5d6\n",
    "over.moves": b"e6f4e3f6g5d6e7f5c5\n",
    "kept.board": b"as it was",
}

CASES = [
    # usage
    (["frob"], "invalid choice: 'frob'"),
    (["analyze", "f5"], "invalid choice: 'analyze'; did you mean analyse?"),
    (["library", "serach"], "invalid choice: 'serach'; did you mean search?"),
    (["analyse", "f5", "--game", "othelo"], "invalid choice: 'othelo'; did you mean othello?"),
    (["match", "level1", "level2", "--gmaes", "2"], "unrecognized arguments: --gmaes 2; did you mean --games?"),
    (["analyse", "f5", "--player", "level1", "--player", "level2"], "--player: given twice, but takes one value"),
    (["play", "--black", "level1", "--black=level1"], "--black: given twice"),
    (["library", "search", "--since", "2000", "--until", "2001", "--since", "2002"], "--since: given twice"),
    (["convert", "a.sgf", "b.ggf", "--to", "ggf", "--to", "sgf"], "--to: given twice"),
    (["perft"], "required: DEPTH"),
    (["perft", "3", "--frob"], "unrecognized arguments: --frob"),
    (["perft", "3", "a\nb\x1b[31m"], r"unrecognized arguments: a b\?"),
    (["perft", "3", "x" * 100_000], "unrecognized arguments: xxx.*…"),
    (["play", "--save"], "--save: expected one argument"),
    # numbers
    (["perft", "x"], "expected a whole number, got 'x'"),
    (["perft", "-1"], "expected a number from 0 to 60, got '-1'"),
    (["perft", "9" * 5000], "expected a whole number, got '9999.*…'"),
    (["perft", "3", "--size", "7"], "expected a board size of 4, 6, 8 or 10, got 7"),
    (["play", "--size", "7"], "expected a board size of 4, 6, 8 or 10, got 7"),
    (["play", "--size", "x"], "expected a whole number, got 'x'"),
    (["play", "--time", "-5"], "expected a time such as 300, .* got '-5'"),
    (["play", "--time", "0"], "expected a positive number of seconds, got '0'"),
    (["play", "--time", "1e3"], "expected a time such as 300"),
    (["play", "--seed", "-1"], "expected a number of at least 0, got '-1'"),
    (["match", "level1", "level2", "--games", "3"], "an even number of games.* got 3"),
    (["match", "level1", "level2", "--games", "0"], "expected a number from 2 to 1000000, got '0'"),
    (["match", "level1", "level2", "--games", "9" * 15], "expected a number from 2 to 1000000"),
    (["match", "level1", "level2", "--openings", ""], "cannot read openings"),
    (["match", "level1", "level2", "--openings", "even:x"], "expected openings such as even:8"),
    (["solve", "start", "--nodes", "9" * 20], "expected a number from 1 to 10{18}, got"),
    (["analyse", "f5d6", "--exact", "--player", "level1"], "--exact uses the engine"),
    (["analyse", "f5d6", "--player", "level2", "--nodes", "9"], "--nodes cannot be used with --player level2"),
    (["analyse", "f5d6", "--exact", "--depth", "9"], "--exact searches to the end of the game"),
    (["analyse", "f5d6", "--game", "draughts"], "invalid choice: 'draughts'"),
    (["analyse", "f5d6", "--tribolo", "--game", "othello"], "--tribolo cannot be used with --game othello"),
    (
        ["analyse", "f5d6", "--game", "anti-othello", "--explain"],
        "only Othello moves .* can be explained, got Anti-Othello on",
    ),
    (["analyse", "start", "--depth", "0"], "expected a number from 1 to 60, got '0'"),
    (["analyse", "start", "--depth", "1", "--beside", "a1"], "Black cannot play a1: it turns over no disc"),
    (
        ["analyse", "X--------OX----XO----------------X-- X", "--explain"],
        "on 8×8 boards can be explained, got Othello on 6×6",
    ),
    (["analyse", "start", "--tribolo", "--exact"], "--exact works for Othello and its variants, not for Tribolo"),
    (["analyse", "start", "--player", "level2", "--time", "3"], "level2, which has no such option"),
    (["analyse", "start", "--player", "random", "--threads", "2"], "--threads cannot be used with --player random"),
    (["analyse", "start", "--player", "deepening", "--memory", "2"], "--memory cannot be used with --player deepening"),
    (["analyse", "start", "--player", "engine:level=3", "--nodes", "9"], "--nodes cannot be used with --player engine"),
    (
        ["analyse", "start", "--player", "engine:level=3", "--time", "9"],
        "a level, a depth or a time, got more",
    ),
    (["analyse", "start", "--player", "deepening:time=2", "--time", "9"], "--time contradicts --player deepening"),
    (
        ["analyse", "start", "--player", "module:bots.py:last", "--time", "9"],
        "--time cannot be used with --player module:",
    ),
    (["analyse", "start", "--tree", "--depth", "3"], "--depth cannot be used with --player level3"),
    (["players", "levle1"], "unknown player 'levle1'; did you mean level1[?]$"),
    (["players", "level1", "level2"], "expected one name, got 'level1' and 'level2'"),
    (["players", "level1", "--jsn"], "unrecognized arguments: --jsn; did you mean --json"),
    (["players", "level1", "--published", "easyMode"], "give a name or --published, not both"),
    (["players", "--published", "quantum"], "no published program uses 'quantum': see outflank players --publ"),
    (["bot", "check", "nowhere.py"], "there is no file or folder 'nowhere.py'"),
    (["bot", "check", "random"], "there is no file or folder 'random'"),
    (["solve", "none.obf"], "there is no file 'none.obf'"),
    (["solve", "-"], "standard input contains no position"),
    (["analyse", "f5d6", "--plies", "2"], "--plies and --width are for the tree"),
    (["analyse", "f5d6", "--beside", "zz", "--time", "600"], "expected a square from a1 to h8, got 'zz'"),
    (["train", "report", "--games", "4"], "--games is for training"),
    (["train", "verify", "--resume"], "--resume is for training"),
    (["train", "verify", "--folder", "nowhere"], "cannot read weights: No such file"),
    (["train", "verify", "--folder", ".", "--weights", "empty"], "expected --folder or --weights, not both"),
    (["match", "level1", "level2", "--jobs", "0"], "expected a number from 1 to 256, got '0'"),
    (["match", "level1", "level2", "--time=-1/move"], "expected a time such as"),
    (["analyse", "start", "--top", "0"], "expected a number of at least 1, got '0'"),
    # players
    (["play", "--black", "nobody"], "unknown player 'nobody'; did you mean nboard"),
    (["play", "--black", "xyzzy"], "unknown player 'xyzzy': expected one of .*level1"),
    (["play", "--white", ""], "unknown player ''"),
    (["play", "--hint", "human"], "unknown player 'human'"),
    (["play", "--white", "level1:frob=1"], "unknown option 'frob', expected one of"),
    (["play", "--white", "budget:nodes=x"], "expected nodes to be a whole number, got 'x'"),
    (["play", "--white", "deepening:time=-1"], "expected time above 0 and at most 86400 .seconds., got -1"),
    (["play", "--white", "module:none.py:Bot"], "there is no file 'none.py'"),
    (["play", "--white", "module:bots.py:Bot"], "bots.py defines no 'Bot'"),
    (["play", "--white", "module:bots.py:FailsToStart"], "it fails to start: RuntimeError"),
    (["play", "--white", "module:rubbish.py:Bot"], "cannot import 'rubbish.py'"),
    (["match", "level1"], "expected at least two players, got 1"),
    (["match", "level1", "nobody"], "unknown player 'nobody'"),
    (["match", "level1", "human"], "a match is for computer players"),
    (["analyse", "start", "--player", "nobody"], "unknown player 'nobody'"),
    (["analyse", "start", "--player", "human"], "a human cannot analyse"),
    (["analyse", "start", "--player", "first", "--tree"], "first has no search tree to show"),
    (["analyse", "start", "--player", "module:bots.py:raises"], "'module:bots.py:raises' failed: ValueError"),
    (["analyse", "start", "--player", "module:bots.py:recurses"], "failed: RecursionError"),
    (["analyse", "start", "--player", "module:bots.py:exits"], "failed: SystemExit: 3"),
    (["analyse", "start", "--player", "module:bots.py:illegal"], "answered with an illegal move: .*a1"),
    (["analyse", "start", "--player", "module:bots.py:nothing"], "answered with an illegal move: .*None"),
    (["analyse", "start", "--player", "module:bots.py:garbage"], "answered with an illegal move"),
    (["analyse", "start", "--player", "module:bots.py:wordy"], "answered with an illegal move"),
    # games for three
    (["match", "level1", "tribolo"], "player 'tribolo': it plays Tribolo, not Othello"),
    (["match", "--tribolo", "tribolo", "level1", "random"], "player 'level1': it plays Othello, not Tribolo"),
    (["match", "--tribolo", "tribolo", "random"], "expected at least 3 players, got 2"),
    (["match", "--tribolo", *["random"] * 3, "--games", "4"], "expected a multiple of three games.* got 4"),
    (["match", "--tribolo", *["random"] * 3, "--openings", "random:8"], "--openings cannot be used with --tribolo"),
    (["match", "--tribolo", *["random"] * 3, "--size", "8"], "--size cannot be used with --tribolo"),
    (["match", "--tribolo", *["random"] * 3, "--mirrored"], "--mirrored cannot be used with --tribolo"),
    (["match", "--tribolo", *["random"] * 3, "--start", "start"], "--start cannot be used with --tribolo"),
    (["match", "--tribolo", "human", "random", "random"], "a match is for computer players"),
    (
        ["match", "--tribolo", "tribolo:max_n,depth=0", "random", "random"],
        "expected depth from 1 to 128 .plies., got 0",
    ),
    # positions
    (["analyse"], "required: POSITION"),
    (["analyse", ""], "expected a board, a transcript"),
    (["analyse", START[:63]], "expected 64 cells, got 63"),
    (["analyse", START[:63] + " X"], "expected 64 cells, got 63"),
    (["analyse", START + " Z"], "got 'Z' .*column 66"),
    (["analyse", "f5f5"], "move 2: White cannot play f5: the square is taken by Black .*column 3"),
    (["analyse", "f5d6a1"], "move 3: Black cannot play a1: it turns over no disc .*column 5"),
    (["analyse", "z9"], "move 1: expected a square from a1 to h8, got 'z9'"),
    (["analyse", "X" * 64], "the game is over.*Black wins 64–0"),
    (["analyse", "f5" * 60_000], "expected at most 100,000 characters"),
    (["analyse", "none.txt"], "the name of an existing file, got"),
    (["analyse", "."], "got the folder '.'"),
    (["analyse", "empty"], "empty is empty"),
    (["analyse", "rubbish"], "got a binary file of unknown kind .rubbish"),
    (["analyse", "long"], "expected at most 100,000 characters per line, got more .*long:1"),
    (["analyse", "illegal.moves"], "move 3: Black cannot play a1: .*illegal.moves:1, column 5"),
    (["play", "--start", START[1:]], "expected 64 cells, got 63"),
    (["play", "--start", "illegal.moves"], "move 3: Black cannot play a1"),
    (["perft", "3", "--start", "f5", "--size", "6"], "--size 6 contradicts the 8×8 board of --start"),
    (["perft", "3", "--start", "f5", "--mirrored"], "--mirrored is for a new game"),
    # openings
    (["match", "level1", "level2", "--openings", "random:x"], "expected openings such as random:8"),
    (["match", "level1", "level2", "--openings", "random:99"], "99 random plies end it"),
    (["match", "level1", "level2", "--openings", "none"], "cannot read openings: there is no file 'none'"),
    (["match", "level1", "level2", "--openings", "."], "cannot read openings: expected a file, got the folder '.'"),
    (["match", "level1", "level2", "--openings", "empty"], "empty is empty"),
    (["match", "level1", "level2", "--openings", "rubbish"], "zero byte"),
    (["match", "level1", "level2", "--openings", "long"], "at most 100,000 characters"),
    (["match", "level1", "level2", "--openings", "illegal.moves"], "illegal.moves:1, column 5"),
    (["match", "level1", "level2", "--openings", "over.moves"], "before the end of the game .over.moves:1"),
    # training
    (["train", "--minutes", "0"], "expected a number of minutes above 0, got '0'"),
    (["train", "--minutes", "nan"], "expected a number of minutes above 0, got 'nan'"),
    (["train", "--minutes", "x" * 100], "expected a number of minutes above 0, got 'x"),
    (["train", "--minutes", "5", "--games", "9"], "expected --minutes or --games, not both"),
    (["train", "--depth", "2"], "expected a number from 3 to 20, got '2'"),
    (["train", "--solve-from", "60"], "expected a number from 1 to 26, got '60'"),
    (["train", "--workers", "0"], "expected a number from 1 to 1024, got '0'"),
    (["train", "--resume", "--folder", "none"], "there is no run to continue in .*none"),
    (["train", "--folder", "fine.moves"], "cannot train in fine.moves: File exists"),
    (["train", "--weights", "none"], "--weights is for outflank train verify"),
    (["train", "report", "--folder", "none"], "expected the folder of a training run"),
    (["train", "verify", "--weights", "none"], "cannot read weights: No such file.*none"),
    (["train", "verify", "--weights", "rubbish"], "expected a file of weights.*rubbish"),
    (["train", "frob"], "invalid choice: 'frob'"),
    # files
    (["convert", "none", "x.board"], "there is no file 'none'"),
    (["convert", "fine.moves", "x.frob"], "a file name that ends in .*.txt, .*.obf, .board, .moves.*, got 'x.frob'"),
    (["convert", "fine.moves", "-"], "expected a format for standard output"),
    (["convert", "fine.moves", "x", "--to", "frob"], "expected a format .*got 'frob'"),
    (["convert", "fine.moves", ".", "--to", "board"], "cannot write '.': Is a directory"),
    (["convert", "fine.moves", "none/x.board"], "cannot write 'none/x.board': No such file"),
    (["convert", "fine.moves", "fine.moves/x.board"], "cannot write 'fine.moves/x.board': Not a directory"),
    (["convert", "fine.moves", "x" * 300 + ".board"], "cannot write .*File name too long"),
    (["convert", "illegal.moves", "kept.board"], "illegal.moves:1, column 5"),
    (["convert", "empty", "kept.board"], "empty is empty"),
    (["convert", "blank.moves", "kept.board"], "blank.moves is empty"),
    (["convert", "rubbish", "kept.board"], "got a binary file of unknown kind"),
    (["convert", "zero.moves", "kept.board"], "zero byte .zero.moves:1, column 3"),
    (["convert", "long", "kept.board"], "at most 100,000 characters"),
    (["convert", ".", "kept.board"], "got the folder '.'"),
    (["convert", "-", "kept.board"], "standard input is empty"),
]


def tree(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts}


@pytest.mark.usefixtures("bots")
@pytest.mark.parametrize(("arguments", "message"), CASES, ids=[ascii(" ".join(case))[:70] for case, _ in CASES])
def test_bad_input_is_one_line_and_changes_nothing(arguments, message, outflank, home, tmp_path):
    for name, content in FILES.items():
        if any(name in argument for argument in arguments):
            (home / name).write_bytes(content)
    before = tree(tmp_path)
    done = outflank(*arguments)
    assert done.code == 2
    assert done.out == ""
    assert re.search(message, done.err)
    assert done.err.startswith("outflank")
    assert done.err.endswith("\n")
    assert len(done.err.splitlines()) == 1
    assert len(done.err) < 1200
    assert done.err.rstrip("\n").isprintable()
    assert tree(tmp_path) == before
