"""Write the machine's modules as a package of their own that mypyc compiles well.

The copies differ from the originals in what no run of plain Python would notice: constants are
declared as such, the state has its type everywhere, classes have no slots of their own.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path

import interpreter
from cardwright.compiled.tuned import TUNED

LEFT = (
    "__init__", "alike", "assembly", "labels", "match", "parts", "picking", "questions",
    "reasons",
)  # fmt: skip
"""The modules of `interpreter.run` in which a match that goes on spends no time."""

STATE = ("record", "chance")
SHARED = ("facts", "frames", "held", "values")
"""Modules of `interpreter.state` that are taken as they are: a saved match holds their records."""
RUN = tuple(
    sorted(
        path.stem
        for path in (Path(interpreter.__file__).parent / "run").glob("*.py")
        if path.stem not in LEFT
    )
)

PLAIN = ("assembly",)
"""Copied, so that it puts the compiled parts together, and left to plain Python."""

BOUND = "bound"
"""The module of the package that hands a game's module what it calls (see `compiled.typed`)."""


def machine_sources() -> dict[str, str]:
    """Return the text of each compiled module by its place in the package: `run/machine`."""
    return {place: _rewritten(place, text) for place, text in _texts(RUN)}


def plain_sources() -> dict[str, str]:
    """Return the texts of what goes with the compiled modules as plain Python."""
    texts = {place: _moved(text) for place, text in _texts(PLAIN, ())}
    empty = dict.fromkeys(("__init__", "run/__init__", "state/__init__", "games/__init__"), "")
    return {**texts, **empty, BOUND: "namespace = {}\n"}


def _texts(run: tuple[str, ...], state: tuple[str, ...] = STATE) -> Iterator[tuple[str, str]]:
    rooms = Path(interpreter.__file__).parent
    for place in (*(f"run/{name}" for name in run), *(f"state/{name}" for name in state)):
        yield place, (rooms / f"{place}.py").read_text(encoding="utf-8")


PACKAGE = "_package_"
"""Stands for the package's name, which follows from the texts."""

_OURS = re.compile(rf"\binterpreter\.(run\.(?:{'|'.join(RUN)})|state\.(?:{'|'.join(STATE)}))\b")
_ROOM = re.compile(r"^from interpreter\.(run|state) import (\w+)$", re.MULTILINE)
_STATE = re.compile(r"\b(st|state|copy|other): Any\b")
_NUMBER = re.compile(r"^([A-Z][A-Z_]*) = (\d[\d_]*)$", re.MULTILINE)
_NUMBERS = re.compile(r"^([A-Z][A-Z_]*(?:, [A-Z][A-Z_]*)+) = range\(\d+\)$", re.MULTILINE)
_KEPT = re.compile(r"@cached_property\n    def (\w+)\(")
_IMPORT = re.compile(r"^from (interpreter\.[\w.]+) import (?:\(([^)]*)\)|(.*))$", re.MULTILINE)


def _moved(text: str) -> str:
    """Return a text that imports the package's modules."""
    text = _OURS.sub(rf"{PACKAGE}.\1", text)
    names = (*RUN, *STATE)
    return _ROOM.sub(
        lambda m: f"from {PACKAGE if m[2] in names else 'interpreter'}.{m[1]} import {m[2]}", text
    )


def _rewritten(place: str, text: str) -> str:
    """Return the text of a compiled module."""
    text = _moved(text)
    for before, after in TUNED.get(place, ()):
        text = text.replace(before, after)
    text = _with_plain_properties(_without_named_tuples(place, text))
    text = _NUMBER.sub(r"\1: Final = \2", text)
    text = _NUMBERS.sub(lambda m: _finals(_counted(m[1])), text)
    text = _IMPORT.sub(_known_numbers, text)
    text = text.replace("slots=True, ", "").replace(", slots=True", "")
    text = text.replace("(slots=True)", "")
    heads = ["from typing import Any, Final, cast"]
    if _STATE.search(text):
        text = _STATE.sub(r"\1: State", text)
        heads.append(f"from {PACKAGE}.state.record import State")
    if "class State:" in text:
        return _state_class(_headed(text, heads[:1]))
    return _headed(text, heads)


