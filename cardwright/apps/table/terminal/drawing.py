"""Draw a view in so many lines: what matters in full, the rest as briefly as there is room for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from cardwright.apps.face.console import COLUMN_GAP, INDENT, cut, in_columns, paragraph, wrapped
from cardwright.apps.face.words import say
from cardwright.apps.screen.model import Area, Card, Option, Player, Question, Shown, View
from cardwright.apps.table.terminal import fitting
from cardwright.apps.table.terminal.boards import Boards
from dsl import Language


def choices(view: View, cards: Mapping[str, Card]) -> list[tuple[Option, int]]:
    """Return options with how many are the same: cards that lie in one area in the order in which
    they lie there."""
    asked = view.question
    if asked is None:
        return []
    ranks = {c.key: at for area in view.areas for at, c in enumerate(area.cards)}
    touched = [option.touches[0] for option in asked.options if len(option.touches) == 1]
    homes = {key.rpartition(".")[0] for key in touched}
    found = [*_grouped(asked.options, cards)]
    if len(homes) == 1 and all(key in ranks for key in touched):
        last = len(ranks)
        found.sort(key=lambda it: ranks[it[0].touches[0]] if it[0].touches else last)
    return found


def _grouped(options: Sequence[Option], cards: Mapping[str, Card]) -> Iterator[tuple[Option, int]]:
    """Yield options with how many are the same: cards that look alike in an area without order."""
    groups: dict[object, list[Option]] = {}
    for option in options:
        groups.setdefault(_sameness(option, cards) or option.index, []).append(option)
    for group in groups.values():
        first = group[0]
        if len(group) > 1:
            text, name = first.text, cards[first.touches[0]].name
            at = text.find(" (", text.find(name) + len(name))
            first = replace(first, text=text[:at] if at > 0 else text)
        yield first, len(group)


def _sameness(option: Option, cards: Mapping[str, Card]) -> object:
    """Return what options that are the same have in common; None for an option of its own."""
    if len(option.touches) != 1 or option.touches[0] not in cards:
        return None
    card = cards[option.touches[0]]
    home, _, _ = card.key.rpartition(".")
    if not card.name or not home or not option.text.startswith(card.name):
        return None
    return home, replace(card, key="", options=()), option.label.partition("#")[0], option.does


TURN: Final = "▶ "
_ASKED: Final = 72
"""How important things are that the question is about."""


class Drawing(fitting.ViewWords):
    """Draws the views of one seat.

    Attributes:
        width, height: Columns and lines of the terminal.
    """

    def __init__(self, view: View, width: int, height: int) -> None:
        super().__init__(view, width)
        self.height, self.lang = height, view.language
        self._boards = Boards(view, width)

    # --- the whole ------------------------------------------------------------------------------

    def screen(self, beside: int = 2) -> list[fitting.Block]:
        """Return blocks, each at the length at which all of them fit, the question included.

        Args:
            beside: Lines for what else stands on the screen: the keys and the answer.
        """
        asked = self.question(self.height // 2)
        blocks = [*self.blocks(), *asked]
        return fitting.fitted(blocks, self.height - beside)

    def whole(self) -> list[str]:
        """Return the whole table at its fullest."""
        return [line for block in self.blocks(is_whole=True) for line in block.lengths[0]]

    def blocks(self, *, is_whole: bool = False) -> Iterator[fitting.Block]:
        """Yield the blocks of the table: head, boards, areas, things, players."""
        things = [*self._things(is_whole=is_whole)]
        last = [line.strip() for block in things for line in block.lengths[-1]]
        yield fitting.Block("head", 100, (tuple(self.head()),), tuple(self.head(" ".join(last))))
        if shown := self.shown(self._unboarded(self.view.shown)):
            yield fitting.Block("shown", 90, (tuple(wrapped(shown, self.width)),))
        yield from self._boards.blocks(is_whole=is_whole)
        yield from self._table_areas(is_whole=is_whole)
        yield from things
        yield from self._players(is_whole=is_whole)

    def cards(self) -> Iterator[Card]:
        """Yield every card of the view."""
        yield from fitting.all_cards(self.view)

    def head(self, more: str = "") -> list[str]:
        """Return round and phase, whom the match waits for, and what else is said there."""
        return wrapped(filter(None, [*self.view.headline, self.view.status, more]), self.width)

    def _unboarded(self, shown: Sequence[Shown]) -> list[Shown]:
        on_board = {each.name for board in self.view.boards for each in board.shown}
        return [each for each in shown if each.name not in on_board]

    # --- areas, things, players -----------------------------------------------------------------

    def _table_areas(self, *, is_whole: bool) -> Iterator[fitting.Block]:
        """Yield rows and what the question touches one by one, all other piles together."""
        areas = [a for a in self.view.areas if not a.key.startswith("~") and not a.is_on_board]
        areas = [a for a in areas if is_whole or not a.is_quiet or a.options]
        piles = [a for a in areas if not _is_touched(a) and a.form != "row"]
        for area in areas:
            if area not in piles:
                ways = (tuple(self._area_lines(area, length)) for length in (0, 1))
                yield fitting.Block(area.key, 60, tuple(dict.fromkeys(ways)))
        full = [tuple(line for area in piles for line in self._area_lines(area, n)) for n in (0, 1)]
        brief = tuple(wrapped([self.area(area, 2) for area in piles], self.width))
        yield fitting.Block("piles", 20, tuple(dict.fromkeys((*full, brief, ()))))

    def _area_lines(self, area: Area, length: int) -> list[str]:
        """Return an area with its cards on lines of its own."""
        head, cards = self.area(area, 2), self.lying(area, length)
        return (
            wrapped(cards, self.width, ", ", f"{head}: ") if cards else wrapped([head], self.width)
        )

    def _things(self, *, is_whole: bool) -> Iterator[fitting.Block]:
        """Yield what lies in no area and on no board, if it shows anything: first what the question
        is about, with what lies on it, which weighs more than boards of others."""
        cards = [card for card in self.view.things if card.key not in self._boards.keys]
        said = {card.key: self._thing_areas(card, is_whole=is_whole) for card in cards}
        cards = [
            card for card in cards if card.shown or any(map(_is_worth_telling, said[card.key]))
        ]
        asked = [card for card in cards if self._is_asked(card)]
        others = [card for card in cards if card not in asked]
        for key, weight, found in (("asked", _ASKED, asked), ("things", 30, others)):
            ways = []
            for length in range(fitting.LENGTHS + 1):
                texts = [self._thing(card, said[card.key], length) for card in found]
                ways.append(tuple(self._together(texts, is_flowing=length >= fitting.CUT)))
            if found:
                yield fitting.Block(key, weight, tuple(dict.fromkeys(ways)), squeezed=())

    def _is_asked(self, card: Card) -> bool:
        """Return whether the question is about a thing: it is an answer or was chosen for it."""
        asked = self.view.question
        return bool(card.options) or (asked is not None and card.key in asked.chosen)

    def _thing(self, card: Card, areas: Sequence[Area], length: int) -> tuple[str, list[str]]:
        """Return a thing with what it shows and what lies on it, which is told one by one as long
        as the question is about the thing."""
        if self._is_asked(card):
            at = min(length, 1)
        else:
            areas = [a for a in areas if length < fitting.LENGTHS - 1 or _is_touched(a)]
            at = length
        shown = self.shown(card.shown, length - 1)
        return f"{card.name}: ", [*shown, *(self.area(area, at) for area in areas)]

    @staticmethod
    def _thing_areas(card: Card, *, is_whole: bool) -> list[Area]:
        return [area for area in card.areas if not area.is_quiet or is_whole]

    def _together(
        self, texts: Sequence[tuple[str, list[str]]], *, is_flowing: bool, between: str = " · "
    ) -> list[str]:
        """Return heads with their parts: each on a line of its own, or all in one paragraph."""
        if not is_flowing:
            return [line for head, parts in texts for line in wrapped(parts, self.width, head=head)]
        flowing = " | ".join(f"{head.lstrip()}{between.join(parts)}" for head, parts in texts)
        first = texts[0][0] if texts else ""
        indent = first[: len(first) - len(first.lstrip())]
        return paragraph(flowing, self.width, indent) if flowing else []

    def _players(self, *, is_whole: bool) -> Iterator[fitting.Block]:
        """Yield the lines of the players: one's own, and those of the others, in their order."""
        own = [player for player in self.view.players if player.is_you]
        others = [player for player in self.view.players if not player.is_you]
        all_ = [
            self._player(player, fitting.LENGTHS, is_whole=is_whole) for player in (*others, *own)
        ]
        close = tuple(self._together(all_, is_flowing=True, between="·"))
        for key, weight, players in (("others", 40, others), ("you", 80, own)):
            ways = []
            for length in range(fitting.LENGTHS + 1):
                texts = [self._player(player, length, is_whole=is_whole) for player in players]
                ways.append(tuple(self._together(texts, is_flowing=length == fitting.LENGTHS)))
            is_last = key == "you"
            yield fitting.Block(key, weight, tuple(dict.fromkeys(ways)), close if is_last else ())

    def _player(self, player: Player, length: int, *, is_whole: bool) -> tuple[str, list[str]]:
        """Return what a player is called, and what belongs to them; one's own hand in full."""
        mark = TURN if player.is_active else INDENT
        team = f" ({player.team})" if player.team else ""
        start = f" {say(self.lang, 'start-mark')}" if player.is_start else ""
        areas = [a for a in self.view.areas if a.key.startswith(f"{player.key}.")]
        areas = [a for a in areas if not a.is_on_board]
        areas = [a for a in areas if is_whole or not a.is_quiet or a.options]
        if length >= fitting.LENGTHS - 1 and not player.is_you:
            areas = [area for area in areas if _is_touched(area)]
        shown = self.shown(player.shown, max(0, length - 1))
        if length >= fitting.LENGTHS - 1:
            shown = [each for each in shown if not each.endswith(" …")]
        own = [self._own_area(area, player, length) for area in areas]
        return f"{mark}{player.name}{team}{start}: ", [*shown, *own]

    def _own_area(self, area: Area, player: Player, length: int) -> str:
        """Return an area of a player: in full as long as the question touches it, or it is one's
        own and others do not see it."""
        is_needed = _is_touched(area) or (player.is_you and area.form == "set")
        return self.area(area, min(length, 1) if is_needed else length)

    # --- the question ---------------------------------------------------------------------------

    def question(self, most: int) -> list[fitting.Block]:
        """Return the question and its options, in at most so many lines if there is room."""
        asked = self.view.question
        if asked is None:
            return []
        name = next((p.name for p in self.view.players if p.is_you), "")
        text = asked.text
        if asked.within:
            text = say(self.lang, "asked-within", within=asked.within, text=text)
        if asked.picks:
            picks = Language(self.lang).listed([pick.text for pick in asked.picks], ", ")
            text = say(self.lang, "asked-so-far", text=text, picks=picks)
        is_named = bool(name) and text.startswith((f"{name} ", f"{name}は", f"{name}が"))
        head = wrapped([text if is_named else f"{name}: {text}"], self.width)
        full = [*self.options(asked, is_full=True)]
        brief = [*self.options(asked, is_full=False)]
        ways = [tuple(cut(cell, self.width) for cell in full)]
        ways += [tuple(in_columns(brief, self.width, lines)) for lines in (len(brief), most, 1)]
        ways += [tuple(wrapped(map(str.strip, brief), self.width, "   ")), self._cut(brief, 2)]
        return [
            fitting.Block("question", 100, (tuple(head),)),
            fitting.Block(
                "purpose",
                20,
                (tuple(paragraph(asked.purpose, self.width) if asked.purpose else ()), ()),
            ),
            fitting.Block("options", 50, tuple(dict.fromkeys(ways)), self._cut(brief, 3)),
        ]

    def _cut(self, cells: Sequence[str], columns: int) -> tuple[str, ...]:
        """Return cells in so many columns, those that are too long cut."""
        each = self.width // columns - COLUMN_GAP
        return tuple(in_columns([cut(cell, each) for cell in cells], self.width, 1))

    def choices(self) -> list[tuple[Option, int]]:
        """Return the options as they are numbered, each with how many are the same."""
        return choices(self.view, {card.key: card for card in self.cards()})

    def options(self, asked: Question, *, is_full: bool) -> Iterator[str]:
        """Yield the options with their numbers; those that are all the same are one."""
        cards = {card.key: card for card in fitting.all_cards(self.view)}
        choices = self.choices()
        last = len(str(len(choices)))
        printed = [self._printed(option, cards) for option, _ in choices]
        common = {*printed[0]}.intersection(*printed[1:]) if len(printed) > 1 else set()
        for at, (option, number) in enumerate(choices, start=1):
            text = fitting.times(self._placed(option, cards), number)
            price = f" [{option.price}]" if option.price else ""
            said = f"{at:>{last + 1}}  {text}{price}"
            lines = [each for each in printed[at - 1] if each not in common] if is_full else []
            yield f"{said} — {' · '.join(lines)}" if lines else said

    def _placed(self, option: Option, cards: Mapping[str, Card]) -> str:
        """Return an option; of a card that lies on another with the place where it lies."""
        key = option.touches[0] if len(option.touches) == 1 else ""
        home, _, _ = key.rpartition(".")
        owner, _, name = home.rpartition(".")
        if key not in cards or owner not in cards:
            return option.text
        if option.text.partition(" (")[0] != cards[key].name:
            return option.text
        area = next(area for area in cards[owner].areas if area.name == name)
        at = owner.rpartition(".")[2]
        on = f"{int(at) + 1}. {cards[owner].name}" if at.isdecimal() else cards[owner].name
        where = on if len(cards[owner].areas) == 1 else f"{on}, {area.label}"
        return f"{cards[key].name} ({where})"

    def _printed(self, option: Option, cards: Mapping[str, Card]) -> tuple[str, ...]:
        """Return what an option does, else what is printed on the card that it is: first what the
        card does, then its values."""
        touched = [cards[key].id for key in option.touches if key in cards]
        ids = [id_ for id_ in touched if id_ is not None]
        if option.does or len(ids) != 1:
            return option.does[:1]
        face = self.view.faces[ids[0]]
        said = f"{option.text} {option.price}"
        line = tuple(each for each in face.line if each not in said)
        if all(_says(face.name, each) for each in face.line):
            line = ()  # a name made of all its values
        texts = [*filter(None, (" ".join(text.split()) for text in face.texts))]
        return line if any(text in said for text in texts) else (*texts, *line)


def _says(name: str, line: str) -> bool:
    """Return whether a name says the value of a line: `oak 3`, of kind oak or of number 3, but not
    `a3`, the name of a place. In Japanese, where words stand without blanks, it does wherever the
    value stands in it."""
    value = line.rpartition(" ")[2]
    words = re.findall(r"(?<![A-Za-z])\d+|[^\W\d]+", name)
    return value in words or (not value.isascii() and value in name)


def _is_worth_telling(area: Area) -> bool:
    """Return whether an area of a thing is reason to name the thing: something is there or may be,
    or the question is about it."""
    return not area.is_quiet or bool(area.options)


def _is_touched(area: Area) -> bool:
    """Return whether the question touches an area or what lies in it."""
    return bool(area.options) or any(
        card.options or any(map(_is_touched, card.areas)) for card in area.cards
    )
