"""Hold the levels: imports go to lower rooms, never in a circle, and the core knows no application.

Applications import the names that the core lists, and nothing deeper. Imports in functions, imports
for type checkers and names of modules in strings count too.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

from tests.architecture.core import TESTS
from tests.architecture.sources import PACKAGES, ROOT, nodes

# Each row is a level, lowest first; rooms of one row do not import each other, but for level 0.
LEVELS: tuple[tuple[str, ...], ...] = (
    # the language
    ("dsl.files", "dsl.characters", "dsl.languages"),
    ("dsl.records",),
    ("dsl.diagnostics",),
    ("dsl.model",),
    ("dsl.keys",),
    ("dsl.syntax",),
    ("dsl.words",),
    ("dsl.check.texts",),
    ("dsl.check.scopes",),
    ("dsl.check.expressions",),
    ("dsl.check.steps",),
    ("dsl.check.nouns",),
    ("dsl.check.rules",),
    ("dsl.check.packages",),
    ("dsl.check.proofs",),
    ("dsl.check.causes",),
    ("dsl.check",),
    ("dsl.tables",),
    ("dsl.lint",),
    ("dsl.asking",),
    ("dsl.load",),
    # the machine
    ("interpreter.state",),
    ("interpreter.lower",),
    ("interpreter.effects",),
    ("interpreter.graph",),
    ("interpreter.program",),
    ("interpreter.walk",),
    ("interpreter.native.flat",),
    ("interpreter.native.runtime",),
    ("interpreter.native.memory",),
    ("interpreter.native.emit",),
    ("interpreter.native",),
    ("interpreter.observe", "interpreter.script", "interpreter.trajectory"),
    # load, check, play
    ("cardwright.version",),
    ("cardwright.api",),
    # applications
    ("cardwright.apps.face",),
    ("cardwright.apps.text", "cardwright.apps.policies", "cardwright.apps.pictures"),
    ("cardwright.apps.cards",),
    ("cardwright.apps.press",),
    ("cardwright.apps.screen",),
    (
        "cardwright.apps.table",
        "cardwright.apps.lab",
        "cardwright.apps.programs",
        "cardwright.apps.authors",
    ),
    ("cardwright.apps.commands",),
)
LEVEL_BY_ROOM = {room: level for level, rooms in enumerate(LEVELS) for room in rooms}

ENTRIES = (*PACKAGES, "cardwright.apps", "cardwright.__main__", "cardwright.rl",
           "cardwright.openspiel")  # fmt: skip
"""Entry points: they may import anything; of them applications import the lists of the core."""

APPS = "cardwright.apps."
PUBLIC = PACKAGES
"""What applications may import of a package: the names in its `__all__`, and nothing deeper."""
TREE = "dsl.model."
"""The tree of a checked game, with all its modules, is public as a whole."""

UPWARDS = {("cardwright.api.match", "cardwright.apps.screen")}
"""What a seat is told includes the screen, where the applications are installed."""

# Who alone may use a library.
USERS = {
    "lark": ("dsl.syntax", "cardwright.apps.cards.query_tables"),
    "yaml": ("dsl.languages", "dsl.syntax"),
    "networkx": (
        "interpreter.graph",
        "cardwright.apps.authors.graphs.gather",
        "cardwright.apps.cards.facts",
        "cardwright.apps.pictures",
    ),
    "wasmtime": (
        "interpreter.native.engine",
        "interpreter.native.making",
        "interpreter.native.match",
    ),
    "click": ("cardwright.apps",),
    "rich": ("cardwright.apps",),
    "jinja2": ("cardwright.apps",),
    "starlette": ("cardwright.apps.table",),
    "uvicorn": ("cardwright.apps.table",),
    "segno": ("cardwright.apps.table",),
}


@cache
def modules() -> dict[str, Path]:
    """Return the file of each module, by dotted name."""
    found: dict[str, Path] = {}
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imported_names(path: Path) -> Iterator[tuple[int, str]]:
    """Yield (line, dotted name) of everything that a file imports."""
    for node in nodes(path):
        if isinstance(node, ast.Import | ast.ImportFrom):
            home = "" if isinstance(node, ast.Import) else f"{node.module}."
            yield from ((node.lineno, f"{home}{alias.name}") for alias in node.names)


def named_modules(path: Path) -> Iterator[tuple[int, str]]:
    """Yield (line, module) of each text of a file that is the name of a module."""
    for node in nodes(path):
        if isinstance(node, ast.Constant) and "." in str(node.value) and node.value in modules():
            yield node.lineno, str(node.value)


def module_of(name: str) -> str | None:
    """Return the module of ours that an imported name belongs to."""
    while name and name not in modules():
        name = name.rpartition(".")[0]
    return name or None


def room_of(module: str) -> str | None:
    """Return the room of a module; None for an entry point."""
    while module and module not in LEVEL_BY_ROOM:
        module = module.rpartition(".")[0]
    return module or None


def edges(*, with_texts: bool) -> Iterator[tuple[str, int, str]]:
    """Yield (importer, line, imported) among our own modules."""
    for module, path in modules().items():
        names = [*imported_names(path), *(named_modules(path) if with_texts else ())]
        for line, name in names:
            target = module_of(name)
            if target is not None and target != module:
                yield module, line, target


def test_every_module_has_a_room():
    homeless = [m for m in modules() if room_of(m) is None and m not in ENTRIES]

    assert homeless == []


def test_imports_go_to_lower_rooms():
    wrong = []
    for module, line, target in edges(with_texts=True):
        own, other = room_of(module), room_of(target)
        if module in ENTRIES or own == other or (module, other) in UPWARDS:
            continue
        if module.startswith(APPS) and target in PUBLIC:
            continue
        if own is None or other is None or LEVEL_BY_ROOM[other] >= LEVEL_BY_ROOM[own]:
            wrong.append(f"{modules()[module].relative_to(ROOT)}:{line} imports {target}")

    assert wrong == []


def test_no_import_circle():
    targets: dict[str, set[str]] = {module: set() for module in modules()}
    for module, _, target in edges(with_texts=False):
        targets[module].add(target)

    assert circle_in(targets) == []


def circle_in(targets: dict[str, set[str]]) -> list[str]:
    """Return what is left after taking away, again and again, all that imports nothing left."""
    left = {module: set(others) for module, others in targets.items()}
    while free := [module for module, others in left.items() if not others & left.keys()]:
        for module in free:
            del left[module]
    return sorted(left)


def test_the_circle_finder_finds_circles():
    assert circle_in({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": set()}) == ["a", "b", "c"]


def test_libraries_stay_in_their_rooms():
    wrong = []
    for module, path in modules().items():
        for line, name in imported_names(path):
            rooms = USERS.get(name.partition(".")[0], ("",))
            if not f"{module}.".startswith(tuple(f"{room}." if room else "" for room in rooms)):
                wrong.append(f"{path.relative_to(ROOT)}:{line} imports {name}")

    assert wrong == []


def test_no_relative_imports():
    wrong = []
    for path in modules().values():
        for node in nodes(path):
            if isinstance(node, ast.ImportFrom) and node.level:
                wrong.append(f"{path.relative_to(ROOT)}:{node.lineno}")

    assert wrong == []


def deep_names() -> set[str]:
    """Return the names that applications import from below the lists of the core."""
    return {
        name
        for module, path in modules().items()
        if module.startswith(APPS)
        for _, name in (*imported_names(path), *named_modules(path))
        if name.partition(".")[0] in PUBLIC and not is_public(name)
    }


def is_public(name: str) -> bool:
    """Return whether an application may import a name: it is listed, or of an application."""
    package, _, last = name.rpartition(".")
    listed = package in PUBLIC and last in import_module(package).__all__
    return listed or f"{name}.".startswith((APPS, TREE)) or name in PUBLIC


def test_applications_import_what_the_core_lists():
    assert deep_names() == set()


def test_each_listed_name_is_there_and_has_a_line():
    for package in map(import_module, PUBLIC):
        lines = re.findall(r"(?m)^- `(\w+)`: ", package.__doc__ or "")

        assert {*lines, "__version__"} == {*package.__all__, "__version__"}, package
        assert lines == sorted(lines), package
        assert all(hasattr(package, name) for name in package.__all__), package


def reached(path: Path, seen: set[Path]) -> Iterator[Path]:
    """Yield a file and what it imports of tests, soak and benchmarks, and what these import."""
    if path in seen:
        return
    seen.add(path)
    yield path
    for _, name in imported_names(path):
        for module in (name, name.rpartition(".")[0]):
            found = ROOT / f"{module.replace('.', '/')}.py"
            if module.partition(".")[0] in ("tests", "soak", "benchmarks") and found.is_file():
                yield from reached(found, seen)


def test_tests_of_the_core_need_no_application() -> None:
    seen: set[Path] = set()
    files = [p for part in TESTS for p in sorted((ROOT / "tests" / part).rglob("test_*.py"))]
    wrong = [
        f"{path.relative_to(ROOT)}: {name}"
        for file in files
        for path in reached(file, seen)
        for _, name in imported_names(path)
        if f"{name}.".startswith(APPS)
    ]

    assert wrong == []
