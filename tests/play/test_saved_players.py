import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from outflank.errors import OptionError, OutflankError
from outflank.play import create, registry, saved_players
from outflank.play.registry import expanded, is_foreign


@pytest.fixture(autouse=True)
def file(tmp_path, monkeypatch):
    monkeypatch.setenv("OUTFLANK_DATA_DIR", str(tmp_path / "data"))
    return tmp_path / "data" / "players.json"


def test_names_are_kept_in_a_file_in_their_order(file):
    assert saved_players.saved() == {}
    saved_players.add("weak", "budget:nodes=60")
    saved_players.add("Best-1_x", "engine:level=20")
    saved_players.add("weak", "budget:nodes=70")
    assert list(saved_players.saved().items()) == [("Best-1_x", "engine:level=20"), ("weak", "budget:nodes=70")]
    assert saved_players.remove("weak") == "budget:nodes=70"
    assert json.loads(file.read_text()) == {"players": {"Best-1_x": "engine:level=20"}}
    assert {path.name for path in file.parent.iterdir()} <= {"players.json", "players.lock"}


def test_names_that_are_added_at_the_same_time_are_all_kept():
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda number: saved_players.add(f"name{number}", "random"), range(40)))
    assert len(saved_players.saved()) == 40


@pytest.mark.parametrize("name", ["", "a b", "a:b", "é", "x" * 41, "a\n", "../x"])
def test_names_are_of_letters_and_digits(name):
    with pytest.raises(OptionError, match=r"^expected a name of at most 40 letters, digits, - and _, got '"):
        saved_players.add(name, "random")
    assert saved_players.saved() == {}


def test_what_is_not_there_cannot_be_removed():
    with pytest.raises(OptionError, match=r"^unknown saved player 'x': no players are saved$"):
        saved_players.remove("x")


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"players": {"x": 3}}', '{"players": 3}', "\xff"])
def test_a_file_that_holds_something_else_is_named(file, text):
    file.parent.mkdir()
    file.write_bytes(text.encode("latin-1"))
    with pytest.raises(OutflankError, match=r"^expected saved players in '.*', got something else: fix"):
        create("weak")
    assert create("random"), "registered names do not need it"


def test_a_file_that_cannot_be_read_is_named(file):
    file.mkdir(parents=True)
    with pytest.raises(OutflankError, match=r"^cannot read '.*players\.json.*': Is a directory$"):
        create("weak")
    with pytest.raises(OutflankError, match=r"^cannot read "):
        saved_players.add("weak", "random")


def test_a_saved_name_stands_for_its_player_and_takes_more_options():
    saved_players.add("weak", "budget:nodes=60")
    assert create("weak").nodes == 60
    assert create(" weak : nodes=70 , fair").mode == "fair"
    assert create("weak:nodes=70,fair").nodes == 70
    assert registry.entry_of("weak:fair").name == registry.entry_of("budget").name == "budget"
    with pytest.raises(OptionError, match=r"^player 'weak:depth=3': unknown option 'depth'"):
        create("weak:depth=3")
    with pytest.raises(OptionError, match=r"^unknown player 'wek'; did you mean weak"):
        create("wek")


def test_options_are_added_to_a_command():
    saved_players.add("other", "gtp:my-engine --name 'x, \"y\"'")
    assert expanded("other") == "gtp:my-engine --name 'x, \"y\"'"
    assert expanded("other:level=3") == 'gtp:command="my-engine --name \'x, \\"y\\"\'",level=3'
    assert expanded("random:seed=1") == "random:seed=1"
    assert not is_foreign("other")


def test_a_saved_name_may_stand_for_a_player_of_ones_own():
    saved_players.add("mine", "module:outflank.classic.staged:First")
    assert create("mine")
    assert is_foreign("mine")
    with pytest.raises(OptionError, match=r"^player 'mine:x=1' stands for 'module:out"):
        create("mine:x=1")
