import importlib
import shutil
from functools import lru_cache
from types import CodeType

import pytest

from outflank import jit
from outflank.jit import sources as sources_module
from outflank.jit.sources import PACKAGE, Sources

CARD, ENGINE, LIBRARY, PEOPLE, TRAINING = "card", "engine", "library", "people", "training"
LARGE, PROOFS, TRIBOLO, VARIANTS = "large", "proofs", "tribolo", "variants"


@pytest.fixture(scope="module")
def copied(tmp_path_factory):
    """The package's sources, to be edited."""
    folder = tmp_path_factory.mktemp("package") / "outflank"
    shutil.copytree(PACKAGE, folder, ignore=shutil.ignore_patterns("static", "__pycache__", "*.npz", "*.weights"))
    return folder


@pytest.fixture(scope="module", autouse=True)
def each_text_is_read_once():
    """Reading the same modules for each edit would take most of the time."""
    with pytest.MonkeyPatch.context() as patched:
        read = lru_cache(maxsize=None)(sources_module.read_statements)
        patched.setattr(sources_module, "read_statements", read)
        yield


@pytest.fixture(scope="module")
def before(copied):
    return digests(copied)


def digests(package):
    sources = Sources(package)
    return {group: sources.digest(modules) for group, modules in jit.GROUPS.items()}


def changed(package, before):
    return {group for group, digest in digests(package).items() if digest != before[group]}


@pytest.mark.parametrize(
    ("file", "old", "new", "groups"),
    [
        # What kernels are made of: their own source, constants and what these come from, code for LLVM, records.
        ("search/midgame.py", "LEAF_DEPTH = 2", "LEAF_DEPTH = 3", {ENGINE, TRAINING}),
        ("search/midgame.py", "best = signed(NO_MOVE)", "best = 1", {ENGINE, TRAINING}),
        (
            "board/bits.py",
            "ir.IRBuilder.ctpop",
            "ir.IRBuilder.ctlz",
            {CARD, ENGINE, LARGE, LIBRARY, PEOPLE, TRAINING, TRIBOLO, VARIANTS},
        ),
        (
            "board/ir.py",
            "ir.VectorType(I64, 4)",
            "ir.VectorType(I64, 8)",
            {ENGINE, LARGE, LIBRARY, PEOPLE, TRAINING, VARIANTS},
        ),
        ("board/stability.py", "_fill(_EDGES)\n", "_fill(_EDGES)\n_EDGES[0] = 1\n", {ENGINE, TRAINING}),
        ("board/squares.py", "abcdefghij", "jihgfedcba", {CARD, ENGINE, LARGE, PEOPLE, TRAINING, VARIANTS}),
        ("large/moves.py", "_BEFORE = _rays(1), _rays(-1)", "_BEFORE = _rays(1), _rays(1)", {LARGE}),
        ("large/board.py", "return _Constant(value)", "return _Constant(~value)", {LARGE}),
        ("evaluation/patterns.py", "a4 b5 c6 d7 e8", "a4 b5 c6 d7", {CARD, ENGINE, PEOPLE, TRAINING, VARIANTS}),
        (
            "search/thread_state.py",
            '("nodes", np.int64)',
            '("nodes", np.int32)',
            {ENGINE, LARGE, PEOPLE, TRAINING, VARIANTS},
        ),
        ("search/state.py", '("network", np.uint64)', '("network", np.int64)', {ENGINE, PEOPLE, TRAINING}),
        ("training/dataset.py", "UNKNOWN = ", "UNKNOWN = 1 + ", {CARD, TRAINING}),
        ("training/fit.py", "total = np.float32(0)", "total = np.float32(1)", {TRAINING}),
        ("library/boards.py", "KEY_BITS, GAME_BITS = 39, 24", "KEY_BITS, GAME_BITS = 38, 24", {LIBRARY}),
        ("tribolo/position.py", "WIDTH", "HEIGHT", {TRIBOLO}),
        (
            "jit/compiler.py",
            '"error_model": "numpy"',
            '"error_model": "python"',
            {CARD, ENGINE, LARGE, LIBRARY, PEOPLE, PROOFS, TRAINING, TRIBOLO, VARIANTS},
        ),
        (
            "jit/calls.py",
            'fn.attributes.add("nounwind")',
            'fn.attributes.add("cold")',
            {CARD, ENGINE, LARGE, LIBRARY, PEOPLE, PROOFS, TRAINING, TRIBOLO, VARIANTS},
        ),
        # What they are not made of.
        ("search/midgame.py", "import numba\n", "import numba  # compiles\n", set()),
        ("search/midgame.py", '"""The score according to a search of `depth` plies. ', '"""The score. ', set()),
        (
            "search/midgame.py",
            "alpha: int, depth: int, selectivity: int",
            "alpha: int, depth: int, selectivity: float",
            set(),
        ),
        ("search/table.py", "self.age()\n", "self.age()\n        self.age()\n", set()),
        (
            "search/windows.py",
            "_SHORT, _SHORT_FOR_SEVERAL = 1_000_000",
            "_SHORT, _SHORT_FOR_SEVERAL = 2_000_000",
            set(),
        ),
        ("search/estimate.py", "NODES_PER_SECOND = 33_000_000", "NODES_PER_SECOND = 50_000_000", set()),
        ("evaluation/weights.py", "import ", "import sys, ", set()),
        ("engine/engine.py", "import ", "import sys, ", set()),
        ("training/report.py", "import ", "import sys, ", set()),
        ("training/fit.py", "_USUAL = Fitting()", "_USUAL = None", set()),
        ("tribolo/compiled/weights.py", "KNOTS = (0,", "KNOTS = (1,", set()),
        ("errors.py", "class ", "class Another: ...\n\n\nclass ", set()),
    ],
)
def test_a_groups_digest_changes_with_the_sources_of_its_kernels(copied, before, file, old, new, groups):
    source = copied / file
    text = source.read_text(encoding="utf-8")
    assert old in text, "this test edits something that is not there any more"
    try:
        source.write_text(text.replace(old, new, 1), encoding="utf-8")
        assert changed(copied, before) == groups
    finally:
        source.write_text(text, encoding="utf-8")