def _without_named_tuples(place: str, text: str) -> str:
    """Return a text that takes its named tuples from the original: a saved match holds them."""
    lines = text.split("\n")
    for node in reversed(ast.parse(text).body):
        bases = [ast.unparse(base) for base in node.bases] if isinstance(node, ast.ClassDef) else []
        if isinstance(node, ast.ClassDef) and bases[:1] == ["NamedTuple"]:
            module = "interpreter." + place.replace("/", ".")
            lines[node.lineno - 1 : node.end_lineno] = [f"from {module} import {node.name}"]
    return "\n".join(lines)


def _with_plain_properties(text: str) -> str:
    """Return a text that keeps what its cached properties found in attributes: mypyc knows none."""
    lines = text.split("\n")
    classes = [node for node in ast.parse(text).body if isinstance(node, ast.ClassDef)]
    for class_ in reversed(classes):
        methods = [node for node in class_.body if isinstance(node, ast.FunctionDef)]
        kept = [m for m in methods if "cached_property" in map(ast.unparse, m.decorator_list)]
        for method in reversed(kept):
            name, first = method.name, method.lineno - 1
            lines[first] = lines[first].replace(f"def {name}(", f"def made_{name}(")
            lines[first - 1 : first] = [
                "    @property",
                f"    def {name}(self) -> Any:",
                f"        return self.found_{name}()",
                "",
                f"    def found_{name}(self) -> Any:",
                f"        if self.kept_{name} is None:",
                f"            self.kept_{name} = self.made_{name}()",
                f"        return self.kept_{name}",
                "",
            ]
        if kept:
            begin = next(method for method in methods if method.name == "__init__")
            place = begin.body[0].lineno - 1
            lines[place:place] = [f"        self.kept_{m.name}: Any = None" for m in kept]
    text = "\n".join(lines)
    # A property that is called at once would be taken for a method.
    names = "|".join(_kept_properties())
    return re.sub(rf"\.({names})\(", r".found_\1()(", text) if names else text


@cache
def _kept_properties() -> tuple[str, ...]:
    """Return the names of all cached properties: other modules call what they find, too."""
    texts = (text for _, text in _texts(RUN))
    return tuple(sorted({name for text in texts for name in _KEPT.findall(text)}))


def _counted(names: str) -> dict[str, int]:
    """Return names and their places in `A, B, C`."""
    return {name: number for number, name in enumerate(names.split(", "))}


def _finals(numbers: Mapping[str, int]) -> str:
    return "\n".join(f"{name}: Final = {number}" for name, number in numbers.items())


def _known_numbers(found: re.Match[str]) -> str:
    """Return an import with the numbers among its names written out: they are fixed then."""
    module = import_module(found[1])
    names = [name.strip() for name in (found[2] or found[3]).split(",") if name.strip()]
    numbers = {name: n for name in names if type(n := getattr(module, name, None)) is int}
    others = [name for name in names if name not in numbers]
    lines = [f"from {found[1]} import {', '.join(others)}"] if others else []
    return "\n".join([*lines, *([_finals(numbers)] if numbers else [])])


def _headed(text: str, heads: list[str]) -> str:
    """Return a text with imports after its `__future__` line, else after its docstring."""
    mark = "from __future__ import annotations\n"
    if mark not in text:
        return "\n".join(["from __future__ import annotations", *heads, text])
    return text.replace(mark, "\n".join([mark, *heads, ""]), 1)


def _state_class(text: str) -> str:
    """Return the state's class so that its copies begin empty: mypyc always calls `__init__`."""
    text = text.replace("list[list[int | None]]", "list[list[Any]]")
    text = text.replace("list[int | None]", "list[Any]")
    text = text.replace("State.__new__(State)", "State(-1)")
    head = "    def __init__(self, key: int) -> None:\n"
    return text.replace(head, f"{head}        if key < 0:\n            return\n")
