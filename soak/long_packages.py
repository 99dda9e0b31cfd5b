"""Write packages of one shape at any length: chains, names apart, and nothing but slips."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

HEAD: Final = """\
id: long
version: "1"
language: 1
title: Long
players:
  count: 2
  state: {coins: int = 0}
phases:
- id: trade
  turns: players
  offer: [work]
end: {rank: [coins]}
"""
WORK: Final = "actions:\n  work: {do: add 1 to me.coins}\n"
LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


def word(number: int) -> str:
    """Return a word of letters alone, another one for each number."""
    found = ""
    while number >= 0:
        number, letter = divmod(number, 26)
        found, number = LETTERS[letter] + found, number - 1
    return f"{found}q"


def _kinds(length: int) -> str:
    chain = (f"  k{i}: {{extends: k{i - 1}}}\n" for i in range(1, length))
    return WORK + "kinds:\n  k0: {attributes: {rank: int = 0}}\n" + "".join(chain)


def _groups(length: int) -> str:
    chain = (f"  g{i}: {{actions: {{}}, in: g{i - 1}}}\n" for i in range(1, length))
    return f"{WORK}  rest: {{in: g{length - 1}}}\n  g0: {{actions: {{}}, in: trade}}\n" + "".join(
        chain
    )


def _values(length: int) -> str:
    chain = (f"  v{i} -> int: v{i - 1} + 1\n" for i in range(1, length))
    return WORK + "values:\n  v0 -> int: 1\n" + "".join(chain)


def _unused_values(length: int) -> str:
    return WORK + "values:\n" + "".join(f"  v{word(i)} -> int: {i}\n" for i in range(length))


def _events(length: int) -> str:
    chain = (f"  e{i}: {{do: e{i - 1}}}\n" for i in range(1, length))
    work = f"actions:\n  work: {{do: e{length - 1}}}\n"
    return f"{work}events:\n  e0: {{do: add 1 to me.coins}}\n" + "".join(chain)


def _unknown_words(length: int) -> str:
    lines = (
        f"  a{word(i)}: {{in: trade, do: add coin{word(i)} to me.coins}}\n" for i in range(length)
    )
    near = (f"  cion{word(i)} -> int: 1\n" for i in range(length))
    return WORK + "".join(lines) + "values:\n" + "".join(near)


def _enum(length: int) -> str:
    members = ", ".join(word(i) for i in range(2 * length))
    state = f"state: {{seen: maybe long-word = {word(0)}}}\n"
    return f"{WORK}{state}enums:\n  long-word: [{members}]\n"


def _cards(length: int) -> str:
    cards = (f"- {{kind: card-kind, id: c{word(i)}, rank: 1}}\n" for i in range(length))
    return f"{WORK}kinds:\n  card-kind: {{attributes: {{rank: int}}}}\ncards:\n" + "".join(cards)


def _documents(length: int) -> str:
    return WORK + "---\n" * length


SHAPES: Final[Mapping[str, Callable[[int], str]]] = MappingProxyType(
    {
        "kinds": _kinds,
        "groups": _groups,
        "values": _values,
        "unused-values": _unused_values,
        "events": _events,
        "unknown-words": _unknown_words,
        "enum": _enum,
        "cards": _cards,
        "documents": _documents,
    }
)


def text_of(shape: str, length: int) -> str:
    """Return the `game.yaml` of a shape at a length."""
    return HEAD + SHAPES[shape](length)
