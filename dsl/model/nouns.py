"""Define the things of a checked game and their places: enums, kinds, zones, state, cards."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, TypeAlias

from msgspec import field

from dsl.model.expressions import Constant, Expression, StateKey, ZoneKey
from dsl.model.steps import Formula, SlotInfo
from dsl.model.traits import FACES
from dsl.model.types import DefinitionType, ListOf, Type, is_effect
from dsl.records import Record, Span

Text: TypeAlias = Mapping[str, str]
"""What people read, by language tag; a lone string stands under the game's default language."""

PLAYER_COUNT: Final = "player-count"
"""The option that is the number of players."""
_MEMBER: Final = re.compile(r"[\w-]+")


class Option(Record, kw_only=True):
    """A setting, known before a match is compiled.

    Attributes:
        type: int, bool, an enum or a maybe or list of those or of definitions.
        low, high: Bounds of an int; None for none.
        default: Run-time form.
        choices: All legal values in order, run-time form; empty where there are too many to list.
        condition: What must hold of it, over all options; None for nothing.
        said: The condition in its author's words.
        format: Of a deck the format that it keeps to, or None.
        sideboard_of: The option whose sideboard it is, or None.
    """

    id: str
    type: Type
    default: object
    low: int | None
    high: int | None
    choices: tuple[object, ...]
    text: Text
    span: Span
    condition: Expression | None = None
    said: str = ""
    format: str | None = None
    sideboard_of: str | None = None

    def allows(self, value: object) -> bool:
        """Return whether a value of its type, in run-time form, lies in its bounds."""
        if isinstance(value, int):
            is_low = self.low is not None and value < self.low
            if is_low or (self.high is not None and value > self.high):
                return False
        return not self.choices or value in self.choices


class Enum(Record, kw_only=True):
    """A closed list of names. `texts` has one entry a member; `text` is what one is called.

    Attributes:
        places: Where each member stands; empty where all stand behind the enum's name.
        wild: The numbers of the members that pay in the place of any other.
    """

    name: str
    members: tuple[str, ...]
    texts: tuple[Text, ...]
    span: Span
    text: Text = field(default_factory=dict)
    places: tuple[Span, ...] = ()
    wild: tuple[int, ...] = ()

    def member_spans(self) -> dict[str, Span]:
        """Return where each member stands first after the enum's name, unless it is known."""
        if self.places:
            return dict(zip(self.members, self.places, strict=True))
        wanted, span = set(self.members), self.span
        found = dict.fromkeys(self.members, span)
        for match in _MEMBER.finditer(span.source.text, span.end):
            if match[0] in wanted:
                wanted.discard(match[0])
                found[match[0]] = Span(span.source, match.start(), match.end())
            if not wanted:
                break
        return found


class Attribute(Record, kw_only=True):
    """What a definition of a kind says. `default` is None where every card must say it.

    Attributes:
        text: What people call it.
        slots: What is given to it: to an effect, a cost, or a value with parameters. What cards
            say for the last is not in `Definition.attributes` but a value `CARD.NAME`.
    """

    name: str
    type: Type
    default: Formula | None
    span: Span
    text: Text = field(default_factory=dict)
    slots: tuple[SlotInfo, ...] = ()

    @property
    def is_value(self) -> bool:
        """Whether it is a value with parameters."""
        return bool(self.slots) and not is_effect(self.type)

    @property
    def lists_faces(self) -> bool:
        """Whether it is what the checker declares for the faces of cards."""
        of = self.type.of if isinstance(self.type, ListOf) else None
        return self.name == FACES and isinstance(of, DefinitionType)


