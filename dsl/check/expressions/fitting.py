"""Answer what of a thing would fit where the thing itself does not: `me.coins` instead of `me`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from dsl.check.scopes.types import fits
from dsl.check.scopes.world import World
from dsl.model import types as t

SHORT: Final = re.compile(r"[\w.-]+(\([\w., -]*\))?")
"""Words behind which a dot can be written."""
WORD: Final = re.compile(r"[\w-]+")
NUMBER: Final = re.compile(r"\d+")
MOST: Final = 3
"""Of more names that would fit none is more likely than another."""
MOST_MEMBERS: Final = 8


def fitting_helps(words: str, actual: t.Type, wanted: t.Type, world: World) -> tuple[str, ...]:
    """Return what to write instead of a value of another type; nothing where nobody can tell."""
    actual, wanted = t.plain_type(actual), t.plain_type(wanted)
    if isinstance(actual, t.ListOf | t.SetOf | t.BagOf) and wanted == t.INT:
        return (f"write `count({words})` for how many",)
    helps = _narrower_helps(words, actual, wanted, world)
    if helps:
        return helps
    if wanted == t.BOOL and words in ("0", "1"):
        return ("write `true`" if words == "1" else "write `false`",)
    if isinstance(wanted, t.BagOf) and actual == wanted.of:
        if WORD.fullmatch(words):
            return (f"write `1 {words}`: a bag holds how many of each",)
        return (f"name it before: `let n = {words}`, then `1 n`: a bag holds how many of each",)
    if isinstance(wanted, t.AmountOf) and actual in (wanted.of, t.INT):
        return _amount_helps(words, actual, wanted.of, world)
    if isinstance(wanted, t.EnumType) and (
        isinstance(actual, t.EnumType) or NUMBER.fullmatch(words)
    ):
        members = world.enums[wanted.name].members
        return (f"write {_one_of(members)}",) if len(members) <= MOST_MEMBERS else ()
    names = list(dict.fromkeys(_fields(actual, wanted, world))) if SHORT.fullmatch(words) else []
    if not 0 < len(names) <= MOST:
        return ()
    return (f"write {_one_of([f'{words}.{name}' for name in names])}",)


def _narrower_helps(words: str, actual: t.Type, wanted: t.Type, world: World) -> tuple[str, ...]:
    """Return the test for a kind where cards of a wider one stand."""
    are_lists = isinstance(wanted, t.ListOf | t.SetOf) and isinstance(actual, type(wanted))
    inner = wanted.of if isinstance(wanted, t.ListOf | t.SetOf) else wanted
    given = actual.of if are_lists and isinstance(actual, t.ListOf | t.SetOf) else actual
    if not (isinstance(inner, t.EntityType) and isinstance(given, t.EntityType)):
        return ()
    if inner.kind == given.kind or given.kind not in world.lineage(inner.kind):
        return ()
    if not are_lists:
        return (f"test it before: `{words} is {inner.kind}`",) if WORD.fullmatch(words) else ()
    source, is_kept, _ = words.partition(" where ")
    more = " and …" if is_kept else ""
    return (f"keep those: `{source} where it is {inner.kind}{more}`",)


def _amount_helps(words: str, actual: t.Type, of: t.Type, world: World) -> tuple[str, ...]:
    """Return how a thing or a number alone is written as an amount."""
    if actual == of:
        return (f"write `1 {words}`: an amount says how many of each",)
    if not isinstance(of, t.EnumType):
        return ()
    number = words if NUMBER.fullmatch(words) else f"({words})"
    return (f"say of what: `{number} {world.enums[of.name].members[0]}`, `{number} any`",)


def _fields(actual: t.Type, wanted: t.Type, world: World) -> Iterator[str]:
    """Yield the attributes, state and zones of a thing that fit."""
    owner = (
        actual.kind if isinstance(actual, t.EntityType) else "player" if actual == t.PLAYER else ""
    )
    owners = world.lineage(owner) if owner in world.kinds else (owner,) if owner else ()
    for base in owners:
        attributes = world.kinds[base].attributes if base in world.kinds else ()
        yield from (each.name for each in attributes if fits(each.type, wanted, world))
        for state, field in world.state.items():
            if state.owner == base and fits(field.type, wanted, world):
                yield state.name
        for zone in world.zones if isinstance(wanted, t.ZoneType) else ():
            if zone.owner == base:
                yield zone.name


def _one_of(names: list[str] | tuple[str, ...]) -> str:
    """Return names as one chooses among them."""
    quoted = [f"`{name}`" for name in names]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} or {quoted[-1]}"
