"""Signals during compilation: nothing breaks off in the middle, and no signal is lost."""

import signal
import sys

import pytest

from outflank.jit import INTERPRETED, kernel
from outflank.processes import in_one_go, interrupted_by_signals

ASKING = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


@pytest.fixture(params=ASKING, ids=lambda number: number.name)
def asked(request):
    """A signal that is not ignored, as it may be where the tests were started."""
    before = signal.signal(request.param, signal.default_int_handler)
    yield request.param
    signal.signal(request.param, before)


def test_a_signal_is_answered_when_all_is_done(asked):
    done = []

    def work():
        with interrupted_by_signals(), in_one_go():
            signal.raise_signal(asked)
            done.append(True)

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == [True]


def test_a_signal_is_answered_also_where_an_error_is_raised(asked):
    def work():
        with in_one_go():
            signal.raise_signal(asked)
            raise ValueError("an error")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert signal.getsignal(asked) is signal.default_int_handler


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_a_signal_within_what_a_compiler_calls_back_is_neither_printed_nor_swallowed(asked, monkeypatch, capfd):
    """Like LLVM's calls into Python, whose exceptions are printed and then forgotten."""
    from outflank.jit import compiler

    unraisable = []
    monkeypatch.setattr(sys, "unraisablehook", unraisable.append)
    compile_extra = compiler.compiler.compile_extra

    class Dying:
        def __del__(self):
            signal.raise_signal(asked)

    def compiled(*arguments, **options):
        Dying()
        return compile_extra(*arguments, **options)

    def twice(n):
        return 2 * n

    monkeypatch.setattr(compiler.compiler, "compile_extra", compiled)
    with interrupted_by_signals(), pytest.raises(KeyboardInterrupt):
        kernel("int64(int64)")(twice)
    assert unraisable == []
    assert capfd.readouterr().err == ""
    monkeypatch.undo()
    assert kernel("int64(int64)")(twice)(21) == 42
