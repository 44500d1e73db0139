import re

import pytest

from outflank.web.transport.languages import Catalogue
from outflank.web.transport.scripts import in_language
from outflank.web.transport.site import STATIC

ENGLISH = Catalogue("en", "English", {})
WORDS = {
    "Play": "Spielen",
    "{count} disc": ("{count} dysk", "{count} dyski", "{count} dysków"),
    'say "a"\nor ’b’': "ja",
    "🙂": "smile",
    "pass": '"); alert(1); ("',
}
POLISH = Catalogue("pl", "Polski", WORDS, ("one", "few", "many"))


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ('t("<t>Play")', 't("Spielen")'),
        ("t('<t>Play')", 't("Spielen")'),
        ("t(`<t>Play`,{a:1})", 't("Spielen",{a:1})'),
        ('[t("<t>Play"),"Play"]', '[t("Spielen"),"Play"]'),
        ('t("<t>Play","Play")', 't("Spielen","Play")'),
        (r't("<t>say \"a\"\nor \u2019b\u{2019}")', 't("ja")'),
        ('t(`<t>say "a"\nor ’b’`)', 't("ja")'),
        (r't("<t>\uD83D\uDE42")', 't("smile")'),
        ('t("<t>unheard of")', 't("unheard of")'),
        ('n("<n>{count} disc","{count} discs",x)', 'n(["{count} dysk","{count} dyski","{count} dysków"],0,x)'),
        ("n('<n>{count} disc', `{count} discs`,x)", 'n(["{count} dysk","{count} dyski","{count} dysków"],0,x)'),
        ('n("<n>one","other",x)', 'n("one","other",x)'),
        ('t("<t>pass")', r't("\"); alert(1); (\"")'),
        ('t("<b>Play")', 't("<b>Play")'),
        ('`${t("<t>Play")}`', '`${t("Spielen")}`'),
    ],
)
def test_marked_texts_are_translated_and_others_stay(script, expected):
    assert in_language(script, POLISH) == expected


def test_english_texts_lose_their_marks():
    script = 't("<t>Play"),n("<n>{count} disc","{count} discs",2)'
    assert in_language(script, ENGLISH) == 't("Play"),n("{count} disc","{count} discs",2)'


def test_plural_without_its_second_text_is_refused():
    with pytest.raises(ValueError, match=r"expected two texts in a call of n\(\), got one: '\{count\} disc'"):
        in_language('n("<n>{count} disc",x)', POLISH)


def test_scripts_show_messages_of_the_server_as_sentences():
    """Such messages begin small and have no full stop, because a terminal shows them, too."""
    shown = re.compile(r"(?:note|announce|say|finish)\((?!sentence)[^()]*\bmessage\b|textContent = [\w.]*\bmessage\b")
    found = []
    for path in sorted((STATIC / "js").rglob("*.js")):
        found += [(path.name, call) for call in shown.findall(path.read_text(encoding="utf-8"))]
    assert found == []


def test_scripts_translate_nothing_but_literal_texts():
    """The server finds no other texts. Names of openings, which are data, have their own function."""
    found = []
    for path in sorted((STATIC / "js").rglob("*.js")):
        text = path.read_text(encoding="utf-8")
        calls = re.findall(r'(?<![\w.])[tn]\((?!\s*")[^)]*\)', text) if path.name != "words.js" else []
        found += [(path.name, call) for call in calls]
    assert found == []
