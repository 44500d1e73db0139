import os
import shutil
import sys
import time

import pytest

from outflank import jit
from outflank.jit import cache
from outflank.jit.sources import PACKAGE
from tests.jit.processes import compiled_only, output, python

pytestmark = pytest.mark.slow

PERFT = "from outflank.board.perft import perft; print(perft(0x810000000, 0x1008000000, 7))"
IS_COLD = "from outflank import jit; print(jit.is_cold(['outflank.board.perft']))"
COUNT = "from outflank import jit; told = []; watching = jit.watching(told.append); watching.__enter__(); "
N_COMPILED = "; print(len([each for each in told if not each.is_over]))"


@pytest.fixture
def root(tmp_path, monkeypatch):
    """An empty cache of its own."""
    monkeypatch.setenv("OUTFLANK_CACHE_DIR", str(tmp_path / "cache"))
    cache._group_folder.cache_clear()
    yield tmp_path / "cache"
    cache._group_folder.cache_clear()


# --- folders --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("group", jit.GROUPS)
def test_a_groups_folder_is_named_by_its_digest(root, group):
    folder = cache.group_folder(group)
    assert folder == root / "kernels" / f"{group}-{cache.digest(group, None)}"
    assert folder.is_dir()
    assert len({cache.digest(each, None) for each in jit.GROUPS}) == len(jit.GROUPS)


def test_a_new_folder_takes_the_place_of_the_one_of_its_group_used_longest_ago(root):
    kernels = root / "kernels"
    for group in ("engine", "tribolo"):
        for age in range(6):
            folder = kernels / f"{group}-{age:016x}"
            folder.mkdir(parents=True)
            os.utime(folder, (time.time() - 1000 * age - 1000,) * 2)
    (kernels / "somebody else's").mkdir()
    cache.prune(kernels)
    folder = cache.group_folder("engine")
    assert {each.name for each in kernels.iterdir() if not each.is_file()} == {
        folder.name,
        "somebody else's",
        *(f"engine-{age:016x}" for age in range(3)),
        *(f"tribolo-{age:016x}" for age in range(4)),
    }


def test_the_folder_in_use_counts_as_used_now(root):
    folder = cache.group_folder("engine")
    os.utime(folder, (0, 0))
    cache._group_folder.cache_clear()
    assert cache.group_folder("engine").stat().st_mtime > time.time() - 100


def test_the_digest_changes_with_the_settings_of_numba(monkeypatch):
    before = cache.digest("engine", None)
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1" if os.environ.get("NUMBA_BOUNDSCHECK") != "1" else "0")
    assert cache.digest("engine", None) != before


def test_the_digest_is_noted_for_the_next_process_and_a_bad_note_does_no_harm(tmp_path):
    before = cache.digest("engine", None)
    assert cache.digest("engine", tmp_path) == before
    (note,) = tmp_path.iterdir()
    assert cache.digest("engine", tmp_path) == before
    note.write_text("{")
    assert cache.digest("engine", tmp_path) == before
    note.write_text('{"engine": "0"}')
    assert cache.digest("engine", tmp_path) == before


# --- files ----------------------------------------------------------------------------------------------------------


def test_what_was_saved_is_loaded(root):
    cache.save("engine", ["outflank.board.perft.a", "outflank.board.perft.b"], "Z80", b"code\ncode")
    (file,) = cache.stored("engine")
    assert (file.kernels, file.processor) == (("outflank.board.perft.a", "outflank.board.perft.b"), "Z80")
    assert cache.load(file) == b"code\ncode"
    assert cache.is_stored("outflank.board.perft")
    assert not cache.is_stored("outflank.board.stability")
    assert not cache.is_stored("outflank.training.fit")


def test_what_cannot_be_written_is_done_without(root):
    shutil.rmtree(cache.group_folder("engine"))
    cache.save("engine", ["outflank.board.perft.a"], "Z80", b"code")
    assert cache.stored("engine") == []
    cache.group_folder("engine").mkdir()
    cache.save("engine", ["outflank.board.perft.a"], "Z80", b"code")
    assert [path.suffix for path in cache.group_folder("engine").iterdir()] == [".kernels"]


@pytest.mark.parametrize("harm", [lambda data: data[:-1], lambda data: data[:-1] + b"?", lambda data: data + b"?"])
def test_a_damaged_file_is_removed(root, harm):
    cache.save("engine", ["outflank.board.perft.a"], "Z80", b"code")
    (file,) = cache.stored("engine")
    file.path.write_bytes(harm(file.path.read_bytes()))
    assert cache.load(file) is None
    assert not file.path.exists()


