"""Games by script: what a person types, and what happens."""

import errno
import os
import re
import shutil

import pytest

from outflank import formats
from outflank.cli import saved_games
from outflank.formats import diagram, saved
from outflank.formats.files import read_record, write_records
from outflank.formats.transcript import read
from outflank.jit import INTERPRETED
from outflank.play import kind_of
from outflank.play.record import Record
from outflank.rules import BLACK, Game, Position

PASS_AHEAD = "OXX-----" + 48 * "-" + "OX------ O"  # White plays d1, then Black must pass


def transcript(out):
    """The last transcript that was printed."""
    return re.findall(r"^Transcript: (\S*)$", out, re.MULTILINE)[-1]


def boards(out):
    return out.count(" a  b  c ")


def test_a_game_is_left_politely_printed_and_saved(play, games):
    done = play(["f5", "quit"], "--black", "human", "--white", "level2")
    assert (done.code, done.err) == (0, "")
    assert "White (level2) plays f6 in 0.0" in done.out
    assert transcript(done.out) == "f5f6"
    (text,) = games()
    record = saved.read(text)
    assert (record.players, record.game) == (("human", "level2"), Game(moves=["f5", "f6"]))
    assert "% Result: unfinished" in text


def test_the_end_of_input_leaves_politely(play, games):
    done = play(["f5"])
    assert (done.code, done.err) == (0, "")
    assert "End of input." in done.out
    assert transcript(done.out) == "f5f6"
    assert len(games()) == 1


def test_rubbish_on_standard_input_is_no_more_than_invalid_moves(outflank):
    done = outflank("play", "--quiet", "--no-save", stdin=bytes(range(256)) * 4)
    assert (done.code, done.err) == (0, "")
    assert done.out.count("Invalid move") >= 4
    assert all(line.isprintable() for line in done.out.splitlines())


def test_a_game_without_a_move_leaves_nothing_behind(play, games):
    done = play(["quit"])
    assert done.code == 0
    assert "Transcript" not in done.out
    assert games() == []


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("d4", "the square is taken by White"),
        ("a1", "it turns over no disc"),
        ("z9", "expected a square from a1 to h8, got 'z9'"),
        ("i1", "expected a square from a1 to h8"),
        ("f 5", "got 'f 5'"),
        ("f5d6", "got 'f5d6'"),
        ("pass", "Black may not pass: there is a move at d3, c4, f5, e6"),
        ("�\x00\x1b[31m", "expected a square"),
        ("x" * 25_000, r"got 'x+…'"),
    ],
)
def test_an_invalid_move_says_why_and_changes_nothing(play, typed, reason):
    done = play([typed, "moves", "quit"])
    assert re.search(f"Invalid move, try again: .*{reason}", done.out)
    assert done.out.count("Invalid move") == 1
    assert "No move has been played." in done.out
    assert boards(done.out) == 1
    assert "\x1b" not in done.out
    assert max(map(len, done.out.splitlines())) < 200


@pytest.mark.parametrize("line", ["undo 3", "new 4 4", "resign now", "quit now"])
def test_commands_with_words_too_many_are_refused(play, line):
    done = play([line, "quit"])
    assert f"Not possible: '{line}' has the wrong number of words" in done.out


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("undo", "you have no move to take back"),
        ("redo", "there is no move to redo"),
        ("why", "there is no computer move to explain"),
        ("new 7", "expected a board size of 4, 6, 8 or 10, got 7"),
        ("new x", "expected a board size, got 'x'"),
        ("new ²", "expected a board size, got '²'"),
        ("black", "unknown player ''"),
        ("white tribolo", "player 'tribolo': it plays Tribolo, not Othello"),
        ("white nobody", "unknown player 'nobody'"),
        ("save .", r"cannot write '.': (File exists|Is a directory)"),
        ("save ~nobody-of-this-name/x", "cannot save there"),
        ("save bad\0name", "cannot write .*null (byte|character)"),
        ("save " + "x" * 300, "cannot write .*File name too long"),
    ],
)
def test_what_cannot_be_done_is_said(play, line, reason):
    done = play(["f5", *(["undo"] if line in ("why", "undo") else []), line, "moves", "quit"], "--quiet")
    assert re.search(f"Not possible: {reason}", done.out)
    assert done.code == 0


