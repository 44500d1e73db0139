import base64
import gzip
import hashlib
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from outflank.web.transport.bundle import Bundle
from outflank.web.transport.languages import Catalogue, catalogues
from outflank.web.transport.site import STATIC

ENGLISH = Catalogue("en", "English", {})
ROOT = Path(__file__).parents[3]

HTML = (
    '<title>Page</title>\n<link rel="stylesheet" href="built/main.css">\n'
    '<script type="module" src="built/main.js"></script>\n'
)


@pytest.fixture
def made(tmp_path):
    """The bundle of a page in which the script has a text."""

    def make(script="console.log(1);", catalogue=ENGLISH, html=HTML, **others):
        files = {"main.js": script, "main.css": "p{}", "early.js": "connect(7);\n", "screens/a.js": "1", **others}
        for name, text in files.items():
            path = tmp_path / "built" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        (tmp_path / "index.html").write_text(html, encoding="utf-8")
        return Bundle.of(tmp_path, catalogue)

    return make


def folder_of(bundle):
    (folder,) = {name.partition("/")[0] for name in bundle.files}
    assert folder == bundle.folder
    return folder


def beginning(bundle):
    """The files that the page asks for at once, by their endings."""
    asked = re.findall(r'(?:href|src)="([^"#]+)"', bundle.html)
    return {name.rpartition(".")[2]: bundle.files[name] for name in asked if name.startswith(bundle.folder)}


def test_page_asks_for_one_script_and_one_style_sheet():
    bundle = Bundle.of(STATIC, ENGLISH)
    asked = re.findall(r'(?:href|src)="([^"#]+)"', bundle.html)
    assert len(asked) == 6  # the icon is asked for twice, and fetched once
    assert sorted(beginning(bundle)) == ["css", "js"]
    installed = {"icons/apple-touch-icon.png", "manifest.webmanifest"}  # only a browser that installs the page asks
    assert {name for name in asked if not name.startswith(bundle.folder)} == {"icon.svg", *installed}


def test_script_of_the_page_imports_nothing_and_all_others_only_it():
    """Else the page would take more requests, or have parts of itself twice."""
    bundle = Bundle.of(STATIC, ENGLISH)
    for name, text in bundle.files.items():
        found = set(re.findall(r'(?:from|import)\s?"(\.+/[^"]+)"', text))
        late = re.search(r"/(screens|texts|offline)/\w+\.js$", name)
        assert found == ({"../main.js"} if late else set()), name


@pytest.mark.parametrize("language", catalogues())
def test_page_keeps_within_its_budget_in_each_language(language):
    """What docs/explanation/web.md allows, in bytes as they go over the line: 50 kB take a second on a slow one."""
    bundle = Bundle.of(STATIC, catalogues()[language])
    sent = {suffix: len(gzip.compress(text.encode())) for suffix, text in beginning(bundle).items()}
    html = len(gzip.compress(bundle.html.encode()))
    assert html < 4_000
    assert sent["css"] < 10_000
    assert sent["js"] < (62_000 if language == "en" else 66_000)
    assert html + sent["css"] + sent["js"] < 80_000


@pytest.mark.parametrize("language", catalogues())
def test_no_text_keeps_its_mark(language):
    files = Bundle.of(STATIC, catalogues()[language]).files
    assert [name for name, text in files.items() if re.search("<[tn]>", text)] == []


def test_what_is_built_is_current():
    if not shutil.which("node") or not (ROOT / "node_modules" / "esbuild").is_dir():
        pytest.skip("needs Node, and what `npm ci` installs")
    checked = subprocess.run(["node", "esbuild.config.js", "--check"], cwd=ROOT, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr


def test_what_only_people_read_is_left_out():
    text = beginning(Bundle.of(STATIC, ENGLISH))["js"]
    assert len(text) < 0.5 * sum(path.stat().st_size for path in (STATIC / "js").rglob("*.js"))
    assert "@param" not in text
    assert "No connection to the server" in text  # what is said stays as it is


def test_folder_changes_with_what_is_in_it(made):
    before = made()
    assert before == made()
    assert folder_of(before) in before.html
    assert folder_of(made("console.log(2);")) != folder_of(before)
    assert folder_of(made(**{"screens/a.js": "2"})) != folder_of(before)
    assert folder_of(made(html=HTML.replace("Page", "Book"))) != folder_of(before)


def test_folder_lists_its_files(made):
    bundle = made()
    listed = json.loads(bundle.files[f"{bundle.folder}/files.json"])
    assert listed == ["main.css", "main.js", "screens/a.js"]
    assert made(**{"worker.js": "1"}) == bundle  # the worker has an address of its own


def test_words_of_the_server_stand_before_the_script_and_the_rest_beside_it(made):
    words = Catalogue(
        "de",
        "Deutsch",
        {"Play": "Spielen", "Ben": "Benno", "Tree": "Baum"},
        first=frozenset({"Ben"}),
        later=frozenset({"Tree"}),
    )
    bundle = made('console.log("<t>Play");', catalogue=words, **{"screens/a.js": 't("<t>Play")', "main.css": "<t>Play"})
    folder = folder_of(bundle)
    script = bundle.files[f"{folder}/main.js"]
    assert script.startswith("window.outflankWords = ")
    assert '"words":{"Ben":"Benno"}' in script
    assert script.endswith('console.log("Spielen");')
    assert bundle.files[f"{folder}/screens/a.js"] == 't("Spielen")'
    assert bundle.files[f"{folder}/main.css"] == "<t>Play"
    assert '"rest":"words.json"' in script
    assert bundle.files[f"{folder}/words.json"] == '{"Tree":"Baum"}'
    assert made().files[f"{folder_of(made())}/main.js"] == "console.log(1);"


def test_each_language_has_a_folder_of_its_own():
    assert len({folder_of(Bundle.of(STATIC, each)) for each in catalogues().values()}) == len(catalogues())


def test_page_that_was_not_built_is_refused(made, tmp_path):
    made()
    (tmp_path / "built" / "early.js").unlink()
    with pytest.raises(ValueError, match=r"to contain early\.js: run 'npm run build'"):
        Bundle.of(tmp_path, ENGLISH)


def test_the_script_in_the_page_is_allowed_by_its_hash(made):
    bundle = made()
    (inline,) = re.findall(r"<script>(.*?)</script>", bundle.html, re.DOTALL)
    assert inline == "connect(7);"
    assert bundle.inline == base64.b64encode(hashlib.sha256(inline.encode()).digest()).decode()
    assert not [name for name in bundle.files if "early" in name]
