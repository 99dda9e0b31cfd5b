r"""Find regular expressions in texts, in time that grows with the text and never explodes.

What is understood: letters, `.`, `[a-z]` and `[^a-z]`, `\d \w \s` and their capitals, `^` and `$`
for the ends of a line, `( )`, `|`, `*`, `+`, `?`, `{2}`, `{2,}`, `{2,4}`. A pattern becomes a
machine of at most `MOST_STATES` states, which are all followed at once: nothing is tried twice.
One with few ways to fit is left to Python's own patterns, quicker and harmless then.
Wide and narrow, large and small letters are alike.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from math import prod
from typing import Final

from cardwright.apps.cards.folding import folded

MOST_STATES: Final = 1000
MOST_KNOWN: Final = 4000
MOST_WORK: Final = 5_000_000
"""States followed by steps that were not known yet, for one pattern: a few seconds."""
MOST_NESTED: Final = 50
_MOST_WAYS: Final = 64
_NOTHING: Final = "\0"
"""Stands for what no letter is; no pattern has it."""
Fits = Callable[[str], bool]
Letter = tuple[Fits, str]
"""What a letter must be, and how Python's own patterns say it."""


def is_of_word(letter: str) -> bool:
    """Return whether a letter is one of those of words."""
    return letter.isalnum() or letter == "_"


_CLASSES: Final[dict[str, Fits]] = {"d": str.isdecimal, "w": is_of_word, "s": str.isspace}
_LINE_END: Final = "\n"


class PatternError(ValueError):
    """A pattern that cannot be read.

    Attributes:
        reason: `pattern-end`, `pattern-letter`, `pattern-repeat`, `pattern-large`; of `is_in`
            `pattern-slow`.
        at: Which letter of it is at fault.
    """

    def __init__(self, reason: str, at: int) -> None:
        super().__init__(reason)
        self.reason, self.at = reason, at


class _Place(dict[str, "_Place"]):
    """Where one is in a text: the states it may be in, and where each letter leads from there.

    Attributes:
        step: Works out where a letter leads that was not met here before.
        is_end: Whether the pattern fits here.
        is_line_end: Whether it fits if the line ends here.
    """

    step: Callable[[str], _Place]
    is_end: bool
    is_line_end: bool

    def __missing__(self, letter: str) -> _Place:
        found = self[letter] = self.step(letter)
        return found


