"""Read zones, cards and state out of an observation, and lay them out as the game says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import replace

from cardwright.apps.face.words import say
from cardwright.apps.screen.model import Area, Board, Card, Known, Shown
from cardwright.apps.screen.wording import Wording
from dsl.model.expressions import StateKey, ZoneKey
from dsl.model.look import SLANT, Layout
from dsl.model.nouns import StateField, Zone
from dsl.model.types import PLAYER as PLAYER_TYPE
from dsl.model.types import EnumType, Type, plain_type
from interpreter import SeatView

Data = Mapping[str, Any]
_FORMS: Final = {"stack": "stack", "row": "row", "none": "set"}
PLAYER: Final = "player"
NONE: Final[Mapping[str, str]] = MappingProxyType({})


CHANGING: Final = ("state", "values", "facts", "zones")
"""Parts of what is seen of a thing that are not the same in every position."""


class Reader:
    """Reads one observation.

    Attributes:
        options: For each key the options that touch it.
        owners: For cards of the table the seat that put them there.
        tracks: For cards that the seat can follow what they are known by.
        answers: For keys that can mean one thing alone the answer.
        seats: Of the players, by name.
        forgotten: Keys of cards that are known by memory alone and not shown.
    """

    def __init__(
        self,
        wording: Wording,
        options: Mapping[str, Sequence[int]],
        owners: Mapping[str, int],
        tracks: Mapping[str, str] = NONE,
        answers: Mapping[str, str] = NONE,
        names: Sequence[str] = (),
        forgotten: Collection[str] = (),
    ) -> None:
        self.wording, self.model = wording, wording.model
        self.options, self.owners = options, owners
        self.tracks, self.answers = tracks, answers
        self.seats = {name: seat for seat, name in enumerate(names)}
        self.forgotten = forgotten
        self.used: set[str] = set()
        """The cards that are seen, by definition."""

    # --- zones ----------------------------------------------------------------------------------

    def areas(self, zones: Data, home: str, owner: str | Sequence[str] | None) -> tuple[Area, ...]:
        """Return the zones of the table (home ""), a player or a card.

        Args:
            owner: None, `player`, or the kinds of the card.
        """
        before = f"{home}." if home else ""
        return tuple(self._area(f"{before}{name}", name, owner, zone)
                     for name, zone in zones.items())  # fmt: skip

    def _area(self, key: str, name: str, owner: str | Sequence[str] | None, zone: Data) -> Area:
        found = self._zone(name, owner)
        cards = [self.card(f"{key}.{at}", data, name) for at, data in enumerate(zone["cards"])]
        form = _FORMS[zone["order"]]
        form = "slots" if found is not None and found.slots is not None else form
        listed = cards if form in ("slots", "row") else self._worth_listing(cards)
        hidden = len(cards) - len(listed)
        if form == "set":
            listed = sorted(listed, key=self._place)
        return Area(
            key=key,
            name=name,
            label=self.wording.names.text(found.text if found else {}, name),
            form=form,
            count=zone["count"],
            cards=tuple(listed),
            hidden=hidden,
            contents=tuple(self._contents(zone.get("contents") or ())),
            shown=self.values(zone.get("values") or {}),
            options=tuple(self.options.get(key, ())),
            answer=self.answers.get(key, ""),
            is_quiet=self._is_quiet(zone, found, cards),
            is_open=found is not None
            and found.is_shown
            and any(audience.cards == "everyone" for _, audience in found.audiences),
            back="" if found is None else self.wording.back(found.of),
        )

    @staticmethod
    def _is_quiet(zone: Data, found: Zone | None, cards: Sequence[Card]) -> bool:
        """Return whether a zone is empty, or kept off the screen and not asked about."""
        if found is not None and not found.is_shown:
            return not any(card.options for card in cards)
        return not zone["count"] and not zone["cards"] and zone["count"] is not None

    def _zone(self, name: str, owner: str | Sequence[str] | None) -> Zone | None:
        """Return the zone of a name and its owner's kind; of a card that cannot be told any."""
        owners = (owner,) if owner is None or isinstance(owner, str) else owner
        zones = self.model.zones.items()
        found = [zone for key, zone in zones if key.name == name and key.owner in owners]
        return next(iter(found), None)

    @staticmethod
    def _worth_listing(cards: Sequence[Card]) -> Sequence[Card]:
        """Return cards without those at the end of which nothing is to be said."""
        last = 0
        for at, card in enumerate(cards, start=1):
            if card.id is not None or card.shown or card.areas or card.options:
                last = at
        return cards[:last]

    def _place(self, card: Card) -> tuple[Any, ...]:
        """Return what cards of a set are sorted by; those that cannot be told come last."""
        return (1,) if card.id is None else (0, self.wording.order(card.id))

    def _contents(self, ids: Sequence[str]) -> Iterator[Known]:
        for id_, count in sorted(Counter(ids).items(), key=lambda it: self.wording.order(it[0])):
            self.used.add(id_)
            yield Known(id=id_, name=self.wording.card(id_), count=count)

    # --- cards ----------------------------------------------------------------------------------

    def card(self, key: str, data: Data | None, zone: str = "") -> Card:
        """Return a card, or a vacant place."""
        options = tuple(self.options.get(key, ()))
        if data is None:
            return Card(
                key=key,
                id=None,
                name="",
                is_vacant=True,
                options=options,
                answer=self.answers.get(key, ""),
            )
        if key in self.forgotten:
            data = {**data, "card": None, "state": {}, "values": {}, "facts": {}}
        id_ = data["card"]
        kinds = self._kinds(id_)
        if id_ is not None:
            self.used.add(id_)
        return Card(
            key=key,
            id=id_,
            name=self.wording.card(id_),
            color="" if id_ is None else self.wording.face(id_).color,
            shown=(
                *self._card_state(data.get("state") or {}, kinds, zone, is_known=id_ is not None),
                *self.values(data.get("values") or {}),
                *self.facts(data.get("facts") or {}),
            ),
            owner=self.owners.get(key),
            areas=self.areas(data.get("zones") or {}, key, kinds),
            options=options,
            answer=self.answers.get(key, ""),
            can_change=any(data.get(part) for part in CHANGING),
            track=self.tracks.get(key, ""),
        )

    def _kinds(self, id_: str | None) -> tuple[str, ...]:
        """Return the kinds that a card may be of, nearest first."""
        if id_ is None:
            return tuple(self.model.kinds)
        return self.wording.kinds[self.wording.definition(id_).kind]

    # --- state ----------------------------------------------------------------------------------

    def state(self, state: Data, owner: str | None) -> tuple[Shown, ...]:
        """Return the state of the table (None) or a player: what has a text and holds something."""
        found = ((self.model.state.get(StateKey(owner, name)), v) for name, v in state.items())
        return tuple(self._shown(field, value) for field, value in found
                     if field is not None and _is_said(field, value))  # fmt: skip

    def values(self, values: Data) -> tuple[Shown, ...]:
        """Return values that the game shows, but for none and false."""
        return tuple(
            self._of_player(
                self.wording.shown_value(self.model.values[name][0], value),
                self.model.values[name][0].result,
            )
            for name, value in values.items()
            if value is not None and value is not False
        )

    def facts(self, facts: Data) -> Iterator[Shown]:
        """Yield the hidden cards that the seat knows."""
        for what, value in facts.items():
            is_truth = isinstance(value, bool)
            told = say(self.wording.lang, "told-yes" if value else "told-no")
            text = told if is_truth else "–" if value is None else str(value)
            yield Shown(name=what, label=f"{what}:", text=text, value=value)

    def _card_state(
        self, state: Data, kinds: Sequence[str], zone: str, *, is_known: bool
    ) -> tuple[Shown, ...]:
        """Return the state of a card. What a member says from the beginning is left out, so are
        numbers that are 0, and where its rules do not work, such as in a hand, all that are as at
        the beginning."""
        active = self.model.kinds[kinds[0]].active_in
        is_resting = bool(zone and active) and zone not in {key.name for key in active}
        found = []
        for name, value in state.items():
            keys = (StateKey(kind, name) for kind in kinds)
            field = next((self.model.state[k] for k in keys if k in self.model.state), None)
            if field is None or not _is_said(field, value):
                continue
            is_number = is_known and type(value) is int and value == field.default
            is_usual = is_number and (is_resting or value == 0)
            if not is_usual and not self._is_first_member(field, value):
                found.append(self._shown(field, value))
        return tuple(found)

    def _is_first_member(self, field: StateField, value: Any) -> bool:
        """Return whether state is the member that it was at the beginning."""
        of = plain_type(field.type)
        members = self.model.enums[of.name].members if isinstance(of, EnumType) else ()
        return type(field.default) is int and value in members[field.default :][:1]

    def _shown(self, field: StateField, value: Any) -> Shown:
        shown = self.wording.shown(field.key.name, field.text, value, field.type)
        return self._of_player(shown, field.type)

    def _of_player(self, shown: Shown, type_: Type) -> Shown:
        """Return the same, with the seat where it is a player."""
        if plain_type(type_) != PLAYER_TYPE:
            return shown
        return replace(shown, seat=self.seats.get(str(shown.value)))


