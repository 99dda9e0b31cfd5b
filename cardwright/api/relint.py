"""Lint a game with a pool of many cards again, after a few of them changed.

What was found is kept with what each card shows to others (see `dsl.lint.likeness`) and with a
choice of cards, the witnesses, which say together all that any card of the pool says. After a
change the witnesses, the changed cards, those that are compared with them and those that all these
name make a small game. What is found there in a changed card is what would be found in the whole
one, if

- nothing but cards of the pool changed, and each is there as before;
- all that a changed card says, or has said, an unchanged witness says too;
- the outlines of changed cards are as before;
- nothing else is found in the rest of the small game than was found there before.

Else everything is checked anew. Changes are those since then.
"""

from __future__ import annotations

import io
import pickle
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Final

from msgspec import Raw, msgpack
from msgspec.structs import replace

from cardwright.api.pool_files import PoolFiles, is_alike
from dsl.diagnostics import diagnostic, wording
from dsl.diagnostics.diagnostic import Diagnostic, Instead, in_order
from dsl.files import blake2b
from dsl.lint.likeness import Print, prints_of
from dsl.model.game import Game
from dsl.records import Record, Source, Span, collect
from dsl.syntax.cuts import PLACED, CutText, Unit, pool_ids, text_of
from dsl.syntax.package_files import Files

MOST_CHANGED: Final = 400
"""Changed cards; with more everything is checked anew."""
MOST_WITNESSES: Final = 0.5
"""Of the cards of a pool; with more a small game is hardly smaller."""
MOST_COMPARED: Final = 1_000
"""Cards that are compared with changed ones."""


class Looked(Record):
    """What is found in a game: it is None where there are errors.

    Attributes:
        problems: What the check finds.
        doubts: Returns all that lint finds.
    """

    game: Game | None
    problems: tuple[Diagnostic, ...]
    doubts: Callable[[], tuple[Diagnostic, ...]]


Look = Callable[[Sequence[Files]], Looked]


class _Kept(Record):
    """What is kept of a whole game.

    Attributes:
        texts: Its files, compressed; `digests` are hashes of them.
        prints: By card of the pool, in order, packed.
        more_witnesses: Those that say each thing twice, for when a witness itself changes.
        words: Those that stand outside of the pool.
        groups: By what cards are compared: those that have it.
        problems, found: As of `Looked`, packed.
    """

    names: tuple[tuple[int, str], ...]
    digests: tuple[bytes, ...]
    texts: tuple[bytes, ...]
    units: tuple[Raw, ...]
    prints: dict[str, Raw]
    witnesses: frozenset[str]
    more_witnesses: frozenset[str]
    words: frozenset[str]
    groups: dict[int, tuple[str, ...]]
    problems: bytes
    found: bytes


def linted(files: Sequence[Files], look: Look) -> tuple[tuple[Diagnostic, ...], bytes | None]:
    """Return what lint finds in a game, and what to keep of it: nothing of one with errors or
    without a pool, or where a small part of it does not show what is found in the whole.

    The whole game takes far more memory than what is told and kept of it, so it ends here.
    """
    looked = look(files)
    found, problems = looked.doubts(), packed(looked.problems)
    collect()  # the event graph leads back to itself
    texts = [text_of(name, data) for each in files for name, data in each.contents]
    ids = pool_ids(texts)
    if looked.game is None or not ids or any(each.findings for each in files):
        return found, None
    prints, groups = dict[str, Raw](), dict[int, tuple[str, ...]]()
    for id_, one in prints_of(looked.game, ids):
        prints[id_] = Raw(msgpack.encode(one))
        for key in one.compared:
            groups[key] = (*groups.get(key, ()), id_)
    del looked
    pool = PoolFiles(files, texts, ids)
    words = pool.other_words()
    kept = _Kept(
        names=tuple(pool.names),
        digests=tuple(map(_digest, pool.data)),
        texts=tuple(zlib.compress(each, 1) for each in pool.data),
        units=tuple(Raw(msgpack.encode(each.units)) for each in texts),
        prints=prints,
        witnesses=_witnesses(prints, pool, words, found, 1),
        more_witnesses=_witnesses(prints, pool, words, found, 2),
        words=words,
        groups=groups,
        problems=problems,
        found=packed(found),
    )
    if len(kept.more_witnesses) > MOST_WITNESSES * len(prints):
        return found, None
    for some in (kept.witnesses, kept.more_witnesses):
        small = _Small(kept, pool, pool, witnesses=some)
        now = [moved(each, pool.whole) for each in look(pool.only(some)).doubts()]
        if not small.agrees(small.before(kept.found), now):
            return found, None
    return found, msgpack.encode(kept)