class StateField(Record, kw_only=True):
    """State of the game, a player or an entity.

    Attributes:
        key: Owner and name.
        default: Run-time form of the default; None stands for none, or for no default where
            `is_set_up`.
        is_set_up: Declared without default: set-up assigns it before it is read.
        until: The scope after which it returns to the default: `turn round action`, or the id of a
            phase, event or action; None for never.
        keep: Not reset when the entity leaves its active zones.
        seen_by: None: as visible as its entity; else `everyone owner nobody`.
        text: What people call it.
        is_shown: Whether people see it, if it has a text; rules may read it all the same.
        looks_at: The value of which it keeps what it was, one at each look at a position, the
            first behind set-up; empty for other state.
    """

    key: StateKey
    type: Type
    default: object
    is_set_up: bool
    until: str | None
    keep: bool
    seen_by: str | None
    span: Span
    text: Text = field(default_factory=dict)
    is_shown: bool = True
    looks_at: str = ""


class Kind(Record, kw_only=True):
    """A kind of entity.

    Attributes:
        extends: Its base kind, or None.
        attributes, state: Its own, without the inherited ones.
        active_in: The zones in which the rules of its cards work (inherited ones included); empty:
            always if unique, else never.
        is_unique: One entity a definition, there from the beginning, named by its id.
        start: The zone in which copies begin, or None.
        copies: Default number of copies a definition; where there may be any, how many a box of
            them holds.
        is_unlimited: Whether there may be any number of them.
        waits: The attribute that holds the effect of those cards that are effects that wait; empty
            where none of its cards are.
        zones_follow: Whether it may move while its own zones hold cards.
        players: Who is meant by `owner` for its zones, or None.
        controller: Who controls its cards' rules, or None for holder, else owner. Both read the
            entity as local 0.
        given: What it says that examples of its cards begin with, or None.
    """

    name: str
    extends: str | None
    attributes: tuple[Attribute, ...]
    state: tuple[StateField, ...]
    active_in: tuple[ZoneKey, ...]
    is_unique: bool
    start: ZoneKey | None
    copies: int
    is_unlimited: bool = False
    waits: str = ""
    zones_follow: bool
    players: Formula | None
    controller: Formula | None
    text: Text
    span: Span
    given: Span | None = None


class Audience(Record, kw_only=True):
    """Who may see what of a zone: each of `everyone owner others nobody`.

    Attributes:
        cards: Which card stands where.
        top: The top card (at least as wide as `cards`).
        contents: Which cards there are, without order.
        count: How many.
    """

    cards: str
    top: str
    contents: str
    count: str


class Zone(Record, kw_only=True):
    """A family of places.

    Attributes:
        of: The kind it holds.
        order: `stack` (the top is the first of the list), `row`, or `none` (order means nothing).
        slots: Fixed number of places that may stand vacant, or None.
        max: Most cards it takes, or None.
        audiences: The first whose condition over options holds (None: always) counts.
        only_if: Over options; where it does not hold the zone stays empty. None for always.
        is_shown: Whether people see it where there is more to see; whoever asks for all of the
            table sees it all the same.
        is_remembered: Whether cards that a player knows there, without seeing them, are shown to
            that player for longer than until the next action.
        is_later: Whether delayed effects wait there.
    """

    key: ZoneKey
    of: str
    order: str
    slots: Expression | None
    max: Expression | None
    audiences: tuple[tuple[Expression | None, Audience], ...]
    text: Text
    span: Span
    only_if: Expression | None = None
    is_shown: bool = True
    is_remembered: bool = True
    is_later: bool = False

    @property
    def holds_one(self) -> bool:
        """Whether it has room for one card, whatever the options."""
        return isinstance(self.max, Constant) and self.max.value == 1


def copies_said(of: Kind | Definition) -> int | str:
    """Return how many copies there are, as the text says it."""
    return "any" if of.is_unlimited else of.copies


ABOUT: Final = ("number", "set", "rarity", "artist", "flavour", "tags")
"""What cards of any game may carry besides rules; authors add words of their own."""
FLAVOUR: Final = "flavour"
TEXT: Final = "text"
OF_ABOUT: Final = "about."
"""Stands before such a word where an attribute could be meant."""


ANY: Final = "any"
"""What `face-of` says of a face that any card of its kind can show."""


