"""Sounds of the page, and the moments at which they are heard."""

import pytest

from tests.web.playing import WIPE_OUT
from tests.web.test_browser_access import PHONE

pytestmark = pytest.mark.slow

# Writes down each source of sound that is begun: whether it is a tone or noise, and how soon it is heard.
LISTEN = """
window.heard = [];
const start = AudioScheduledSourceNode.prototype.start;
for (const [type, kind] of [[OscillatorNode, "tone"], [AudioBufferSourceNode, "noise"]]) {
  type.prototype.start = function (when) {
    heard.push([kind, when - this.context.currentTime]);
    start.call(this, when);
  };
}
"""


def listening(tab, **options):
    other = tab.more(**options)
    other.page.add_init_script(LISTEN)
    return other.go()


def heard(tab, kind="noise"):
    """When sounds of a kind began since this was last asked."""
    found = tab.page.evaluate("kind => heard.filter((each) => each[0] === kind).map((each) => each[1])", kind)
    tab.page.evaluate("heard.length = 0")
    return found


def until_heard(tab, count, kind="noise"):
    tab.wait(f"heard.filter((each) => each[0] === '{kind}').length >= {count}")
    return heard(tab, kind)


def test_disc_is_heard_and_then_each_that_turns_over(tab):
    other = listening(tab)
    other.begin("human", "human", moves=["d3", "c3", "c4", "e3", "f4", "d6", "c2", "g4"])
    other.page.locator("#status").click()  # a gesture: before one, nothing may be heard
    heard(other)
    most = "Object.entries(view.legal).sort((a, b) => b[1].length - a[1].length)[0][0]"
    other.square(other.page.evaluate(f"(view => {most})(outflank.board.view)")).click()
    times = until_heard(other, 2)
    n_turned = other.page.evaluate("outflank.modes.play.state.moves.at(-1).flips.length")
    assert n_turned > 1
    assert len(times) == 1 + n_turned
    assert times[0] < 0.05
    assert times == sorted(times)
    assert all(time > 0.1 for time in times[1:])
    assert other.faults == []


def test_nothing_is_heard_before_a_gesture_or_of_a_new_game(tab):
    other = listening(tab)
    other.begin("level1", "level1", pace=0)
    other.wait("outflank.modes.play.state.moves.length > 8")
    assert heard(other) == []


def test_steps_through_old_moves_in_haste_are_discs_alone(tab):
    other = listening(tab)
    other.begin("human", "human", moves=WIPE_OUT[:8])
    other.page.evaluate("outflank.analyseGame()")
    other.page.keyboard.press("Home")
    other.page.wait_for_timeout(400)
    heard(other)
    other.page.evaluate(
        """async () => {
            for (let i = 0; i < 6; i++) {
                outflank.mode.step(1);
                await new Promise((done) => setTimeout(done, 30));
            }
        }"""
    )
    turned = other.page.evaluate("outflank.examined.study.mainLine.slice(0, 6).map((node, i, line) => node.view.legal)")
    assert sum(len(legal[move]) for legal, move in zip(turned, WIPE_OUT, strict=False)) >= 6
    times = heard(other)
    assert len(times) == 6 + len(turned[0][WIPE_OUT[0]])  # of the first one, what turns over is heard


def test_end_is_a_chord_and_is_heard_once(tab):
    other = listening(tab)
    other.begin("human", "human", moves=WIPE_OUT[:8])
    other.square("c5").click()
    other.page.wait_for_selector(".result")
    other.wait("heard.filter((each) => each[0] === 'tone' && each[1] > 0.35).length >= 4")
    other.page.keyboard.press("ArrowLeft")
    other.page.keyboard.press("ArrowRight")
    other.page.wait_for_timeout(300)
    late = [time for time in heard(other, "tone") if time > 0.55]
    assert len(late) == 1  # the last note of a single chord


def test_last_seconds_of_the_own_clock_tick(tab):
    other = listening(tab)
    other.begin("human", "human", clock="5")
    other.square("f5").click()
    other.until_moves(1)
    other.page.wait_for_timeout(700)
    heard(other, "tone")
    other.page.wait_for_timeout(2200)
    assert 2 <= len(heard(other, "tone")) <= 3


@pytest.mark.parametrize(
    ("options", "sound", "is_heard"), [(PHONE, None, False), (PHONE, "on", True), ({}, "off", False)]
)
def test_sound_is_on_where_there_is_a_mouse_unless_it_is_set(tab, options, sound, is_heard):
    other = listening(tab, **options)
    other.begin("human", "human")
    if sound:
        other.page.locator("#button-settings").click()
        other.page.get_by_role("combobox", name="Sound", exact=True).select_option(sound)
        other.page.keyboard.press("Escape")
    (other.square("f5").tap if options else other.square("f5").click)()
    other.until_moves(1)
    other.page.wait_for_timeout(200)
    (other.square("d6").tap if options else other.square("d6").click)()
    other.until_moves(2)
    if is_heard:
        assert until_heard(other, 1)
    else:
        other.page.wait_for_timeout(300)
        assert heard(other) == []
    assert other.faults == []


RENDERED = """async (name) => {
  const { Synth } = await import("/js/core/sound.js");
  const context = new OfflineAudioContext(1, 44100 * 2, 44100);
  new Synth(context, context.destination)[name](0.01, 0);
  const samples = (await context.startRendering()).getChannelData(0);
  const size = samples.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
  const last = samples.findLastIndex((each) => Math.abs(each) > 0.01);
  return [size, last / 44100];
}"""


@pytest.mark.parametrize(
    ("name", "loud", "seconds"),
    [("disc", (0.2, 0.8), 0.2), ("turn", (0.05, 0.5), 0.12), ("chord", (0.1, 0.6), 1.9), ("tick", (0.1, 0.4), 0.15)],
)
def test_sounds_are_soft_and_short(tab, name, loud, seconds):
    size, last = tab.page.evaluate(RENDERED, name)
    assert loud[0] < size < loud[1]
    assert last < seconds