def relint(content: bytes, files: Sequence[Files], look: Look) -> tuple[Diagnostic, ...] | None:
    """Return what lint finds in a game now; None where what was kept does not tell."""
    kept = msgpack.decode(content, type=_Kept)
    now = [(n, name, data) for n, each in enumerate(files) for name, data in each.contents]
    if tuple(each[:2] for each in now) != kept.names or any(each.findings for each in files):
        return None
    ids, texts, before, changed = frozenset(kept.prints), list[CutText](), list[CutText](), []
    for number, (_, name, data) in enumerate(now):
        if _digest(data) == kept.digests[number]:
            units = msgpack.decode(kept.units[number], type=tuple[Unit, ...])
            texts.append(CutText(data.decode(), units))
            before.append(texts[-1])
            continue
        texts.append(text_of(name, data))
        before.append(text_of(name, zlib.decompress(kept.texts[number])))
        changed.append(number)
        if not is_alike(texts[-1], before[-1], ids):
            return None
    pool, older = PoolFiles(files, texts, ids), PoolFiles(files, before, ids)
    cards = frozenset(id_ for number in changed for id_ in pool.ids_in(number)
                      if pool.said(id_) != older.said(id_))  # fmt: skip
    if len(cards) > MOST_CHANGED or any(PLACED.search(pool.said(id_)) for id_ in cards):
        return None
    is_witness = not cards.isdisjoint(kept.witnesses)
    witnesses = kept.more_witnesses if is_witness else kept.witnesses
    return _Small(kept, pool, older, cards, witnesses=witnesses).findings(look)


def _digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=16).digest()


def _witnesses(
    prints: dict[str, Raw],
    pool: PoolFiles,
    words: frozenset[str],
    found: Iterable[Diagnostic],
    number: int,
) -> frozenset[str]:
    """Return cards that say together all that cards say, with those that they name and that are
    shown beside what is found in them.

    Args:
        number: How often each thing is said, where so many cards say it.
    """
    times: dict[object, int] = {}
    chosen = set(words & prints.keys())
    for id_, packed_print in prints.items():
        one = msgpack.decode(packed_print, type=Print)
        said = [*one.pieces, *(pool.words_of(id_) & words)]
        if any(times.get(each, 0) < number for each in said):
            chosen.add(id_)
            times.update((each, times.get(each, 0) + 1) for each in said)
    beside: dict[str | None, set[str]] = {}
    for each in found:
        others = {pool.card_at(label.span) for label in each.labels} - {None}
        beside.setdefault(pool.card_at(each.span), set()).update(filter(None, others))
    waiting, closed = [*chosen, *beside.get(None, ())], set[str]()
    while waiting:
        id_ = waiting.pop()
        if id_ not in closed:
            closed.add(id_)
            waiting += (pool.words_of(id_) & prints.keys()) | beside.get(id_, set())
    return frozenset(closed)


