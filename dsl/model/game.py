"""Define a checked game as a whole, with its course, its decks, their formats and their faults."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from msgspec import field

from dsl.model import rules as r
from dsl.model.expressions import Constant, Expression, StateKey, ZoneKey
from dsl.model.look import Layout, Looks
from dsl.model.nouns import (
    Definition,
    Enum,
    Keyword,
    Kind,
    Option,
    PlayersRule,
    StateField,
    Text,
    Zone,
)
from dsl.model.steps import Body, Formula, SlotInfo
from dsl.records import Record, Span

if TYPE_CHECKING:
    from dsl.model.scripts import Script


PACKAGE_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class Manifest(Record, kw_only=True):
    """What `game.yaml` says about the package.

    Attributes:
        language: Version of the Cardwright language.
        default_language: Tag under which lone strings stand.
        source: What the rules come from, by key.
        reconstructed, published: Plain sentences on what is which.
        licence: Under which the files of the package may be used; empty where it is not said.
        genre: Beside which other games it is listed; empty for none.
        translations: Languages that files of their own bring, and where each is declared.
    """

    id: str
    version: str
    language: int
    default_language: str
    title: Text
    authors: tuple[str, ...]
    source: Mapping[str, str]
    published: tuple[Text, ...]
    reconstructed: tuple[Text, ...]
    summary: Text
    genre: str = ""
    licence: str = ""
    translations: Mapping[str, Span] = field(default_factory=dict)

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that the package is in: those of its title, then the translations."""
        return tuple(dict.fromkeys((*self.title, *self.translations)))


class Scenario(Record, kw_only=True):
    """A named choice of options; `players` None where any number will do."""

    id: str
    options: Mapping[str, object]
    players: tuple[int, int] | None
    text: Text
    span: Span


class Ruling(Record, kw_only=True):
    """How a sentence of the rulebook that can be read in several ways is read here.

    Attributes:
        sentence, decision: What is open, and what was decided.
        source: Keys of the manifest's `source`: where the sentence stands.
        settled_by: The same: where the decision comes from; nothing where it was made here.
        option: The option that decides otherwise, or None.
        expansion: The expansion that says it; empty for the game.
    """

    id: str
    sentence: Text
    decision: Text
    source: tuple[str, ...]
    settled_by: tuple[str, ...]
    option: str | None
    expansion: str
    span: Span


Rule: TypeAlias = r.Trigger | r.Replacement | r.Modifier | r.Forbid | r.Always | r.Becomes