def _is_said(field: StateField, value: Any) -> bool:
    """Return whether a field has words and says something: not false, none or empty."""
    is_empty = value is None or value is False or value in ({}, [])
    return field.is_shown and bool(field.text) and not is_empty


def boards(
    wording: Wording,
    areas: Sequence[Area],
    things: Sequence[Card],
    shown: Sequence[Shown],
    names: Sequence[str],
) -> tuple[Board, ...]:
    """Return the boards of a game, of places that the seat sees.

    Args:
        shown: What is shown of the table.
        names: Of the players.
    """
    table = [area for area in areas if not area.key.startswith("~")]
    keys = {}
    stack = [*things, *(card for area in table for card in area.cards)]
    while stack:  # those on cards too
        card = stack.pop()
        if card.id is not None:
            keys[card.id] = card.key
        stack += [inner for area in card.areas for inner in area.cards]
    zones = {area.key: area for area in areas}
    found: list[Board | None] = []
    for layout in wording.model.layouts:
        if layout.zone is not None and layout.zone.owner is not None:
            each = (_of_player(wording, layout, zones, *player) for player in enumerate(names))
            found += each if layout.is_drawn else ()
        elif layout.is_drawn:
            found.append(_board(wording, layout, keys, zones, shown))
    return tuple(board for board in found if board is not None)