def test_a_question_at_the_end_of_an_error_has_no_full_stop_behind_it(play):
    done = play(["white nbord", "white Level3", "quit"], "--quiet", "--no-save")
    assert "Not possible: unknown player 'nbord'; did you mean nboard?\n" in done.out
    assert "White (level3) takes over.\n" in done.out


def test_undo_takes_the_answer_back_too_and_redo_plays_both_again(play):
    done = play(["f5", "d3", "undo", "moves", "redo", "moves", "quit"], "--no-save")
    lines = done.out.splitlines()
    assert "Back to before d3." in lines
    whole = transcript(done.out)
    assert len(whole) == 8
    assert [line for line in lines if line in (whole[:4], whole)] == [whole[:4], whole]
    assert done.out.count("White (level2) plays") == 2  # nobody is asked again


def test_hint_names_a_legal_move_and_plays_nothing(play):
    done = play(["hint", "moves", "quit"], "--hint", "level1", "--no-save")
    hint = r"^level1 would play (d3|c4|f5|e6) \(value [+-]\d+ on its own scale, depth 1, 4 nodes\)\.$"
    assert re.search(hint, done.out, re.MULTILINE)
    assert "No move has been played." in done.out


@pytest.mark.skipif(INTERPRETED, reason="takes long")
@pytest.mark.parametrize("player", ["engine:book=shipped", "engine:depth=4"])
def test_values_of_the_engine_and_of_its_book_are_in_discs(play, player):
    """Once, a value from the book was called one on the engine's own scale."""
    done = play(["hint", "quit"], "--hint", player, "--no-save")
    assert re.search(r" would play \w\d \(value [+-]\d+, depth ", done.out)
    assert "own scale" not in done.out


@pytest.mark.skipif(INTERPRETED, reason="takes long")
def test_a_level_seats_the_engine_where_nobody_is_named_and_lets_it_give_hints(play):
    done = play(["f5", "hint", "quit"], "--level", "1", "--no-save")
    assert "White (engine:level=1) plays" in done.out
    assert "engine would play" in done.out
    assert "Black (engine:level=1) plays" in play(["quit"], "--level", "1", "--white", "human", "--no-save").out


@pytest.mark.parametrize(
    ("options", "error"),
    [
        (["--level", "31"], "expected a number from 1 to 30"),
        (
            ["--level", "3", "--black", "level1", "--white", "level2"],
            "--level needs a side without a named player",
        ),
        (["--level", "3", "--tribolo"], "player 'engine:level=3': it plays Othello, not Tribolo"),
    ],
)
def test_a_level_that_cannot_be_played_is_said_in_one_line(play, options, error):
    done = play([], *options)
    assert done.code != 0
    assert error in done.err.splitlines()[-1]


@pytest.mark.usefixtures("bots")
def test_a_hint_that_fails_does_not_end_the_game(play):
    done = play(["hint", "f5", "quit"], "--hint", "module:bots.py:raises", "--no-save")
    assert "Not possible: 'module:bots.py:raises' failed: ValueError" in done.out
    assert transcript(done.out) == "f5f6"


def test_why_tells_the_value_of_every_move_until_the_move_is_taken_back(play):
    done = play(["f5", "why", "undo", "why", "quit"], "--no-save")
    assert "White (level2) played f6 (value -6 on its own scale, depth 2, 17 nodes)." in done.out
    assert re.findall(r"^  ([a-h][1-8])  ", done.out, re.MULTILINE)[0] == "f6"
    assert len(re.findall(r"^  [a-h][1-8]   +[+-]\d+ ", done.out, re.MULTILINE)) == 3
    assert "there is no computer move to explain" in done.out


def test_new_begins_a_game_of_another_size_and_loses_nothing_of_the_last(play, games):
    done = play(["f5", "new 4", "a2", "quit"])
    assert re.findall(r"^Transcript: (\S+)$", done.out, re.MULTILINE)[0] == "f5f6"
    assert [saved.read(text).game.start.size for text in games()] == [8, 4]


