"""Find the numbers of cards that were given back and can be given to others of the same print."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from interpreter.program.limits import CROWDED
from interpreter.program.meter import BULK
from interpreter.program.values import Evaluator
from interpreter.state.frames import written
from interpreter.state.record import State
from interpreter.state.values import Value


def spare_numbers(st: State, evaluator: Evaluator) -> tuple[int, ...]:
    """Return the numbers of retired cards to which nothing that still happens refers; none while
    there are numbers enough.

    What waits keeps plain numbers, of which nobody can tell which mean cards: one that stands
    there is not given again. The log does not count: it names cards of the same print alike.
    """
    if len(st.places) <= CROWDED:
        return ()
    evaluator.meter.charge(len(st.places) // BULK)
    waiting = [*map(written, st.frames), st.pending, st.queue, st.result, st.answer]
    held = (st.values[place] for place, _ in evaluator.references(st))
    named = {*_numbers([*waiting, *held, *(fact.cards for fact in st.facts)])}
    free, kinds = dict(st.free), evaluator.program.game.kinds
    return tuple(
        card
        for card, zone in enumerate(st.places)
        if zone < 0
        and st.entity_zones[card] < 0
        and free.get(st.entity_definitions[card])
        and not kinds[evaluator.kind_of(st, card)].is_unique
        and card not in named
    )


def _numbers(parts: Iterable[Value]) -> Iterator[int]:
    """Yield all numbers in data."""
    waiting = list(parts)
    while waiting:
        part = waiting.pop()
        if isinstance(part, int):
            yield part
        elif isinstance(part, tuple | list | frozenset):
            waiting.extend(part)
