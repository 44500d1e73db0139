"""List the licence of every package that Outflank installs, and refuse one that MIT software cannot depend on.

`python .ci/licences.py` checks the packages of this environment; `--write FILE` writes the list, and takes an
environment with every extra. Packages are found from the requirements of `outflank`, its extras included, and theirs.
"""

import argparse
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PERMISSIVE = {
    "0BSD", "Apache-2.0", "BSD", "BSD-2-Clause", "BSD-3-Clause", "BSL-1.0", "CC0-1.0", "HPND", "ISC", "MIT", "MIT-0",
    "MIT-CMU", "PSF-2.0", "Python-2.0", "Unlicense", "Zlib",
}  # fmt: skip
BY_FILE = {"MPL-2.0"}
"""Copyleft that ends at the package's own files, which are used as they are."""

NVIDIA = "LicenseRef-NVIDIA-Proprietary"
"""Libraries for graphics cards, which only the extra `gpu` may install, with PyTorch and Numba."""

LGPL = "LGPL-3.0-only"
"""Copyleft that ends at the library, which is used as it is. Only the extra `postgres` may install it."""

UNSTATED = {"axe-playwright-python": "MIT AND MPL-2.0", "cuda-toolkit": NVIDIA}
"""Licences of packages whose metadata has none, read in their files."""

_FOR_WORK = ("docs", "test", "dev")  # extras for those who work on Outflank itself

_SPELT = {
    "apache 2.0": "Apache-2.0",
    "apache license 2.0": "Apache-2.0",
    "apache license, version 2.0": "Apache-2.0",
    "apache software license": "Apache-2.0",
    "bsd 2-clause license": "BSD-2-Clause",
    "bsd 3-clause license": "BSD-3-Clause",
    "bsd license": "BSD",
    "isc license": "ISC",
    "isc license (iscl)": "ISC",
    "mit license": "MIT",
    "mozilla public license 2.0 (mpl 2.0)": "MPL-2.0",
    "nvidia proprietary software": NVIDIA,
    "psfl": "PSF-2.0",
    "python software foundation license": "PSF-2.0",
    "the unlicense (unlicense)": "Unlicense",
}
_HEAD = """# Licences of the packages that Outflank uses

Outflank is under the [MIT licence](https://spdx.org/licenses/MIT.html). `pip` installs the packages below along with
it, some of them only with an extra; none of their code is copied into Outflank. `.ci/release` writes this page from the
metadata of the packages that are installed on Linux with Python {python}. Other systems add or omit a few small
packages, such as `colorama` on Windows.

MPL-2.0 covers a package's own files, which Outflank uses unchanged. NVIDIA's libraries are proprietary; they are
installed only with the extra `gpu`, by PyTorch and Numba. LGPL-3.0 covers the driver of PostgreSQL, which Outflank
imports unchanged, only with the extra `postgres`. No package is under the GPL or AGPL: `.ci/run` and `.ci/release` fail
for any licence that `.ci/licences.py` does not list as acceptable.

**Data.** `library/archive.npz` contains counts and results of positions from the WTHOR archive of the Fédération
Française d'Othello, 1977–2025: facts about games, without the games or the names of players. The model of people's
moves (`people/moves.npz`) learned from the same archive. Outflank's engine computed the values of the moves in
`archive.npz`.

| package | licence | comes with |
|---|---|---|
"""


@dataclass(frozen=True)
class Package:
    """A package that Outflank needs, its licence as an SPDX expression, and the extras that install it."""

    name: str
    licence: str
    extras: tuple[str, ...]  # empty: every installation has it

    @property
    def is_acceptable(self) -> bool:
        """True if one alternative of the licence consists of acceptable ones."""
        if self.licence in (NVIDIA, LGPL):
            return self.extras == (("gpu",) if self.licence == NVIDIA else ("postgres",))
        alternatives = [self.licence] if "(" in self.licence else re.split(r"\s+OR\s+", self.licence)
        return any(
            all(licence in PERMISSIVE | BY_FILE for licence in _identifiers(alternative))
            for alternative in alternatives
        )


