"""Rule sets that ask for more than any machine should give, made of the parts in `hostile.yaml`.

A number is what is asked for, a place where in the rules it stands; each stands in several. Every
one of them is sound as text: what it says takes for ever, or all the memory there is. Beside them
much is asked of every native event, kind of rule, function over lists and comparison of lists.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import yaml

from dsl.model import types as t
from dsl.model.words import Fold
from dsl.words.vocabulary import FOLDS, FUNCTIONS, NATIVES

PARTS: Final = yaml.safe_load(Path(__file__).with_name("hostile.yaml").read_text("utf-8"))
PLACE: Final = re.compile(r"<([\w-]+)(?:\|(.*))?>")
TOGETHER: Final = 4
"""In how many places each number is asked for."""

MANY: Final = "1..20000"
LONG: Final = f"each(b in {MANY}, b + a)"
"""A list that is another one for each `a`."""

BODIES: Final = {"condition": "b + a > 9", "number": "b - a", "number or bag": "b - a"}
COMPARED: Final = {
    "lists-equal": f"{LONG} == {LONG}",
    "lists-unlike": f"{LONG} != reverse({LONG})",
    "lists-joined": f"count({LONG} + [a]) > 0",
    "lists-parted": f"count({LONG} - {LONG}) == 0",
    "list-holds": f"(0 - a) in {LONG}",
    "list-filtered": f"count({LONG} where it > a) == 0",
    "list-counted": f"({LONG})[a % 9 + 1] > 0",
}


@cache
def hostile_rules() -> MappingProxyType[str, str]:
    """Return all rule sets by name."""
    return MappingProxyType(dict(_all()))


def game_text(game: str, **parts: str) -> str:
    """Return the rules of one of the two games with some of its parts filled."""
    lines = []
    for line in PARTS[game].splitlines():
        place = PLACE.search(line)
        text = parts.get(place[1], place[2] or "") if place else ""
        first, *rest = text.splitlines() or [""]
        if text and place:
            line = line[: place.start()] + first + line[place.end() :]
        if text or not place:
            lines += [line, *(" " * (len(line) - len(line.lstrip())) + each for each in rest)]
    return "\n".join(lines) + "\n"


def _all() -> Iterator[tuple[str, str]]:
    for name in NATIVES:
        steps = f"{PARTS['native'][name]}; add 1 to sum-of-all".replace("; ", "\n")
        heard = f"triggers: [{{after: {name}, do: add 1 to sum-of-all}}]"
        yield f"native-{name}", game_text("many", steps=steps)
        yield f"native-{name}/heard", game_text("many", steps=steps, rules=heard)
    for name, rules in PARTS["rules"].items():
        steps = "gain 1\nadd worth + sum(deck, power) to sum-of-all"
        yield f"rule-{name}", game_text("many", steps=steps, rules=rules)
    for name, steps in PARTS["said"].items():
        yield f"said-{name}", game_text("many", steps=steps.replace("; ", "\n"))
    for name, parts in PARTS["steps"].items():
        yield from _steps(name, **parts)
    much = {name: {"number": f"count(a in {MANY}, {text})"} for name, text in _asked()}
    numbers = {**PARTS["numbers"], **much}
    places = tuple(PARTS["places"].items())
    for turn, (name, asked) in enumerate(numbers.items()):
        number, values = _number(asked)
        for step in range(TOGETHER):
            place, parts = places[(turn * TOGETHER + step) % len(places)]
            filled = {key: text.replace("{n}", number) for key, text in parts.items()}
            yield f"{name}/{place}", game_text("game", values=values, **filled)


def _steps(name: str, doubled: int = 0, **parts: str) -> Iterator[tuple[str, str]]:
    """Yield a game that does some steps, and one whose phase does them where no more is filled."""
    if doubled:
        events = [f"e{n}: {{do: 'e{n - 1}; e{n - 1}'}}" for n in range(1, doubled + 1)]
        parts["events"] = "\n".join(["e0: {do: add 1 to me.points}", *events])
    yield name, game_text("game", **parts)
    if set(parts) <= {"do", "events"}:
        steps = "\n".join(f"  {line}" for line in parts.pop("do").splitlines())
        phase = {"only-phase": f"turns: players\ndo: |\n{steps}", "offering": ""}
        yield f"{name}/phase", game_text("game", **phase, **parts)


def _number(asked: Mapping[str, Any]) -> tuple[str, str]:
    """Return a number that somebody wants to know, and the values that it needs."""
    if "chain" not in asked:
        return asked["number"], asked.get("values", "")
    steps = (asked["chain"].format(f"v{n}") for n in range(asked["length"]))
    lines = [f"v{n}: {{is: '{step}'}}" for n, step in enumerate(steps, 1)]
    return f"v{asked['length']}", "\n".join(["v0: {is: 1}", *lines])


def _asked() -> Iterator[tuple[str, str]]:
    """Yield by name conditions of a number `a`, each of which is much work."""
    for name, row in FOLDS.items():
        yield f"fold-{name}", _holds(row)
    for name, function in FUNCTIONS.items():
        if function.takes == ("list",) and not function.is_internal:
            call = f"{name}({LONG})"
            is_one = isinstance(function.result and function.result(t.ListOf(t.INT)), t.Maybe)
            yield f"list-{name}", f"{call} is not none" if is_one else f"count({call}) > 0"
    yield from COMPARED.items()


def _holds(row: Fold) -> str:
    """Return a condition of what a function over elements comes to."""
    call = f"{row.name}(b in {MANY}, {BODIES.get(row.body, 'b + a')})"
    result = row.result(t.ListOf(t.INT), t.BOOL if row.body == "condition" else t.INT)
    if isinstance(result, t.Maybe):
        return f"{call} is not none"
    if isinstance(result, t.ListOf):
        return f"count({call}) >= 0"
    return call if result == t.BOOL else f"{call} > 0"