@dataclass
class _Small:
    """The game of the witnesses, the changed cards and those that these name.

    Attributes:
        cards: The changed ones.
        asked: These, and those with which they are or were compared.
        witnesses: The cards that are always there.
    """

    kept: _Kept
    pool: PoolFiles
    older: PoolFiles
    cards: frozenset[str] = frozenset()
    asked: frozenset[str] = frozenset()
    witnesses: frozenset[str] = frozenset()

    def findings(self, look: Look) -> tuple[Diagnostic, ...] | None:
        """Return what lint finds now in the whole game; None where the small one does not tell."""
        if not self.cards:
            return in_order(self.before(self.kept.found))
        if not self._words() <= self._said_words:
            return None
        self.asked = self._compared(
            {key for id_ in self.cards for key in self._print(id_).compared}
        )
        wanted = self._wanted()
        looked = look(self.pool.only(wanted))
        if looked.game is None:
            return self._with_errors(looked.problems)
        prints = dict(prints_of(looked.game, self.cards))
        if not self._is_same_to_others(prints):
            return None
        more = self._compared({key for one in prints.values() for key in one.compared})
        self.asked |= more
        if not self._wanted() <= wanted:
            looked = look(self.pool.only(self._wanted()))
        if len(self.asked) > MOST_COMPARED:
            return None
        found, before = looked.doubts(), self.before(self.kept.found)
        now = [moved(each, self.pool.whole) for each in found]
        return self._together(before, now) if self.agrees(before, now) else None

    def _with_errors(self, found: Sequence[Diagnostic]) -> tuple[Diagnostic, ...] | None:
        """Return what is found where changed cards have errors: no doubts then."""
        self.asked = self.cards
        now = [moved(each, self.pool.whole) for each in found]
        errors = (each for each in now if each.severity == "error")
        if any(self.pool.card_at(each.span) not in self.cards for each in errors):
            return None
        return self._together(self.before(self.kept.problems), now)

    def _together(
        self, before: Sequence[Diagnostic], now: Iterable[Diagnostic]
    ) -> tuple[Diagnostic, ...] | None:
        """Return what was found before in the cards that nobody asked about, and now in these."""
        mine = [each for each in now if self.pool.card_at(each.span) in self.asked]
        beside = {self.pool.card_at(label.span) for each in before for label in each.labels}
        return in_order([*before, *mine]) if beside.isdisjoint(self.cards) else None

    def agrees(self, before: Iterable[Diagnostic], now: Iterable[Diagnostic]) -> bool:
        """Return whether the same is found in the rest of the small game as before."""
        rest = {None, *(self.witnesses - self.asked)}
        kept, new = (
            {(each.name, str(each.message), each.span.place, tuple(map(str, each.helps)))
             for each in some if self.pool.card_at(each.span) in rest}
            for some in (before, now)
        )  # fmt: skip
        return kept == new

    def before(self, content: bytes) -> list[Diagnostic]:
        """Return what was found in cards that nobody asked about, where it stands now."""
        both = zip(self.pool.sources, self.pool.texts, self.older.texts, strict=True)
        changed = {path for path, text, before in both if text is not before}
        older = {path: self.older.sources[path] for path in changed}
        found = unpacked(content, {**self.pool.sources, **older})
        kept = (each for each in found if self.older.card_at(each.span) not in self.asked)
        now = partial(self.pool.since, self.older)
        return [each if changed.isdisjoint(paths_of(each)) else moved(each, now) for each in kept]

    def _wanted(self) -> frozenset[str]:
        """Return the cards of the small game."""
        wanted = self.witnesses | self.asked
        waiting = [*self.asked]
        while waiting:
            new = (self.pool.words_of(waiting.pop()) & self.kept.prints.keys()) - wanted
            wanted |= new
            waiting += new
        return wanted

    # --- is it for others as before? --------------------------------------------------------------

    def _print(self, id_: str) -> Print:
        return msgpack.decode(self.kept.prints[id_], type=Print)

    def _words(self) -> set[str]:
        """Return the words that changed cards have in common with what is outside of the pool."""
        both = (pool.words_of(id_) for id_ in self.cards for pool in (self.pool, self.older))
        return set(self.kept.words.intersection(set().union(*both)))

    @cached_property
    def _said_words(self) -> set[str]:
        """The words of unchanged witnesses."""
        return set().union(*map(self.pool.words_of, self.witnesses - self.cards))

    def _is_same_to_others(self, prints: dict[str, Print]) -> bool:
        """Return whether others see of changed cards what they saw before."""
        witnesses = self.witnesses - self.cards
        said = frozenset().union(*(self._print(id_).pieces for id_ in witnesses))
        both = [(one, self._print(id_)) for id_, one in prints.items()]
        return prints.keys() == self.cards and all(
            now.outline == before.outline and now.pieces | before.pieces <= said
            for now, before in both
        )

    def _compared(self, keys: set[int]) -> frozenset[str]:
        """Return the changed cards and those that are compared with some, these in turn too."""
        found, waiting = set(self.cards), [*keys]
        known = set(keys)
        while waiting and len(found) <= MOST_COMPARED:
            for id_ in self.kept.groups.get(waiting.pop(), ()):
                if id_ not in found:
                    found.add(id_)
                    new = {*self._print(id_).compared} - known
                    known |= new
                    waiting += new
        return frozenset(found)


