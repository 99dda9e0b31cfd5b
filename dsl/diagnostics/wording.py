"""Word findings: say them in any language, and guess which word a misspelt one was meant to be.

Their texts stand in catalogues: `messages/LANGUAGE.yaml` beside a room's code.

A text fills named slots: `{name}`. The notation is the one of the packages' own texts: a word with
two forms after a number (`{n} {card|cards}`; a list counts its elements), a part that is left out
while its slots are empty (`message[, not {meant}]`), `a {kind}` or `an {kind}` by sound. A list is
joined by the rule of the language: `{kinds}` by commas, `{kinds:and}`, `{kinds:or}`; with a
backtick each element is quoted: ``{kinds:`or}``. `{{`, `}}`, `[[` and `]]` are brackets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, Self

from dsl.languages import OWN, PART, PSEUDO, SLOT, Catalogue, Language, accented, filled

_ROOT: Final = Path(__file__).resolve().parents[2]
ROOMS: Final = tuple(
    _ROOT / room / "messages"
    for room in (
        *("dsl/diagnostics", "dsl/check", "dsl/keys", "dsl/lint", "dsl/syntax", "dsl/tables"),
        "interpreter/graph",
    )
)
"""Where texts of findings lie. A key stands in one of them."""

_PART: Final = re.compile(rf"(?<!\[){PART.pattern}")

Slots = Mapping[str, object]


class Said(str):
    """A text of a finding: it is the English text, and knows itself in other languages.

    Attributes:
        key: Where it stands in the catalogue.
        slots: What fills it: texts, numbers, and tuples of these. A text may be a `Said`.
    """

    key: str
    slots: Slots

    def __new__(cls, key: str, /, **slots: object) -> Self:
        """Create a text from its key and what fills its slots."""
        plain = {name: _plain(value) for name, value in slots.items()}
        made = str.__new__(cls, _filled(key, plain, OWN[0]))
        made.key, made.slots = key, plain
        return made

    def in_language(self, language: str) -> str:
        """Return the text in a language."""
        return str(self) if language == OWN[0] else _filled(self.key, self.slots, language)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the English text, too: to load a package reads no catalogue."""
        return _stored, (type(self), str(self), vars(self))


def _stored(kind: type[Said], text: str, attributes: dict[str, object]) -> Said:
    """Return a text as it was pickled."""
    made = str.__new__(kind, text)
    vars(made).update(attributes)
    return made


def said(text: str, language: str) -> str:
    """Return a text in a language, where it knows that; else as it is."""
    return text.in_language(language) if isinstance(text, Said) else text


def message_of(key: str, slots: Slots) -> Said:
    """Return the message of a finding."""
    return Said(f"{key}.message" if f"{key}.message" in texts(OWN[0]) else key, **slots)


def helps_of(key: str, slots: Slots) -> Iterator[Said]:
    """Yield the helps that always go with a finding."""
    for each in (f"{key}.help", f"{key}.more-help"):
        if each in texts(OWN[0]):
            yield Said(each, **slots) if "{" in texts(OWN[0])[each] else _constant(each)


@cache
def _constant(key: str) -> Said:
    """Return a text without slots: thousands of findings may share it."""
    return Said(key)


@cache
def texts(language: str) -> Mapping[str, str]:
    """Return all texts by key, as catalogues have them; those that a language lacks in English."""
    found: dict[str, str] = {}
    for each in (OWN[0], language):
        for room in ROOMS:
            found.update(texts_in(room, each))
    return {key: accented(text) for key, text in found.items()} if language == PSEUDO else found


def texts_in(room: Path, language: str) -> Mapping[str, str]:
    """Return the texts of one catalogue by key."""
    return Catalogue(str(room)).texts(language)


def _plain(value: object) -> object:
    """Return what fills a slot as plain data."""
    if isinstance(value, str | int):
        return value
    return tuple(map(_plain, value)) if isinstance(value, tuple | list) else str(value)


def _filled(key: str, slots: Slots, language: str) -> str:
    """Return a text of the catalogue with its slots filled."""
    text = texts(language)[key]
    shown = {name: _shown(value, language) for name, value in slots.items()}

    def is_empty(slot: str) -> bool:
        return not slots[slot[1:-1].partition(":")[0]]

    def part(slots_of: str) -> str:
        return "" if all(map(is_empty, SLOT.findall(slots_of))) else slots_of

    text = _PART.sub(lambda found: part(found[1]), text).replace("[[", "[").replace("]]", "]")
    return filled(text, shown, language) if shown else text.format()


def _shown(value: object, language: str) -> object:
    """Return what stands in a text for the value of a slot."""
    if isinstance(value, tuple):
        return _Listed(value, language)
    return said(value, language) if isinstance(value, str) else value


