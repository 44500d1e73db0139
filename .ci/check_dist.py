"""Check what a wheel and a source archive contain: `python .ci/check_dist.py dist`.

Every file of the wheel matches a rule, so that nothing slips in; what the program cannot run without is there; both are
below a limit of size. `--same OTHER` also compares them byte for byte with those of another folder.
"""

import argparse
import hashlib
import re
import sys
import tarfile
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

_IN_WHEEL = re.compile(
    r"""
    outflank/.+\.py | outflank/py\.typed
  | outflank/variants/(anti-)?othello\.weights
  | outflank/evaluation/shipped\.weights | outflank/book/shipped\.book
  | outflank/rules/opening(s|_aliases|_families)\.tsv | outflank/library/player_aliases\.tsv
  | outflank/characters/ratings\.json | outflank/people/moves\.npz
  | outflank/library/archive\.npz | outflank/variants/solved/[a-z0-9-]+\.npz
  | outflank/matches/page\.(js|css)
  | outflank/practice/(games\.txt|puzzles\.tsv)
  | outflank/bots/templates/.+ | outflank/course/files/.+\.md
  | outflank/web/locales/\w+\.po
  | outflank/web/static/.+\.(js|ts|css|html|svg) | outflank/web/static/icons/.+\.png
  | outflank-[^/]+\.data/data/share/(man/man1/outflank(-\w+)?\.1|bash-completion/completions/outflank)
  | outflank-[^/]+\.data/data/share/(fish/vendor_completions\.d/outflank\.fish|zsh/site-functions/_outflank)
  | outflank-[^/]+\.dist-info/(METADATA|WHEEL|RECORD|entry_points\.txt|licenses/LICENSE)
    """,
    re.VERBOSE,
)
"""Every file that the wheel may have."""

_NOWHERE = re.compile(
    r"(^|/)(__pycache__|node_modules|\.[a-z_]*_cache|\.git|dist|build)/|\.py[cod]$|\.sqlite$|~$|\.(env|key|pem)$"
)
_MUST_IN_WHEEL = (
    "outflank/__init__.py",
    "outflank/py.typed",
    "outflank/evaluation/shipped.weights",
    "outflank/variants/othello.weights",
    "outflank/variants/anti-othello.weights",
    "outflank/book/shipped.book",
    "outflank/library/archive.npz",
    "outflank/people/moves.npz",
    "outflank/practice/puzzles.tsv",
    "outflank/variants/solved/othello-6x6.npz",
    "outflank/rules/openings.tsv",
    "outflank/rules/opening_aliases.tsv",
    "outflank/rules/opening_families.tsv",
    "outflank/library/player_aliases.tsv",
    "outflank/web/locales/ja.po",
    "outflank/web/static/index.html",
    "outflank/web/static/icon.svg",
    "outflank/web/static/icons/icon-192.png",
    "outflank/web/static/built/worker.js",
    "outflank/web/static/built/main.js",
    "outflank/web/static/built/main.css",
)
_MUST_IN_SHARE = ("man/man1/outflank.1", "man/man1/outflank-play.1", "bash-completion/completions/outflank")
_MUST_IN_SDIST = (
    "CHANGELOG.md",
    "LICENSE",
    "PKG-INFO",
    "README.md",
    "pyproject.toml",
    "src/outflank/evaluation/shipped.weights",
    "tests/test_release.py",
)
_LARGEST = {".whl": 16_000_000, ".gz": 20_000_000}  # bytes


def complaints_about_wheel(names: Iterable[str]) -> Iterator[str]:
    """Files that the wheel has and should not have, or the other way round, a line each."""
    names = set(names)
    yield from (f"the wheel has {name}, for which there is no rule" for name in names if not _IN_WHEEL.fullmatch(name))
    yield from (f"the wheel has {name}" for name in names if _NOWHERE.search(name))
    yield from (f"the wheel lacks {name}" for name in _MUST_IN_WHEEL if name not in names)
    shared = {name.partition("/data/share/")[2] for name in names}
    yield from (f"the wheel lacks share/{name}" for name in _MUST_IN_SHARE if name not in shared)


def complaints_about_sdist(names: Iterable[str]) -> Iterator[str]:
    """The same for the source archive, whose names begin with its folder."""
    inner = {name.partition("/")[2] for name in names}
    yield from (f"the source archive has {name}" for name in inner if _NOWHERE.search(name))
    yield from (f"the source archive lacks {name}" for name in _MUST_IN_SDIST if name not in inner)


def differences(one: Path, other: Path) -> Iterator[str]:
    """Files of two folders that are not equal byte for byte."""
    for name in sorted({path.name for folder in (one, other) for path in folder.iterdir()}):
        pair = [folder / name for folder in (one, other)]
        if not all(path.is_file() for path in pair) or pair[0].read_bytes() != pair[1].read_bytes():
            yield f"two builds differ in {name}"


def _contents(path: Path) -> list[tuple[str, int]]:
    """Names and sizes of the files in an archive."""
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as wheel:
            return [(each.filename, each.file_size) for each in wheel.infolist() if not each.is_dir()]
    with tarfile.open(path) as archive:
        return [(each.name, each.size) for each in archive if each.isfile()]


def _checked(path: Path) -> Iterator[str]:
    """Print the sizes of an archive and its largest files, and yield what is wrong with it."""
    contents = _contents(path)
    size = path.stat().st_size
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    print(f"{path.name}: {size:,} bytes, {len(contents)} files, sha256 {digest}")
    for name, length in sorted(contents, key=lambda each: -each[1])[:5]:
        print(f"  {length:>12,}  {name}")
    if size > _LARGEST[path.suffix]:
        yield f"{path.name} is larger than {_LARGEST[path.suffix]:,} bytes"
    names = [name for name, _ in contents]
    yield from complaints_about_wheel(names) if path.suffix == ".whl" else complaints_about_sdist(names)


def main() -> int:
    """Check a folder with one wheel and one source archive; 1 if anything is wrong."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("folder", type=Path)
    options.add_argument("--same", type=Path, metavar="OTHER", help="a folder with a second build")
    given = options.parse_args()
    built = [*given.folder.glob("*.whl"), *given.folder.glob("*.tar.gz")]
    complaints = [] if len(built) == 2 else [f"expected a wheel and a source archive in {given.folder}"]
    complaints += [complaint for path in built for complaint in _checked(path)]
    if given.same is not None:
        found = list(differences(given.folder, given.same))
        complaints += found
        if not found:
            print("two builds are equal byte for byte")
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