Move = Callable[[Span], Span]
_ALLOWED: Final[dict[tuple[str, str], Any]] = {
    (each.__module__, each.__qualname__): each
    for each in (*(Diagnostic, diagnostic.Label, Instead, wording.Said, wording._stored, Span),)
}


def packed(found: Sequence[Diagnostic]) -> bytes:
    """Return findings as bytes; of texts their paths."""
    file = io.BytesIO()
    _Writer(file, protocol=5).dump(tuple(found))
    return file.getvalue()


def unpacked(content: bytes, sources: dict[str, Source]) -> tuple[Diagnostic, ...]:
    """Return the findings of bytes; a text that is not there is an empty one.

    Raises:
        Exception: They are no findings; whatever a damaged pickle leads to.
    """
    found: tuple[Diagnostic, ...] = _Reader(io.BytesIO(content), sources).load()
    return found


def paths_of(found: Diagnostic) -> Iterator[str]:
    """Yield the paths of the texts in which a finding has places."""
    yield found.span.source.path
    yield from (each.span.source.path for each in found.labels)
    for each in found.helps:
        if isinstance(each, Instead) and each.span is not None:
            yield each.span.source.path


def moved(found: Diagnostic, move: Move) -> Diagnostic:
    """Return a finding with all its places moved."""
    helps = tuple(_moved(each, move) for each in found.helps)
    labels = tuple(replace(each, span=move(each.span)) for each in found.labels)
    return replace(found, span=move(found.span), helps=helps, labels=labels)


def _moved(said: str, move: Move) -> str:
    """Return a help; one that can be carried out somewhere else, there."""
    if not isinstance(said, Instead) or said.span is None:
        return said
    made = Instead(str(said), said.text, said.is_sure, move(said.span))
    made.key, made.slots = said.key, said.slots
    return made


class _Writer(pickle.Pickler):
    """Writes findings with the paths of texts."""

    def persistent_id(self, obj: Any) -> tuple[str, str] | None:
        """Return path and package of a text; None for everything else."""
        return (obj.path, obj.package) if isinstance(obj, Source) else None


class _Reader(pickle.Unpickler):
    """Builds findings and nothing else."""

    def __init__(self, file: io.BytesIO, sources: dict[str, Source]) -> None:
        super().__init__(file)
        self._sources = sources

    def find_class(self, module: str, name: str) -> Any:
        """Return what findings are built of; refuse everything else."""
        if (module, name) not in _ALLOWED:
            raise pickle.UnpicklingError(f"{module}.{name} has no place in findings")
        return _ALLOWED[module, name]

    def persistent_load(self, pid: Any) -> Source:
        """Return the text of a path."""
        return self._sources.setdefault(pid[0], Source(pid[0], "", pid[1]))
