import base64
import gzip
import hashlib
import re

import pytest

from outflank.web.app import STATIC
from outflank.web.bundle import Bundle
from outflank.web.words import Catalogue

ENGLISH = Catalogue("en", "English", {})

HTML = (
    '<title>Page</title>\\n<link rel="stylesheet" href="css/a.css">\n<link rel="stylesheet" href="css/b.css">\n'
    '<script type="module" src="js/main.js"></script>\n'
)


@pytest.fixture
def made(tmp_path):
    """The bundle of some modules, by their names."""

    def make(html=HTML, **modules):
        modules = {"early": "connect(VERSION);\n", "protocol": "export const VERSION = 7;\n", **modules}
        for folder, suffix, texts in (("js", "js", modules), ("css", "css", {"a": "p {}\n", "b": "q {}\n"})):
            (tmp_path / folder).mkdir(exist_ok=True)
            for name, text in texts.items():
                (tmp_path / folder / f"{name}.{suffix}").write_text(text, encoding="utf-8")
        (tmp_path / "index.html").write_text(html, encoding="utf-8")
        return Bundle.of(tmp_path, ENGLISH, small=False)

    return make


def script(bundle):
    return next(text for name, text in bundle.files.items() if name.endswith(".js"))


def test_page_asks_for_one_script_and_one_style_sheet():
    bundle = Bundle.of(STATIC, ENGLISH)
    asked = re.findall(r'(?:href|src)="([^"#]+)"', bundle.html)
    assert sorted(name for name in asked if name != "icon.svg") == sorted(bundle.files)
    assert len(asked) == 4  # the icon is asked for twice, and fetched once


def test_page_keeps_within_its_budget():
    """What docs/9-web.md allows, in bytes as they go over the line: 50 kB take a second on a slow one."""
    pytest.importorskip("minify", reason="there is no minifier here")
    bundle = Bundle.of(STATIC, ENGLISH)
    sent = {name.rpartition(".")[2]: len(gzip.compress(text.encode())) for name, text in bundle.files.items()}
    html = len(gzip.compress(bundle.html.encode()))
    assert html < 4_000
    assert sent["css"] < 10_000
    assert sent["js"] < 62_000
    assert html + sent["css"] + sent["js"] < 75_000


def test_what_only_people_read_is_left_out():
    pytest.importorskip("minify", reason="there is no minifier here")
    plain, small = (script(Bundle.of(STATIC, ENGLISH, small=small)) for small in (False, True))
    assert len(small) < 0.8 * len(plain)
    assert "No connection to the server" in small  # what is said stays as it is


def test_a_module_stands_after_those_that_it_imports():
    text = script(Bundle.of(STATIC, ENGLISH, small=False))
    assert not re.search(r"^(import|export)\b", text, re.MULTILINE)
    defined = re.findall(r"^const \$(\w+) = ", text, re.MULTILINE)
    assert set(defined) == {path.stem for path in STATIC.glob("js/*.js")} - {"early"}
    uses = list(re.finditer(r"\} = \$(\w+);", text))
    assert len(uses) > 50
    for used in uses:
        assert f"const ${used[1]} = " in text[: used.start()]


def test_imports_become_what_a_module_gives(made):
    text = script(
        made(
            main='import { one as first, Two } from "./other.js";\n\nconsole.log(first, Two);\n',
            other="// a comment\nexport const one = 1;\n/** More\n * words. */\nexport class Two {}\n"
            "export async function go() {}\n",
        )
    )
    assert "const { one: first, Two } = $other;" in text
    assert "return { one, Two, go };" in text
    assert "comment" not in text
    assert "words" not in text


def test_names_change_with_what_is_in_them(made):
    before = made(main="console.log(1);\n")
    assert before == made(main="console.log(1);\n")
    after = made(main="console.log(2);\n")
    assert set(before.files) & set(after.files) == {name for name in before.files if name.endswith(".css")}
    assert all(name in after.html for name in after.files)


@pytest.mark.parametrize(
    ("modules", "message"),
    [
        ({"main": 'import "./other.js";\n', "other": ""}, 'main.js: cannot be put together: import "./other.js";'),
        ({"main": "export default 1;\n"}, "cannot be put together: export default"),
        (
            {"main": 'import { a } from "./b.js";\n', "b": 'import { c } from "./main.js";\nexport const a = 1;\n'},
            "modules import each other: main → b → main",
        ),
    ],
)
def test_what_cannot_be_put_together_is_refused(made, modules, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        made(**modules)


def test_a_page_without_a_script_is_refused(made):
    with pytest.raises(ValueError, match=r"expected index\.html"):
        made("<p>")


def test_the_script_in_the_page_is_allowed_by_its_hash_and_says_the_version(made):
    bundle = made(main="console.log(1);\n")
    (inline,) = re.findall(r"<script>(.*?)</script>", bundle.html, re.DOTALL)
    assert inline == "connect(7);"
    assert bundle.inline == base64.b64encode(hashlib.sha256(inline.encode()).digest()).decode()
