"""Say what an overview is: the boxes and links of one page, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from dsl.records import record

GROUPS: Final = ("course", "actions", "cards", "events", "values")

Member: TypeAlias = tuple[str, str]
"""(sort, name) of something a box stands for."""


@record
class Box:
    """Something on the page.

    Attributes:
        sort: `setup phase end action kind rules event value attribute`.
        group: One of `GROUPS`.
        inside: Ids of the phases around a phase that have no boxes, the outermost first.
        members: What it stands for, what names it first; several where it was folded.
        is_alike: Whether its members have the same links, so that none stands for all.
        is_rest: Whether it holds what had no room, whatever it is.
        cards: How many cards a kind has.
        bearing: How many of them bear rules.
        rules: How many rules of each sort stand on the kind and its cards.
    """

    id: str
    sort: str
    group: str
    members: tuple[Member, ...]
    inside: tuple[str, ...] = ()
    is_alike: bool = False
    is_rest: bool = False
    cards: int = 0
    bearing: int = 0
    rules: Mapping[str, int] | None = None


@record
class Link:
    """All edges of one kind from a box to another.

    Attributes:
        kind: `next loop offers does before after instead forbids modifies reads ends`.
        cards: How many cards they come from, else lead to; 0 where no card is at either end.
        number: How many pairs they join.
    """

    source: str
    target: str
    kind: str
    cards: int
    number: int


@record
class Overview:
    """The page.

    Attributes:
        left_out: Of each sort, how many have no link to anything on the page.
    """

    game: str
    boxes: tuple[Box, ...]
    links: tuple[Link, ...]
    left_out: Mapping[str, int]
