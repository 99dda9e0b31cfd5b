"""Hold the rooms' order: imports go to lower rooms, and never in a circle."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("dsl", "interpreter", "cardwright")

# Each row is a level, lowest first; rooms of one row do not import each other, but for level 0.
LEVELS: tuple[tuple[str, ...], ...] = (
    ("dsl.records", "dsl.hashes", "dsl.files", "dsl.characters", "dsl.languages"),
    ("dsl.source", "dsl.limits"),
    ("dsl.diagnostics",),
    ("dsl.syntax",),
    ("dsl.model",),
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
    ("dsl.lint",),
    ("dsl.load",),
    ("interpreter.state",),
    ("interpreter.graph",),
    ("interpreter.compile",),
    ("interpreter.writing",),
    ("interpreter.run",),
    ("interpreter.observe", "interpreter.script", "interpreter.trajectory"),
    ("cardwright",),
)
LEVEL_BY_ROOM = {room: level for level, rooms in enumerate(LEVELS) for room in rooms}

# Who alone may use a library.
USERS = {
    "lark": ("dsl.syntax",),
    "yaml": ("dsl.syntax",),
    "networkx": ("interpreter.graph",),
    "click": ("cardwright",),
    "rich": ("cardwright",),
    "jinja2": ("cardwright",),
    "starlette": ("cardwright",),
    "uvicorn": ("cardwright",),
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


@cache
def imports(path: Path) -> tuple[ast.Import | ast.ImportFrom, ...]:
    """Return every import of a file, hidden ones in functions included."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return tuple(node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom))


def imported_names(path: Path) -> Iterator[tuple[int, str]]:
    """Yield (line, dotted name) of everything that a file imports."""
    for node in imports(path):
        home = "" if isinstance(node, ast.Import) else f"{node.module}."
        yield from ((node.lineno, f"{home}{alias.name}") for alias in node.names)


def module_of(name: str) -> str | None:
    """Return the module of ours that an imported name belongs to."""
    while name and name not in modules():
        name = name.rpartition(".")[0]
    return name or None


def room_of(module: str) -> str | None:
    """Return the room of a module; None for `dsl` and `interpreter` themselves."""
    while module and module not in LEVEL_BY_ROOM:
        module = module.rpartition(".")[0]
    return module or None


def edges() -> Iterator[tuple[str, int, str]]:
    """Yield (importer, line, imported) among our own modules."""
    for module, path in modules().items():
        for line, name in imported_names(path):
            target = module_of(name)
            if target is not None and target != module:
                yield module, line, target


def test_every_module_has_a_room():
    homeless = [m for m in modules() if room_of(m) is None and m not in PACKAGES]

    assert homeless == []


def test_imports_go_to_lower_rooms():
    wrong = []
    for module, line, target in edges():
        own, other = room_of(module), room_of(target)
        if other is None or own == other:
            continue
        if own is None or LEVEL_BY_ROOM[other] >= LEVEL_BY_ROOM[own]:
            wrong.append(f"{modules()[module].relative_to(ROOT)}:{line} imports {target}")

    assert wrong == []


def test_no_import_circle():
    targets: dict[str, set[str]] = {module: set() for module in modules()}
    for module, _, target in edges():
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
            rooms = USERS.get(name.partition(".")[0])
            if rooms is not None and room_of(module) not in rooms:
                wrong.append(f"{path.relative_to(ROOT)}:{line} imports {name}")

    assert wrong == []


def test_no_relative_imports():
    wrong = []
    for path in modules().values():
        for node in imports(path):
            if isinstance(node, ast.ImportFrom) and node.level:
                wrong.append(f"{path.relative_to(ROOT)}:{node.lineno}")

    assert wrong == []
