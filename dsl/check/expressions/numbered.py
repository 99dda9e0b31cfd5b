"""Answer what to write where places are wanted by number: `slot[1..4]`, `zone(n)`, `slot-n`.

A zone has a name alone. What has a number is a thing with a zone of its own.
"""

from __future__ import annotations

import re
from typing import Final

from dsl.check.scopes.world import World

DECLARED: Final = re.compile(
    r"(?:(?P<owner>[A-Za-z][\w-]*)\.)?(?P<stem>[A-Za-z][A-Za-z-]*?)s?-?"
    r"(?:[\[({#<*].*|\d+ ?(?:\.\.|[-–,]|to ).*)"
)
"""How people declare several zones at once: `slot[1..4]`, `slot-{n}`, `slot-1..4`, `slot(n)`."""
MEMBER: Final = re.compile(r"(?P<stem>.*?[A-Za-z])-?\d+")
OF_TABLE: Final = (
    "make the places things: `{stem}: {{unique: true, attributes: {{number: int}}}}` under "
    "`kinds`, a zone `{stem}.cards`, then `(every {stem})[n].cards`"
)
OF_PLAYERS: Final = (
    "make the places things: `{stem}: {{start: player.{stem}s}}` under `kinds`, the zones "
    "`player.{stem}s` (`order: row`) and `{stem}.cards`, then `me.{stem}s[n].cards`"
)


OF_ENUM: Final = (
    "an enum has no zones: make `{name}` a thing, `{name}: {{unique: true, attributes: {{{owner}: "
    "{owner}}}}}` under `kinds`, a card for each (`{owner}: every {owner}`) and a zone "
    "`{name}.cards`"
)


def declared_help(key: str) -> tuple[str, ...]:
    """Return the help for several zones that are declared at once, or nothing."""
    found = DECLARED.fullmatch(key)
    return () if found is None else (_help(found["owner"], found["stem"]),)


def used_help(owner: str | None, name: str, world: World) -> tuple[str, ...]:
    """Return the help for a name that several zones of an owner have with a number each: `slot`,
    `slots` or `slot-n` where there are `slot-1` and `slot-2`."""
    stems = {name, name.removesuffix("s"), name.rpartition("-")[0]}
    stem = next((each for each in _families(owner, world) if each in stems), None)
    return () if stem is None else (_help(owner, stem),)


def any_help(world: World) -> tuple[str, ...]:
    """Return the help for `zone(n)`."""
    return (_help(None, next(iter(_families(None, world)), "place")),)


def _families(owner: str | None, world: World) -> list[str]:
    """Return the names that at least two zones of an owner share but for a number."""
    found = [MEMBER.fullmatch(key.name) for key in world.zones if key.owner == owner]
    stems = [each["stem"] for each in found if each is not None]
    return [stem for stem in dict.fromkeys(stems) if stems.count(stem) > 1]


def _help(owner: str | None, stem: str) -> str:
    return (OF_PLAYERS if owner == "player" else OF_TABLE).format(stem=stem)