def code_names(code):
    """All names that bytecode loads from outside the function."""
    found = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found |= code_names(constant)
    return found


def kernels_of(module):
    loaded = importlib.import_module(module)
    for name, value in vars(loaded).items():
        function = getattr(value, "py_func", None) or getattr(value, "__wrapped__", None)
        if function is not None and function.__module__ == module:
            yield name, function


@pytest.mark.parametrize("group", jit.GROUPS)
def test_every_global_that_kernels_refer_to_is_in_the_digest(group):
    """Found another way: in the bytecode of the imported modules, not in the sources."""
    needed = Sources().slices(jit.GROUPS[group])
    n = 0
    for module in jit.GROUPS[group]:
        for kernel, function in kernels_of(module):
            assert kernel in needed[module]
            for name in code_names(function.__code__) & set(function.__globals__):
                assert name in needed[module], f"{module}.{kernel} refers to {name}"
                value = function.__globals__[name]
                home, own_name = getattr(value, "__module__", None), getattr(value, "__name__", None)
                if str(home).startswith("outflank.") and own_name is not None:
                    assert own_name in needed[home], f"{module}.{kernel} refers to {home}.{own_name}"
                    n += 1
    assert n > 5


def test_the_digest_does_not_depend_on_where_the_sources_lie(copied, before):
    assert digests(PACKAGE) == before


@pytest.mark.parametrize(
    ("imported", "used"),
    [
        ("from outflank.other import LIMIT", "LIMIT"),
        ("from outflank.other import LIMIT as most", "most"),
        ("from outflank import other", "other.LIMIT"),
        ("import outflank.other", "outflank.other.LIMIT"),
        ("import outflank.other as elsewhere", "elsewhere.LIMIT"),
    ],
)
def test_constants_are_followed_however_they_are_imported(tmp_path, imported, used):
    (tmp_path / "jit").mkdir()
    kernel = f"{imported}\n@kernel('int64()')\ndef f():\n    return {used}\n"
    (tmp_path / "kernels.py").write_text(kernel)
    found = []
    for limit in ("1", "2", "2  # still"):
        (tmp_path / "other.py").write_text(f"_LIMIT = {limit}\nLIMIT = 3 * _LIMIT\n")
        found.append(Sources(tmp_path).digest(["outflank.kernels"]))
    assert found[0] != found[1] == found[2]


@pytest.mark.parametrize(
    "filled", ["T[0] = 1", "T.append(1)", "T += [1]", "for x in (1, 2): T.append(x)", "if T: T[0] = 1", "del T[0]"]
)
def test_statements_that_change_a_constant_belong_to_it(tmp_path, filled):
    (tmp_path / "jit").mkdir()
    found = []
    for statement in ("", filled, filled.replace("1", "7")):
        source = f"T = []\n{statement}\n@kernel('int64()')\ndef f():\n    return T[0]\n"
        (tmp_path / "kernels.py").write_text(source)
        found.append(Sources(tmp_path).digest(["outflank.kernels"]))
    assert found[0] != found[1]
    assert found[1] != found[2] or "1" not in filled
