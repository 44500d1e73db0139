import io
import sys

import pytest

from outflank import jit
from outflank.cli import warm
from outflank.jit import progress
from tests.jit.processes import compiled_only, output, python


@pytest.fixture
def plan(monkeypatch):
    """A plan of an empty cache, with a clock of its own."""
    monkeypatch.setattr(progress, "is_stored", lambda _module: False)
    monkeypatch.setattr(progress.time, "perf_counter", lambda: clock[0])
    clock, made = [1000.0], progress.CompilePlan()
    made.told = []
    made.watch = made.told.append
    made.wait = lambda seconds: clock.__setitem__(0, clock[0] + seconds)
    return made


def compile_all(plan, modules, seconds_a_kernel):
    for module in modules:
        for _ in range(progress._sources().n_kernels(module)):
            plan.begin(module)
            plan.wait(seconds_a_kernel)


def test_modules_are_counted_up_and_the_time_left_down(plan):
    modules = list(jit.GROUPS["training"])
    plan.expect(modules)
    compile_all(plan, modules, 0.2)
    plan.end()
    done = [each.done for each in plan.told]
    assert done == sorted(done)
    assert done[0] == 0
    assert {each.total for each in plan.told} == {len(modules)}
    assert plan.told[-1].is_over
    assert [each.is_over for each in plan.told].count(True) == 1
    left = [each.seconds_left for each in plan.told]
    assert left[-2] < left[0] / 2
    assert left[-1] == 0


def test_the_estimate_follows_the_speed_of_the_machine(plan):
    modules = list(jit.GROUPS["engine"])
    plan.expect(modules)
    compile_all(plan, modules[:8], 0.01)
    fast = plan.told[-1].seconds_left
    plan.wait(100)
    plan.begin(modules[8])
    assert plan.told[-1].seconds_left > 10 * fast


def test_cached_modules_do_not_count(plan, monkeypatch):
    modules = list(jit.GROUPS["training"])
    monkeypatch.setattr(progress, "is_stored", lambda module: module in modules[:3])
    plan.expect(modules)
    plan.begin(modules[3])
    assert (plan.told[0].done, plan.told[0].total) == (0, len(modules) - 3)


def test_nothing_is_worked_out_if_nobody_watches(plan, monkeypatch):
    plan.watch = None
    monkeypatch.setattr(progress, "_importing", None)
    plan.begin(jit.KERNEL_MODULES[0])
    plan.end()


def test_imports_are_foreseen():
    coming = progress._coming(["outflank.engine.engine"])
    assert "outflank.search.midgame" in coming
    assert not any("training" in module or "tribolo" in module for module in coming)


def test_only_the_inner_of_two_watches_is_called(plan, monkeypatch):
    monkeypatch.setattr(progress, "plan", plan)
    module, inner = jit.KERNEL_MODULES[0], []
    with jit.watching(inner.append):
        plan.begin(module)
    assert (len(inner), len(plan.told)) == (1, 0)
    plan.begin(module)
    assert (len(inner), len(plan.told)) == (1, 1)


@pytest.mark.slow
@compiled_only
def test_a_cold_import_tells_how_many_modules_it_compiles(tmp_path):
    code = """
from outflank import jit
told = []
with jit.watching(told.append):
    import outflank.search.ordering
    jit.finish()
print(max(each.done for each in told[:-1]), *{each.total for each in told}, told[-1].is_over)
"""
    assert output(python(code, OUTFLANK_CACHE_DIR=str(tmp_path))) == "3 4 True"


def test_progress_reads_as_a_sentence():
    told = jit.CompileProgress("outflank.search.table", 4, 12, 5.7)
    assert str(told) == "compiling for this processor, once: 5 of 12, about 6 s left"
    assert str(jit.CompileProgress("outflank.search.midgame", 11, 12, 0.1)).endswith("12 of 12, about 1 s left")
    said = []
    for each in (told, jit.CompileProgress("", 12, 12, 0.0)):
        jit.in_words(said.append)(each)
    assert said == [str(told)]


class Screen(io.StringIO):
    def __init__(self, is_terminal):
        super().__init__()
        self._is_terminal = is_terminal

    def isatty(self):
        return self._is_terminal


STEPS = [jit.CompileProgress("a", 0, 2, 9.0), jit.CompileProgress("b", 1, 2, 4.0), jit.CompileProgress("", 2, 2, 0.0)]


def shown(monkeypatch, is_terminal):
    screen = Screen(is_terminal)
    monkeypatch.setattr(sys, "stderr", screen)
    line = warm.CompileLine()
    for step in STEPS:
        line(step)
    return screen.getvalue()


def test_on_a_terminal_one_line_is_written_again_and_again_and_taken_away(monkeypatch):
    said = shown(monkeypatch, True)
    assert "1 of 2, about 9 s left\r\x1b[K" in said
    assert said.endswith("2 of 2, about 4 s left\r\x1b[K")
    assert "\n" not in said


def test_elsewhere_one_plain_line_says_it(monkeypatch):
    assert shown(monkeypatch, False) == "compiling for this processor, once: 1 of 2, about 9 s left\n"