@pytest.mark.usefixtures("bots")
def test_anyone_takes_a_side_during_the_game(play):
    done = play(
        ["f5", "white module:bots.py:last", "d3", "black first"], "--white", "human", "--size", "8", "--no-save"
    )
    assert "White (module:bots.py:last) takes over." in done.out
    assert "White (module:bots.py:last) plays f6" in done.out
    assert "Black (first) takes over." in done.out
    assert "Game over: " in done.out  # two computers go on by themselves
    assert read(transcript(done.out)).is_over


def test_a_player_of_several_words_takes_a_side(play, home, bots):
    (home / "bots.py").rename(home / "my bots.py")
    done = play(["white module:my bots.py:last", "f5", "quit"], "--no-save")
    assert "White (module:my bots.py:last) plays f6" in done.out


def test_save_writes_where_it_is_told_and_never_over_a_file(play, home):
    done = play(["f5", "save my game.txt", "save my game.txt", "quit"])
    assert "Saved: my game.txt" in done.out
    assert "cannot write 'my game.txt': File exists" in done.out
    assert read_record(str(home / "my game.txt"), kind_of("othello")).game.transcript == "f5f6"


def test_save_over_a_file_is_a_command_of_its_own(play, home):
    (home / "out.ggf").write_text("before", encoding="utf-8")
    done = play(["f5", "save out.ggf", "save!", "save! out.ggf", "save! new.ggf", "quit"], "--no-save")
    said = "cannot write 'out.ggf': File exists; choose another one, or overwrite it with save! out.ggf."
    assert f"Not possible: {said}\n" in done.out
    assert "Not possible: expected a file name after save!" in done.out
    for name in "out.ggf", "new.ggf":
        assert f"Saved: {name}\n" in done.out
        assert read_record(str(home / name), kind_of("othello")).game.transcript == "f5f6"


def test_an_extension_of_no_format_is_said(play, home):
    done = play(["f5", "save out.xyz", "quit"], "--no-save")
    assert "Saved: out.xyz (in Outflank's own .txt format, as no format ends in .xyz)\n" in done.out
    assert (home / "out.xyz").exists()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("load mygame", "'load' is not a command: quit, then continue a saved game with outflank play --start mygame."),
        ("open", "'open' is not a command: quit, then continue a saved game with outflank play --start FILE."),
        ("udno", "'udno' is not a command; did you mean undo?"),
        ("Hnit", "'Hnit' is not a command; did you mean hint or white?"),
        ("frobnicate", "'frobnicate' is not a command; help lists the commands."),
    ],
)
def test_a_word_that_is_no_command_is_called_so(play, line, said):
    assert f"Black (X) to move: {line}\n{said}\n" in play([line, "quit"], "--quiet").out


@pytest.mark.parametrize(
    ("lines", "options", "n_games"),
    [(["f5", "save", "quit"], [], 1), (["f5", "quit"], ["--no-save"], 0), (["f5", "save", "quit"], ["--no-save"], 1)],
)
def test_a_game_is_saved_once_and_with_no_save_only_when_told_to(play, games, lines, options, n_games):
    play(lines, *options)
    assert len(games()) == n_games


@pytest.mark.parametrize(
    ("lines", "saved_as"),
    [
        (["f5", "undo", "quit"], []),
        (["f5", "save", "d6", "quit"], ["f5", "f5d6"]),
        (["f5", "d6", "undo", "f6", "quit"], ["f5f6"]),
        (["f5", "save! mine.txt", "quit"], []),
        (["f5", "save! mine.svg", "quit"], ["f5"]),
        (["f5", "new", "d3", "quit"], ["f5", "d3"]),
        (["f5", "new", "d3", "undo", "quit"], ["f5"]),
        (["f5", "d6", "resign"], ["f5d6"]),
    ],
)
def test_saving_after_each_move_leaves_one_file_for_each_game(play, games, lines, saved_as):
    play(lines, "--white", "human")
    assert [saved.read(text).game.transcript for text in games()] == saved_as


