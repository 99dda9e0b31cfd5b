"""Search the sets of elements that fit together, piece by piece in one order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache, partial
from typing import Final, NamedTuple

from dsl.model.walk import bound_slots
from dsl.words.arithmetic import Fault
from interpreter.lower import ops
from interpreter.lower.ops import FIRST_SLOT
from interpreter.program.choices import features_of
from interpreter.program.closures import Closure, freeze
from interpreter.program.limits import SET, WAYS_TO_CHOOSE, Meter
from interpreter.program.values import Evaluator
from interpreter.state.record import State
from interpreter.state.values import Locals, Value, Values

SMALL: Final = 6
"""So few elements that all their sets are worked out at once."""
KEPT: Final = 4096
"""How many pools of few elements are kept."""
MANY: Final = 32
"""Sets after which the search compares elements by their equivalence keys."""

Holds = Callable[[Values], bool]
Kind = Callable[[Value], Value]
Places = tuple[int, ...]
Begun = tuple[Places, Values, Places]
"""A set on the way: the places of its pieces, they themselves, and their kinds in order."""


class Fit(NamedTuple):
    """The conditions on sets; None for no condition.

    Attributes:
        whole: Whether one fits.
        so_far: Whether one on the way can become one that fits; asked of every beginning.
        kind: Returns what tells of an element all that decides it; None where all of it may.
    """

    whole: Holds | None = None
    so_far: Holds | None = None
    kind: Callable[[], Kind | None] | None = None

    def is_whole(self, elements: Values) -> bool:
        """Return whether a set fits that is on the way."""
        return self.whole is None or self.whole(elements)


ANY: Final = Fit()


class SetConditions:
    """The conditions of a choice on sets, the same in every position."""

    def __init__(self, evaluator: Evaluator, op: ops.Choose) -> None:
        self.evaluator, self.op, self.place = evaluator, op, op.slot + FIRST_SLOT
        self.whole, self.so_far = map(evaluator.optional, (op.condition, op.so_far))
        self.is_free = self.whole is None and self.so_far is None

    def at(self, st: State, L: Locals) -> Fit:
        """Return what is asked in a position, of sets in their slot among locals; the last stays
        there."""
        if self.is_free:
            return ANY
        whole, so_far = self.whole, self.so_far
        kind = partial(self._kind, st, L) if st.given_values is None else None
        return Fit(
            None if whole is None else self._holds(st, L, whole),
            None if so_far is None else self._holds(st, L, so_far),
            kind,
        )

    def _holds(self, st: State, L: Locals, condition: Closure) -> Holds:
        place = self.place

        def holds(elements: Values) -> bool:
            L[place] = elements
            return bool(condition(st, L))

        return holds

    @cached_property
    def _features(self) -> tuple[list[Closure], list[None]] | None:
        """The functions of what decides of an element, and room for their locals; looked for where
        many sets are tried."""
        op = self.op
        features = features_of(self.evaluator.program, op.slot, op.condition, op.so_far)
        if features is None:
            return None
        slots = [0, *(slot for feature in features for slot in bound_slots(feature))]
        return [self.evaluator.closure(feature) for feature in features], [None] * max(slots)

    def _kind(self, st: State, L: Locals) -> Kind | None:
        if self._features is None:
            return None
        features, room = self._features
        own = [*L[:FIRST_SLOT], None, *room]

        def kind(element: Value) -> Value:
            own[FIRST_SLOT] = element
            return tuple([freeze(feature(st, own)) for feature in features])

        return kind


class Few:
    """Looks for sets from a pool of few elements: all of them are worked out at once, and kept."""

    def __init__(self, pool: Values, mode: str, number: int, whole: Holds | None) -> None:
        self.pool, self.mode, self.number, self.whole = pool, mode, number, whole

    def sets(self, taken: Places) -> Iterator[Values]:
        """Yield the same sets as a `Search`."""
        pool, whole = self.pool, self.whole
        classes = tuple([entry[1] for entry in pool])
        for places in small_sets(classes, taken, self.mode, self.number):
            elements = tuple([pool[place][0] for place in places])
            if whole is None or whole(elements):
                yield elements


class Search:
    """Looks for sets from a pool in one position.

    Attributes:
        kinds: For each place the number of what of its element decides what fits; None as long as
            few sets have been tried, and where as many are different as are not equal.
        known: By the kinds of a set whether it is begun, and whole.
        dead: By the kinds of a set from which on nothing was found the place behind its last.
    """

    def __init__(self, meter: Meter, pool: Values, mode: str, number: int, fit: Fit) -> None:
        self.charge, self.pool, self.fit = meter.charge, pool, fit
        self.mode, self.number = mode, number
        self.least = number if mode == "exactly" else 0
        self.most = len(pool) if mode == "any number" else number
        self.kind, self.kinds, self.tried = fit.kind, list[int](), 0
        self.known: dict[Places, tuple[bool, bool]] = {}
        self.dead: dict[Places, int] = {}

    def sets(self, taken: Places) -> Iterator[Values]:
        """Yield the sets that one begun can become, in the order of the pieces, each when it is
        asked for; of that set itself only the last piece is new."""
        tried = found = 0
        begun: Begun | None = self._begun(taken)
        waiting: list[tuple[Iterator[int], Begun, int]] = []
        while begun is not None:
            tried += 1
            self.charge(SET + 2 * len(begun[0]))
            if tried > WAYS_TO_CHOOSE:
                raise Fault("choice-too-large", "too many ways to complete one choice")
            if self.kind is not None and not found and self._has_kinds():
                waiting, begun = [], self._begun(taken)
            is_begun, is_whole = self._asked(begun) if self.kinds else self._ask(begun[1])
            before = found
            if is_whole:
                yield begun[1]
                tried, found = 0, found + 1
            if is_begun and len(begun[0]) < self.most:
                waiting.append((self._next_places(begun[0]), begun, before))
            begun = self._next(waiting, found)

    def _has_kinds(self) -> bool:
        """Compare elements by their equivalence keys from now on, if that helps."""
        self.tried += 1
        if self.tried < MANY or self.kind is None:
            return False
        kind, self.kind = self.kind(), None
        if kind is None:
            return False
        numbers: dict[Value, int] = {}
        with suppress(Fault):  # who looks at that element meets it
            kinds = [numbers.setdefault(kind(entry[0]), len(numbers)) for entry in self.pool]
            self.kinds = kinds if len(numbers) < len({entry[1] for entry in self.pool}) else []
        return bool(self.kinds)

    def _begun(self, taken: Places) -> Begun:
        kinds = sorted([self.kinds[place] for place in taken]) if self.kinds else ()
        return taken, tuple([self.pool[place][0] for place in taken]), tuple(kinds)

    def _next(self, waiting: list[tuple[Iterator[int], Begun, int]], found: int) -> Begun | None:
        """Return the next candidate: the innermost waiting set with one more piece."""
        while waiting:
            places, (taken, elements, kinds), before = waiting[-1]
            for place in places:
                if self.kinds:
                    kind = self.kinds[place]
                    is_last = not kinds or kind >= kinds[-1]
                    kinds = (*kinds, kind) if is_last else tuple(sorted((*kinds, kind)))
                return (*taken, place), (*elements, self.pool[place][0]), kinds
            waiting.pop()
            if found == before and self.kinds:
                self.dead[kinds] = _after(taken)
        return None

    def _next_places(self, taken: Places) -> Iterator[int]:
        """Yield the places that can follow with enough behind them, of equal elements the first."""
        first, pool = _after(taken), self.pool
        for place in range(first, len(pool) - max(0, self.least - len(taken) - 1)):
            if place == first or pool[place][1] != pool[place - 1][1]:
                yield place

    def _asked(self, begun: Begun) -> tuple[bool, bool]:
        """Return whether a set may be gone on with, and whether it fits; one from whose kinds on
        nothing was found may not."""
        taken, elements, kinds = begun
        if self.dead.get(kinds, len(self.pool) + 1) <= _after(taken):
            return False, False
        found = self.known.get(kinds)
        if found is None:
            found = self.known[kinds] = self._ask(elements)
        return found

    def _ask(self, elements: Values) -> tuple[bool, bool]:
        whole, so_far = self.fit.whole, self.fit.so_far
        if so_far is not None and elements and not so_far(elements):
            return False, False
        return True, len(elements) >= self.least and (whole is None or whole(elements))


def _after(taken: Places) -> int:
    """Return the first place behind those taken: pieces are taken in order."""
    return taken[-1] + 1 if taken else 0


def next_places(classes: Sequence[int], taken: Places) -> list[int]:
    """Return the places that can follow, of one class the first."""
    first = taken[-1] + 1 if taken else 0
    return [
        place
        for place in range(first, len(classes))
        if place == first or classes[place] != classes[place - 1]
    ]


@lru_cache(maxsize=KEPT)
def small_sets(
    classes: tuple[int, ...], taken: Places, mode: str, number: int
) -> tuple[tuple[int, ...], ...]:
    """Return the places of all sets that a set begun can become, in a pool of few elements."""
    waiting, found = [taken], []
    while waiting:
        taken = waiting.pop()
        missing = number - len(taken)
        is_full = missing <= 0 and mode != "any number"
        if is_full or mode != "exactly":
            found.append(taken)
        if is_full or (mode == "exactly" and len(classes) - _after(taken) < missing):
            continue
        waiting += [(*taken, place) for place in reversed(next_places(classes, taken))]
    return tuple(found)
