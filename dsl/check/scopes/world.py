"""Define the table of what a game declares, names and effects that wait, and resolve type words.

The passes fill it in order: nouns, then signatures, then bodies. Checks of expressions only read
it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from dsl.diagnostics.diagnostic import Instead, Report
from dsl.diagnostics.wording import Said, nearest
from dsl.keys.nouns import LATER_CARD_KEYS
from dsl.model import types as t
from dsl.model.expressions import StateKey, ZoneKey
from dsl.model.nouns import Attribute, Enum, Kind, Option, StateField, Zone
from dsl.model.rules import EventSlot
from dsl.model.steps import SlotInfo
from dsl.records import Record, Span
from dsl.syntax.statements import Step
from dsl.syntax.trees import Expression, Pattern, TypeTree, Word
from dsl.words import vocabulary


class Kept(Record):
    """A name that an effect that waits remembers.

    Attributes:
        state: The state of the waiting card that holds it.
        type: What it is in the effect.
        may_be_none: Whether it may be none where it is remembered.
    """

    name: str
    state: StateKey
    type: t.Type
    may_be_none: bool = False

    @property
    def is_known(self) -> bool:
        """Whether it can be remembered."""
        return self.type != t.UNKNOWN


class Undone(Record):
    """A change of state that goes back when an effect is over; its parts are remembered by name.

    Attributes:
        state: What is changed.
        lasting: What lists the effects that do so.
        before: Where an effect remembers what it was, of what is set.
        owner: Whose state it is, or None for the game's.
        old: What it was before, of what is set; else None.
        new: What it was set to, or what was added to it.
        is_certain: Whether the state is never none.
        is_more: Whether it was added to, rather than subtracted from.
    """

    state: StateKey
    lasting: StateKey
    before: StateKey
    owner: str | None
    old: str | None
    new: str
    is_certain: bool = False
    is_more: bool = True


class WaitText(Record, kw_only=True):
    """An effect that waits, as written; it is a card made of its own.

    Attributes:
        id: What the card is called.
        of: The text of rules in which it stands: `owl.says`, `game:trigger.2`.
        body: What it does.
        until: The state that says until when a delayed effect waits; None for ever.
        is_once: Whether a delayed effect happens once.
        listens: What a delayed effect waits for; None where the game carries it out itself.
        waiting: What it is called itself in its steps, or None.
        lasts: Of an effect that lasts what ends it: `while`, `left`, `event`, `stretch`; else "".
        condition: What it lasts as long as, or None.
        leaver: The card until which leaves it lasts, or None.
        undone: What goes back when it is over.
    """

    id: str
    kind: str
    of: str
    body: tuple[Step, ...]
    kept: tuple[Kept, ...]
    span: Span
    until: StateKey | None = None
    is_once: bool = False
    listens: Pattern | None = None
    waiting: Word | None = None
    lasts: str = ""
    condition: Expression | None = None
    leaver: str | None = None
    undone: tuple[Undone, ...] = ()


class ValueHead(Record, kw_only=True):
    """The signature of a value. `result` is found from the body where undeclared: then
    `World.value_result` computes it on demand. `uses_me` and `uses_self` likewise."""

    id: str
    parameters: tuple[SlotInfo, ...]
    result: t.Type | None
    span: Span


class EventHead(Record, kw_only=True):
    """The signature of an event, natives, actions (`act:ID`) and phases (`phase:ID`) included.

    Attributes:
        result: bool where undeclared.
    """

    id: str
    slots: tuple[EventSlot, ...]
    result: t.Type
    native: bool
    span: Span | None


class BoardHead(Record, kw_only=True):
    """What is known of a layout before any body: the kinds of its places.

    Attributes:
        zone: The zone whose places these are; of a player's each has a board.
        is_known: Whether there is a place behind each of its words.
        is_straight: Whether its places stand in lines.
    """

    id: str
    kinds: frozenset[str]
    zone: Zone | None
    is_known: bool
    is_straight: bool


@dataclass(slots=True, kw_only=True)
class World:
    """What is declared.

    Attributes:
        definitions: Kind of each definition by id.
        effects: By attribute that holds steps (kind, name): the ids of what cards say under it.
        prelude_values, prelude_events: Called with a name that the game does not declare; they
            bring a word of the prelude into `values` or `events` and return whether there is one.
        value_facts: (result, uses_me, uses_self) of a value, checking its body if need be; reports
            `recursive-value` with the value's own span when asked in a circle.
        nobody_values: Values that are none outside of turns; see `nobody`.
        secret_events: Events done while all choose in secret, with the words that do them.
        event_texts: Called where a name is no event: what can be done by its id, the prelude's
            words that fit the game among it, and what its text says; "" where it has none.
        event_uses_me: Whether an event needs an actor; recursion counts as no.
        seats: Names of players that scripts and examples may use, by seat; empty elsewhere.
        team: The kind that players belong to, or None.
        own_words: By later word of the language that packages use as a name of their own: which
            packages do; empty for the game.
        closures: By expansion all whose names it sees, as `Draft.closures`.
        waiting: By place: the effects that wait, in the order in which they were met.
        scopes_named: Stretches of time that texts name.
        used: What was named by some checked text, as (sort, name): `("event", "draw")`, sorts
            `enum member kind zone state attribute value event option definition action phase`,
            zones and state as `owner.name`. The lints read it.
    """

    report: Report
    options: dict[str, Option] = field(default_factory=dict)
    enums: dict[str, Enum] = field(default_factory=dict)
    kinds: dict[str, Kind] = field(default_factory=dict)
    zones: dict[ZoneKey, Zone] = field(default_factory=dict)
    state: dict[StateKey, StateField] = field(default_factory=dict)
    definitions: dict[str, str] = field(default_factory=dict)
    effects: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    boards: list[BoardHead] = field(default_factory=list)
    values: dict[str, ValueHead] = field(default_factory=dict)
    events: dict[str, EventHead] = field(default_factory=dict)
    phases: set[str] = field(default_factory=set)
    actions: set[str] = field(default_factory=set)
    seats: Mapping[str, int] = field(default_factory=dict)
    team: str | None = None
    own_words: dict[str, set[str]] = field(default_factory=dict)
    closures: Mapping[str, frozenset[str]] = field(default_factory=dict)
    used: set[tuple[str, str]] = field(default_factory=set)
    nobody_values: set[str] = field(default_factory=set)
    prelude_value: Callable[[str], bool] = lambda name: False
    prelude_event: Callable[[str], bool] = lambda name: False
    value_facts: Callable[[str], tuple[t.Type, bool, bool]] | None = None
    event_texts: Callable[[], dict[str, str]] = dict
    event_uses_me: Callable[[str], bool] = lambda name: False
    secret_events: list[tuple[str, Span]] = field(default_factory=list)
    waiting: dict[Span, WaitText] = field(default_factory=dict)
    scopes_named: list[tuple[str, Span]] = field(default_factory=list)

    def is_own(self, word: str, package: str) -> bool:
        """Return whether a text of a package sees a later word of the language as a name that
        some package gave."""
        return self.sees(package, self.own_words.get(word, ()))

    def sees(self, package: str, others: Iterable[str]) -> bool:
        """Return whether a text of a package sees the names of one of some packages."""
        return not self.closures.get(package, frozenset({""})).isdisjoint(others)

    @property
    def sizes(self) -> dict[str, int]:
        """How many members each enum has."""
        return {name: len(enum.members) for name, enum in self.enums.items()}

    def is_unique(self, kind: str) -> bool:
        """Return whether there is one thing of each definition of a kind."""
        return any(self.kinds[base].is_unique for base in self.lineage(kind))

    def later_keys(self, kind: str) -> frozenset[str]:
        """Return the later keys of cards that are attributes of a kind."""
        return frozenset(key for key in LATER_CARD_KEYS if self.attribute(kind, key) is not None)

    def lineage(self, kind: str) -> tuple[str, ...]:
        """Return a kind and its bases, nearest first."""
        found: dict[str, None] = {}
        current: str | None = kind
        while current is not None and current in self.kinds and current not in found:
            found[current] = None
            current = self.kinds[current].extends
        return tuple(found)

    def attribute(self, kind: str, name: str) -> tuple[str, Attribute] | None:
        """Return the declaring kind and the attribute, inherited ones included."""
        for base in self.lineage(kind):
            for attribute in self.kinds[base].attributes:
                if attribute.name == name:
                    return base, attribute
        return None

    def declare_native(
        self, id_: str, span: Span | None, slots: tuple[EventSlot, ...] = ()
    ) -> None:
        """Declare what the machine does itself as an event: taking an action, entering a phase."""
        self.events[id_] = EventHead(id=id_, slots=slots, result=t.BOOL, native=True, span=span)

    def boards_with(self, kind: str) -> list[BoardHead]:
        """Return the layouts on which places of a kind stand."""
        return [b for b in self.boards if any(kind in self.lineage(each) for each in b.kinds)]

    def state_of(self, owner: str | None, name: str) -> StateField | None:
        """Return a state field of the game (None), `player` or a kind, inherited ones included."""
        owners = self.lineage(owner) if owner in self.kinds else (owner,)
        for base in owners:
            found = self.state.get(StateKey(base, name))
            if found is not None:
                return found
        return None

    def zone_of(self, owner: str | None, name: str) -> Zone | None:
        """Return a zone of the table (None), `player` or a kind, inherited ones included."""
        owners = self.lineage(owner) if owner in self.kinds else (owner,)
        for base in owners:
            found = self.zones.get(ZoneKey(base, name))
            if found is not None:
                return found
        return None


_PLAIN: dict[str, t.Type] = {
    "int": t.INT,
    "bool": t.BOOL,
    "player": t.PLAYER,
    "kind": t.KIND,
    "range": t.INT,
    "effect": t.EFFECT,
    "cost": t.COST,
}
_WRAPPERS: dict[str, Callable[[t.Type], t.Type]] = {
    "maybe": t.maybe,
    "list": t.ListOf,
    "set": t.SetOf,
    "bag": t.BagOf,
    "amount": t.AmountOf,
}
_OTHER_WORDS = {"integer": "int", "number": "int", "num": "int", "boolean": "bool",
                "flag": "bool", "players": "player", "costs": "cost", "effects": "effect",
                "step": "effect", "steps": "effect", "rule": "effect", "rules": "effect",
                "action": "effect"}  # fmt: skip
_STEPS = ("effect", "cost")
_ANY: dict[str, t.Type] = {
    "card": t.EntityType(""),
    "zone": t.ZoneType(""),
    "def": t.DefinitionType(""),
}
TYPE_WORDS = frozenset((*_PLAIN, "amount"))
"""What no kind or enum can be called."""


def check_type(
    tree: TypeTree, world: World, *, allow_any: bool = False, allow_steps: bool = False
) -> t.Type:
    """Return the type that words mean; UNKNOWN after a diagnostic.

    `card`, and `zone` and `def` alone, are those of any kind; `allow_any` admits the word `any`
    for that too, as the prelude writes it. `allow_steps` admits `effect` and `cost`, and a `maybe`
    of them.
    """
    word = tree.head.text
    meant = word if word in world.enums or word in world.kinds else _OTHER_WORDS.get(word, word)
    if meant in _STEPS and not allow_steps:
        value = "an" if meant == "effect" else "a"
        world.report.add("unknown-type.only-attribute", tree.head.span, value=value, word=meant)
        return t.UNKNOWN
    if tree.other is not None:
        return _target_type(tree, tree.other, world)
    if tree.of is None:
        return _plain_type(tree, world, allow_any)
    if word in ("def", "zone"):
        return _kind_type(tree, tree.of, world, allow_any)
    if word in _WRAPPERS:
        steps = allow_steps and word == "maybe"
        inner = check_type(tree.of, world, allow_any=allow_any, allow_steps=steps)
        if inner == t.UNKNOWN:
            return t.UNKNOWN
        if word == "amount" and not isinstance(inner, t.EnumType | t.DefinitionType):
            world.report.add("unknown-type.amount-cannot", tree.span, inner=inner)
            return t.UNKNOWN
        if word in ("set", "bag") and isinstance(inner, t.TargetType):
            world.report.add("wrong-type.target-cannot", tree.span, word=word, inner=inner)
            return t.UNKNOWN
        return _WRAPPERS[word](inner)
    world.report.add("unknown-type.takes-no", tree.head.span, word=word)  # fmt: skip
    return t.UNKNOWN


def _target_type(tree: TypeTree, other: Word, world: World) -> t.Type:
    """Return `K or player`, in either order."""
    words = [word for word in (tree.head, other) if word.text != "player"]
    if len(words) != 1:
        world.report.add("wrong-type.either", tree.span, words=tree.span.text)
        return t.UNKNOWN
    kind = _plain_type(TypeTree(words[0], None, None, None, words[0].span), world, False)
    if isinstance(kind, t.EntityType):
        return t.TargetType(kind.kind)
    if kind != t.UNKNOWN:
        world.report.add("wrong-type.either", tree.span, words=tree.span.text)
    return t.UNKNOWN


def _plain_type(tree: TypeTree, world: World, allow_any: bool) -> t.Type:
    """Return the type of a single word."""
    word = tree.head.text
    if word in _PLAIN and not _is_own(word, tree, world):
        return _PLAIN[word]
    if word in world.enums:
        world.used.add(("enum", word))
        return t.EnumType(word)
    if word in world.kinds:
        world.used.add(("kind", word))
        return t.EntityType(word)
    if word == "any" and allow_any:
        return t.EntityType("")
    return _ANY[word] if word in _ANY else _unknown_type(tree, world)


def _is_own(word: str, tree: TypeTree, world: World) -> bool:
    """Return whether a later word for a type is a kind or enum of the packages at a place."""
    own = world.enums.get(word) or world.kinds.get(word)
    if own is None or word in vocabulary.FIRST_TYPES:
        return False
    return world.sees(tree.span.source.package, {own.span.source.package})


def _kind_type(tree: TypeTree, inner: TypeTree, world: World, allow_any: bool) -> t.Type:
    """Return `def of K` or `zone of K`."""
    kind = inner.head.text
    make = t.DefinitionType if tree.head.text == "def" else t.ZoneType
    if inner.of is None and kind in world.kinds:
        world.used.add(("kind", kind))
        return make(kind)
    if inner.of is None and (kind == "card" or (kind == "any" and allow_any)):
        return make("")
    guess = nearest(kind, world.kinds)
    helps = () if guess is None else (Instead.of(guess, kind),)
    world.report.add("unknown-kind.no-kind-named", inner.span, *helps, kind=kind)
    return t.UNKNOWN


def _unknown_type(tree: TypeTree, world: World) -> t.Type:
    """Report a word that is no type."""
    word = tree.head.text
    if word in (*_WRAPPERS, "any"):
        help_ = Said("help.name-kind-or-card" if word == "any" else "help.say-of-what", word=word)
        world.report.add("unknown-type.alone-no-type", tree.head.span, help_, word=word)
        return t.UNKNOWN
    guess = nearest(word, [*_PLAIN, *world.enums, *world.kinds])
    helps: tuple[str, ...] = () if guess is None else (Instead.of(guess, word),)
    helps = (Instead.sure(_OTHER_WORDS[word]),) if word in _OTHER_WORDS else helps
    if word in ("string", "str", "text"):
        helps = (Said("help.list-under-enums"),)
    world.report.add("unknown-type.no-type-named", tree.head.span, *helps, word=word)
    return t.UNKNOWN