@pytest.mark.parametrize("command", ["save", "save!"])
def test_a_person_may_name_the_file_in_which_the_game_is_kept(play, home, games, command):
    done = play(["f5", "d6", f"{command} mine.txt", "quit"], "--white", "human", "--save", "mine.txt")
    assert "Saved: mine.txt" in done.out
    assert [path.name for path in home.iterdir()] == ["mine.txt"]
    assert saved.read((home / "mine.txt").read_text(encoding="utf-8")).game.transcript == "f5d6"
    assert games() == []


def test_a_folder_of_games_that_is_deleted_during_a_game_is_made_again(play, games, tmp_path, monkeypatch):
    update = saved_games.KeptGame.update

    def updated(self, record):
        update(self, record)
        shutil.rmtree(tmp_path / "data")

    monkeypatch.setattr(saved_games.KeptGame, "update", updated)
    done = play(["f5", "quit"], "--white", "human")
    assert done.err == ""
    assert [saved.read(text).game.transcript for text in games()] == ["f5"]


@pytest.mark.parametrize("options", [["--black", "first"], ["--no-save"]])
def test_only_games_of_people_are_saved_after_each_move_and_only_if_they_are_saved_at_all(play, options, monkeypatch):
    kept = []
    monkeypatch.setattr(saved_games.KeptGame, "update", lambda _file, record: kept.append(record))
    play(["f5", "quit"], "--white", "first", *options)
    assert kept == []


@pytest.mark.parametrize("options", [[], ["--save", "mine.sgf"], ["--save", "mine.svg"]])
def test_a_game_is_on_the_disk_after_each_move(play, home, tmp_path, options, monkeypatch):
    kept = []
    update = saved_games.KeptGame.update

    def updated(self, record):
        update(self, record)
        (path,) = [*tmp_path.glob("data/games/*"), *home.iterdir()]
        kept.append(formats.only(formats.read(path.read_text(encoding="utf-8"))).game.transcript)

    monkeypatch.setattr(saved_games.KeptGame, "update", updated)
    play(["f5", "d6", "c3", "quit"], "--white", "human", *options)
    assert kept == ["f5", "f5d6", "f5d6c3"]


def test_save_to_a_file_adds_a_number_where_there_is_one(play, home):
    for name in ("mine.txt", "mine-1.txt", "mine-2.txt"):
        assert f"Saved: {name}" in play(["f5", "quit"], "--save", "mine.txt").out
        assert (home / name).exists()


def test_what_cannot_be_saved_where_it_was_meant_to_goes_to_the_folder_of_games(play, games, monkeypatch):
    monkeypatch.setattr(
        "outflank.cli.saved_games.check", lambda _path, _kind: None
    )  # as if it had become impossible since
    name = "x" * 300
    done = play(["f5", "new 4", "a2", "quit"], "--save", name)
    assert done.code == 0
    assert done.err == f"outflank: cannot write '…{name[:120]}': File name too long\n" * 2  # one line a game
    assert re.findall(r"^Transcript: (\S+)$", done.out, re.MULTILINE) == ["f5f6", "a2a1"]
    assert [saved.read(text).game.transcript for text in games()] == ["f5f6", "a2a1"]


def test_where_nothing_can_be_saved_the_game_goes_on_and_the_exit_code_says_so(play, home, monkeypatch):
    (home / "file").touch()
    monkeypatch.setenv("OUTFLANK_DATA_DIR", str(home / "file"))
    done = play(["f5", "new 4", "a2", "quit"])
    assert done.code == 2
    assert done.err == f"outflank: cannot write '{home / 'file' / 'games'}': Not a directory\n" * 2  # one line a game
    assert re.findall(r"^Transcript: (\S+)$", done.out, re.MULTILINE) == ["f5f6", "a2a1"]


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        (["f5", "quit"], 2),
        (["f5", "save mine.txt", "quit"], 0),
        (["f5", "new", "quit"], 2),  # the first game is lost
        (["quit"], 0),
        (["f5", "undo", "quit"], 0),
    ],
)
def test_the_exit_code_says_if_a_game_has_been_lost(play, home, monkeypatch, lines, code):
    (home / "file").touch()
    monkeypatch.setenv("OUTFLANK_DATA_DIR", str(home / "file"))
    assert play(lines, "--white", "human").code == code


