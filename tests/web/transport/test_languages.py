import json
import re
from html.parser import HTMLParser

import pytest
from babel.messages.pofile import read_po
from hypothesis import given
from hypothesis import strategies as st

from docs import make_catalogue
from outflank.formats.format import GameInFile
from outflank.play.match import Forfeit
from outflank.sessions.people import NoSeatError
from outflank.sessions.sharing import RunningError
from outflank.text import Text
from outflank.web.transport import languages
from outflank.web.transport.languages import Catalogue, catalogues, language_of, texts_in, translated
from outflank.web.transport.site import STATIC

LANGUAGES = [language for language in catalogues() if language != languages.SOURCE]
COMPLETE = ("fr", "ja", "zh")
"""Languages that every change translates; texts that the others lack are English on the page."""

GAP = re.compile(r"\{\w+\}")


@pytest.fixture
def made(tmp_path, monkeypatch):
    """The catalogues of a folder with some files in it."""

    def make(**files):
        for language, text in files.items():
            (tmp_path / f"{language}.po").write_text(
                f'msgid ""\nmsgstr ""\n"Language: {language}\\n"\n{text}\n', "utf-8"
            )
        monkeypatch.setattr(languages, "_FOLDER", tmp_path)
        catalogues.cache_clear()
        return catalogues()

    yield make
    monkeypatch.undo()
    catalogues.cache_clear()


# --- the catalogues that there are ------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_has_every_text_of_the_code_translated_and_no_other(language):
    """If it fails: `python -m docs.make_catalogue`, and translate what is new."""
    with (make_catalogue.LOCALES / f"{language}.po").open("rb") as file:
        known = {message.id: message.string for message in read_po(file, locale=language) if message.id}
    assert set(known) == {message.id for message in make_catalogue.made() if message.id}
    if language in COMPLETE:
        assert [text for text, found in known.items() if not (all(found) if isinstance(found, tuple) else found)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_has_the_gaps_of_its_text(language):
    """Of those that are numbered, one that says again what another says may be left out."""
    wrong = []
    for text, found in catalogues()[language].words.items():
        for form in found if isinstance(found, tuple) else (found,):
            gaps, kept = set(GAP.findall(text)), set(GAP.findall(form))
            named = {gap for gap in gaps if not gap[1:-1].isdigit()} - (
                {"{count}"} if isinstance(found, tuple) else set()
            )
            if not (named <= kept <= gaps | {"{count}"}):
                wrong.append((text, form))
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_breaks_off_where_its_text_does(language):
    """Words that go on in a dialog, or that wait, end with an ellipsis in every language."""
    pairs = [
        (text, form)
        for text, found in catalogues()[language].words.items()
        for form in (found if isinstance(found, tuple) else (found,))
    ]
    assert [pair for pair in pairs if len({"…" in each for each in pair}) == 2] == []


def test_no_line_breaks_before_a_sign_in_french():
    """French puts a thin space before these signs, and within its quotation marks."""
    forms = [
        form for found in catalogues()["fr"].words.values() for form in ([found] if isinstance(found, str) else found)
    ]
    assert len(forms) > 2000
    assert [form for form in forms if re.search(r"\w[ \xa0]?(?:[;!?»]|: )|[ \xa0]%|«[^\u202f]", form)] == []


def test_no_text_of_a_script_escapes_the_catalogue():
    """Babel reads no text after a template inside a template, and none in a call inside the call for a text."""
    known = {text for each in make_catalogue.made() for text in (each.id if isinstance(each.id, tuple) else (each.id,))}
    literal = re.compile(r'\b[tn]\(\s*"([^"\\]*)"(?!\s*\+)')
    scripts = sorted((STATIC / "js").rglob("*.js"))
    found = [(path.name, text) for path in scripts for text in literal.findall(path.read_text(encoding="utf-8"))]
    assert len(found) > 1000
    assert [each for each in found if each[1] not in known] == []


def test_english_is_what_stands_in_the_code():
    assert next(iter(catalogues())) == "en"
    assert catalogues()["en"].of("Play") == "Play"
    assert catalogues()["en"].script() == ""


def test_languages_are_called_what_they_call_themselves():
    assert catalogues()["en"].title == "English"
    assert catalogues()["ja"].title == "日本語"
    assert catalogues()["fr"].title == "Français"
    assert catalogues()["zh"].title == "中文"


# --- which one --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("header", "language"),
    [
        (None, "en"),
        ("", "en"),
        ("ja", "ja"),
        ("ja-JP,ja;q=0.9,en-US;q=0.8,en;q=0.7", "ja"),
        ("JA-jp", "ja"),
        ("en-GB,en;q=0.9,ja;q=0.8", "en"),
        ("en;q=0.2, ja;q=0.9", "ja"),
        ("fr-CH, fr;q=0.9, ja;q=0.5, *;q=0.1", "fr"),
        ("zh-CN,zh;q=0.9,en;q=0.8", "zh"),
        ("zh-Hans-CN", "zh"),
        ("xx-CH, xx;q=0.9, ja;q=0.5, *;q=0.1", "ja"),
        ("xx, yy", "en"),
        ("*", "en"),
        ("ja;q=nonsense, en", "en"),
        ("ja;q=nan", "en"),
        ("ja;q=0", "en"),
        (";;;,,,;q=,=", "en"),
        ("\x00\udcff", "en"),
        ("x-" * 5000 + ",ja", "en"),
    ],
)
def test_browser_is_given_the_language_that_it_wants_most_of_those_there_are(header, language):
    assert language_of(None, header) == language