def _of_player(
    wording: Wording, layout: Layout, zones: Mapping[str, Area], seat: int, name: str
) -> Board | None:
    """Return the board of one player; None where the seat sees no place on it."""
    assert layout.zone is not None
    area = zones.get(f"{SeatView.player_key(seat)}.{layout.zone.name}")
    if area is None or not area.cards:
        return None
    label = wording.text(layout.text) or area.label
    return Board(
        id=layout.id,
        label=say(wording.lang, "board-of", name=name, board=label),
        form=layout.form,
        rows=_rows_of(layout, area),
        inside={},
        owner=seat,
        is_slanted=layout.beside == SLANT,
    )


def _rows_of(layout: Layout, area: Area) -> tuple[tuple[str | None, ...], ...]:
    """Return the places of a zone in rows."""
    cells = [card.key for card in area.cards]
    width = layout.columns or len(cells)
    return tuple(tuple(cells[at : at + width]) for at in range(0, len(cells), width))


def _board(
    wording: Wording,
    layout: Layout,
    keys: Mapping[str, str],
    zones: Mapping[str, Area],
    shown: Sequence[Shown],
) -> Board | None:
    """Return a board of the table; None where it is of a zone in which the seat sees no place."""
    from cardwright.apps.press.faces.looks import is_of_points  # not before something is shown

    label = wording.text(layout.text)
    if layout.zone is not None:
        area = zones.get(layout.zone.name)
        if area is None or not area.cards:
            return None
        rows, label = _rows_of(layout, area), label or area.label
    else:
        rows = tuple(tuple(keys.get(place or "") for place in row) for row in layout.rows)
    inside = {
        keys[place]: tuple(keys[each] for each in inner if each in keys)
        for place, inner in layout.inside.items()
        if place in keys
    }
    middle = [key.name for key in layout.middle if isinstance(key, ZoneKey) and key.name in zones]
    names = {key.name for key in layout.middle if not isinstance(key, ZoneKey)}
    return Board(
        id=layout.id,
        label=label or wording.names.text({}, layout.id),
        form=layout.form,
        rows=rows,
        inside=inside,
        middle=tuple(middle),
        shown=tuple(each for each in shown if each.name in names),
        is_slanted=layout.beside == SLANT,
        is_of_points=is_of_points(layout, wording.model),
    )


def on_boards(boards: Sequence[Board]) -> set[str]:
    """Return the keys of the areas that boards show."""
    cells = (key for board in boards for row in board.rows for key in row if key is not None)
    return {key.rpartition(".")[0] for key in cells} | {k for board in boards for k in board.middle}
