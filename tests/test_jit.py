import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from outflank import jit
from outflank.board.bits import ONE

compiled_only = pytest.mark.skipif(jit.INTERPRETED, reason="nothing is compiled")

PERFT = "from outflank.board.perft import perft; print(perft(0x810000000, 0x1008000000, 7))"


def python(code, **environment):
    """What a fresh Python process prints."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("COV_")} | environment
    command = [sys.executable, "-W", "error", "-c", code]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def output(process):
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    return out.strip()


# --- importing ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "module", ["outflank", "outflank.board", "outflank.rules", "outflank.rules.perft", "outflank.jit"]
)
def test_importing_compiles_nothing_and_loads_neither_numba_nor_numpy(module):
    code = f"import sys, {module}; print({{'numba', 'numpy', 'llvmlite'}} & set(sys.modules))"
    assert output(python(code)) == "set()"


def test_warm_imports_every_kernel_module_and_tells_which():
    seen = []
    jit.warm(seen.append)
    assert tuple(seen) == jit.KERNEL_MODULES
    assert set(jit.KERNEL_MODULES) <= set(sys.modules)
    assert not jit.is_cold()


# --- kernels --------------------------------------------------------------------------------------------------------


def add(a, b):
    return a + b


@pytest.mark.parametrize("decorate", [jit.kernel, lambda signature: lambda f: jit._interpreted(f, signature)])
def test_kernels_wrap_round_and_give_plain_numbers(decorate):
    sum_of = decorate("uint64(uint64, uint64)")(add)
    assert sum_of(2**64 - 1, 2) == 1
    assert type(sum_of(1, 2)) is int
    assert type(decorate("float64(float64, float64)")(add)(1, 2)) is float


def test_interpreted_kernels_compute_with_numpy_inside():
    kinds = []

    @lambda function: jit._interpreted(function, "int64(uint64)")
    def inner(board):
        kinds.append(type(board))
        return 1

    @lambda function: jit._interpreted(function, "Tuple((uint64, boolean))(uint64, int64, int64[:])")
    def outer(board, number, array):
        kinds.extend([type(board), type(number), type(array), type(inner(board))])
        return board + ONE, number > 0

    assert outer(2**64 - 1, 5, np.zeros(1, np.int64)) == (0, True)
    assert [type(each) for each in outer(1, 5, np.zeros(1, np.int64))] == [int, bool]
    assert kinds[:5] == [np.uint64, np.uint64, np.int64, np.ndarray, np.int64]


def test_interpreted_intrinsics_compute_with_plain_numbers():
    kinds = []

    def twin(board):
        kinds.append(type(board))
        return board if board < 2 else intrinsic(board - 1)

    intrinsic = jit._interpreted(twin, "uint64(uint64)", intrinsic=True)
    inside = jit._interpreted(lambda board: kinds.append(type(intrinsic(board))) or board, "uint64(uint64)")
    assert type(intrinsic(2)) is int
    assert inside(2) == 2
    assert kinds == [int, int, int, int, np.uint64]


@compiled_only
def test_kernels_of_the_package_must_be_registered():
    def stray(number):
        return number

    stray.__module__ = "outflank.board.stray"
    with pytest.raises(ImportError, match=r"outflank\.board\.stray holds a kernel: add it to KERNEL_MODULES"):
        jit.kernel("int64(int64)")(stray)


@compiled_only
def test_other_users_of_numba_keep_their_cache_folder():
    import numba

    own = os.environ.get("NUMBA_CACHE_DIR", "")
    with jit._numba_caching_in(Path("elsewhere")):
        assert numba.config.CACHE_DIR == "elsewhere"
    jit.kernel("int64(int64, int64)")(add)
    assert own == numba.config.CACHE_DIR


# --- the digest -----------------------------------------------------------------------------------------------------


@pytest.fixture
def package(tmp_path):
    for name in ("jit.py", "board", "rules"):
        source = jit._PACKAGE / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, tmp_path / name)
    return tmp_path


def test_the_digest_is_the_same_for_the_same_sources(package):
    assert jit.digest(package) == jit.digest(package)
    assert len(jit.digest(package)) == 16


@pytest.mark.parametrize("changed", ["jit.py", "board/moves.py", "board/new.py"])
def test_the_digest_changes_with_every_source_of_kernels(package, changed):
    before = jit.digest(package)
    with (package / changed).open("a") as file:
        file.write("# changed\n")
    assert jit.digest(package) != before


def test_the_digest_does_not_change_with_other_sources(package):
    before = jit.digest(package)
    (package / "rules" / "position.py").write_text("# changed\n")
    assert jit.digest(package) == before


def test_the_digest_changes_with_what_numba_is_told(package, monkeypatch):
    before = jit.digest(package)
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1" if os.environ.get("NUMBA_BOUNDSCHECK") != "1" else "0")
    assert jit.digest(package) != before


# --- the folder -----------------------------------------------------------------------------------------------------


@pytest.fixture
def root(tmp_path, monkeypatch):
    """An empty cache of its own."""
    monkeypatch.setenv("OUTFLANK_CACHE_DIR", str(tmp_path))
    jit.cache_folder.cache_clear()
    yield tmp_path
    jit.cache_folder.cache_clear()


def test_the_folder_is_named_by_the_digest(root):
    assert jit.cache_folder() == root / "kernels" / jit.digest(jit._PACKAGE)
    assert jit.cache_folder().is_dir()


def test_a_new_folder_takes_the_place_of_the_one_used_longest_ago(root):
    kernels = root / "kernels"
    for age in range(6):
        folder = kernels / f"{age:016x}"
        folder.mkdir(parents=True)
        (folder / "perft.nbi").touch()
        os.utime(folder, (time.time() - 1000 * age - 1000,) * 2)
    (kernels / "somebody else's").mkdir()
    folder = jit.cache_folder()
    assert {each.name for each in kernels.iterdir()} == {
        folder.name,
        "somebody else's",
        *(f"{age:016x}" for age in range(3)),
    }


def test_the_folder_in_use_counts_as_used_now(root):
    folder = jit.cache_folder()
    os.utime(folder, (0, 0))
    jit.cache_folder.cache_clear()
    assert jit.cache_folder().stat().st_mtime > time.time() - 100


@compiled_only
def test_without_a_folder_kernels_compile_all_the_same(root, monkeypatch):
    (root / "file").touch()
    monkeypatch.setenv("OUTFLANK_CACHE_DIR", str(root / "file"))
    assert jit.cache_folder() is None
    assert jit.kernel("int64(int64, int64)")(add)(2, 3) == 5
    assert not jit.is_cold(["outflank.jit"])
    assert jit.is_cold(["outflank.board.nowhere"])


@compiled_only
def test_a_failing_cache_is_thrown_away(root):
    assert jit.kernel("int64(int64, int64)")(add)(2, 3) == 5
    for index in root.rglob("*.nbi"):
        index.write_bytes(index.read_bytes()[:20])
    assert jit.kernel("int64(int64, int64)")(add)(2, 3) == 5
    assert not list(root.rglob("*.nbi"))


@compiled_only
def test_who_wants_to_know_is_told_what_is_compiled_and_not_what_is_loaded(root, monkeypatch):
    told = []
    monkeypatch.setattr(jit, "on_compile", told.append)
    jit.kernel("int64(int64, int64)")(add)
    assert told == [__name__]
    jit.kernel("int64(int64, int64)")(add)
    assert told == [__name__]


@compiled_only
def test_two_processes_compile_at_once_and_the_next_finds_it_done(root):
    cold = "from outflank import jit; print(jit.is_cold(['outflank.board.perft']))"
    assert output(python(cold)) == "True"
    assert [output(process) for process in [python(PERFT), python(PERFT)]] == ["55092", "55092"]
    assert output(python(cold)) == "False"
    hits = "; from outflank.board.perft import count_leaves; print(sum(count_leaves.stats.cache_hits.values()))"
    assert output(python(PERFT + hits)) == "55092\n1"


@compiled_only
def test_checking_bounds_changes_nothing(root):
    assert output(python(PERFT, NUMBA_BOUNDSCHECK="1")) == "55092"


def test_interpreted_kernels_give_the_same_and_are_never_cold():
    code = "from outflank import jit; print(jit.is_cold()); " + PERFT.replace("7", "4")
    assert output(python(code, NUMBA_DISABLE_JIT="1")) == "False\n244"
