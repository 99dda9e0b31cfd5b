"""Define a view: everything that is drawn for one seat, in one language.

Cards, areas, players and places are named by **keys**: `~0` (the player of seat 0), `trick` and
`~0.hand` (areas), `~0.hand.2` (a card there), `rows.0.left` (an area of a card),
`@land-of-desires` (a thing of the board that lies in no area). Keys name what stands in this view
and tell nothing else: the same key may be another card in the next view. Seats and options count
from 0; all texts are in the view's language.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from cardwright.apps.screen.asked import Closed as Closed
from cardwright.apps.screen.asked import Offer as Offer
from cardwright.apps.screen.asked import Option as Option
from cardwright.apps.screen.asked import Pick as Pick
from cardwright.apps.screen.asked import Question as Question
from dsl import Record


class Amount(Record, kw_only=True):
    """So much of a member of an enum.

    Attributes:
        label: What people call the member.
        sign: Its symbol, or "".
        color: `#rrggbb`.
    """

    label: str
    count: int
    sign: str
    color: str


class Member(Record, kw_only=True):
    """One of the definitions that a value lists.

    Attributes:
        label: What people call it.
        group: What it belongs to, "" where nothing tells: `Haste` of `Move`.
        color: Of the member of an enum that it is of, `#rrggbb`, else "".
    """

    label: str
    group: str = ""
    color: str = ""


class Shown(Record, kw_only=True):
    """A value or a piece of state that the game wants to be seen.

    Attributes:
        name: Its name in the game's files.
        label: What people call it.
        text: What it is now; "" where the label says it all (`used`).
        value: The same as data: a number, a truth, or a text in the words of labels.
        color: Of a member of an enum, `#rrggbb`, else "".
        sign: Of a member of an enum, a letter or two, or its symbol; else "".
        seat: Of a player, else None.
        parts: Of amounts of members of an enum, one each.
        members: Of a list of definitions those, what belongs together side by side.
    """

    name: str
    label: str
    text: str
    value: int | bool | str | None = None
    color: str = ""
    sign: str = ""
    seat: int | None = None
    parts: tuple[Amount, ...] = ()
    members: tuple[Member, ...] = ()


class Face(Record, kw_only=True):
    """What is printed on a card, for those who do not draw it themselves.

    Attributes:
        kind: What its kind is called.
        color: `#rrggbb`.
        corner: What stands in its corner, such as its price or rank.
        figure: What tells a small card where its name has no room, such as its rank; "" where only
            the name does.
        is_index: Whether its corner alone tells it, as on playing cards.
        has_token: Whether symbols stand large on it and tell it together with its corner.
        line: Its values in words, each with its label.
        texts: Its text, a paragraph each; made from its rules where none is printed.
    """

    name: str
    kind: str
    color: str
    corner: str
    line: tuple[str, ...]
    texts: tuple[str, ...]
    figure: str = ""
    is_index: bool = False
    has_token: bool = False


class Card(Record, kw_only=True):
    """A card, a thing of the board, or a vacant place.

    Attributes:
        id: Its definition (see `View.faces`); None where the seat cannot tell which card it is, or
            the place is vacant.
        name: What it is called; "" where it cannot be told.
        is_vacant: Whether this is a place without a card.
        color: `#rrggbb` of its face, "" where it cannot be told.
        shown: What it shows of its state and values.
        owner: The seat that put it there out of a zone of its own, or None: whose card of a trick
            it is.
        areas: Its own areas.
        options: The options of the question that touch it, or that it can begin.
        answer: What it answers (see `Offer.answer`) where it can mean one thing alone, else "".
        can_change: Whether it has state, values or zones at all.
        track: What it is known by for as long as the seat can follow it, "" where it cannot.
    """

    key: str
    id: str | None
    name: str
    is_vacant: bool = False
    color: str = ""
    shown: tuple[Shown, ...] = ()
    owner: int | None = None
    areas: tuple[Area, ...] = ()
    options: tuple[int, ...] = ()
    answer: str = ""
    can_change: bool = True
    track: str = ""

    @property
    def is_helper(self) -> bool:
        """Whether it is there for the rules alone: it shows nothing, holds nothing, is not asked
        about, and has no name for people or nothing that could ever change."""
        is_in_use = self.shown or self.options or any(a.count or a.options for a in self.areas)
        return not is_in_use and (self.name == self.id or not self.can_change)


class Known(Record, kw_only=True):
    """So many cards of a definition lie in an area, in an order that the seat does not know."""

    id: str
    name: str
    count: int


class Area(Record, kw_only=True):
    """A zone.

    Attributes:
        name: Its name in the game's files.
        label: What people call it.
        form: `stack` (the first card is on top), `row` (an order), `slots` (fixed places), `set`.
        count: How many cards lie in it; None where the seat cannot tell.
        cards: In order; of a set in the game's order of cards. Fewer than `count` where many cannot
            be told: then `hidden` more lie there, below those listed where it is a stack.
        hidden: How many cards are not listed because they cannot be told.
        contents: What lies in it, where the seat knows that and not the order.
        answer: As of a card.
        is_on_board: Whether a board shows it.
        is_quiet: Whether nobody misses it where there is little room: it is empty, or the game
            keeps it off the screen (`show: false`) and nothing is asked about it.
        is_open: Whether all see the cards that come to lie there, so that they need room.
        back: The kind whose back the cards have, "" where that is not known.
    """

    key: str
    name: str
    label: str
    form: str
    count: int | None
    cards: tuple[Card, ...]
    hidden: int = 0
    contents: tuple[Known, ...] = ()
    shown: tuple[Shown, ...] = ()
    options: tuple[int, ...] = ()
    answer: str = ""
    is_on_board: bool = False
    is_quiet: bool = False
    is_open: bool = False
    back: str = ""


class Board(Record, kw_only=True):
    """How places lie, as the game's layout says.

    Attributes:
        form: `ring` (one row, clockwise from the upper left corner) or `rows` (from the top).
        rows: Keys of cards; None where the table is bare.
        inside: For a place the keys of the places drawn inside it.
        middle: Keys of areas of the table in the middle of a ring.
        shown: State of the table in the middle of a ring.
        owner: The seat whose board it is; None for one of the table.
        is_slanted: Whether places are hexagons: each row lies half a place further right than the
            one above.
        is_of_points: Whether places are points where lines cross.
    """

    id: str
    label: str
    form: str
    rows: tuple[tuple[str | None, ...], ...]
    inside: Mapping[str, tuple[str, ...]]
    middle: tuple[str, ...] = ()
    shown: tuple[Shown, ...] = ()
    owner: int | None = None
    is_slanted: bool = False
    is_of_points: bool = False


class Player(Record, kw_only=True):
    """A player; their areas are those of `View.areas` whose key begins with theirs.

    Attributes:
        is_you: Whether the view is this seat's.
        is_active: Whether it is this player's turn.
        is_asked: Whether the match waits for this player; of secret choices only one's own is told.
        is_start: Whether the start player.
        is_out: Whether eliminated.
        team: What the team is called, or "".
        options: The options of the question that touch the player.
        answer: As of a card.
    """

    key: str
    seat: int
    name: str
    is_you: bool
    is_active: bool
    is_asked: bool
    is_start: bool
    is_out: bool
    team: str = ""
    color: str = ""
    shown: tuple[Shown, ...] = ()
    options: tuple[int, ...] = ()
    answer: str = ""


class LogEntry(Record, kw_only=True):
    """Something that happened: who did what to what.

    Attributes:
        number: Its place among the entries of the seat's log, from 1.
        actor: The seat that did it, or None.
        text: Who did what to what.
        details: What came of it.
        weights: How much the text and then each of the details matters where there is little room:
            4 what an author has words for, 3 a move, 2 a move that came of something, 1 what begins
            a phase, 0 what tells no card.
        is_heading: Whether it begins a phase or a round.
    """

    number: int
    actor: int | None
    text: str
    details: tuple[str, ...] = ()
    weights: tuple[int, ...] = ()
    is_heading: bool = False


Entry: TypeAlias = tuple[tuple[object, ...], LogEntry]
"""An entry of the story behind the records that it tells of. With the very same records it is the
same: what a record tells is settled when it is written."""


class Move(Record, kw_only=True):
    """A card that went somewhere, or some that the seat cannot tell.

    Attributes:
        number: Its place among the moves that were told, from 1; of several cards the last one's.
        track: That of the card (see `Card.track`), "" where it cannot be followed.
        face: Its definition, None where the seat could not tell it.
        count: How many cards.
        origin: The key of the area that it left; None where it lay in none or that is not told.
        target: The key of the area where it came to lie, or None.
        by: The seat that did it, or None.
        cause: Counts what led to moves: those with the same number happened together.
    """

    number: int
    track: str
    face: str | None
    count: int
    origin: str | None
    target: str | None
    by: int | None
    cause: int


class Changes(Record, kw_only=True):
    """What is not as it was in the view before.

    Attributes:
        keys: Of areas, cards and players whose looks have changed, and of cards that are new.
        log: How many entries of the log were there before, as they are now.
    """

    keys: tuple[str, ...] = ()
    log: int = 0


class Score(Record, kw_only=True):
    """How one player stands at the end.

    Attributes:
        place: From 1; those who share it have the same.
        parts: What the game ranks by, first what counts first; in a game that does not rank, the
            numbers that the team or the player shows.
        terms: For each of them what it is made of, where it is a sum of several; of a sum over
            cards, `Shown.parts` are the cards that count.
    """

    seat: int
    name: str
    place: int
    has_won: bool
    parts: tuple[Shown, ...] = ()
    terms: tuple[tuple[Shown, ...], ...] = ()


class End(Record, kw_only=True):
    """How the match ended.

    Attributes:
        kind: `win`, `loss`, `draw` or `fault`.
        text: How it ended, in a sentence, with the numbers that decided it.
        reason: Of a draw or a fault why, else the condition that ended it, in words; "" where
            that cannot be said.
        scores: Best first.
        decisive: Keys of the cards and places that decided it: the line, the chain.
    """

    kind: str
    text: str
    reason: str
    scores: tuple[Score, ...]
    decisive: tuple[str, ...] = ()


class View(Record, kw_only=True):
    """All that one seat sees.

    Attributes:
        seat: Who looks; None for a watcher, who sees what everybody sees.
        headline: Round and phase in words, from the outside in.
        status: Whom the match waits for, in words; "" when it is over.
        shown: State and values of the table.
        areas: The table's areas, then each player's.
        things: What is there without lying in an area, such as the spaces of a board.
        boards: How areas and things lie.
        faces: What is printed on the cards of this view, by definition.
        question: What the seat is asked; None where it is not asked.
        closed: What of the phase's actions, and of the cards of the question, is not open.
        log: What has happened, all or the newest of it; `changes.log` says from where it is new.
        moves: Which cards went where since the last view, where the seat's cards are followed.
        swept: Shared areas that were cleared, as they were when they were full last: the trick.
        end: None while the match goes on.
    """

    game: str
    title: str
    language: str
    seat: int | None
    headline: tuple[str, ...]
    status: str
    players: tuple[Player, ...]
    shown: tuple[Shown, ...]
    areas: tuple[Area, ...]
    things: tuple[Card, ...]
    boards: tuple[Board, ...]
    faces: Mapping[str, Face]
    question: Question | None
    closed: tuple[Closed, ...]
    log: tuple[LogEntry, ...]
    changes: Changes
    end: End | None
    moves: tuple[Move, ...] = ()
    swept: tuple[Area, ...] = ()
