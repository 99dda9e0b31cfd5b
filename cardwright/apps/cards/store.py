"""List the cards of a game, by itself or with its expansions, and keep their index."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cardwright import Cache, Package, PackageError, nothing_collected
from cardwright.apps.cards.index import Index, from_bytes, to_bytes
from cardwright.apps.cards.query import Found, find

if TYPE_CHECKING:
    from cardwright.apps.cards.entries import Entry
    from dsl.model.game import Game

Tell = Callable[[str], None]


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
        kept = Cache.of_user() if self.cache else None
        if kept is None:
            return self._built()
        name = kept.name("cards", self.packages)
        data = kept.get(name)
        found = None if data is None else from_bytes(data)
        if found is None:
            found = self._built()
            kept.put(name, to_bytes(found))
        return found

    def _built(self) -> Index:
        from cardwright.apps.cards.indexing import build_index

        with self.waiting():
            cards = self.cards
            with nothing_collected():
                return build_index(cards)