def test_a_game_of_programs_that_cannot_be_saved_sets_the_exit_code(play, home, monkeypatch):
    (home / "file").touch()
    monkeypatch.setenv("OUTFLANK_DATA_DIR", str(home / "file"))
    game = ["--size", "4", "--black", "first", "--white", "first"]
    assert play([], *game).code == 2
    assert play([], *game, "--no-save").code == 0


def test_a_full_disk_at_the_end_spares_the_moves_kept_so_far(play, games, monkeypatch):
    def full(*_arguments):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    save = saved_games.KeptGame._save

    def saved_at_last(self, record, place):
        monkeypatch.setattr("outflank.files.write_whole", full)
        return save(self, record, place)

    monkeypatch.setattr(saved_games.KeptGame, "_save", saved_at_last)
    done = play(["f5", "d6", "resign"], "--white", "human")
    assert done.code == 2
    assert "No space left on device" in done.err
    assert [saved.read(text).game.transcript for text in games()] == ["f5d6"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--save", "."], "expected a file, got a folder"),
        (["--save", ""], "expected a file, got a folder"),
        (["--save", "nowhere/game.txt"], "there is no folder nowhere"),
        (["--save", "x" * 300], "File name too long"),
        (["--save", "a.txt", "--no-save"], "contradict each other"),
    ],
)
def test_an_impossible_place_is_told_before_the_game(play, arguments, message):
    done = play(["f5", "quit"], *arguments)
    assert (done.code, done.out) == (2, "")
    assert message in done.err


def test_resigning_loses_the_game(play, games):
    done = play(["f5", "resign"])
    assert done.out.count("Game over: White wins: black resigned at 3–3.") == 1
    assert done.out.count("Transcript:") == done.out.count("Saved:") == 1
    assert transcript(done.out) == "f5f6"
    assert saved.read(games()[0]).game.resigned is BLACK


def test_help_lists_every_command(play):
    done = play(["help", "quit"], "--no-save")
    for word in [
        "legal",
        "undo",
        "redo",
        "hint",
        "why",
        "new",
        "restart",
        "black",
        "white",
        "board",
        "moves",
        "save",
        "resign",
    ]:
        assert re.search(rf"^  {word} ", done.out, re.MULTILINE)
    assert play(["?", "exit"], "--no-save").out.count("take back your last move") == 1


def test_commands_and_moves_may_be_in_capitals_and_empty_lines_do_nothing(play):
    done = play(["", "  ", "F5", "MOVES", "Quit"], "--no-save")
    assert "\nf5f6\n" in done.out
    assert done.code == 0


def test_a_forced_pass_is_announced_and_made_for_a_person(play):
    start = diagram.read(PASS_AHEAD)
    assert start.play("d1").must_pass
    done = play(["quit"], "--start", PASS_AHEAD, "--white", "first", "--no-save")
    assert "White (first) plays d1" in done.out
    assert "Black (you) has no move and passes." in done.out
    assert transcript(done.out) == "d1c8"


@pytest.mark.parametrize("size", [4, 10])
def test_two_computers_play_to_the_end_by_themselves(play, size):
    done = play([], "--black", "level1", "--white", "first", "--size", size, "--no-save")
    game = read(transcript(done.out), Position.start(size))
    assert done.code == 0
    assert game.is_over
    assert f"Game over: {game.outcome}." in done.out
    assert boards(done.out) == len(game.transcript.replace("10", "0")) // 2 + 1


def test_quiet_draws_the_board_at_the_end_only(play):
    assert boards(play([], "--black", "first", "--white", "first", "--quiet", "--no-save").out) == 1
    assert boards(play(["f5", "quit"], "--quiet", "--no-save").out) == 0
    assert boards(play(["f5", "board", "quit"], "--quiet", "--no-save").out) == 1
    assert boards(play(["f5", "resign"], "--quiet", "--no-save").out) == 1


def test_a_seed_makes_random_players_repeat_themselves(play):
    def game(seed):
        return transcript(
            play([], "--black", "random", "--white", "random", "--seed", seed, "--quiet", "--no-save").out
        )

    assert game(1) == game(1) != game(2)