class _Listed:
    """The elements of a list, to be joined as a text wants it."""

    def __init__(self, elements: tuple[object, ...], language: str) -> None:
        self.elements = [str(_shown(each, language)) for each in elements]
        self.language = language

    def __len__(self) -> int:
        return len(self.elements)

    def __format__(self, how: str) -> str:
        quoted = how.startswith("`")
        elements = [f"`{each}`" for each in self.elements] if quoted else self.elements
        match how.removeprefix("`"):
            case "and":
                return Language(self.language).together(elements)
            case "or":
                return Language(self.language).either(elements)
            case ",":
                return ", ".join(elements)
            case ";":
                return ("。" if self.language == "ja" else "; ").join(elements)
            case _:
                return ("、" if self.language == "ja" else ", ").join(elements)


MOST_COMPARED: Final = 500_000
"""Pairs of letters that the guesses of one check compare together: about half a second."""

ENDINGS: Final = ("s", "d", "n", "r", "y")


def so_many(number: int, noun: str) -> str:
    """Return a number with its noun: `1 argument`, `2 arguments`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


@dataclass(slots=True)
class _Budget:
    """How many pairs of letters may still be compared."""

    left: int


_BUDGET: Final[ContextVar[_Budget | None]] = ContextVar("budget of guesses", default=None)


@contextmanager
def bounded_guesses(most: int = MOST_COMPARED) -> Iterator[None]:
    """Bound the letters that all guesses inside compare together; past it they find nothing.

    Otherwise a text of nothing but slips would cost the product of its words and the known ones.
    """
    if _BUDGET.get() is not None:
        yield
        return
    token = _BUDGET.set(_Budget(most))
    try:
        yield
    finally:
        _BUDGET.reset(token)


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """Return the nearest candidate, or None where none is near.

    Case, `-` and `_` do not count. At most a third of the letters may differ, one at least; the
    first of equally near candidates wins.
    """
    budget = _BUDGET.get() or _Budget(MOST_COMPARED)
    plain = _letters(word)
    letters = frozenset(plain)
    best: str | None = None
    allowed = max(1, len(plain) // 3)
    for candidate in candidates:
        if budget.left <= 0:
            break
        budget.left -= 1
        other = _letters(candidate)
        if letters.isdisjoint(other):  # so that `x` is not taken for `y`
            continue
        distance = _distance(plain, other, allowed, budget)
        if distance <= allowed:
            best, allowed = candidate, distance - 1
            if distance == 0:
                break
    return best


def is_alike(word: str, other: str) -> bool:
    """Return whether two words differ in nothing but case, `-` and `_`."""
    return _letters(word) == _plain(other)


def _letters(word: str) -> str:
    """Return the letters that count."""
    return word.lower().replace("-", "").replace("_", "")


def _distance(first: str, second: str, limit: int, budget: _Budget) -> int:
    """Return how many letters to add, drop, change or swap; above the limit any larger number."""
    if abs(len(first) - len(second)) > limit:
        return limit + 1
    pairs = enumerate(zip(first, second, strict=False))
    start = next((at for at, (one, other) in pairs if one != other), min(len(first), len(second)))
    first, second = first[start:], second[start:]
    before: list[int] = []
    previous: list[int] = []
    row = list(range(len(second) + 1))
    for i, letter in enumerate(first, start=1):
        budget.left -= len(row)
        if budget.left <= 0 or (min(row) > limit and (i == 1 or min(previous) > limit)):
            return limit + 1
        before, previous, row = previous, row, [i]
        for j, other in enumerate(second, start=1):
            cost = previous[j - 1] + (letter != other)
            best = min(previous[j] + 1, row[j - 1] + 1, cost)
            if i > 1 and j > 1 and letter == second[j - 2] and first[i - 2] == other:
                best = min(best, before[j - 2] + 1)
            row.append(best)
    return row[-1]


def is_slip(word: str, meant: str) -> bool:
    """Return whether two words differ by one letter, or by two neighbours that are swapped."""
    short, long = sorted((word, meant), key=len)
    if len(long) - len(short) > 1 or _is_other_ending(short, long):
        return False
    pairs = enumerate(zip(short, long, strict=False))
    start = next((at for at, (one, other) in pairs if one != other), len(short))
    rest, other = short[start:], long[start:]
    if len(short) < len(long):
        return rest == other[1:]
    return rest[1:] == other[1:] or (rest[1::-1] == other[:2] and rest[2:] == other[2:])


def _is_other_ending(short: str, long: str) -> bool:
    """Return whether two words differ in their ending: `card`, `cards`; `doubles`, `doubled`."""
    if len(short) == len(long):
        return short[:-1] == long[:-1] and {short[-1], long[-1]} <= {*ENDINGS}
    return long[:-1] == short and long[-1] in ENDINGS
