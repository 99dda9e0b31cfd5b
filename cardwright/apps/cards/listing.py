"""Find cards from Python: the same queries as on the command line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from cardwright import Game, find_package
from cardwright.apps.cards.card import as_plain
from cardwright.apps.cards.query import cells
from cardwright.apps.cards.store import Cardbase

if TYPE_CHECKING:
    from cardwright.apps.cards.entries import Entry
    from cardwright.apps.cards.index import Index


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

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.found)

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
    found = answer.found
    return Cards(
        tuple(base.chosen(found.rows, answer.index)),
        tuple(base.chosen(found.depends, answer.index)),
        found.show or ("name",),
        answer.index,
        found.rows,
    )
