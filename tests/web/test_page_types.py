"""The server tells pages what the types of the page's scripts say."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from outflank.web.page_types import AnalysisFields, GameFields, KindFields, ListedGame, StoryFields

ROOT = Path(__file__).parents[2]
WIRE = ROOT / "src/outflank/web/static/js/core/wire.d.ts"


def check(type_, told):
    TypeAdapter(type_).validate_json(json.dumps(told))


def test_games_are_told_as_their_type_says(pages):
    page = pages("a")
    page.begin("human", "level1", clock="60")
    check(GameFields, page.game)
    page.play("f5")
    page.until_moves(2)
    check(GameFields, page.game)
    page.ask("resign", game=page.game["game"])
    if not page.game["result"]:  # it may have been told before the answer
        page.until(lambda message: message["type"] == "game" and message["result"])
    check(GameFields, page.game)
    page.begin("human", "friend")
    check(GameFields, page.game)
    for game in page.ask("games")["games"]:
        check(ListedGame, game)


def test_kinds_of_games_are_told_as_their_type_says(page):
    known = {}
    for kind in page.welcome["kinds"].values():
        kind["players"] = [known.setdefault(each["name"], {}) | each for each in kind["players"]]
        known |= {each["name"]: each for each in kind["players"]}
        check(KindFields, kind)
    assert set(page.welcome["kinds"]) == {"othello", "anti-othello", "tribolo"}


def test_stories_are_told_as_their_type_says(page):
    for story in page.ask("stories")["stories"]:
        check(StoryFields, story)


def test_analyses_are_told_as_their_type_says(page):
    board = f"{'-' * 27}OX------XO{'-' * 27} X"
    check(AnalysisFields, page.ask("analyse", position=board, top=60, depth=3)["done"])


def test_types_of_the_scripts_are_current():
    if not shutil.which("node") or not (ROOT / "node_modules" / "json-schema-to-typescript").is_dir():
        pytest.skip("needs Node, and what `npm ci` installs")
    written = WIRE.read_text(encoding="utf-8")
    command = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["scripts"]["wire"]
    options = command.partition("json2ts")[2].rpartition("-o")[0]
    # in a process of its own, as tests of the registry of messages add theirs to it
    schema = subprocess.run(
        [sys.executable, "-m", "docs.make_wire"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    made = subprocess.run(
        f"npx json2ts {options}", shell=True, cwd=ROOT, input=schema, capture_output=True, text=True, check=True
    )
    assert made.stdout == written, "run 'npm run wire'"