def test_the_mirrored_start_and_any_position_can_be_played(play, games):
    assert "try again" not in play(["f4", "quit"], "--mirrored", "--no-save").out
    board = "---------------------------OX------XO---------------------------"  # begins as an option would
    play(["f5", "quit"], "--start", board)
    assert saved.read(games()[0]).game.transcript == "f5f6"
    done = play([], "--start", "X" * 64)
    assert "Game over: Black wins 64–0." in done.out


def test_a_loaded_game_goes_on_with_its_moves_and_is_saved_whole_or_not_at_all(play, games):
    done = play(["undo", "redo", "quit"], "--start", "f5d6", "--white", "human")
    assert "Back to before d6." in done.out
    assert games() == []
    play(["c3", "quit"], "--start", "f5d6", "--white", "human")
    assert saved.read(games()[0]).game.transcript == "f5d6c3"


@pytest.mark.parametrize("extension", ["txt", "sgf", "ggf", "pgn", "anything"])
def test_a_saved_game_goes_on_against_the_same_player(play, home, extension):
    play(["f5", f"save g.{extension}", "quit"], "--white", "level1:deterministic=no", "--no-save")
    done = play(["quit"], "--start", home / f"g.{extension}", "--no-save")
    assert "The game continues: Black is human; White is level1:deterministic=no." in done.out
    done = play(["black first"], "--start", home / f"g.{extension}", "--no-save")
    assert "White (level1:deterministic=no) plays" in done.out
    done = play(["black first"], "--start", home / f"g.{extension}", "--white", "first", "--no-save")
    assert "White (first) plays" in done.out


def test_a_person_keeps_the_seat_and_a_level_takes_the_other(play, home):
    play(["c3", "save g.txt", "quit"], "--black", "first", "--white", "human", "--no-save")
    done = play(["quit"], "--start", home / "g.txt", "--level", "1", "--no-save")
    assert "The game continues: Black is engine:level=1; White is human." in done.out


@pytest.mark.parametrize("names", [("Ann", "Ben"), ("", ""), ("human", "a friend"), ("Ben Seeley", "level3")])
def test_names_of_people_in_a_file_seat_nobody(play, home, names):
    write_records(home / "g.sgf", [Record.of(Game(moves="f5"), names)])
    done = play(["quit"], "--start", home / "g.sgf", "--no-save")
    assert "The game goes on" not in done.out
    assert "White (level2) plays" in done.out


@pytest.mark.parametrize("player", ["module:evil.py:last", "gtp:touch evil", "bot:evil.py", "nboard:touch evil"])
def test_a_file_never_starts_a_program(play, home, player):
    (home / "evil.py").write_text("open('evil', 'w')\ndef last(position): return position.legal_moves[-1]\n")
    write_records(home / "g.ggf", [Record.of(Game(moves="f5"), ("human", player))])
    done = play(["quit"], "--start", home / "g.ggf", "--no-save")
    assert f"White is level2, as a saved game may not start {player} (name it with --white)." in done.out
    assert "White (level2) plays" in done.out
    assert not (home / "evil").exists()


@pytest.mark.parametrize("name", ["g.sgf", "g.ggf", "g.pgn", "g.json", "g.txt", "g.other"])
@pytest.mark.parametrize("way", ["command", "option"])
def test_a_game_is_saved_in_the_format_of_its_extension(play, home, name, way):
    lines, options = ([f"save {name}"], ["--no-save"]) if way == "command" else ([], ["--save", name])
    play(["f5", *lines, "quit"], *options)
    text = (home / name).read_text(encoding="utf-8")
    expected = {"g.sgf": "sgf", "g.ggf": "ggf", "g.pgn": "pgn", "g.json": "quest"}
    assert formats.recognise(text) == expected.get(name, "saved")
    assert read_record(str(home / name), kind_of("othello")).game.transcript == "f5f6"


def test_a_picture_of_the_position_is_no_saved_game(play, home, games):
    done = play(["f5", "save board.svg", "quit"])
    assert "Saved: board.svg (only the position, without the moves)" in done.out
    assert (home / "board.svg").read_text(encoding="utf-8").startswith("<svg")
    assert [saved.read(text).game.transcript for text in games()] == ["f5f6"]


