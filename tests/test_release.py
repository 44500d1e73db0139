"""Rules for what is published: contents of the wheel, licences of what it brings, and Pythons that are named."""

import importlib.util
import re
import sys
import tomllib
from importlib.metadata import distribution
from itertools import chain
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
SHARE = [f"outflank-1.0.0.data/data/share/{name}" for name in ("man/man1/outflank.1", "man/man1/outflank-play.1")]
SHARE += ["outflank-1.0.0.data/data/share/bash-completion/completions/outflank"]
DIST_INFO = [f"outflank-1.0.0.dist-info/{name}" for name in ("METADATA", "WHEEL", "RECORD", "licenses/LICENSE")]


def script(name):
    """A program of `.ci` as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / ".ci" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # where dataclasses look for it
    spec.loader.exec_module(module)
    return module


check_dist = script("check_dist")
licences = script("licences")


@pytest.fixture(scope="module")
def in_wheel():
    """Names of the files in a wheel of this tree."""
    source = ROOT / "src"
    names = [path.relative_to(source).as_posix() for path in source.rglob("*") if path.is_file()]
    return [*DIST_INFO, *SHARE, *(name for name in names if "__pycache__" not in name and "egg-info" not in name)]


def test_this_tree_makes_a_wheel_by_the_rules(in_wheel):
    assert list(check_dist.complaints_about_wheel(in_wheel)) == []


@pytest.mark.parametrize(
    "name",
    [
        "tests/test_api.py",
        "docs/make_picture.py",
        "outflank/evaluation/other.weights",
        "outflank/games.sqlite",
        "outflank/rules/__pycache__/game.cpython-311.pyc",
        "outflank/web/static/.env",
        "outflank-1.0.0.dist-info/licenses/GPL",
    ],
)
def test_a_file_without_a_rule_is_named(in_wheel, name):
    assert any(name in complaint for complaint in check_dist.complaints_about_wheel([*in_wheel, name]))


@pytest.mark.parametrize("name", check_dist._MUST_IN_WHEEL)
def test_a_file_that_is_needed_and_missing_is_named(in_wheel, name):
    left = [each for each in in_wheel if each != name]
    assert list(check_dist.complaints_about_wheel(left)) == [f"the wheel lacks {name}"]


def test_files_that_the_source_archive_needs_are_here():
    names = [f"outflank-1.0.0/{name}" for name in check_dist._MUST_IN_SDIST]
    assert list(check_dist.complaints_about_sdist(names)) == []
    assert list(check_dist.complaints_about_sdist(names[1:])) == ["the source archive lacks CHANGELOG.md"]
    assert all((ROOT / name).is_file() for name in check_dist._MUST_IN_SDIST if name != "PKG-INFO")


def test_builds_that_differ_are_told_apart(tmp_path):
    for folder, text in (("one", "a"), ("other", "a")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x.whl").write_text(text, encoding="utf-8")
    assert list(check_dist.differences(tmp_path / "one", tmp_path / "other")) == []
    (tmp_path / "other" / "x.whl").write_text("b", encoding="utf-8")
    (tmp_path / "one" / "y.tar.gz").touch()
    assert list(check_dist.differences(tmp_path / "one", tmp_path / "other")) == [
        "two builds differ in x.whl",
        "two builds differ in y.tar.gz",
    ]


def test_every_package_here_has_a_licence_that_mit_software_can_depend_on():
    found = licences.packages()
    assert {"numba", "numpy", "rich"} <= {each.name for each in found}
    assert [(each.name, each.licence) for each in found if not each.is_acceptable] == []


@pytest.mark.parametrize(
    ("licence", "acceptable"),
    [
        ("MIT", True),
        ("MIT AND MPL-2.0", True),
        ("Apache-2.0 WITH LLVM-exception AND MIT", True),
        ("GPL-3.0-only", False),
        ("MIT AND LGPL-2.1-or-later", False),
        ("GPL-2.0-or-later OR MIT", True),
        ("(GPL-2.0-or-later OR MIT) AND AGPL-3.0-only", False),
        ("GNU General Public License v3 (GPLv3)", False),
        ("unknown", False),
    ],
)
def test_copyleft_and_unknown_licences_are_refused(licence, acceptable):
    assert licences.Package("example", licence, ()).is_acceptable == acceptable


def test_the_list_of_licences_has_every_package_that_is_required():
    listed = re.findall(r"^\| ([a-z0-9-]+) \|", (ROOT / "docs/reference/licences.md").read_text("utf-8"), re.MULTILINE)
    requirements = [*PROJECT["dependencies"], *chain(*PROJECT["optional-dependencies"].values())]
    required = {canonicalize_name(Requirement(each).name) for each in requirements} - {"outflank"}
    assert required <= set(listed)
    assert set(distribution("outflank").metadata.get_all("Provides-Extra")) <= set(PROJECT["optional-dependencies"])


def test_workflows_try_the_pythons_that_the_package_names():
    named = [each.rpartition(" ")[2] for each in PROJECT["classifiers"] if re.search(r"Python :: 3\.\d+$", each)]
    test, release = (
        (ROOT / ".github" / "workflows" / f"{name}.yml").read_text(encoding="utf-8") for name in ("test", "release")
    )
    assert f"python: [{', '.join(f'{each!r}' for each in named)}]".replace("'", '"') in test
    assert f'python: ["{named[0]}", "{named[-1]}"]' in release
    assert PROJECT["requires-python"] == f">={named[0]}"
    assert {"ubuntu-latest", "macos-latest", "windows-latest"} <= set(re.findall(r"\w+-latest", test))


def test_actions_are_named_by_their_commits():
    workflows = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
    used = [line for path in workflows for line in re.findall(r"uses: (.+)", path.read_text(encoding="utf-8"))]
    assert len(used) > 5
    assert all(re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v[\d.]+", each) for each in used)


def test_a_release_changes_the_version_in_one_line_of_code():
    version = distribution("outflank").version
    others = [(ROOT / name).read_text(encoding="utf-8") for name in ("pyproject.toml", "CITATION.cff", "package.json")]
    assert not any(re.search(rf"version\W+{re.escape(version)}\b", text) for text in others)
