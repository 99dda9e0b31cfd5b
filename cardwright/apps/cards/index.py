"""Store all that is asked of cards as plain data, so that they are found without their game.

After some cards changed, their rows take the place of those in a large index.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import compress
from operator import itemgetter
from typing import Any, Final, TypeAlias

from dsl import Language, Record
from dsl.model.traits import by_number


class Rows(Record):
    """Some rows of an index. `flags` has a byte for each row: 1 for those that are meant.

    A page has this class in its own words (`python.js`).
    """

    flags: bytes

    @staticmethod
    def of(flags: Iterable[bool]) -> Rows:
        """Return the rows for which something holds."""
        return Rows(bytes(flags))

    @staticmethod
    def every(number: int) -> Rows:
        """Return all of so many rows."""
        return Rows(b"\1" * number)

    @staticmethod
    def having(rows: Sequence[int], chosen: Sequence[bool]) -> Rows:
        """Return the rows that have one of the values of a column that are chosen."""
        by_value = bytes((*chosen, False))  # the last one is that of `ABSENT`
        return Rows(bytes(map(by_value.__getitem__, rows)))

    @property
    def is_empty(self) -> bool:
        """Whether no row is meant."""
        return 1 not in self.flags

    def __and__(self, other: Rows) -> Rows:
        """Return the rows that are in both."""
        return self._with(int.__and__, other.flags)

    def __or__(self, other: Rows) -> Rows:
        """Return the rows that are in either."""
        return self._with(int.__or__, other.flags)

    def opposite(self) -> Rows:
        """Return all other rows."""
        return self._with(int.__xor__, b"\1" * len(self.flags))

    def _with(self, join: Callable[[int, int], int], flags: bytes) -> Rows:
        both = (int.from_bytes(each, "little") for each in (self.flags, flags))
        return Rows(join(*both).to_bytes(len(flags), "little"))

    def __iter__(self) -> Iterator[int]:
        """Yield the numbers of the rows in order."""
        return compress(range(len(self.flags)), self.flags)


class Fit(Record):
    """Rows of an index: those that fit, and those that fit or may, as the match goes."""

    sure: Rows
    possible: Rows

    @staticmethod
    def of(rows: Rows) -> Fit:
        """Return that these cards fit and no others."""
        return Fit(rows, rows)

    def __and__(self, other: Fit) -> Fit:
        """Return what fits both."""
        return Fit(self.sure & other.sure, self.possible & other.possible)

    def __or__(self, other: Fit) -> Fit:
        """Return what fits either."""
        return Fit(self.sure | other.sure, self.possible | other.possible)

    def opposite(self) -> Fit:
        """Return what does not fit."""
        return Fit(self.possible.opposite(), self.sure.opposite())

    @staticmethod
    def any_of(fits: Iterable[Fit]) -> Fit:
        """Return what fits one of some, which are not none."""
        first, *others = fits
        for each in others:
            first = first | each
        return first


ABSENT: Final = -1
Column: TypeAlias = tuple[list[Any], list[int]]
"""The different values, and for each card which of them it has; `ABSENT`: it has none."""
Label: TypeAlias = tuple[str, tuple[str, ...]]
"""What is shown for a key, and all that can be written for it, joined."""
FORMAT: Final = 5


@dataclass
class Index:
    """The cards of a game and its expansions, a row each.

    Of an index that was kept, each part is read when it is first asked for.

    Attributes:
        ids: Their ids.
        digests: Hashes of their texts: layout and comments do not count.
        names: What each is called, in all languages.
        heads: Id and names as they are searched, a line each.
        texts: Printed texts and rules as they are searched.
        columns: By field: the different values, and which of them each card has.
        attributes: A column for each attribute: see `columns.attribute_columns`.
        labels: By how keys begin, and key: what is shown for it and all that can be written.
        called: By event, its words without slots.
        members: By enum, the ids of its members in order.
        shown: By language and place in a table: what is shown of each card.
    """

    format: int
    ids: list[str]
    digests: list[str]
    names: list[tuple[str, ...]]
    heads: list[str]
    texts: Column
    columns: Mapping[str, Column]
    attributes: list[dict[str, Any]]
    labels: Mapping[str, Mapping[str, Label]]
    called: dict[str, tuple[str, ...]]
    members: dict[str, tuple[str, ...]]
    shown: Mapping[str, list[Column]]

    def __getattr__(self, name: str) -> Any:
        """Read a part of an index that was kept."""
        kept: dict[str, Any] = self.__dict__.get("_kept", {})
        if name not in kept:
            raise AttributeError(name)
        value = kept[name]
        found = _Parts(value) if isinstance(value, dict) else marshal.loads(value)
        setattr(self, name, found)
        return found

    def value(self, field: str, row: int) -> Any:
        """Return what a card has in a field, None for nothing."""
        values, rows = self.columns[field]
        return None if rows[row] == ABSENT else values[rows[row]]

    def label(self, key: str) -> str:
        """Return what is shown for a key."""
        head, _, name = key.partition(":")
        labels = self.labels.get(head, {})
        return labels[key][0] if key in labels else name

    def text(self, row: int) -> str:
        """Return the printed text and the rules of a card as they are searched."""
        values, rows = self.texts
        return str(values[rows[row]])

    def cells(self, row: int, lang: str) -> tuple[str, ...]:
        """Return what is shown of a card in a table in a language, else in English."""
        return tuple(values[rows[row]] for values, rows in self.shown_in(lang))

    def shown_in(self, lang: str) -> list[Column]:
        """Return the columns of a table in a language, else in English."""
        return self.shown.get(lang) or self.shown[Language.OWN[0]]


def keys_of(index: Index, field: str, row: int) -> tuple[str, ...]:
    """Return the keys that a card has in a field; of deeds what is done."""
    found = index.value(field, row) or ()
    return tuple(dict.fromkeys(each if isinstance(each, str) else each[0] for each in found))


class _Parts(Mapping[str, Any]):
    """Parts of an index by name, each read when it is first asked for."""

    def __init__(self, kept: dict[str, Any]) -> None:
        self._kept = kept

    def __getitem__(self, name: str) -> Any:
        found = self._kept[name]
        if isinstance(found, bytes):
            found = self._kept[name] = marshal.loads(found)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._kept)

    def __len__(self) -> int:
        return len(self._kept)


def to_bytes(index: Index) -> bytes:
    """Return an index as bytes."""
    parts = {each.name: getattr(index, each.name) for each in fields(Index)}
    kept = {
        name: {key: marshal.dumps(part) for key, part in value.items()}
        if isinstance(value, Mapping)
        else marshal.dumps(value)
        for name, value in parts.items()
    }
    return marshal.dumps(kept)


def from_bytes(data: bytes) -> Index | None:
    """Return the index that bytes hold; None where they are of another format."""
    try:
        kept = marshal.loads(data)
        if kept.keys() != {each.name for each in fields(Index)}:
            return None
        if marshal.loads(kept["format"]) != FORMAT:
            return None
    except (ValueError, EOFError, TypeError, AttributeError):
        return None
    index = object.__new__(Index)
    index.__dict__["_kept"] = kept
    return index


def changed_rows(index: Index, older: Index) -> Rows:
    """Return the cards that are new, or whose text, words, attributes or effects are others."""
    known = {_name(older, row): _meaning(older, row) for row in range(len(older.ids))}
    rows = range(len(index.ids))
    return Rows.of(known.get(_name(index, row)) != _meaning(index, row) for row in rows)


def _name(index: Index, row: int) -> Hashable:
    return index.ids[row], index.value("expansion", row)


def _meaning(index: Index, row: int) -> Hashable:
    """Return all that an index knows of a card."""
    attributes = (
        (each["kind"], each["name"], each["values"][each["rows"][row]])
        for each in index.attributes
        if each["rows"][row] != ABSENT
    )
    columns = tuple((name, index.value(name, row)) for name in index.columns)
    texts = index.digests[row], index.heads[row], index.text(row)
    return texts, columns, tuple(attributes)


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
