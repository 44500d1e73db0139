"""`docs/the-five-programs.md` says what a reader of one of the five documents looks for, and says it truly."""

import importlib
import io
import re
import shlex
from pathlib import Path

import pytest

from outflank.classic import published
from outflank.cli.main import main
from outflank.play import registry

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "the-five-programs.md").read_text(encoding="utf-8")
STORIES = [published.BUDGET, published.LEVELS, published.STAGED, published.TRIBOLO, published.DEEPENING]

# Of each document its title, who published it when, in which language, and the words of its program.
FACTS = {
    1: (
        "Let's build an Othello AI|part 3A|16 April 2017|Haskell|BoardScore|Win|Indeterminate|Lose|aiPlays|"
        "none, one or both|Red and Blue|aiSearchDepth = 3000|getAIsMove|getNestedScore|terminalScore|"
        "futureNestedScore|total order|shares"
    ),
    2: (
        "Brown University|CS15|Othello AI Handout: how to implement the computer player algorithm|Java|"
        "pseudo-code|Level 1, 2, 3|MiniMax|evaluateBoard|board weights|base case|negate|dummy|copy constructor|"
        "getBestMove|<=|test boards|Human|Apply Settings|Reset|Quit|Deterministic"
    ),
    3: (
        "Australian National University|COMP1130|Othello AI Technical Report|2021|Haskell|AI.hs|greedy|easyMode|"
        "default|hardMode|argument 1|filterMoves|bestMove|scoreMove|maxScoreMove|MinimaxAB|−9999, 9999|"
        "othelloTree|stateEvaluate|stateEvaluatePlus|positionScore|mobilityScore|stabilityScore|roseMap|"
        "roseDepth|firstLegalMove|six plies|stage|stability|printed the tree|mobility was left out|"
        "corners chosen|a skip|alpha-beta equal to plain minimax|by hand"
    ),
    4: (
        "blog series|ClojureScript|Reagent|Tribolo|sixth post|turn|transition|AIStrategy|eval-turn|maximizing?|"
        "minimax-step|minimax-step-by|game-tree-search|find-best-move|optimize-own-score-ai|allied AIs|trapped|"
        "open recursion|High Level AI|max-key|irregular|depth 2, in effect 3|alliance against the leader"
    ),
    5: (
        "Lund University|EDA132|Applied Artificial Intelligence, Assignment 1|12 February 2015|Java|"
        "three classes|deduceMove|recursiveMax|recursiveMin|sumScore|timeLimit|isDone|Light and Dark|"
        "valid moves marked|iterative DFS|layer by layer|exact at the end"
    ),
}


def section(number):
    """The text of a program on the page."""
    return re.split(r"^## ", PAGE, flags=re.MULTILINE)[number]


@pytest.mark.parametrize("number", FACTS)
def test_each_fact_of_a_document_stands_in_its_section(number):
    text = " ".join(section(number).replace("`", "").replace("*", "").split())
    assert [fact for fact in FACTS[number].split("|") if fact not in text] == []


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.title)
def test_a_section_has_all_that_the_terminal_and_the_page_say(story):
    heading, _, text = section(story.number).partition("\n")
    assert heading == f"{story.number}. {story.title}"
    plain = " ".join(re.sub('[`"*]', "", text).split())
    assert story.document.split(",")[0] in plain
    assert story.command in plain
    assert [word.word for word in story.words if re.sub(r" \d$", "", word.word) not in plain] == []
    assert text.count("\n- ") >= len(story.mends)
    for part in ("The idea.", "Run it.", "Fixes.", "Ties.", "Reference values", "Strength", "Where the idea lives on."):
        assert f"**{part}**" in text
    row = next(line for line in PAGE.splitlines() if line.startswith(f"| {story.number}. ["))
    for told in (story.file, story.command, story.title, story.docs.partition("#")[2]):
        assert told in row


@pytest.mark.parametrize("place", sorted(set(re.findall(r"`((?:\w+/)+\w+\.py)::([\w.]+)`", PAGE))), ids="::".join)
def test_a_place_that_the_page_names_is_there(place):
    file, name = place
    if file.startswith("tests/"):
        found = importlib.import_module(file.removesuffix(".py").replace("/", "."))
    else:
        found = importlib.import_module(f"outflank.{file.removesuffix('.py').replace('/', '.')}")
    for part in name.split("."):
        found = getattr(found, part)


@pytest.mark.parametrize("file", sorted(set(re.findall(r"`((?:\w+/)+\w+\.py)", PAGE))))
def test_a_file_that_the_page_names_is_there(file):
    assert (ROOT / "src" / "outflank" / file).is_file() or (ROOT / file).is_file()


@pytest.mark.parametrize("command", sorted(set(re.findall(r"`outflank ((?:play|match|players) [^`]+)`", PAGE))))
def test_a_command_of_the_page_runs(command, monkeypatch, capsys):
    """Games with no input: they begin, and leave politely; two programs play to the end."""
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    arguments = shlex.split(
        command.replace("--black budget --white budget", "--black budget:nodes=9 --white budget:nodes=9")
    )
    more = {"play": ["--no-save", "--quiet"], "match": ["--games", "2"]}.get(arguments[0], [])
    assert main([*arguments, *more]) == 0
    assert capsys.readouterr().out


@pytest.mark.parametrize("player", [name for names in registry.stories(registry.entries()).values() for name in names])
def test_strength_is_that_of_the_ladder(player):
    """Each figure over `random` that the page gives stands in the table of the ladder."""
    ladder = (ROOT / "docs" / "reference" / "strength.md").read_text(encoding="utf-8")
    for name, elo in re.findall(rf"`({player}[\w:=,]*)` (\+\d+)", PAGE):
        row = next(line for line in ladder.splitlines() if line.startswith(f"| `{name}` |"))
        assert row.split("|")[4].strip() == elo


def test_the_page_is_the_first_that_the_readme_leads_to():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    links = re.findall(r"\]\((docs/[\w-]+\.md)\)", readme)
    assert links[0] == "docs/the-five-programs.md"
    assert "(the-five-programs.md)" in (ROOT / "docs" / "0-map.md").read_text(encoding="utf-8")[:400]