@pytest.mark.parametrize("data", [b"", b"{", b"[]\n", b'{"kernels": []}\n', b"\xff\n"])
def test_a_file_without_a_header_is_passed_over(root, data):
    (cache.group_folder("engine") / "another.kernels").write_bytes(data)
    assert cache.stored("engine") == []


def test_files_of_the_same_kernels_for_two_processors_live_side_by_side(root):
    for processor in ("Z80", "6502", "Z80"):
        cache.save("engine", ["outflank.board.perft.a"], processor, processor.encode())
    assert sorted(each.processor for each in cache.stored("engine")) == ["6502", "Z80"]


@compiled_only
def test_without_a_folder_kernels_compile_all_the_same(tmp_path):
    (tmp_path / "file").touch()
    code = "from outflank import jit; print(jit.cache_folder(), jit.is_cold()); " + PERFT
    assert output(python(code, OUTFLANK_CACHE_DIR=str(tmp_path / "file"))) == "None True\n55092"


# --- whole processes ------------------------------------------------------------------------------------------------


@compiled_only
def test_two_processes_compile_at_once_and_the_next_finds_it_done(root):
    assert output(python(IS_COLD)) == "True"
    assert [output(process) for process in [python(PERFT), python(PERFT)]] == ["55092", "55092"]
    assert output(python(IS_COLD)) == "False"
    assert output(python(COUNT + PERFT + N_COMPILED)) == "55092\n0"


@compiled_only
@pytest.mark.parametrize("harm", ["cut short", "of other content", "of another processor"])
def test_machine_code_that_cannot_be_used_is_compiled_again(root, harm):
    output(python(PERFT))
    (path,) = root.rglob("*.kernels")
    data = path.read_bytes()
    if harm == "cut short":
        path.write_bytes(data[: len(data) // 2])
    elif harm == "of other content":
        path.unlink()
        cache.save("engine", ["outflank.board.perft.count_leaves"], processor(), b"no pickle")
        assert path.exists()
    else:
        path.write_bytes(data.replace(b'"processor": "', b'"processor": "not ', 1))
    assert output(python(COUNT + PERFT + N_COMPILED)) == "55092\n1"
    assert output(python(COUNT + PERFT + N_COMPILED)) == "55092\n0"


def processor():
    from outflank.jit import compiler

    return compiler.processor()


@compiled_only
def test_an_edited_constant_is_never_served_from_before(root, tmp_path):
    """Check an edited file with the size and time of the original."""
    shutil.copytree(PACKAGE, tmp_path / "src" / "outflank", ignore=shutil.ignore_patterns("static", "__pycache__"))
    source = tmp_path / "src" / "outflank" / "board" / "parity.py"
    code = COUNT + "from outflank.board.parity import odd_quarters as o; print(f'{o(1):x}', len(told))"
    environment = {"PYTHONPATH": str(tmp_path / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    assert output(python(code, **environment)) == "f0f0f0f 2"
    assert output(python(code, **environment)) == "f0f0f0f 0"
    times = source.stat()
    text = source.read_text(encoding="utf-8")
    source.write_text(text.replace("0x000000000F0F0F0F", "0x000000000F0F0F07"), encoding="utf-8")
    os.utime(source, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert output(python(code, **environment)) == "f0f0f07 2"
    source.write_text(text.replace("one mask: moves", "one mask; moves") + "\n# a comment\n", encoding="utf-8")
    assert output(python(code, **environment)) == "f0f0f0f 0"


@compiled_only
def test_kernels_of_one_file_call_those_of_another(root):
    """Compile together, or one after the other in two processes: the results are the same."""
    ask = "from outflank.search.midgame import foresight; from outflank.search.score import final_score as f; "
    ask += "print(f(7, 8), foresight(20, 20))"
    assert output(python("from outflank.search.score import final_score as f; print(f(7, 8))")) == "62"
    assert output(python(ask)) == "62 2"
    assert len(list(root.rglob("*.kernels"))) >= 3


def test_importing_the_cache_imports_no_numba():
    code = "import sys, outflank.jit; outflank.jit.is_cold(); print({'numba', 'numpy', 'llvmlite'} & set(sys.modules))"
    assert output(python(code)) == "set()"
    assert "outflank.jit" in sys.modules
