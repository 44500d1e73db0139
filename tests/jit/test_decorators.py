import sys

import numpy as np
import pytest

from outflank import jit
from outflank.board.bits import ONE
from outflank.jit.interpreted import interpreted
from tests.jit.processes import compiled_only, output, python

# --- importing ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "module", ["outflank", "outflank.board", "outflank.rules", "outflank.rules.perft", "outflank.jit"]
)
def test_importing_compiles_nothing_and_loads_neither_numba_nor_numpy(module):
    code = f"import sys, {module}; print({{'numba', 'numpy', 'llvmlite'}} & set(sys.modules))"
    assert output(python(code)) == "set()"


def test_warm_imports_every_kernel_module():
    jit.warm()
    assert set(jit.KERNEL_MODULES) <= set(sys.modules)
    assert not jit.is_cold()


# --- kernels --------------------------------------------------------------------------------------------------------


def add(a, b):
    return a + b


@pytest.mark.parametrize("decorate", [jit.kernel, lambda signature: lambda f: interpreted(f, signature)])
def test_kernels_wrap_round_and_give_plain_numbers(decorate):
    sum_of = decorate("uint64(uint64, uint64)")(add)
    assert sum_of(2**64 - 1, 2) == 1
    assert type(sum_of(1, 2)) is int
    assert type(decorate("float64(float64, float64)")(add)(1, 2)) is float


def test_interpreted_kernels_compute_with_numpy_inside():
    kinds = []

    @lambda function: interpreted(function, "int64(uint64)")
    def inner(board):
        kinds.append(type(board))
        return 1

    @lambda function: interpreted(function, "Tuple((uint64, boolean))(uint64, int64, int64[:])")
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

    intrinsic = interpreted(twin, "uint64(uint64)", intrinsic=True)
    inside = interpreted(lambda board: kinds.append(type(intrinsic(board))) or board, "uint64(uint64)")
    assert type(intrinsic(2)) is int
    assert inside(2) == 2
    assert kinds == [int, int, int, int, np.uint64]


@compiled_only
def test_kernels_of_the_package_must_be_registered():
    def stray(number):
        return number

    stray.__module__ = "outflank.board.stray"
    with pytest.raises(ImportError, match=r"outflank\.board\.stray holds a kernel: add it to GROUPS"):
        jit.kernel("int64(int64)")(stray)


def again(n):
    return again(0) if n > 0 else n + 7


def square_of_sum(a, b):
    return sum_of_two(a, b) ** 2  # noqa: F821


@pytest.mark.parametrize("n", [-3, 0, 5])
@compiled_only
def test_a_kernel_may_call_itself_with_a_literal(n):
    assert jit.kernel("int64(int64)")(again)(n) == min(n, 0) + 7


@compiled_only
def test_a_kernel_is_called_by_others_before_it_is_compiled(monkeypatch):
    monkeypatch.setitem(globals(), "sum_of_two", jit.kernel("int64(int64, int64)")(add))
    square = jit.kernel("int64(int64, int64)")(square_of_sum)
    assert not globals()["sum_of_two"].overloads[square.signatures[0]].library._finalized
    assert square(2, 3) == 25
    assert globals()["sum_of_two"](2, 3) == 5


@compiled_only
def test_a_kernel_that_several_call_is_there_for_all_of_them():
    code = """
from outflank.jit import kernel
one = kernel("int64(int64)")(lambda n: n + 1)
two = kernel("int64(int64)")(lambda n: one(n) + 1)
three = kernel("int64(int64)")(lambda n: one(n) + 2)
print(two(0))  # compiled now, with all that it calls inside it
both = kernel("int64(int64)")(lambda n: 10 * two(n) + three(n))
print(both(0))
"""
    assert output(python(code)) == "2\n23"


@compiled_only
def test_functions_compiled_by_numba_itself_call_kernels(monkeypatch):
    import numba

    monkeypatch.setitem(globals(), "sum_of_two", jit.kernel("int64(int64, int64)")(add))
    assert numba.njit(square_of_sum)(2, 3) == 25


@compiled_only
def test_kernels_call_those_of_the_package(monkeypatch):
    from outflank.board.symmetry import transpose

    monkeypatch.setitem(globals(), "sum_of_two", jit.kernel("uint64(uint64, uint64)")(lambda a, b: transpose(a) + b))
    assert jit.kernel("uint64(uint64, uint64)")(square_of_sum)(2, 3) == (256 + 3) ** 2


@compiled_only
def test_numba_is_left_as_it_was():
    from numba.core.typeinfer import TypeInferer

    before = TypeInferer.resolve_call
    jit.kernel("int64(int64, int64)")(add)
    assert TypeInferer.resolve_call is before


@compiled_only
def test_checking_bounds_changes_nothing(tmp_path):
    code = "from outflank.board.perft import perft; print(perft(0x810000000, 0x1008000000, 7))"
    assert output(python(code, NUMBA_BOUNDSCHECK="1", OUTFLANK_CACHE_DIR=str(tmp_path))) == "55092"


@compiled_only
def test_bounds_are_checked_where_that_is_asked_for():
    code = """
import numpy as np
from outflank.jit import kernel
item = kernel("int64(int64[:], int64)")(lambda items, i: items[i])
via = kernel("int64(int64[:], int64)")(lambda items, i: item(items, i))
print(via(np.arange(4), 3))
try:
    via(np.arange(4), 4)
except IndexError as error:
    print(error)
"""
    assert output(python(code, NUMBA_BOUNDSCHECK="1")) == "3\nindex is out of bounds"


def test_interpreted_kernels_give_the_same_and_are_never_cold():
    code = "from outflank import jit; print(jit.is_cold()); "
    code += "from outflank.board.perft import perft; print(perft(0x810000000, 0x1008000000, 4))"
    assert output(python(code, NUMBA_DISABLE_JIT="1")) == "False\n244"
