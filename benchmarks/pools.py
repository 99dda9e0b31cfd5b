"""Write a game with a pool of very many cards, of which two decks of sixty come into a match.

The cards follow thirty kinds of rules in turn; a quarter of them has an action that chooses two
things. The same decks can be written alone, as a game of their cards and no others.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import yaml

DECK: Final = 60
"""Cards of a deck."""
A_FILE: Final = 500
"""Cards of a file."""
_TRIBES: Final = 40
_TEXTS: Final = yaml.safe_load(
    (Path(__file__).parent / "games" / "pool.texts.yaml").read_text("utf-8")
)
_RULES: Final[tuple[str, ...]] = tuple(_TEXTS["rules"])


def write(folder: Path, cards: int, alone: bool = False) -> None:
    """Write the game.

    Args:
        cards: How many the pool has.
        alone: Whether only those are written that stand in the decks.
    """
    decks = decks_of(cards)
    numbers = sorted({*decks[0], *decks[1]}) if alone else range(cards)
    (folder / "cards").mkdir(parents=True)
    listed = [", ".join(f"card-{number}" for number in deck) for deck in decks]
    tribes = ", ".join(f"tribe-{number}" for number in range(_TRIBES))
    slots = {"TRIBES": tribes, "FIRST": listed[0], "SECOND": listed[1]}
    (folder / "game.yaml").write_text(_filled(_TEXTS["game"], slots), "utf-8")
    for start in range(0, len(numbers), A_FILE):
        text = "cards:\n" + "".join(map(card, numbers[start : start + A_FILE]))
        (folder / "cards" / f"set-{start:05}.yaml").write_text(text, "utf-8")


def decks_of(cards: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the numbers of the cards of both decks, spread over a pool."""
    step = max(1, cards // (2 * DECK))
    every = [number * step % cards for number in range(2 * DECK)]
    return tuple(every[:DECK]), tuple(every[DECK:])


def card(number: int) -> str:
    """Return one card of the pool as its file says it."""
    slots = {
        "TRIBE": f"tribe-{number % _TRIBES}",
        "OTHER": f"tribe-{number * 7 % _TRIBES}",
        "PRICE": str(number % 7),
        "POWER": str(number % 5 + 1),
        "NUMBER": str(number % 3 + 1),
    }
    rule = _filled(_RULES[number % len(_RULES)], slots)
    return _filled(_TEXTS["card"], {"ID": f"card-{number}", **slots}) + _indented(rule)


def _indented(text: str) -> str:
    """Return the lines of a rule below the other keys of its card."""
    return "".join(f"  {line}\n" for line in text.splitlines())


def _filled(text: str, slots: Mapping[str, str]) -> str:
    """Return a text with words in the place of capitals in brackets."""
    for name, word in slots.items():
        text = text.replace(f"<{name}>", word)
    return text
