"""Write a game with a pool of very many cards, of which two decks of sixty come into a match.

The cards follow thirty kinds of rules in turn; a quarter of them has an action that chooses two
things. The same decks can be written alone, as a game of their cards and no others.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any, Final

import yaml

import cardwright
from benchmarks.row import Row, Scale

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
        "PRICE": str(number // 30 % 11),
        "POWER": str(number // 7 % 13 + 1),
        "NUMBER": str(number // 330 % 9 + 1),
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


# --- what it costs --------------------------------------------------------------------------------

MANY, FEW = 3_000, 300
_DECISIONS: Final = 100


def growing(scale: Scale) -> Iterator[Row]:
    """Yield what a match of two decks costs in a pool, beside the same decks alone.

    What is counted is calls of functions, the same on every machine. A pool of ten times as many
    cards must cost ten times as much to lint, and hardly more to play.
    """
    many = MANY if scale.is_judged else 2 * FEW
    with TemporaryDirectory() as place:
        pools = {size: Path(place, str(size), "pool") for size in (FEW, many)}
        alone = Path(place, "alone", "pool")
        for size, folder in pools.items():
            write(folder, size)
        write(alone, many, alone=True)
        for folder in (alone, pools[many]):
            _starting(folder)()  # what a process does once
        for name, work in (("start", _starting), ("decisions", _playing)):
            found, least = calls_of(work(pools[many])), calls_of(work(alone))
            ratio = found / least
            yield Row(name=f"pool/{name}", value=found, unit="calls", ratio=ratio, against="alone")
        calls = {size: calls_of(_linting(folder)) / size for size, folder in pools.items()}
        ratio = calls[many] / calls[FEW]
        yield Row(name="pool/lint", value=calls[many], unit="calls", ratio=ratio, against="few")


def _starting(folder: Path) -> Callable[[], object]:
    """Return the work of a first match, with nothing kept."""
    from cardwright.api import loading

    def work() -> object:
        loading._load.cache_clear()
        return cardwright.load(folder, cache=False).start(2, seed=1)

    return work


def _playing(folder: Path) -> Callable[[], object]:
    """Return the work of some decisions."""
    match, chance = cardwright.load(folder, cache=False).start(2, seed=1), Random(1)

    def work() -> None:
        for _ in range(_DECISIONS):
            if match.decision is not None:
                match.apply(chance.randrange(len(match.decision.options)))

    return work


def _linting(folder: Path) -> Callable[[], object]:
    """Return the work of lint."""
    package = cardwright.find_package(str(folder))
    return lambda: cardwright.lint(package)


def calls_of(work: Callable[[], object]) -> int:
    """Return how many functions some work calls."""
    calls = 0

    def note(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal calls
        calls += event == "call"

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return calls