@given(st.none() | st.text(), st.none() | st.text())
def test_any_header_and_cookie_give_a_language(chosen, accepted):
    assert language_of(chosen, accepted) in catalogues()


@pytest.mark.parametrize(
    ("cookie", "language"), [("ja", "ja"), ("en", "en"), ("xx", "en"), ("", "en"), ("../ja", "en")]
)
def test_choice_of_a_reader_comes_first_if_it_is_one(cookie, language):
    assert language_of(cookie, "en" if language == "ja" else "en-GB") == language
    assert language_of("en", "ja") == "en"


# --- what is read and written -----------------------------------------------------------------------------------------


def test_language_has_its_own_name_direction_and_code_for_browsers(made):
    found = made(fr="", he="", pt_BR="", zh="")
    assert [found[code].title for code in ("fr", "he", "zh")] == ["Français", "עברית", "中文"]
    assert [found[code].direction for code in ("en", "fr", "he")] == ["ltr", "ltr", "rtl"]
    page = '<html lang="en" dir="ltr" data-guide="en"><p>Play</p>'
    assert translated(page, found["he"]) == '<html lang="he" dir="rtl" data-guide="en"><p>Play</p>'
    assert translated(page, found["pt_BR"]) == '<html lang="pt-BR" dir="ltr" data-guide="en"><p>Play</p>'
    assert language_of("pt_BR", None) == language_of(None, "pt-BR") == "pt_BR"
    assert language_of(None, "zh-Hans-CN, en;q=0.5") == language_of(None, "zh-CN") == "zh"


def test_guide_is_in_the_language_of_the_page_or_in_english():
    assert {code: known.guide for code, known in catalogues().items() if code in ("en", "fr", "ja")} == {
        "en": "en",
        "fr": "en",
        "ja": "ja",
    }
    assert Catalogue("xx", "X", {}).guide == "en"


@pytest.mark.parametrize(
    ("language", "forms", "categories"),
    [
        ("fr", "nplurals=2; plural=(n > 1)", ("one", "other")),
        ("fr", "nplurals=3; plural=n < 2 ? 0 : n % 1000000 == 0 ? 1 : 2", ("one", "many", "other")),
        ("zh", "nplurals=1; plural=0", ("other",)),
        (
            "ar",
            "nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5)",
            ("zero", "one", "two", "few", "many", "other"),
        ),
    ],
)
def test_plural_forms_have_the_categories_that_browsers_choose_by(made, language, forms, categories):
    assert made(**{language: f'"Plural-Forms: {forms};\\n"'})[language].plurals == categories


