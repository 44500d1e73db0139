"""Docstrings and comments read as plain English: the checks that a program can make."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.prose import PACKAGE, SCRIPTS, chosen, comments, docstrings, script_comments

NAMES = sorted({path.relative_to(PACKAGE).parts[0].removesuffix(".py") for path in PACKAGE.rglob("*.py")})

FOLDERS = sorted({path.relative_to(SCRIPTS).parent.as_posix() for path in SCRIPTS.rglob("*.js")})

MOST_WORDS = 40
MOST_SEMICOLONS = 2

_RELATIVE = re.compile(r"(?:What|Who|Whose|Whom|How|Which|Whether)\b")
_RELATIVE_FIRST = re.compile(r"(?:What|Who|Whose|Whom|How|Which|Whether|Where)(?:ever)?\b")
_THIRD_PERSON = re.compile(
    r"(?:Returns|Yields|Raises|Tells|Reads|Writes|Says|Shows|Gives|Makes|Adds|Sums|Does|Looks|Checks|Wraps|Finds)\b"
)
_CALQUES = {
    "a clause as a noun": r"\bwhat (?:is|are|was|were|has|have|had|it|they|he|she)\b",
    "of whom, of which": (
        r"\b(?:of|by|with) (?:whom|whose)\b|(?<!each )(?<!most )(?<!some )(?<!one )(?<!first )(?<!either )\bof which\b"
    ),
    "that of": r"\bthat of (?!course)",
    "by how much": r"\bby how (?:much|many)\b",
    "so many": r"\bso (?:many|much)\b(?! (?:\w+ )?(?:that|as)\b)",
    "whoever": r"\b(?:whoever|whosoever|whomever)\b",
    "is worth to be": r"\bworth to\b",
    "a comma before that": r", that (?!is[,:])",
    "any more": r"\bany more\b",
}

_SENTENCE = re.compile(r"(?<=[.:?!])\s+|\n\s*\n|\n\s*[-*|] ")
_QUOTED = re.compile(r"``.*?``|`.*?`|\".*?\"", re.DOTALL)


def sentences(text: str) -> list[str]:
    """The sentences of a text without examples, with a blank for each quotation."""
    prose = "\n".join(line for line in text.split("\n") if not re.match(r"\s*(?:>>>|\.\.\.|\|)", line))
    return [found for each in _SENTENCE.split(_QUOTED.sub("X", prose)) if (found := " ".join(each.split()))]


def stumbles(text: str) -> Iterator[str]:
    """The reasons why a reader stumbles over a text."""
    for number, sentence in enumerate(sentences(text)):
        if sentence.endswith("?"):
            continue
        opening = _RELATIVE if number else _RELATIVE_FIRST
        if opening.match(sentence):
            yield f"begins like a question: {sentence[:60]}"
        if len(sentence.split()) > MOST_WORDS:
            yield f"{len(sentence.split())} words in a sentence: {sentence[:60]}"
        if sentence.count(";") > MOST_SEMICOLONS:
            yield f"{sentence.count(';')} semicolons in a sentence: {sentence[:60]}"
        for name, pattern in _CALQUES.items():
            if found := re.search(pattern, sentence, re.IGNORECASE):
                yield f"{name}: …{sentence[max(0, found.start() - 20) : found.end() + 20]}…"


def files_of(name: str) -> list[Path]:
    """The modules of a package, or the one of that name."""
    single = PACKAGE / f"{name}.py"
    return [single] if single.is_file() else sorted((PACKAGE / name).rglob("*.py"))


@pytest.mark.parametrize("name", NAMES)
def test_docstrings_of_functions_begin_with_an_imperative_or_a_noun(name):
    words = [words for path in files_of(name) for words in docstrings(path)]
    assert [each.place for each in words if each.of_function and _THIRD_PERSON.match(each.text)] == []


@pytest.mark.parametrize("name", NAMES)
def test_docstrings_and_comments_make_no_reader_stumble(name):
    found = [
        f"{words.place}: {reason}"
        for path in files_of(name)
        for words in (*docstrings(path), *comments(path))
        for reason in stumbles(words.text)
    ]
    assert not found, "\n".join(["", *found])


@pytest.mark.parametrize("folder", FOLDERS)
def test_comments_of_scripts_make_no_reader_stumble(folder):
    found = [
        f"{words.place}: {reason}"
        for path in sorted((SCRIPTS / folder).glob("*.js"))
        for words in script_comments(path)
        for reason in stumbles(words.text[:1].upper() + words.text[1:])
    ]
    assert not found, "\n".join(["", *found])


def test_comments_of_a_script_are_found_beside_strings_and_regular_expressions(tmp_path, monkeypatch):
    monkeypatch.setattr("tests.prose.PACKAGE", tmp_path)
    script = tmp_path / "page.js"
    script.write_text(
        'const address = "https://a.b"; // first\n'
        "const found = text.replace(/[/]\\/\\/'/g, `/* ${address} */`) / 2; // second\n"
        "/** Third.\n * @param {{x: number}} to  Fourth, on\n *   two lines. @param {string} name */\n"
        "  // fifth, on\n  // two lines\n"
        "/** @returns {Map<string, number>}  Sixth. */\n/** @type {string} */\n"
    )
    texts = ["first", "second", "Third.", "Fourth, on two lines.", "fifth, on two lines", "Sixth."]
    places = [1, 2, 3, 3, 6, 8]
    assert [(words.place, " ".join(words.text.split())) for words in script_comments(script)] == [
        (f"page.js:{line}", text) for line, text in zip(places, texts, strict=True)
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Whose a game is says the table.",
        "Return the score. What is left is dropped.",
        "What it is worth to be to move.",
        "Neighbours, of whom the winner stands above.",
        "By how much Black wins.",
        "Return a file, that is closed later.",
        "One; two; three; four.",
        " ".join(["word"] * (MOST_WORDS + 1)),
    ],
)
def test_a_translated_sentence_is_found(text):
    assert list(stumbles(text))


@pytest.mark.parametrize(
    "text",
    [
        "Return the move, or None if there is none.",
        "Is it a pass? Then nothing flips.",
        "What is it worth?",
        "Where a side must pass, `what is` quoted does not count. Where possible, it moves.",
        ">>> what is 1\n1",
    ],
)
def test_a_plain_sentence_is_not(text):
    assert not list(stumbles(text if not text.startswith("Where") else f"Return it. {text}"))


def test_a_reader_gets_the_sample_of_the_seed():
    texts, messages, read = chosen(35)
    assert (len(set(texts)), len(set(messages)), len(set(read))) == (20, 10, 5)
    assert all(words.text for words in (*texts, *messages))
    assert chosen(35) == (texts, messages, read) != chosen(36)