class Game(Record, kw_only=True):
    """A checked game with everything that its package, what it requires and the parts of the
    prelude it uses say.

    All tuples are in an order that does not depend on file names or on the order of entries where
    that order has no meaning: `definitions` by id; kinds, zones and state as written.

    Attributes:
        values, events, actions: By id; several variants of one id exclude each other by `only_if`.
        digest: Hash of all that its rules came from.
        text_digest: Hash of that and of what no rule reads: looks, and `about` of cards.
        expansions: Those that are in, each after what it requires; each is an option that is on.
        layouts: How places lie, for those who look; by id.
        looks: How cards look; None where nothing is said.
        rulings: How sentences of the rulebook are read; by id.
        formats, decks: How decks may be built, and those that come with the game; by id.
        natives: What translations say of the events that the machine brings, by id.
        combinations: Expansions that scripts here need beside these, by id, a combination each.
        keywords: By name, in the order of the members of their enum.
    """

    manifest: Manifest
    options: Mapping[str, Option]
    enums: Mapping[str, Enum]
    kinds: Mapping[str, Kind]
    players: PlayersRule
    zones: Mapping[ZoneKey, Zone]
    state: Mapping[StateKey, StateField]
    definitions: tuple[Definition, ...]
    values: Mapping[str, tuple[r.Value, ...]]
    events: Mapping[str, tuple[r.Event, ...]]
    actions: tuple[r.Action, ...]
    triggers: tuple[r.Trigger, ...]
    replacements: tuple[r.Replacement, ...]
    forbids: tuple[r.Forbid, ...]
    modifiers: tuple[r.Modifier, ...]
    always: tuple[r.Always, ...]
    setup: tuple[Phase, ...]
    phases: tuple[Phase, ...]
    end: End
    policy: Policy
    scenarios: Mapping[str, Scenario]
    examples: Sequence[Script]
    scripts: Sequence[Script]
    digest: str
    text_digest: str = ""
    expansions: tuple[Manifest, ...] = ()
    combinations: tuple[tuple[str, ...], ...] = ()
    effects: tuple[r.Effect, ...] = ()
    groups: tuple[r.Group, ...] = ()
    becomes: tuple[r.Becomes, ...] = ()
    layouts: tuple[Layout, ...] = ()
    looks: Looks | None = None
    rulings: tuple[Ruling, ...] = ()
    natives: Mapping[str, Text] = field(default_factory=dict)
    keywords: Mapping[str, Keyword] = field(default_factory=dict)
    formats: Mapping[str, Format] = field(default_factory=dict)
    decks: Mapping[str, Deck] = field(default_factory=dict)

    @property
    def cards(self) -> tuple[Definition, ...]:
        """The definitions that are cards of the package: all but effects that wait."""
        return tuple(each for each in self.definitions if not each.waits)

    @property
    def every_phase(self) -> tuple[Phase, ...]:
        """The phases of set-up and of a round with those inside them, the outer ones first."""
        return tuple(each for phase in (*self.setup, *self.phases) for each in phase.whole())

    @property
    def rules(self) -> tuple[Rule, ...]:
        """All rules that act by themselves, a sort after the other."""
        return (
            *self.triggers, *self.replacements, *self.modifiers, *self.forbids, *self.always,
            *self.becomes,
        )  # fmt: skip

    @property
    def control(self) -> tuple[Expression, ...]:
        """What kinds say of who controls their cards."""
        said = ((kind.controller, kind.players) for kind in self.kinds.values())
        return tuple(formula.expression for both in said for formula in both if formula)


class Phase(Record, kw_only=True):
    """A phase. Entering it is the event `phase:ID`.

    Attributes:
        loop: `turns` (each element a player: `me`), `for`, `while` or None.
        source: The list of `turns` or `for`, or the condition of `while`.
        slot: The local of the `for` element, seen by the phases inside; else None. Phases number
            their locals from the outermost down, so that a phase's body gets the `for` elements
            around it as given locals.
        repeat: Only with turns.
        asks: Of turns: they are none, others are asked while the turn stays whose it is.
        body: For `do`; None otherwise.
        offer: Ids of actions in the order offered, those that join by `in:` at the end; None
            otherwise.
        phases: Nested phases; None otherwise.
        given: The `for` elements around it, outermost first.
    """

    id: str
    loop: str | None
    source: Formula | None
    slot: int | None
    while_condition: Formula | None
    repeat: bool
    asks: bool
    body: Body | None
    offer: tuple[str, ...] | None
    phases: tuple[Phase, ...] | None
    given: tuple[SlotInfo, ...]
    text: Text
    only_if: Expression | None
    span: Span

    def whole(self) -> Iterator[Phase]:
        """Yield it with the phases inside it, the outer ones first."""
        yield self
        for each in self.phases or ():
            yield from each.whole()


class End(Record, kw_only=True):
    """When it is over and who won.

    Attributes:
        when: Checked at checkpoints; None: only `end game` ends it.
        rank: Ints over the player as local 0, best first; empty without.
        winners: A list of players (or one, or none); None without.
        keeps: By option: what it is in the next match of a campaign; none where no match follows,
            unless none is a value of the option.
    """

    when: Formula | None
    rank: tuple[Formula, ...]
    winners: Formula | None
    span: Span | None
    keeps: Mapping[str, Formula] = field(default_factory=dict)