class Pattern:
    """A regular expression, ready to be looked for.

    Attributes:
        needed: Letters without which nothing fits.

    Raises:
        PatternError: It cannot be read.
    """

    def __init__(self, text: str) -> None:
        self._fits: list[Fits | None] = []
        self._to: list[list[int]] = []
        self._needs: list[str] = []
        self._end = self._state()
        part = _Reader(text).read()
        self._begin = self._laid(part, self._end)
        sort, what = part
        rows = [*_parts(what)] if sort == "any" else []
        best = run = ""
        for inner, letter in _parts(rows[0][1]) if len(rows) == 1 else ():
            run = run + str(letter) if inner == "same" and len(str(letter)) == 1 else ""
            best = run if len(run) > len(best) else best
        self.needed = best
        found = _ways(part)
        plain = found[1] if found is not None and found[0] <= _MOST_WAYS else None
        self._quick = None if plain is None else re.compile(plain, re.MULTILINE)
        self._places: dict[str, _Place] = {}
        self._known = self._work = 0
        self._first = self._place(self._closed({self._begin}, at_start=True))

    def is_in(self, text: str) -> bool:
        """Return whether some part of a line of a folded text fits.

        Raises:
            PatternError: All texts together were too much work.
        """
        if self.needed not in text:
            return False
        if self._quick is not None:
            return self._quick.search(text) is not None
        current = self._first
        for letter in text:
            if current.is_end:
                return True
            current = current[letter]
        return current.is_line_end

    def _place(self, states: frozenset[int]) -> _Place:
        """Return where one is when a text may be in some states."""
        key = " ".join(map(str, sorted(states)))
        found = self._places.get(key)
        if found is None:
            found = self._places[key] = _Place()
            found.step = lambda letter: self._step(states, letter)
            found.is_end = self._end in states
            found.is_line_end = self._end in self._closed(states, at_end=True)
        return found

    def _step(self, current: frozenset[int], letter: str) -> _Place:
        """Return where a letter leads."""
        self._work += len(current)
        if self._work > MOST_WORK:
            raise PatternError("pattern-slow", 0)
        self._known += 1
        if self._known > MOST_KNOWN:
            self._forget()
        if letter == _LINE_END:
            place = self._place(current)
            return self._place(frozenset((self._end,))) if place.is_line_end else self._first
        after = {each for state in current if (fits := self._fits[state]) is not None
                 and fits(letter) for each in self._to[state]}  # fmt: skip
        return self._place(self._closed({*after, self._begin}))

    def _forget(self) -> None:
        """Forget all places but the first, so that they do not become too many."""
        for place in self._places.values():
            place.clear()
        self._places.clear()
        self._known = 0

    def _closed(
        self, states: set[int] | frozenset[int], at_start: bool = False, at_end: bool = False
    ) -> frozenset[int]:
        """Return some states with those that no letter stands before."""
        found, waiting = set(states), [*states]
        while waiting:
            state = waiting.pop()
            need = self._needs[state]
            if self._fits[state] is not None or (need == "^" and not at_start):
                continue
            if need == "$" and not at_end:
                continue
            new = [each for each in self._to[state] if each not in found]
            found.update(new)
            waiting += new
        return frozenset(found)

    def _laid(self, part: Part, end: int) -> int:
        """Return the state at which a part begins that leads to `end`."""
        sort, what = part
        if sort == "same":
            return self._state(fits=lambda each: each == what, to=(end,))
        if sort == "letter":
            return self._state(fits=what[0], to=(end,))  # type: ignore[index]
        if sort == "line":
            return self._state(to=(end,), needs=str(what))
        if sort == "row":
            for each in reversed(what):  # type: ignore[call-overload]
                end = self._laid(each, end)
            return end
        if sort == "any":
            return self._state(to=tuple(self._laid(each, end) for each in _parts(what)))
        return self._repeated(end, *what)  # type: ignore[misc]

    def _repeated(self, end: int, part: Part, low: int, high: int | None) -> int:
        if high is None:
            again = self._state()
            self._to[again] += [self._laid(part, again), end]
            end = again
        for _ in range((high or low) - low):
            end = self._state(to=(self._laid(part, end), end))
        for _ in range(low):
            end = self._laid(part, end)
        return end

    def _state(self, fits: Fits | None = None, to: tuple[int, ...] = (), needs: str = "") -> int:
        """Return a new state: one that takes a letter, or passes on where the line allows it."""
        if len(self._fits) >= MOST_STATES:
            raise PatternError("pattern-large", 0)
        self._fits.append(fits)
        self._to.append(list(to))
        self._needs.append(needs)
        return len(self._fits) - 1


Part = tuple[str, object]
"""What was read: ("same", letter), ("letter", (fits, source)), ("line", "^"), ("row", parts),
("any", rows), or ("times", (part, low, high)); no high: without end."""


