"""Find which cards of a pool changed since it was read, and make a small game of them.

What a plain card is, its own lines tell, with the texts outside of the pool and the cards that they
name. So after a change of some cards these are read again, with those that name them: in the small
game that told what all cards are, to which they are added. All is read anew if anything else
changed: a text outside of the pool, a card that is not plain, the files that there are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Final, NamedTuple

from msgspec import msgpack
from msgspec.structs import replace

from cardwright.api.pool_files import RULES, part_of, plain_in
from dsl.files import blake2b
from dsl.model.game import Game
from dsl.records import Record
from dsl.syntax.card_lines import Said
from dsl.syntax.cuts import DECK, PLACED, WORD, CutText, Unit, text_of
from dsl.syntax.package_files import Files

MOST_CHANGED: Final = 200
"""Cards that are read again; with more all are."""
MOST_PRESENT: Final = 2_000
"""Cards of the small game, which grows with each change."""

Part = tuple[str, int, bytes]
"""Of the lines of a file about one card: which it is, of which sort, and their hash."""


class PoolRead(Record):
    """What is kept of the files of a pool that was read.

    Attributes:
        names, digests: The number of the package, and name of each file; its hash.
        around: A hash of what stands between the cards of each.
        parts: The cards of each.
        kinds: Those of the pool.
        contents: What the files of the small game hold.
        present: The cards that are there.
    """

    names: tuple[tuple[int, str], ...]
    digests: tuple[bytes, ...]
    around: tuple[bytes, ...]
    parts: tuple[tuple[Part, ...], ...]
    kinds: frozenset[str]
    contents: tuple[bytes, ...]
    present: frozenset[str]


class Changes(Record):
    """What changed, with the small game that tells what these cards are now.

    Attributes:
        cards: Those to be read again; `gone` is of those that are no more.
        kept: What to keep now.
    """

    files: tuple[Files, ...]
    cards: frozenset[str]
    gone: frozenset[str]
    kept: bytes


class ChangedCards(Record):
    """A checked game in which some cards are that changed, without their rules.

    Attributes:
        cards: They; `gone` is of those that are no more.
        kept: What to keep now.
    """

    game: Game
    cards: frozenset[str]
    gone: frozenset[str]
    kept: bytes


def kept_of(
    files: Sequence[Files], texts: Sequence[CutText], plain: Mapping[str, Unit],
    kinds: Iterable[str], small: Sequence[Files], present: Iterable[str],
) -> bytes:  # fmt: skip
    """Return what to keep of a pool that was read.

    Args:
        plain: The lines of the cards that are plain.
        kinds: Those of the pool.
        small: The small game.
        present: The cards that are there.
    """
    read = PoolRead(
        tuple((n, name) for n, each in enumerate(files) for name, _ in each.contents),
        tuple(_hash(data) for each in files for _, data in each.contents),
        tuple(map(_around, texts)),
        tuple(_parts(text, plain) for text in texts),
        frozenset(kinds),
        tuple(data for each in small for _, data in each.contents),
        frozenset(present),
    )
    return msgpack.encode(read)


def changes(content: bytes, files: Sequence[Files]) -> Changes | None:
    """Return what changed in a pool since it was read; None where all is to be read anew."""
    kept = msgpack.decode(content, type=PoolRead)
    now = [(n, name, data) for n, each in enumerate(files) for name, data in each.contents]
    if tuple(each[:2] for each in now) != kept.names or len(kept.present) > MOST_PRESENT:
        return None
    digests, again = [_hash(data) for _, _, data in now], _Again(kept, now)
    others = [number for number, each in enumerate(digests) if each != kept.digests[number]]
    if not all(map(again.compare, others)) or len(again.cards | again.gone) > MOST_CHANGED:
        return None
    return None if again.are_named() else again.changes(files, digests)


class _Lines(NamedTuple):
    """A text with its plain cards, and what these say."""

    text: CutText
    plain: Mapping[Unit, Mapping[str, Said]]


@dataclass
class _Again:
    """The files of a pool that was read before.

    Attributes:
        kept: What is known of them.
        now: The number of the package, the name and the bytes of each.
        cards: The cards that are new or say something else.
        gone: Those that are no more.
    """

    kept: PoolRead
    now: Sequence[tuple[int, str, bytes]]
    cards: set[str] = field(default_factory=set)
    gone: set[str] = field(default_factory=set)
    _texts: dict[int, _Lines] = field(default_factory=dict)

    def lines(self, number: int) -> _Lines:
        """Return a text with its plain cards."""
        if number not in self._texts:
            text = text_of(*self.now[number][1:])
            ids = {unit.id for unit in text.units}
            self._texts[number] = _Lines(text, dict(plain_in(text, ids)))
        return self._texts[number]

    # --- what changed -----------------------------------------------------------------------------

    def compare(self, number: int) -> bool:
        """Note the changed cards of a text; return whether nothing but plain cards changed."""
        text, plain = self.lines(number)
        before = {each[0]: each for each in self.kept.parts[number]}
        rest = {id_ for id_, sort, _ in before.values() if sort != _PLAIN}
        kinds = self.kept.kinds
        listed = _parts(
            text,
            {each.id: each for each in plain if each.kind in kinds and each.id not in rest},
        )
        after = {each[0]: each for each in listed}
        is_clear = len(before) == len(self.kept.parts[number]) and len(after) == len(listed)
        changed = {id_ for id_ in before.keys() | after.keys() if before.get(id_) != after.get(id_)}
        sorts = {id_: {some[id_][1] for some in (before, after) if id_ in some} for id_ in changed}
        changed -= {id_ for id_ in changed - self.kept.present if sorts[id_] == {_DECK}}
        self.gone |= changed - after.keys()
        self.cards |= changed & after.keys()
        return is_clear and _around(text) == self.kept.around[number] and all(
            sorts[id_] == {_PLAIN} and self._places.get(id_, number) == number for id_ in changed
        ) and not any(
            PLACED.search(text.text, unit.start, unit.end) for unit in plain if unit.id in changed
        )  # fmt: skip

    @cached_property
    def _places(self) -> dict[str, int]:
        """The file of each card; that of the last lines about it."""
        return {id_: number for number, parts in enumerate(self.kept.parts)
                for id_, sort, _ in parts if sort != _DECK}  # fmt: skip

    def are_named(self) -> bool:
        """Return whether another card names a changed one, but in its rules."""
        ids = self.cards | self.gone
        if not ids:
            return False
        told = [id_.encode() for id_ in ids]
        word = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, sorted(ids)))})(?![\w-])")
        for number, (_, _, data) in enumerate(self.now):
            if any(id_ in data for id_ in told) and word.search(data.decode("utf-8", "replace")):
                text, plain = self.lines(number)
                for unit in text.units:
                    if unit.id not in ids and not unit.items and unit.kind != DECK:
                        said = plain.get(unit)
                        if word.search(_told(said) if said else text.text[unit.start : unit.end]):
                            return True
        return False

    # --- the small game ---------------------------------------------------------------------------

    def present(self) -> frozenset[str]:
        """Return the cards of the small game: as before, the changed ones, and those they name."""
        found, waiting = {*self.kept.present, *self.cards} - self.gone, [*self.cards]
        while waiting:
            id_ = waiting.pop()
            for number in {self._places[id_]} if id_ in self._places else self._texts:
                for unit, said in self.lines(number).plain.items():
                    words = WORD.findall(_told(said)) if unit.id == id_ else ()
                    new = (self._places.keys() & set(words)) - found - self.gone
                    found |= new
                    waiting += new
        return frozenset(found)

    def content(self, number: int, present: frozenset[str]) -> bytes:
        """Return the content of a file with no other plain cards, and without their rules."""
        text, plain = self.lines(number)
        known = {id_ for id_, sort, _ in self.kept.parts[number] if sort == _PLAIN} | self.cards
        decks = {unit.id for unit in text.units if unit.kind == DECK}
        said = {unit: said for unit, said in plain.items() if unit.id in known}
        return part_of(text, (known | decks) - present, said).encode()

    def changes(self, files: Sequence[Files], digests: Sequence[bytes]) -> Changes:
        """Return what changed."""
        present, kept = self.present(), self.kept
        again = {number for number, each in enumerate(digests) if each != kept.digests[number]}
        again |= {self._places[id_] for id_ in present - kept.present if id_ in self._places}
        parts, around, data = [*kept.parts], [*kept.around], [*kept.contents]
        for number in again:
            text, plain = self.lines(number)
            known = {id_ for id_, sort, _ in parts[number] if sort == _PLAIN} | self.cards
            parts[number] = _parts(text, {unit.id: unit for unit in plain if unit.id in known})
            around[number] = _around(text)
            data[number] = self.content(number, present) if text.units else self.now[number][2]
        rows = zip((name for _, name, _ in self.now), data, strict=True)
        small = tuple(replace(each, contents=tuple(islice(rows, len(each.contents))))
                      for each in files)  # fmt: skip
        after = PoolRead(kept.names, tuple(digests), tuple(around), tuple(parts), kept.kinds,
                         tuple(data), present)  # fmt: skip
        return Changes(small, frozenset(self.cards), frozenset(self.gone), msgpack.encode(after))


_OTHER, _PLAIN, _DECK = range(3)


def _parts(text: CutText, plain: Mapping[str, Unit]) -> tuple[Part, ...]:
    """Return the lines of a text about each card."""
    return tuple(
        (
            unit.id,
            _DECK if unit.kind == DECK else _PLAIN if plain.get(unit.id) is unit else _OTHER,
            _hash(text.text[unit.start : unit.end].encode()),
        )
        for unit in text.units
        if not unit.items
    )


def _around(text: CutText) -> bytes:
    """Return a hash of what stands between the cards of a text."""
    parts, here = list[str](), 0
    for unit in text.units:
        if not unit.items:
            parts.append(text.text[here : unit.start])
            here = unit.end
    return _hash("".join([*parts, text.text[here:]]).encode())


def _told(said: Mapping[str, Said]) -> str:
    """Return what is checked of a plain card."""
    return "\n".join(each.text for key, each in said.items() if key not in RULES)


def _hash(data: bytes) -> bytes:
    return blake2b(data, digest_size=12).digest()