def packages() -> list[Package]:
    """Packages of this environment that `outflank` needs, by name; `dev` and `test` count where no other extra does."""
    root = distribution("outflank")
    extras = root.metadata.get_all("Provides-Extra") or []
    always = _needed(root, ())
    found: dict[str, tuple[Distribution, list[str]]] = {name: (each, []) for name, each in always.items()}
    for extra in sorted(extras, key=lambda extra: (_FOR_WORK.index(extra) + 1 if extra in _FOR_WORK else 0, extra)):
        for name, each in _needed(root, (extra,)).items():
            if name not in always and not (extra in _FOR_WORK and name in found):
                found.setdefault(name, (each, []))[1].append(extra)
    return [Package(name, licence_of(each), tuple(with_extras)) for name, (each, with_extras) in sorted(found.items())]


def licence_of(package: Distribution) -> str:
    """SPDX expression from the metadata: its expression, its short text, or its classifiers; `unknown` without any."""
    metadata = package.metadata
    name = canonicalize_name(metadata["Name"])
    if expression := metadata.get_all("License-Expression"):
        return str(expression[0])
    text = str([*(metadata.get_all("License") or ()), ""][0]).strip()
    if text and text != "UNKNOWN" and "\n" not in text and len(text) <= 80:
        return _SPELT.get(text.lower(), text)
    names = [
        each.rpartition(" :: ")[2]
        for each in metadata.get_all("Classifier") or []
        if each.startswith("License :: OSI Approved ::")
    ]
    return " AND ".join(_SPELT.get(each.lower(), each) for each in names) or UNSTATED.get(name, "unknown")


def missing() -> list[str]:
    """Packages that `outflank` requires, with any extra, and that this environment lacks."""
    root = distribution("outflank")
    extras = root.metadata.get_all("Provides-Extra") or []
    return sorted({name for name in _required(root, ("", *extras)) if _installed(name) is None})


def page(found: Iterable[Package]) -> str:
    """The list as a page in Markdown."""
    rows = [
        f"| {each.name} | {each.licence} | {', '.join(f'`{extra}`' for extra in each.extras) or 'always'} |"
        for each in found
    ]
    return _HEAD.format(python=".".join(map(str, sys.version_info[:2]))) + "\n".join(rows) + "\n"


def _identifiers(expression: str) -> list[str]:
    """Licences in an SPDX expression, without exceptions, which only allow more."""
    return [part.partition(" WITH ")[0].strip() for part in re.split(r"\s+(?:AND|OR)\s+", expression.strip("() "))]


def _needed(root: Distribution, extras: tuple[str, ...]) -> dict[str, Distribution]:
    """Installed packages that a package needs, directly or not, by name."""
    found: dict[str, Distribution] = {}
    waiting: list[tuple[Distribution, tuple[str, ...]]] = [(root, extras)]
    seen = set()
    while waiting:
        package, wanted = waiting.pop()
        for name, of_it in _required(package, wanted or ("",)).items():
            if (name, of_it) in seen or (each := _installed(name)) is None:
                continue
            seen.add((name, of_it))
            waiting.append((each, of_it))
            if name != "outflank":
                found[name] = each
    return found


def _required(package: Distribution, extras: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Packages that a package requires here, with the extras of each."""
    found: dict[str, set[str]] = {}
    for requirement in map(Requirement, package.requires or ()):
        if requirement.marker is None or any(requirement.marker.evaluate({"extra": extra}) for extra in extras):
            found.setdefault(canonicalize_name(requirement.name), set()).update(requirement.extras)
    return {name: tuple(sorted(of_it)) for name, of_it in found.items()}


def _installed(name: str) -> Distribution | None:
    try:
        return distribution(name)
    except PackageNotFoundError:
        return None


def _complaints(found: Iterable[Package]) -> Iterator[str]:
    for each in found:
        if not each.is_acceptable:
            extras = f" (extras: {', '.join(each.extras)})" if each.extras else ""
            yield f"{each.name}{extras}: the licence {each.licence!r} is not listed as acceptable in .ci/licences.py"


def main() -> int:
    """Check, and write the list if asked to; 1 if a licence is not acceptable."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--write", type=Path, metavar="FILE", help="write the list to this file")
    target = options.parse_args().write
    found = packages()
    complaints = list(_complaints(found))
    if target is not None:
        complaints += [f"{name} is not installed: install every extra first" for name in missing()]
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    if complaints:
        return 1
    if target is not None:
        target.write_text(page(found), encoding="utf-8")
    licences = sorted({each.licence for each in found})
    print(f"{len(found)} packages, under {', '.join(licences)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
