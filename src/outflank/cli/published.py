"""`outflank players --published`: list the published programs, their sources, and commands for playing against them."""

import re
import textwrap
from dataclasses import asdict

from outflank.cli.arguments import print_json
from outflank.errors import OptionError, excerpt
from outflank.play import registry
from outflank.play.player import Story, Word

_WIDTH = 80
_LABEL = 9


def report(word: str, *, as_json: bool) -> None:
    """Print all published programs, or those that match a player or term. Raises OptionError if nothing matches."""
    stories = registry.stories(registry.entries())
    if any(word.lower() in names for names in stories.values()):
        stories = {story: names for story, names in stories.items() if word.lower() in names}
    elif match := registry.published(word):
        stories = {match[0]: stories[match[0]]}
        if not as_json:
            print(f"{_called(match[1])}: {match[1].here}\n")
    elif word:
        stories = {story: names for story, names in stories.items() if _mentions(story, word)}
        if not stories:
            raise OptionError(f"no published program uses {excerpt(word)}: see outflank players --published")
    if as_json:
        rows = [{**asdict(story), "docs": story.docs, "players": list(names)} for story, names in stories.items()]
        print_json({"published": rows})
    else:
        print("\n\n".join("\n".join(_lines(story, names, whole=bool(word))) for story, names in stories.items()))


def _mentions(story: Story, word: str) -> bool:
    """True if a word occurs anywhere in the description of a published program."""
    texts = [story.title, story.source, story.text, story.document, story.published, story.press, *story.mends]
    text = " ".join([*texts, *(each.word for each in story.words)]).replace(",000", "000")
    return re.search(rf"(?<!\w){re.escape(word.strip())}(?!\w)", text, re.IGNORECASE) is not None


def _lines(story: Story, names: tuple[str, ...], *, whole: bool) -> list[str]:
    """Describe a published program in lines of text. `whole` adds its ideas and the changes made to it here."""
    lines = _wrapped(f"{story.number}. ", f"{story.document} ({story.published})", indent=3)
    rows = {
        "players": ", ".join(names),
        "play": story.command,
        "page": f"#/opponents, {story.title}",
        "file": f"src/outflank/{story.file}",
        "more": story.docs,
        "words": ", ".join(map(_called, story.words)),
    }
    more = [("ideas", f"{story.source}. {story.text}"), *(("changed", mend) for mend in story.mends)] if whole else []
    for label, text in (*rows.items(), *more):
        lines += _wrapped(f"   {label:<{_LABEL}}", text, indent=3 + _LABEL)
    return lines


def _called(word: Word) -> str:
    """Return a published term, followed by the name of the corresponding player here if that is different."""
    return word.word if word.player in ("", word.word) else f"{word.word} (= {word.player})"


def _wrapped(head: str, text: str, *, indent: int) -> list[str]:
    hanging = " " * indent
    return textwrap.wrap(
        text, _WIDTH, initial_indent=head, subsequent_indent=hanging, break_long_words=False, break_on_hyphens=False
    )
