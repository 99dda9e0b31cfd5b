"""Put rows of a small index in the place of those of a large one, after some cards changed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from operator import itemgetter
from typing import Any, Final

from cardwright.apps.cards.index import ABSENT, Column, Index, Label
from dsl.model.traits import by_number

_WHAT: Final = ("kind", "name", "called", "shown", "shape", "of", "maybe")
"""What tells columns of attributes apart."""


def merged(old: Index, new: Index, gone: Collection[str]) -> Index | None:
    """Return an index with the cards of another one, and without some: it is as if made of all.

    None where a column would be another one: a card has an attribute that no card had, the last one
    that had it lost it, or a word of cards is no longer, or now, always a number.
    """
    order = _order(old, new, gone)
    attributes = [*_attributes(old, new, order)]
    if None in attributes:
        return None

    def both(of: Callable[[Index], Sequence[Any]]) -> list[Any]:
        return [*order([*of(old), *of(new)])]

    def joined(of: Callable[[Index], Column]) -> Column:
        return _joined(of(old), of(new), order)

    columns = {
        name: joined(lambda index, name=name: index.columns[name])  # type: ignore[misc]
        for name in old.columns
    }
    shown = {
        lang: [_joined(*pair, order) for pair in zip(old.shown[lang], new.shown[lang], strict=True)]
        for lang in old.shown
    }
    return Index(
        format=old.format,
        ids=both(lambda index: index.ids),
        digests=both(lambda index: index.digests),
        names=both(lambda index: index.names),
        heads=both(lambda index: index.heads),
        texts=joined(lambda index: index.texts),
        columns=columns,
        attributes=[each for each in attributes if each is not None],
        labels={**old.labels, **_labels(old, new, gone, columns["source"])},
        called=old.called,
        members=old.members,
        shown=shown,
    )


Order = Callable[[Sequence[Any]], Sequence[Any]]
"""Puts what an index has of its cards, with what another one has of its, in the order of both."""


def _order(old: Index, new: Index, gone: Collection[str]) -> Order:
    """Return how the rows of two indexes are put together."""
    places = {id_: row for row, id_ in enumerate(old.ids)}
    number = len(places)
    if not gone and all(id_ in places for id_ in new.ids):
        rows = [*range(number)]
        for row, id_ in enumerate(new.ids):
            rows[places[id_]] = number + row
    else:
        left = {*new.ids, *gone}
        every = [(id_, row) for id_, row in places.items() if id_ not in left]
        every += [(id_, number + row) for row, id_ in enumerate(new.ids)]
        rows = [row for _, row in sorted(every, key=lambda each: by_number(each[0]))]
    if len(rows) == 1:
        return lambda values: (values[rows[0]],)
    return itemgetter(*rows)


def _joined(old: Column, new: Column, order: Order) -> Column:
    """Return a column of the rows of two, its values in the order in which rows have them."""
    known = {value: number for number, value in enumerate(old[0])}
    numbers = [known.setdefault(value, len(known)) for value in new[0]]
    rows = order([*old[1], *(row if row == ABSENT else numbers[row] for row in new[1])])
    used = dict.fromkeys(rows)
    used.pop(ABSENT, None)
    values = [*known]
    if [*used] == [*range(len(used))]:
        return values[: len(used)], [*rows]
    place = {ABSENT: ABSENT, **{number: at for at, number in enumerate(used)}}
    return [values[number] for number in used], [place[row] for row in rows]


def _attributes(old: Index, new: Index, order: Order) -> Iterator[dict[str, Any] | None]:
    """Yield the columns of attributes; None for one that would be another one."""
    others = {tuple(each[what] for what in _WHAT): each for each in new.attributes}
    for each in old.attributes:
        other = others.pop(tuple(each[what] for what in _WHAT), None)
        nothing = [ABSENT] * len(new.ids)
        column = ([], nothing) if other is None else (other["values"], other["rows"])
        values, rows = _joined((each["values"], each["rows"]), column, order)
        is_other = not values or (each["shape"] == "texts" and _are_numbers(values))
        yield None if is_other else {**each, "values": values, "rows": rows}
    yield from (None for _ in others)


def _are_numbers(values: Sequence[Any]) -> bool:
    """Return whether all texts of a word of cards are numbers."""
    texts = (text for value, *_ in values for text in value[2])
    return all(text.isascii() and text.isdecimal() for text in texts)


def _labels(
    old: Index, new: Index, gone: Collection[str], sources: Column
) -> dict[str, dict[str, Label]]:
    """Return the labels of cards, and of where they come from."""
    left = {f"card:{id_}" for id_ in (*new.ids, *gone)}
    cards = {key: label for key, label in old.labels["card"].items() if key not in left}
    cards |= {key: label for key, label in new.labels["card"].items() if key in left}
    named = {word for words in sources[0] for word in words}
    words = {key: label for key, label in old.labels.get("source", {}).items() if key in named}
    return {"card": cards, "source": {**words, **new.labels.get("source", {})}}