class _Reader:
    """Reads a pattern into parts."""

    def __init__(self, text: str) -> None:
        self._text, self._at, self._depth = text, 0, 0

    def read(self) -> Part:
        """Return the whole pattern."""
        part = self._alternatives()
        if self._at < len(self._text):
            raise PatternError("pattern-letter", self._at)
        return part

    def _peek(self) -> str:
        return self._text[self._at : self._at + 1]

    def _take(self) -> str:
        letter = self._peek()
        if not letter:
            raise PatternError("pattern-end", max(0, len(self._text) - 1))
        self._at += 1
        return letter

    def _alternatives(self) -> Part:
        rows = [self._row()]
        while self._peek() == "|":
            self._at += 1
            rows.append(self._row())
        return ("any", rows)

    def _row(self) -> Part:
        parts: list[Part] = []
        while self._peek() not in ("", "|", ")"):
            part = self._atom()
            while self._peek() and self._peek() in "*+?{":
                part = ("times", (part, *self._times()))
            parts.append(part)
        return ("row", parts)

    def _atom(self) -> Part:
        at, letter = self._at, self._take()
        if letter == "(":
            self._depth += 1
            if self._peek() == "?" or self._depth > MOST_NESTED:
                raise PatternError("pattern-letter", at)
            inner = self._alternatives()
            if self._peek() != ")":
                raise PatternError("pattern-end", at)
            self._at += 1
            self._depth -= 1
            return inner
        if letter in "*+?{":
            raise PatternError("pattern-repeat", at)
        if letter in "^$":
            return ("line", letter)
        if letter == ".":
            return ("letter", (lambda each: True, "."))
        if letter == "[":
            return ("letter", self._set())
        if letter == "\\":
            return ("letter", self._escaped())
        same: list[Part] = [("same", each) for each in folded(letter)]
        return same[0] if len(same) == 1 else ("row", same)

    def _escaped(self) -> Letter:
        letter = self._take()
        if letter.lower() in _CLASSES:
            fits = _CLASSES[letter.lower()]
            return fits if letter.islower() else (lambda each: not fits(each)), f"\\{letter}"
        if letter.isalnum():
            raise PatternError("pattern-letter", self._at - 1)
        return _is(letter)

    def _set(self) -> Letter:
        """Return what stands between brackets."""
        is_negated = self._peek() == "^"
        self._at += is_negated
        tests: list[Letter] = []
        while self._peek() != "]" or not tests:
            letter = self._take()
            if letter == "\\":
                tests.append(self._escaped())
            elif self._peek() == "-" and self._text[self._at + 1 : self._at + 2] not in ("]", ""):
                self._at += 1
                tests.append(_between(letter, self._take(), self._at))
            else:
                tests.append(_is(letter))
        self._at += 1
        inside = "".join(source for _, source in tests)
        source = f"[{'^' * is_negated}{inside}]"
        return lambda each: any(fits(each) for fits, _ in tests) != is_negated, source

    def _times(self) -> tuple[int, int | None]:
        """Return how often the part before may stand."""
        at, sign = self._at, self._take()
        if sign != "{":
            return {"*": (0, None), "+": (1, None), "?": (0, 1)}[sign]
        inside, closed, _ = self._text[self._at :].partition("}")
        low, comma, high = inside.partition(",")
        if not closed or not _is_number(low) or len(inside) > 9 or not _is_number(high or "0"):
            raise PatternError("pattern-repeat", at)
        self._at += len(inside) + 1
        most = int(low) if not comma else int(high) if high else None
        if most is not None and most < int(low):
            raise PatternError("pattern-repeat", at)
        if max(int(low), most or 0) > MOST_STATES:
            raise PatternError("pattern-large", at)
        return int(low), most


def _parts(what: object) -> Iterator[Part]:
    yield from what  # type: ignore[misc]


def _ways(part: Part) -> tuple[int, str] | None:
    """Return how many ways there are to fit a part, with its source; None for very many."""
    sort, what = part
    if sort == "same":
        return 1, re.escape(str(what)) if len(str(what)) == 1 else "(?!)"
    if sort == "line":
        return 1, str(what)
    if sort == "letter":
        source = what[1]  # type: ignore[index]
        return (1, f"(?!\\n){source}") if _NOTHING not in source else None
    if sort == "times":
        return _ways_of_times(*what)  # type: ignore[misc]
    inner = [_ways(each) for each in _parts(what)]
    known = [each for each in inner if each is not None]
    if len(known) < len(inner):
        return None
    sources = [source for _, source in known]
    if sort == "any":
        return sum(ways for ways, _ in known), f"(?:{'|'.join(sources)})"
    return prod(ways for ways, _ in known), "".join(sources)


def _ways_of_times(part: Part, low: int, high: int | None) -> tuple[int, str] | None:
    inner = _ways(part)
    if inner is None or high is None or high > _MOST_WAYS:
        return None
    ways = sum(inner[0] ** number for number in range(low, high + 1))
    return ways, f"(?:{inner[1]}){{{low},{high}}}"


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal()


def _is(letter: str) -> Letter:
    wanted = folded(letter)
    source = re.escape(wanted) if len(wanted) == 1 else _NOTHING
    return lambda each: each == wanted, source


def _between(low: str, high: str, at: int) -> Letter:
    first, last = folded(low), folded(high)
    if len(first) != 1 or len(last) != 1 or last < first:
        raise PatternError("pattern-letter", at - 1)
    return lambda each: first <= each <= last, f"{re.escape(first)}-{re.escape(last)}"
