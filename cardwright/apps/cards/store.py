"""List the cards of a game, by itself or with its expansions, find them, and keep their index.

Of a large pool there are three indexes. One holds what the cards are, and is made in a second or
two. The second also holds what they do, for which each rule that some card says is checked once.
The third is made from all cards, for queries about changes and for exports.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, get_args, overload

from msgspec.structs import replace

from cardwright import Cache, Checks, Game, Package, PackageError, find_package, nothing_collected
from cardwright.apps.cards.fields import needs_of
from cardwright.apps.cards.index import Index, from_bytes, to_bytes
from cardwright.apps.cards.query import Found, called, cells, find
from cardwright.apps.cards.query_reader import QueryError

if TYPE_CHECKING:
    from cardwright.apps.cards.entries import Entry
    from dsl.model.game import Game as Model

Sort = Literal["cards", "data", "rules"]
SORTS: Final[tuple[Sort, ...]] = get_args(Sort)
MOST_COMPILED: Final = 200
"""Cards of a pool that are checked by themselves, to be shown; with more all are."""


@dataclass(frozen=True)
class Answer:
    """What a query finds, and the index of whose rows it speaks.

    Attributes:
        is_partial: Whether words were looked for in names and printed texts alone.
    """

    found: Found
    index: Index
    is_partial: bool = False


class _Last(NamedTuple):
    """An index of what cards are.

    Attributes:
        name: Tells what it was made of.
        kept: What to read less by after a change.
    """

    name: str
    kept: bytes
    content: bytes


@dataclass(frozen=True)
class Cardbase:
    """The cards of a package: with the expansions that are in it, else with all installed ones.

    Attributes:
        package: The game.
        cache: Whether the checked game and the index are kept, and taken, from the cache.
        broken: Told the id of each expansion that is left out because it has errors.
        waiting: Opens what is around the reading of all cards, which takes long for very many.
    """

    package: Package
    cache: bool = True
    broken: Callable[[str], None] = lambda id_: None
    waiting: Callable[[], AbstractContextManager[object]] = nullcontext
    _read: dict[str, Index | None] = field(default_factory=dict, init=False, compare=False)
    """What was kept, by sort, as far as somebody asked."""
    _missing: set[str] = field(default_factory=set, init=False, compare=False)
    """Of which sorts there can be none."""

    def find(self, query: str) -> Found:
        """Return the rows of the cards that a query means.

        Raises:
            PackageError: The game has errors.
            QueryError: The query means nothing here.
        """
        return find(query, self.index, self._older)

    def answer(self, query: str, is_hurried: bool = False) -> Answer:
        """Return what a query means, from as little as tells it.

        Args:
            is_hurried: Whether cards with a word in their names or printed texts will do, where
                nobody has read the rules of the others.

        Raises:
            PackageError: The game has errors.
            QueryError: The query means nothing here.
        """
        data = None if self._kept("cards") is not None else self._part("data")
        if data is None:
            return Answer(self.find(query), self.index)
        needs = needs_of(query)
        if needs == "data" or called(query, data):
            return Answer(find(query, data, self._older), data)
        if needs == "words" and is_hurried and self._kept("rules") is None:
            with suppress(QueryError):
                if (found := find(query, data, self._older)).rows:
                    return Answer(found, data, is_partial=True)
        rules = None if needs == "whole" else self._part("rules")
        if rules is not None:
            return Answer(find(query, rules, self._older), rules)
        return Answer(self.find(query), self.index)

    def prepare(self) -> None:
        """Make the index of what the cards of a pool are, where there never was one, for the next
        search: it tells of all cards but the few that will have changed."""
        if self._store is not None and not self._store.last("data", self.package).is_there:
            self._part("data")

    def chosen(self, rows: Sequence[int], index: Index) -> list[Entry]:
        """Return the cards of some rows with all that they do.

        Raises:
            PackageError: The game has errors.
        """
        if not self._has_pool or len(rows) > MOST_COMPILED:
            return [self.cards[row] for row in rows]
        packages = {row: self._with_expansion(index.value("expansion", row)[0]) for row in rows}
        found: dict[int, Entry] = {}
        for package in dict.fromkeys(packages.values()):
            ids = {index.ids[row]: row for row in rows if packages[row] == package}
            for entry in self._compiled(package, ids):
                found[ids[entry.id]] = entry
        return [found[row] for row in rows]

    def _with_expansion(self, key: str) -> Package:
        """Return the first package that has the cards of an expansion."""
        ids = ((each, {part.id for part in each.parts}) for each in self.packages)
        return next((each for each, known in ids if key.partition(":")[2] in known), self.package)

    def _compiled(self, package: Package, ids: Iterable[str]) -> Iterator[Entry]:
        """Yield some cards of a pool, checked with those that they name, and that name them."""
        from cardwright import load
        from cardwright.apps.cards.entries import entries

        wanted = {*ids}
        named = sorted(wanted | Checks.cards_naming(package, wanted))
        game = load(package, cache=self.cache, named=named)
        yield from (each for each in entries(game.model, ()) if each.id in wanted)

    def _older(self, word: str) -> Index:
        """Return the index of an older version of the game.

        Raises:
            LookupError: There is none, or it has errors.
        """
        from cardwright.apps.cards.revisions import older_package

        parts = [part.id for part in self.package.parts]
        with older_package(replace(self.package, parts=()), word) as package:
            try:
                whole = package.with_expansions(parts) if parts else package
                return Cardbase(whole, self.cache).index
            except PackageError as error:
                raise LookupError(word) from error

    @cached_property
    def cards(self) -> list[Entry]:
        """All cards, in the order of the index.

        Raises:
            PackageError: The game has errors.
        """
        from cardwright.apps.cards.entries import entries

        return entries(self.models[0], self.models[1:])

    @cached_property
    def models(self) -> list[Model]:
        """The game, then the game with each expansion that has no errors.

        Raises:
            PackageError: The game has errors.
        """
        from cardwright import check

        whole, *others = self.packages
        checked = check(whole, self.cache)
        if checked.game is None:
            raise PackageError(checked.diagnostics)
        found = [checked.game]
        for package in others:
            model = check(package, self.cache).game
            if model is None:
                self.broken(package.parts[-1].id)
            else:
                found.append(model)
        return found

    @cached_property
    def packages(self) -> list[Package]:
        """The game, then the game with each installed expansion unless some are in it already."""
        ids = () if self.package.parts else self.package.installed()
        return [self.package, *(self.package.with_expansions([each]) for each in ids)]

    @cached_property
    def index(self) -> Index:
        """The index of the cards.

        Raises:
            PackageError: The game has errors.
        """
        found = self._kept("cards")
        if found is None:
            from cardwright.apps.cards.indexing import build_index

            with self.waiting():
                cards = self.cards
                with nothing_collected():
                    found = build_index(cards)
            self._keep("cards", found)
        return found

    def _part(self, sort: Sort) -> Index | None:
        """Return an index of what the cards are, or of what they do too; None where they are not so
        many that it is worth it, or where one of the games does not stand without all cards."""
        if not self._has_pool:
            return None
        found = self._kept(sort)
        if found is None and sort == "data":
            found = self._changed
        if found is None and sort not in self._missing:
            from cardwright.apps.cards.entries import entries_of
            from cardwright.apps.cards.indexing import build_index

            has_rules = sort == "rules"
            with self.waiting() if has_rules else nullcontext():
                games: list[tuple[Model, Mapping[str, str]]] = []
                kept = b""
                for package in self.packages:
                    data = Checks.data_of_cards(package, has_rules)
                    if data is None:
                        self._missing.add(sort)
                        return None
                    games.append((data.game, data.like))
                    kept = data.kept
                with nothing_collected():
                    found = build_index(entries_of(games), has_rules)
            self._keep(sort, found, kept)
        return found

    @cached_property
    def _changed(self) -> Index | None:
        """The index of what the cards are, made from the last one and the cards that changed since;
        None where there is none, or where these do not tell."""
        last = None if len(self.packages) > 1 else self._last
        data = Checks.data_of_changed(self.package, last.kept) if last is not None else None
        old = from_bytes(last.content) if last is not None and data is not None else None
        if data is None or old is None:
            return None
        from cardwright.apps.cards.entries import entries
        from cardwright.apps.cards.index import merged
        from cardwright.apps.cards.indexing import build_index

        every = entries(data.game, ())
        cards = [each for each in every if each.id in data.cards]
        found = None
        if every and len(cards) == len(data.cards):
            with nothing_collected():
                new = build_index(cards or every[:1], has_rules=False)  # one names the sources
                found = merged(old, new, data.gone)
        if found is not None:
            self._keep("data", found, data.kept)
        return found

    @cached_property
    def _has_pool(self) -> bool:
        """Whether there are many cards of which a match needs few."""
        return Checks.is_large(self.package)

    @cached_property
    def _names(self) -> dict[str, str]:
        """Under which names the indexes are kept."""
        known = () if self._store is None else self._store.names(SORTS, self.packages)
        return dict(zip(SORTS, known, strict=False))

    @cached_property
    def _store(self) -> Cache | None:
        """What is kept between runs; None where nothing may be."""
        return Cache.of_user() if self.cache else None

    def _kept(self, sort: Sort) -> Index | None:
        """Return an index that was kept."""
        if sort not in self._read:
            data = None if self._store is None else self._store.get(self._names[sort])
            if sort == "data":
                last = self._last
                data = last.content if last is not None and last.name == self._names[sort] else None
            self._read[sort] = None if data is None else from_bytes(data)
        return self._read[sort]

    def _keep(self, sort: Sort, index: Index, kept: bytes = b"") -> None:
        """Keep an index.

        Args:
            kept: Of what the cards are, what it was made of.
        """
        self._read[sort] = index
        if self._store is not None and sort == "data":
            last = _Last(self._names[sort], kept, to_bytes(index))
            self._store.last(sort, self.package).put(marshal.dumps((*last,)))
        elif self._store is not None:
            self._store.put(self._names[sort], to_bytes(index))

    @cached_property
    def _last(self) -> _Last | None:
        """The index of what the cards are that was made the last time, of these cards or others."""
        data = None if self._store is None else self._store.last("data", self.package).get()
        return None if data is None else _Last(*marshal.loads(data))


@dataclass(frozen=True)
class Cards(Sequence["Entry"]):
    """The cards that a query means, in order.

    Attributes:
        found: The cards.
        depends: Those of which only a match can tell.
        columns: What the query shows of them, by the names of fields; `name` where it says nothing.
    """

    found: tuple[Entry, ...]
    depends: tuple[Entry, ...]
    columns: tuple[str, ...]
    _index: Index
    _rows: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.found)

    @overload
    def __getitem__(self, index: int) -> Entry: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Entry]: ...

    def __getitem__(self, index: int | slice) -> Entry | Sequence[Entry]:
        return self.found[index]

    @property
    def ids(self) -> list[str]:
        """The ids of the cards."""
        return [card.id for card in self.found]

    def table(self, lang: str = "en") -> list[tuple[str, ...]]:
        """Return the columns of each card in words."""
        columns = (cells(name, self._rows, lang, self._index) for name in self.columns)
        return [*zip(*columns, strict=True)]

    def data(self) -> list[dict[str, Any]]:
        """Return each card as plain data, as `cardwright cards --json` prints it."""
        from cardwright.apps.cards.card import as_plain

        return [as_plain(card) for card in self.found]


def cards(
    game: str | Path | Game,
    query: str = "",
    options: Mapping[str, object] | None = None,
    path: Sequence[str | Path] = (),
    cache: bool = True,
) -> Cards:
    """Return the cards of a game that a query means; without a query all of them.

    Args:
        game: A game, its id, or the path of its package. Without expansions in it, the cards of all
            its installed expansions follow its own.
        query: As on the command line: see docs/cards.md.
        options: Expansions to be in it, as `{"books": True}`.
        path: Extra folders in which packages are looked for.
        cache: Whether the checked game and the index of its cards are kept in the user's cache.

    Raises:
        PackageError: The game has errors.
        LookupError: There is no such game.
        QueryError: The query means nothing here; its text shows where and what was meant.
    """
    package = game.package if isinstance(game, Game) else None
    if package is None:
        named = game.id if isinstance(game, Game) else str(game)
        package = find_package(named, [Path(each) for each in path])
    base = Cardbase(package.settled(options or {})[0], cache)
    answer = base.answer(query)
    found, index = answer.found, answer.index
    sure, maybe = (tuple(base.chosen(rows, index)) for rows in (found.rows, found.depends))
    return Cards(sure, maybe, found.show or ("name",), index, found.rows)