def test_plural_forms_keep_the_order_of_the_file_with_their_categories(made):
    entry = 'msgid "{count} disc"\nmsgid_plural "{count} discs"\n' + "".join(
        f'msgstr[{number}] "{word}"\n' for number, word in enumerate(("dysk", "dyski", "dysków"))
    )
    forms = '"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\\n"\n'
    polish = made(pl=forms + entry)["pl"]
    assert polish.words == {"{count} disc": ("dysk", "dyski", "dysków")}
    assert polish.plurals == ("one", "few", "many")
    told = json.loads(polish.script().removeprefix("window.outflankWords = ").removesuffix(";\n"))
    assert told == {
        "language": "pl",
        "plurals": [*polish.plurals],
        "words": {"{count} disc": ["dysk", "dyski", "dysków"]},
        "rest": "",
    }


def test_text_without_a_translation_stays_english(made):
    german = made(de='msgid "Play"\nmsgstr "Spielen"\n\nmsgid "Review"\nmsgstr ""')["de"]
    assert [german.of(text) for text in ("Play", "Review", "unheard of")] == ["Spielen", "Review", "unheard of"]


def test_words_of_the_server_are_told_and_those_of_scripts_are_not(made):
    entries = {
        "page\n#. server\n#. first": ("Black", "Schwarz"),
        "players": ("A long story.", "Eine lange Geschichte."),
        "page\n#. server": ("the game is over", "vorbei"),
        "page": ("Play", "Spielen"),
        "later": ("Lobby", "Saal"),
    }
    german = made(de="\n\n".join(f'#. {where}\nmsgid "{a}"\nmsgstr "{b}"' for where, (a, b) in entries.items()))["de"]
    assert json.loads(german.rest) == {"A long story.": "Eine lange Geschichte.", "the game is over": "vorbei"}
    told = json.loads(german.script("rest.json").removeprefix("window.outflankWords = ").removesuffix(";\n"))
    assert (told["words"], told["rest"]) == ({"Black": "Schwarz"}, "rest.json")
    assert german.words == dict(entries.values())
    assert catalogues()["en"].rest == ""


def test_words_cannot_end_the_script():
    script = Catalogue("xx", "X", {"a": '"; alert(1); "', "b": "\u2028</script>"}, first=frozenset("ab")).script()
    assert (
        json.loads(script.removeprefix("window.outflankWords = ").removesuffix(";\n"))["words"]["a"] == '"; alert(1); "'
    )
    assert script.count("\n") == 1


# --- HTML -------------------------------------------------------------------------------------------------------------


class Structure(HTMLParser):
    """The tags of a page with what is not text in them."""

    def __init__(self, html):
        super().__init__()
        self.parts = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        kept = [
            (name, value)
            for name, value in attrs
            if name not in ("lang", "dir", "data-guide", "aria-label", "placeholder", "title", "alt", "content")
        ]
        self.parts.append((tag, kept, [name for name, _ in attrs]))

    def handle_endtag(self, tag):
        self.parts.append(tag)


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_in_another_language_keeps_its_structure(language):
    html = (STATIC / "index.html").read_text(encoding="utf-8")
    other = translated(html, catalogues()[language])
    assert Structure(other).parts == Structure(html).parts
    assert f'<html lang="{catalogues()[language].tag}"' in other
    assert len(texts_in(other)) == len({catalogues()[language].of(text) for text in texts_in(html)})


def test_texts_are_found_in_the_page_and_in_what_is_read_aloud():
    html = '<p title="A tip">One <b>two</b></p><img alt=""><script>let no;</script><meta name="viewport" content="no">'
    assert texts_in(html) == ["A tip", "One", "two"]


def test_each_place_of_a_text_is_translated_and_nothing_else():
    told = Catalogue("xx", "X", {"One": "Eins", "two": "zwei <&>"})
    html = '<p class="One" aria-label="One">One <b id="two">two</b> One</p>'
    assert translated(html, told) == '<p class="One" aria-label="Eins">Eins <b id="two">zwei &lt;&amp;&gt;</b> Eins</p>'


@pytest.mark.parametrize(
    "text",
    [
        RunningError().message,
        RunningError(is_rated=True).message,
        NoSeatError().message,
        GameInFile(line=3).place(2),
        str(Forfeit(0, "illegal move", "it plays a1")),
        Forfeit(0, "crash", "").__str__().values["fault"],
    ],
)
def test_what_no_call_shows_as_a_literal_error_is_in_the_catalogue(text):
    assert isinstance(text, Text)
    assert all(text.template in catalogues()[language].words for language in LANGUAGES)