class Definition(Record, kw_only=True):
    """A card as printed.

    Attributes:
        attributes: By name, inherited and defaulted ones included; a formula over the card as local
            0 where the text depends on the match. Of one that holds steps their id, or none:
            see `Game.effects`.
        attribute_spans: Where it says those that are its own, by name.
        face_of: Of another face of a card that card; ANY of a face of all cards of its kind, which
            shows nothing of the card; else empty.
        waits: Whether it is no card of the package: an effect that waits, made of a text of rules.
        copies, is_unlimited: How many there can be, as in `Kind`; none of another face.
        start: The zone they begin in, or None.
        rules: Ids of its triggers, replacements, modifiers, forbids and actions, in written order.
        only_if: Over options; None for always.
        provenance: The text under `source`, or "".
        origins: Instead: by source, what of the card comes from there.
        digest: Hash of its text, to name a changed card.
        is_joined: Whether its text takes in those of its actions.
        about: What it carries besides rules, by word: one text, or several of `tags` and the like.
        marked: The text (under `text`) and those of `about` that have marks, by word, with them;
            only who draws a card asks for it.
        text_spans: Where those texts stand, by word and language.
    """

    id: str
    kind: str
    name: Text
    text: Text
    attributes: Mapping[str, Formula]
    face_of: str = ""
    waits: bool = False
    copies: int
    is_unlimited: bool = False
    start: ZoneKey | None
    only_if: Expression | None
    provenance: str
    digest: str
    span: Span
    attribute_spans: Mapping[str, Span] = field(default_factory=dict)
    origins: Mapping[str, Text] = field(default_factory=dict)
    is_joined: bool = False
    about: Mapping[str, tuple[Text, ...]] = field(default_factory=dict)
    marked: Mapping[str, tuple[Text, ...]] = field(default_factory=dict)
    text_spans: Mapping[str, Mapping[str, Span]] = field(default_factory=dict)

    @property
    def is_front(self) -> bool:
        """Whether it is a card by itself: no other face of one, and no effect that waits."""
        return not self.face_of and not self.waits

    @property
    def is_veil(self) -> bool:
        """Whether any card of its kind can show it, and nobody can tell which one does."""
        return self.face_of == ANY

    def written(self, word: str) -> tuple[Text, ...]:
        """Return its text or a word of `about` as it was written, with marks."""
        plain = (self.text,) if word == TEXT else self.about.get(word, ())
        return self.marked.get(word, plain)


class Keyword(Record, kw_only=True):
    """A word for rules that cards of a kind can have, lose and be asked for.

    Attributes:
        parameter: What its number is called in its rules and in its text; None without a number.
        grant: Of rules that a card gives to others the id of the modifier that does so; `text` is
            then what the card is called. Empty for a word.
    """

    name: str
    kind: str
    parameter: str | None
    text: Text
    span: Span
    grant: str = ""


class PlayersRule(Record, kw_only=True):
    """How many can play and what each has.

    Attributes:
        team: The kind of the teams that players belong to.
        decider: Who answers in place of the player in local 0; None for the player.
    """

    low: int
    high: int
    state: tuple[StateField, ...] = field(default=())
    team: str | None = None
    decider: Formula | None = None


def with_bases(kinds: Mapping[str, Kind], kind: str) -> tuple[Kind, ...]:
    """Return a kind and those that it extends, nearest first."""
    found = [kinds[kind]]
    while (base := found[-1].extends) is not None:
        found.append(kinds[base])
    return tuple(found)


def lineage(kinds: Mapping[str, Kind], kind: str) -> tuple[str, ...]:
    """Return the names of a kind and of those that it extends, nearest first."""
    return tuple(each.name for each in with_bases(kinds, kind))


def active_in(kinds: Mapping[str, Kind], kind: str) -> tuple[ZoneKey, ...]:
    """Return the zones in which rules of a kind work: its own, or those of the nearest base; none
    where they work anywhere."""
    return next((each.active_in for each in with_bases(kinds, kind) if each.active_in), ())


def is_kind_of(kinds: Mapping[str, Kind], kind: str, wanted: str) -> bool:
    """Return whether a kind is, or extends, the one wanted; `""` is any."""
    return not wanted or wanted in lineage(kinds, kind)