@pytest.mark.parametrize("name", ["g.sgf", "g.wtb", "g.json"])
def test_a_format_that_cannot_hold_the_game_is_told_before_it(play, name):
    done = play(["quit"], "--tribolo", "--save", name)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert "cannot" in done.err


def test_legal_squares_are_hidden_on_request_and_shown_again(play):
    done = play(["legal", "legal", "quit"], "--size", "4", "--no-save")
    assert [part[3] for part in done.out.split("  1  ")[1:]] == ["+", ".", "+"]


# --- faults -----------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("bots")
@pytest.mark.parametrize(
    ("bot", "fault"),
    [
        ("raises", "crash: ValueError: 'no\\\\nidea'"),
        ("recurses", "crash: RecursionError"),
        ("illegal", "illegal move: Black cannot play a1: it turns over no disc"),
        ("nothing", "illegal move: expected a move such as 'd3', got None"),
        ("exits", "crash: it called sys.exit"),
        ("garbage", "crash: expected an Analysis"),
        ("loops", r"time: no move in time after 0\.\d+ s \(0.2\+0\)"),
    ],
)
def test_a_faulty_player_forfeits_and_the_exit_code_says_so(play, bot, fault):
    done = play([], "--black", f"module:bots.py:{bot}", "--white", "first", "--time", "0.2")
    assert done.code == 1
    assert re.search(rf"^Black \(module:bots\.py:{bot}\) forfeits the game: {fault}.*\.$", done.out, re.MULTILINE)
    assert done.err == ""


@pytest.mark.usefixtures("bots")
def test_what_a_player_prints_does_no_harm(play):
    done = play([], "--black", "module:bots.py:prints", "--white", "first", "--size", "4", "--no-save")
    assert done.code == 0
    assert "rubbish" in done.out
    assert "Game over" in done.out


LOSS = ["f5", "resign"]


def test_a_game_against_a_character_moves_ones_own_rating(play):
    first, second, third = (play(LOSS, "--white", "momo").out for _ in range(3))
    assert "Your ladder rating: shown after 3 results, from 1 game." in first
    assert "Your ladder rating: shown after 3 results, from 2 games." in second
    [(rating, games)] = re.findall(r"Your ladder rating: about (\d+), still finding out, from (.*)\.", third)
    assert games == "3 games"
    assert int(rating) < 900


@pytest.mark.parametrize(
    ("lines", "arguments"),
    [
        (["f5", "hint", "resign"], ["--hint", "random"]),
        (["f5", "undo", "f5", "resign"], []),
        (["f5", "undo", "redo", "resign"], []),
        (["f5", "why", "resign"], []),
        (["f5", "white coco", "resign"], []),
        (["f5"], []),  # not finished
        (LOSS, ["--white", "level1"]),
        (LOSS, ["--white", "human"]),
        (LOSS, ["--opening", "tiger"]),
        (LOSS, ["--size", "6"]),
        (["e6", "resign"], ["--game", "anti"]),
    ],
)
def test_other_games_do_not_count(play, lines, arguments, tmp_path):
    done = play(lines, *(["--white", "momo"] if "--white" not in arguments else []), *arguments)
    assert "Your ladder rating" not in done.out
    assert not list((tmp_path / "data").glob("ratings*"))


def test_a_game_after_a_game_with_help_counts_again(play):
    done = play(["f5", "undo", "new", *LOSS], "--white", "momo")
    assert "from 1 game." in done.out


def test_a_rating_file_that_cannot_be_used_is_told_in_one_line(play, games, tmp_path):
    file = tmp_path / "data" / "ratings.sqlite"
    file.parent.mkdir()
    file.write_bytes(b"rubbish" * 500)
    done = play(LOSS, "--white", "momo")
    [line] = done.err.splitlines()
    assert line.startswith("outflank: your rating has not changed: the rating file ")
    assert "damaged or not a database" in line
    assert file.read_bytes() == b"rubbish" * 500
    assert len(games()) == 1  # the game itself is saved
