"""Give the tests of typing a small world and short ways to check texts in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from msgspec.structs import replace

from dsl.check.scopes.scope import Scope, Slots
from dsl.check.scopes.world import EventHead, ValueHead, World
from dsl.check.steps.bodies import check_body, check_formula, check_pattern
from dsl.diagnostics.diagnostic import Report
from dsl.model.documents import Scalar
from dsl.model.expressions import Role, StateKey, ZoneKey, ZoneRef
from dsl.model.nouns import Attribute, Enum, Kind, Option, StateField, Zone
from dsl.model.rules import EventSlot
from dsl.model.steps import Body, Formula, SlotInfo
from dsl.model.types import (
    BOOL,
    INT,
    PLAYER,
    BagOf,
    EntityType,
    EnumType,
    ListOf,
    Maybe,
    SetOf,
    Type,
    ZoneType,
)
from dsl.records import Source, Span
from dsl.syntax.parser import parse_expression, parse_pattern, parse_steps

SPAN = Span(Source("world.yaml", ""), 0, 0)
ENUMS = {
    "half": ("left", "right"),
    "color": ("red", "blue", "green"),
    "essence": ("calm", "life", "gold"),
    "side": ("front", "left"),
}
KINDS: dict[str, tuple[str | None, bool, dict[str, Type]]] = {
    "city": (None, False, {"elements": SetOf(EnumType("color"))}),
    "dream": (None, False, {"color": Maybe(EnumType("color")), "rank": INT,
                            "home": Maybe(EnumType("half"))}),
    "component": (None, False, {"price": BagOf(EnumType("essence")), "points": INT}),
    "artifact": ("component", False, {}),
    "mage": ("component", False, {"power": INT}),
    "space": (None, True, {"next": EntityType("space")}),
}  # fmt: skip
STATE: dict[tuple[str | None, str], Type] = {
    (None, "promise"): Maybe(EnumType("color")),
    (None, "deals"): INT,
    (None, "dealer"): PLAYER,
    ("player", "lives"): INT,
    ("player", "pool"): BagOf(EnumType("essence")),
    ("player", "marks"): SetOf(EnumType("color")),
    ("player", "polarity"): Maybe(EnumType("half")),
    ("component", "tapped"): BOOL,
    ("component", "stored"): BagOf(EnumType("essence")),
}
ZONES: dict[tuple[str | None, str], tuple[str, str]] = {
    (None, "dreams"): ("dream", "stack"),
    (None, "rows"): ("city", "none"),
    (None, "supply"): ("artifact", "none"),
    ("city", "left"): ("dream", "none"),
    ("city", "right"): ("dream", "none"),
    ("player", "hand"): ("dream", "none"),
    ("player", "deck"): ("dream", "stack"),
    ("player", "field"): ("component", "none"),
}
VALUES: dict[str, tuple[tuple[tuple[Type, str], ...], Type, bool, bool]] = {
    "weight": (((EntityType("dream"), "d"),), INT, False, False),
    "side-of": (((EntityType("city"), "c"), (EnumType("half"), "h")), ZoneType("dream"),
                False, False),
    "room": (((EntityType("city"), "c"), (EnumType("half"), "h")), BOOL, False, False),
    "legal": (((PLAYER, "p"),), ListOf(EntityType("dream")), False, False),
    "goal": ((), INT, False, False),
    "mine": ((), INT, True, False),
    "own-points": ((), INT, False, True),
    "tolerant": (((Maybe(INT), "n"), (INT, "m")), INT, False, False),
}  # fmt: skip


def _formula(expression) -> Formula:
    return Formula((), 0, expression)


ME = Role("me", PLAYER)
DECK = ZoneRef(ZoneKey("player", "deck"), ME, ZoneType("dream"))
EVENTS: dict[str, tuple[tuple[tuple[str | None, Type, str, object], ...], Type]] = {
    "draw": (((None, INT, "n", None), ("from", ZoneType("dream"), "z", DECK)),
             ListOf(EntityType("dream"))),
    "gain": (((None, BagOf(EnumType("essence")), "b", None),), BOOL),
    "tap": (((None, EntityType("component"), "c", None),), BOOL),
    "lose-life": (((None, INT, "n", None), ("from", Maybe(EntityType("component")), "c",
                                              None)), BOOL),
    "mark": (((None, EnumType("color"), "k", None), ("on", PLAYER, "p", ME)), BOOL),
    "pick": (((None, PLAYER, "p", None),), EntityType("dream")),
    "settle": ((), BOOL),
    "act:play": (((None, EntityType("dream"), "d", None),), BOOL),
}  # fmt: skip


def build_world() -> World:
    """Return the world of these tests."""
    world = World(report=Report())
    world.enums = {name: Enum(name=name, members=members, texts=({},) * len(members), span=SPAN)
                   for name, members in ENUMS.items()}  # fmt: skip
    world.kinds = {name: _kind(name, *rest) for name, rest in KINDS.items()}
    for (owner, name), type_ in STATE.items():
        key = StateKey(owner, name)
        world.state[key] = StateField(key=key, type=type_, default=None, is_set_up=False,
                                      until=None, keep=False, seen_by=None, span=SPAN)  # fmt: skip
    for (owner, name), (kind, order) in ZONES.items():
        zone = ZoneKey(owner, name)
        world.zones[zone] = Zone(key=zone, of=kind, order=order, slots=None, max=None,
                                 audiences=(), text={}, span=SPAN)  # fmt: skip
    world.definitions = {"ember": "dream", "sword": "artifact", "valley": "space"}
    for name, (slots, result, _, _) in VALUES.items():
        world.values[name] = ValueHead(
            id=name, parameters=tuple(SlotInfo(slot, type_) for type_, slot in slots),
            result=result, span=SPAN,
        )  # fmt: skip
    world.value_facts = lambda name: VALUES[name][1:]
    for name, (slots, result) in EVENTS.items():
        world.events[name] = EventHead(
            id=name, result=result, native=False, span=SPAN,
            slots=tuple(EventSlot(preposition=word, name=slot, type=type_,
                                  default=None if default is None else _formula(default))
                        for word, type_, slot, default in slots),
        )  # fmt: skip
    world.event_uses_me = lambda name: name in ("gain", "draw")
    world.options = {"profile": Option(id="profile", type=INT, default=1, low=None, high=None,
                                       choices=(), text={}, span=SPAN)}  # fmt: skip
    return world


def _kind(name: str, extends: str | None, is_unique: bool, attributes: dict[str, Type]) -> Kind:
    return Kind(
        name=name, extends=extends, is_unique=is_unique, state=(), active_in=(), start=None,
        copies=1, zones_follow=False, players=None, controller=None, text={}, span=SPAN,
        attributes=tuple(Attribute(name=attribute, type=type_, default=None, span=SPAN)
                         for attribute, type_ in attributes.items()),
    )  # fmt: skip


def scalar(text: str) -> Scalar:
    """Return a text as the reader gives it."""
    source = Source("test.yaml", text)
    return Scalar.at(text, False, Span(source, 0, len(text)), tuple(range(len(text) + 1)))


LOCALS: dict[str, Type] = {
    "c": EntityType("city"), "d": EntityType("dream"), "h": EnumType("half"), "p": PLAYER,
    "n": INT, "q": Maybe(PLAYER), "m": Maybe(INT), "card": EntityType(""),
    "thing": EntityType("component"), "perhaps": Maybe(EntityType("component")),
    "k": EnumType("essence"),
}  # fmt: skip


@dataclass
class Desk:
    """A world and what is checked in it.

    Attributes:
        changes: Fields of the scope to set otherwise.
    """

    world: World = field(default_factory=build_world)
    changes: dict[str, object] = field(default_factory=dict)

    def scope(self) -> Scope:
        """Return a scope with a local of each sort, all fixed."""
        scope = Scope(world=self.world, slots=Slots(), has_me="yes", self_kind="mage")
        for name, type_ in LOCALS.items():
            _, scope = scope.bind(name, type_, fixed=True)
        return replace(scope, **self.changes)

    def expression(self, text: str, expected: Type | None = None):
        """Return a checked expression."""
        tree = parse_expression(scalar(text), self.world.report)
        assert tree is not None, self.names()
        return check_formula(tree, self.scope(), expected).expression

    def type(self, text: str, expected: Type | None = None) -> str:
        """Return the type of an expression in words; it must be right."""
        found = self.expression(text, expected)
        assert self.names() == [], (text, self.messages())
        return str(found.type)

    def steps(self, text: str) -> Body:
        """Return checked steps."""
        tree = parse_steps(scalar(text), self.world.report)
        assert tree is not None, self.messages()
        return check_body(tree, self.scope(), len(LOCALS))

    def right(self, text: str) -> Body:
        """Return checked steps that must be right."""
        body = self.steps(text)
        assert self.names() == [], (text, self.messages())
        return body

    def wrong(self, text: str, name: str, at: str | None = None) -> str:
        """Check steps that must have one mistake; return its message."""
        self.steps(text)
        assert self.names() == [name], (text, self.messages())
        found = self.world.report.diagnostics[0]
        assert at is None or found.span.text == at
        return found.message

    def wrong_expression(
        self, text: str, name: str, at: str | None = None, expected: Type | None = None
    ) -> str:
        """Check an expression that must have one mistake; return its message and helps."""
        self.expression(text, expected)
        assert self.names() == [name], (text, self.messages())
        found = self.world.report.diagnostics[0]
        assert at is None or found.span.text == at
        return " | ".join((found.message, *found.helps))

    def pattern(self, text: str):
        """Return a checked pattern."""
        tree = parse_pattern(scalar(text), self.world.report)
        assert tree is not None
        return check_pattern(tree, replace(self.scope(), slots=Slots(), visible={}))

    def names(self) -> list[str]:
        return [found.name for found in self.world.report.diagnostics]

    def messages(self) -> list[str]:
        return [f"{found.name}: {found.message} {found.helps}"
                for found in self.world.report.diagnostics]  # fmt: skip


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def new_desk() -> Callable[..., Desk]:
    return lambda **changes: Desk(changes=changes)
