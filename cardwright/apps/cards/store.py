"""List the cards of a game, by itself or with its expansions, and keep their index.

Of a large pool there are three indexes. One holds what the cards are, and is made in a second or
two. The second also holds what they do, for which each rule that some card says is checked once.
The third is made from all cards, for queries about changes and for exports.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, get_args

from msgspec.structs import replace

from cardwright import Cache, Checks, Package, PackageError, nothing_collected
from cardwright.apps.cards.fields import needs_of
from cardwright.apps.cards.index import Index, from_bytes, to_bytes
from cardwright.apps.cards.query import Found, called, find
from cardwright.apps.cards.query_reader import QueryError

if TYPE_CHECKING:
    from cardwright.apps.cards.entries import Entry
    from dsl.model.game import Game

Sort = Literal["cards", "data", "rules"]
SORTS: Final[tuple[Sort, ...]] = get_args(Sort)
Tell = Callable[[str], None]
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
    broken: Tell = lambda id_: None
    waiting: Callable[[], AbstractContextManager[object]] = nullcontext

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
        packages = {row: self._package_of(index.value("expansion", row)) for row in rows}
        found: dict[int, Entry] = {}
        for package in dict.fromkeys(packages.values()):
            ids = {index.ids[row]: row for row in rows if packages[row] == package}
            for entry in self._compiled(package, ids):
                found[ids[entry.id]] = entry
        return [found[row] for row in rows]

    def _package_of(self, expansion: tuple[str, ...]) -> Package:
        """Return the first package that has the cards of an expansion."""
        wanted = expansion[0].partition(":")[2]
        return next(
            (each for each in self.packages if any(part.id == wanted for part in each.parts)),
            self.packages[0],
        )

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
    def models(self) -> list[Game]:
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
        package = self.package
        more = [] if package.parts else [package.with_expansions([i]) for i in package.installed()]
        return [package, *more]

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
                games: list[tuple[Game, Mapping[str, str]]] = []
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

    @cached_property
    def _read(self) -> dict[str, Index | None]:
        """What was kept, by sort, as far as somebody asked."""
        return {}

    @cached_property
    def _missing(self) -> set[str]:
        """Of which sorts there can be none."""
        return set()

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
