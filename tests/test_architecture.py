"""The shape of the package: no two modules import each other, in whatever roundabout way, and a class has one name."""

import ast
from collections import defaultdict
from pathlib import Path

import pytest

import outflank

grimp = pytest.importorskip("grimp")
SOURCES = Path(outflank.__file__).parent


def circles():
    """The groups of modules that import each other, those imported for their types alone too."""
    graph = grimp.build_graph("outflank", exclude_type_checking_imports=False)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    order: list[str] = []
    seen: set[str] = set()

    def visit(module, links, found):
        waiting = [(module, iter(links[module]))]
        seen.add(module)
        while waiting:
            here, rest = waiting[-1]
            following = next((each for each in rest if each not in seen), None)
            if following is None:
                found.append(here)
                waiting.pop()
            else:
                seen.add(following)
                waiting.append((following, iter(links[following])))

    for module in imports:
        if module not in seen:
            visit(module, imports, order)
    importers = defaultdict(set)
    for module, imported in imports.items():
        for each in imported:
            importers[each].add(module)
    seen.clear()
    groups = []
    for module in reversed(order):
        if module not in seen:
            group: list[str] = []
            visit(module, importers, group)
            groups.append(sorted(group))
    return [group for group in groups if len(group) > 1]


def test_no_modules_import_each_other_in_a_circle_not_even_for_their_types():
    assert circles() == []


def test_no_two_classes_have_the_same_name():
    owners = defaultdict(list)
    for path in SOURCES.rglob("*.py"):
        if "templates" not in path.parts:
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef):
                    owners[node.name].append(str(path.relative_to(SOURCES)))
    assert {name: paths for name, paths in owners.items() if len(paths) > 1} == {}
