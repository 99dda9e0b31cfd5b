"""Draw boards: as places in rows and columns where there is room, else as lists of places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from rich.cells import cell_len

from cardwright.apps.face.console import paragraph, wrapped
from cardwright.apps.face.words import say
from cardwright.apps.screen.model import Area, Board, Card, View
from cardwright.apps.table.terminal import fitting
from cardwright.apps.table.terminal.cells import Cell, Grid, Parts, Picture, lines_of

_OF_TABLE, _OWN, _OF_OTHERS = 70, 75, 55
"""How important boards are: of the table, one's own, and those of the others."""
_BARE: Final = 10
"""How important boards are on which nothing is: they make room first."""
_BETWEEN: Final = "    "
_PARTS, _ONE_LINE, _LYING = range(3)
"""What stands in a cell: its title and its parts on lines, all in one, or in place of the title
what lies there."""

Ways = list[tuple[str, ...]]


class Boards(fitting.ViewWords):
    """Draws the boards of a view.

    Attributes:
        keys: Of all places on boards.
    """

    def __init__(self, view: View, width: int) -> None:
        super().__init__(view, width)
        self._cards: Mapping[str, Card] = {card.key: card for card in fitting.all_cards(view)}
        rows = [row for board in view.boards for row in (*board.rows, *board.inside.values())]
        self.keys = {key for row in rows for key in row if key is not None}

    def blocks(self, *, is_whole: bool) -> Iterator[fitting.Block]:
        """Yield the boards of the table, then one's own, then those of the others."""
        for (_, weight), found in groupby(
            sorted(self.view.boards, key=lambda each: self._weight(each) == _OF_OTHERS),
            key=lambda each: (each.id, self._weight(each)),
        ):
            boards = [*found]
            key = " ".join(
                ["board", boards[0].id, *(str(b.owner) for b in boards[:1] if weight != _OF_TABLE)]
            )
            if is_whole:
                pictures = [self._pictured(board) for board in boards]
                yield fitting.Block(key, weight, (tuple(_side_by_side(pictures, self.width)),))
            else:
                yield self._block(key, weight, boards)

    def _weight(self, board: Board) -> int:
        if board.owner is None:
            return _OF_TABLE
        return _OWN if board.owner == self.view.seat else _OF_OTHERS

    def _is_bare(self, board: Board) -> bool:
        """Return whether nothing is on a board, and the question is not about its places."""
        places = [key for row in board.rows for key in row if key is not None]
        return not self._middle(board, 0) and all(
            self._is_idle(key, self._place(board, key, 0)) for key in places
        )

    def _is_idle(self, key: str, parts: Sequence[str]) -> bool:
        """Return whether nothing is to be said of a place but its name."""
        return len(parts) == 1 and not self._cards[key].options

    def _pictured(self, board: Board) -> list[str]:
        """Return a board as a picture, each place a framed cell."""
        rows: list[list[Cell | None]] = []
        for row in board.rows:
            parts = [key and self._place(board, key, 0) for key in row]
            rows.append([Cell(each[0], tuple(each[1:])) if each else None for each in parts])
        middle = Cell("", tuple(self._middle(board, 0)))
        is_ring = board.form == "ring"
        picture = Picture(board.label, rows, is_ring, middle if middle.lines else None)
        return lines_of(picture, self.width)

    # --- lengths --------------------------------------------------------------------------------

    def _block(self, key: str, weight: int, boards: Sequence[Board]) -> fitting.Block:
        """Return boards at every length, each with fewer lines than the one before. What stands on
        places may be so much that a list takes less room: then they are lists."""
        grids, luxuries = self._as_grids(boards)
        is_bare = all(map(self._is_bare, boards))
        first = fitting.DENSE if is_bare and grids and weight != _OF_TABLE else 0
        lists = [self._listed(boards, length) for length in range(first, fitting.DENSE + 1)]
        if grids and not first and len(grids[luxuries]) > len(lists[0]):
            grids, luxuries = [], 0
        ways = [*_shorter([*grids, *lists])]
        close = tuple(self._close(boards))
        least = min(close, ways[-1], key=len)
        luxuries = min(luxuries, len(ways) - 1)
        return fitting.Block(key, _BARE if is_bare else weight, tuple(ways), least, luxuries)

    def _as_grids(self, boards: Sequence[Board]) -> tuple[Ways, int]:
        """Return boards as grids, as far as there is room, and how many of these say no more than
        another, but say it more clearly."""
        titles = [True, False] if all(board.owner is None for board in boards) else [True]
        clear = [self._grids(boards, _PARTS, 1, has_rules=True, has_title=True)]
        clear += [self._grids(boards, _PARTS, 1, has_rules=False, has_title=t) for t in titles]
        last = titles[-1]
        more = [self._grids(boards, _PARTS, 2, has_rules=False, has_title=last)]
        sorts = (_ONE_LINE,) if any((*clear, *more)) else (_ONE_LINE, _LYING)
        for sort in sorts:
            found = self._grids(boards, sort, 2, has_rules=False, has_title=last)
            lines = sum(len(board.rows) + (board.owner is not None) for board in boards)
            more += [found] if len(found) <= lines else []
        said = [*_shorter([way for way in clear if way])]
        return [*said, *(way for way in more if way)], max(0, len(said) - 1)

    def _grids(
        self, boards: Sequence[Board], sort: int, length: int, *, has_rules: bool, has_title: bool
    ) -> tuple[str, ...]:
        """Return boards as grids beside one another, nothing where there is no room."""
        drawn = []
        for board in boards:
            rows = tuple(
                tuple(self._cell(board, key, sort, length) for key in row) for row in board.rows
            )
            if max(map(len, rows), default=0) < 2:
                return ()
            is_ring, middle = board.form == "ring", tuple(self._middle(board, length))
            lines = Grid(rows, is_ring, middle).lines(self.width, has_rules=has_rules)
            if lines is None and middle:
                lines = Grid(rows, is_ring).lines(self.width, has_rules=has_rules)
                lines = lines and (*lines, *wrapped(middle, self.width))
            if lines is None:
                return ()
            drawn.append([*([board.label] if has_title else []), *lines])
        return tuple(_side_by_side(drawn, self.width))

    def _cell(self, board: Board, key: str | None, sort: int, length: int) -> Parts | None:
        """Return what stands in a cell; None where the table is bare."""
        if key is None:
            return None
        title, *more = self._place(board, key, length)
        if sort == _PARTS or not more:
            return (title, *more)
        is_named = sort == _ONE_LINE or self._cards[key].options
        return (f"{title}: {', '.join(more)}" if is_named else ", ".join(more),)

    def _listed(self, boards: Sequence[Board], length: int) -> tuple[str, ...]:
        """Return the places of boards one by one, or in one paragraph."""
        lines: list[str] = []
        empty: list[str] = []
        for board in boards:
            own, bare, flowing = self._places(board, length)
            head = [board.label] if board.owner is not None else []
            if head and not (own or bare or flowing or self._middle(board, length)):
                empty += head
                continue
            middle = self._middle(board, length)
            if length >= fitting.DENSE and middle:
                flowing.append(" · ".join(middle))
                middle = []
            if flowing and head:
                lines += paragraph(f"{head[0]}: {' | '.join(flowing)}", self.width)
            else:
                lines += [*head, *own]
                lines += paragraph(" | ".join(flowing), self.width) if flowing else []
            lines += wrapped(bare, self.width, ", ")
            lines += wrapped(middle, self.width)
        return (*lines, *self._empty(empty))

    def _empty(self, labels: Sequence[str]) -> list[str]:
        """Return that nothing is on boards, all of them in one line."""
        if not labels:
            return []
        text = say(self.view.language, "boards-empty", boards=", ".join(labels))
        return paragraph(text, self.width)

    def _places(self, board: Board, length: int) -> tuple[list[str], list[str], list[str]]:
        """Return the lines of places that have some, the names of those on which nothing is, and
        the texts of those that stand in one paragraph."""
        lines: list[str] = []
        bare: list[str] = []
        flowing: list[str] = []
        for key in (key for row in board.rows for key in row if key is not None):
            parts = self._place(board, key, length)
            is_idle = self._is_idle(key, parts)
            if length >= fitting.LENGTHS and is_idle:
                continue
            if length >= fitting.LENGTHS - 1:
                flowing.append(": ".join(filter(None, (parts[0], "; ".join(parts[1:])))))
            elif length and is_idle:
                bare += parts
            else:
                lines += wrapped(parts[1:], self.width, "; ", f"{parts[0]}: ")
        return lines, bare, flowing

    def _close(self, boards: Sequence[Board]) -> Iterator[str]:
        """Yield boards as closely as can be."""
        for board in boards:
            flowing = self._places(board, fitting.DENSE)[2]
            if middle := self._middle(board, fitting.DENSE):
                flowing.append(" · ".join(middle))
            head = f"{board.label}: " if board.owner is not None and flowing else ""
            close = head + " | ".join(flowing).replace("; ", ";")
            yield from paragraph(close, self.width) if close else ()

    # --- places ---------------------------------------------------------------------------------

    def _middle(self, board: Board, length: int) -> list[str]:
        """Return what stands in the middle of a board."""
        areas = (self.area(a, length) for a in self.view.areas if a.key in board.middle)
        return [*self.shown(board.shown), *areas]

    def _place(self, board: Board, key: str, length: int) -> list[str]:
        """Return what a place is called, then what it shows and what lies on it and inside it."""
        card = self._cards[key]
        parts = [card.name or (fitting.VACANT if card.is_vacant else fitting.UNSEEN)]
        if key[:1] != "@" and self._is_numbered(board):
            parts[0] = f"{int(key.rpartition('.')[2]) + 1}. {parts[0]}"
        parts += self.shown(card.shown, length - 1)
        parts += [self._on_place(area, length) for area in card.areas if not area.is_quiet]
        for inner in (self._cards[each] for each in board.inside.get(key, ())):
            areas = (area for area in inner.areas if not area.is_quiet)
            lying = [
                ", ".join(self.lying(area, length)) or fitting.times(fitting.UNSEEN, area.hidden)
                for area in areas
            ]
            state = self.shown(inner.shown, length)
            if lying or state or inner.options:
                parts.append(f"{inner.name} {', '.join([*state, *lying]) or fitting.VACANT}")
        return parts

    def _is_numbered(self, board: Board) -> bool:
        """Return whether places have numbers: where there are vacant ones, or names do not tell
        which is meant."""
        cards = [self._cards[key] for row in board.rows for key in row if key is not None]
        names = [card.name for card in cards]
        is_told = len({*names}) == len(names) or not any(card.options for card in cards)
        return board.form == "rows" and not (is_told and all(names))

    def _on_place(self, area: Area, length: int) -> str:
        cards = ", ".join(self.lying(area, length))
        if length > 1 and cards:
            return cards
        return f"{area.label} {cards or area.count}"


def _shorter(ways: Sequence[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """Yield lengths that have fewer lines than all before them, the first in any case."""
    least: int | None = None
    for way in ways:
        if least is None or len(way) < least:
            least = len(way)
            yield way


def _side_by_side(drawings: Sequence[Sequence[str]], width: int) -> list[str]:
    """Return drawings beside one another, as many as there is room for, the others below."""
    lines: list[str] = []
    row: list[Sequence[str]] = []
    used = 0
    for drawing in drawings:
        wide = max(map(cell_len, drawing), default=0)
        if row and used + len(_BETWEEN) + wide > width:
            lines += _joined(row)
            row, used = [], 0
        used += wide + (len(_BETWEEN) if row else 0)
        row.append(drawing)
    return [*lines, *_joined(row)]


def _joined(row: Sequence[Sequence[str]]) -> Iterator[str]:
    wide = [max(map(cell_len, drawing), default=0) for drawing in row]
    for at in range(max(map(len, row), default=0)):
        texts = [drawing[at] if at < len(drawing) else "" for drawing in row]
        padded = (
            text + " " * (room - cell_len(text)) for text, room in zip(texts, wide, strict=True)
        )
        yield _BETWEEN.join(padded).rstrip()