class Policy(Record, kw_only=True):
    """The game policy; the first value of each is the default.

    Attributes:
        triggers: `queue` or `immediate`.
        replacements: `choose` or `last`.
        loops: `draw` or `stop`.
        watch: `action` or `event`.
        leavers: `stop` or `act`.
        layers: The names of the layers of modifiers in their order, and where each stands.
    """

    triggers: str = "queue"
    replacements: str = "choose"
    loops: str = "draw"
    watch: str = "action"
    leavers: str = "stop"
    layers: Mapping[str, Span] = field(default_factory=dict)


class Fault(Record):
    """What is wrong with a deck: the last word of a key of the catalogue, and what fills its
    slots."""

    key: str
    slots: dict[str, Any]


class Size(Record):
    """How many cards there are: `most` is None where there may be any number."""

    least: int
    most: int | None

    def faults(self, place: str, format_: str, number: int) -> Iterator[Fault]:
        """Yield what is wrong with a number of cards."""
        slots: dict[str, Any] = {"format": format_, "number": number}
        if number < self.least:
            yield Fault(f"{place}-too-small", {**slots, "least": self.least})
        elif self.most is not None and number > self.most:
            yield Fault(f"{place}-too-large", {**slots, "most": self.most})


class Legal(Record):
    """What an attribute of each card may be, in run-time form.

    Attributes:
        ranges: Of a number: the least and the most.
    """

    attribute: str
    values: tuple[object, ...]
    ranges: tuple[tuple[int, int], ...] = ()

    def allows(self, card: Definition) -> bool:
        """Return whether a card has one of the values; what depends on the match is not looked
        at."""
        formula = card.attributes.get(self.attribute)
        if formula is None:
            return False
        if not isinstance(formula.expression, Constant):
            return True
        value = formula.expression.value
        is_inside = isinstance(value, int) and any(a <= value <= b for a, b in self.ranges)
        return is_inside or value in self.values


class Format(Record, kw_only=True):
    """How decks may be built.

    Attributes:
        size, sideboard: How many cards a deck has, and those beside it; None for no sideboard.
        copies: How many of a card there may be in a deck and its sideboard; None for any number.
        limits: Other numbers for some cards, by id.
        banned: Cards that may not be there, by id.
        legal: What attributes the cards must have.
    """

    id: str
    size: Size
    sideboard: Size | None
    copies: int | None
    limits: Mapping[str, int | None]
    banned: frozenset[str]
    legal: tuple[Legal, ...]
    text: Text
    span: Span

    def faults(
        self, main: Sequence[str], side: Sequence[str], cards: Mapping[str, Definition]
    ) -> Iterator[Fault]:
        """Yield what is wrong with a deck.

        Args:
            main, side: Its cards and those beside it, by id.
            cards: What is known of the cards, by id.
        """
        yield from self.size.faults("deck", self.id, len(main))
        if self.sideboard is not None:
            yield from self.sideboard.faults("sideboard", self.id, len(side))
        elif side:
            yield Fault("no-sideboard", {"format": self.id})
        for id_, number in Counter([*main, *side]).items():
            slots: dict[str, Any] = {"format": self.id, "card": id_}
            most = self.limits.get(id_, self.copies)
            if id_ in self.banned:
                yield Fault("banned", slots)
            elif most is not None and number > most:
                yield Fault("too-many-copies", {**slots, "number": number, "most": most})
            for each in self.legal:
                if not each.allows(cards[id_]):
                    yield Fault("not-legal", {**slots, "attribute": each.attribute})


class Deck(Record, kw_only=True):
    """A deck that the game comes with.

    Attributes:
        main, side: Its cards and those beside it, by id, as often as they are in it.
        format: The format that it keeps to, or None.
        spans: Where its list first says each card, by id.
    """

    id: str
    main: tuple[str, ...]
    side: tuple[str, ...]
    format: str | None
    text: Text
    span: Span
    spans: Mapping[str, Span]
