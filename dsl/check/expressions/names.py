"""Resolve bare names and names after a dot.

A bare name is looked up in `SOURCES`, in order: locals, the element of a collection, then the game.
A member of the enum that the place expects wins over anything there that cannot stand in the place.
"""

from __future__ import annotations

from collections.abc import Callable

from dsl.check.expressions import dots
from dsl.check.expressions.expressions import check_expression, guess, quote, rule_for, unknown
from dsl.check.expressions.name_helps import field_helps, helps_of_kinds, known_names, name_helps
from dsl.check.scopes.scope import Scope
from dsl.check.scopes.types import as_card, comparable, known, lift
from dsl.check.scopes.world import World
from dsl.diagnostics.diagnostic import Label
from dsl.diagnostics.wording import Said
from dsl.model import types as t
from dsl.model.expressions import (
    Constant,
    Expression,
    Local,
    OptionValue,
    Players,
    Primitive,
    Property,
    Role,
)
from dsl.records import Record, Span
from dsl.syntax import trees

ROLES = ("me", "self", "actor", "active", "round", "start-player", "players", "opponents", "mates")


class NameSource(Record):
    """One place where a bare name may be declared; `read` is asked only where `has` holds.

    Attributes:
        is_word: Whether it holds words of the language rather than names of packages.
    """

    has: Callable[[str, Scope], bool]
    read: Callable[[str, Span, Scope], Expression]
    is_word: bool = False


@rule_for(trees.Name)
def _name(tree: trees.Name, scope: Scope, expected: t.Type | None) -> Expression:
    return check_name(tree.text, tree.span, scope, expected)


def check_name(text: str, span: Span, scope: Scope, expected: t.Type | None) -> Expression:
    """Return what a bare name means where a type is expected; UNKNOWN after a diagnostic."""
    member = expected_member(text, expected, scope.world)
    source = _source_of(text, scope, span)
    if source is not None:
        found = source.read(text, span, scope)
        if member is None or expected is None or comparable(found.type, expected, scope.world):
            return found
    if member is not None:
        return member
    lone = _any_member(text, span, scope)
    if lone is not None:
        return lone
    is_of_prelude = text not in scope.world.values and scope.world.prelude_value(text)
    if is_of_prelude and _is_plain_value(text, scope):
        return _value(text, span, scope)
    world, element_types = scope.world, [type_ for _, type_ in elements(scope)]
    if t.UNKNOWN in element_types and world.report.diagnostics:
        return unknown()
    fields = [name for type_ in element_types for name in dots.field_names(type_, world)]
    helps = name_helps(text, scope, fields, lambda name: knows(name, scope))
    helps = helps or guess(text, [*scope.visible, *fields, *ROLES, *known_names(scope)])
    helps = helps or helps_of_kinds(text, world)
    world.report.add("unknown-name.nothing-named", span, *helps, name=text)
    return unknown()


def knows(text: str, scope: Scope) -> bool:
    """Return whether a bare name means something other than an enum's member."""
    return _source_of(text, scope) is not None


def _source_of(text: str, scope: Scope, span: Span | None = None) -> NameSource | None:
    """Return the first source that has the name; of a later word of the language, which is a name
    of the packages too, the one that is meant at the place."""
    found = (source for source in SOURCES if source.has(text, scope))
    if text not in scope.world.own_words or text in scope.visible:
        return next(found, None)
    is_own, every = span is None or scope.is_own(text, span), [*found]
    wanted = [source for source in every if source.is_word != is_own]
    is_member = is_own and any(text in enum.members for enum in scope.world.enums.values())
    return next(iter(wanted if wanted or is_member else every), None)


# --- what the body itself names ---------------------------------------------------------------


def _local(text: str, span: Span, scope: Scope) -> Expression:
    slot, type_ = scope.visible[text]
    for element in elements(scope):
        if dots.is_own_field(element[1], text, scope.world) and slot != element[0]:
            scope.world.report.add(
                "name-clash.local-belongs-too", span, name=text, element=element[1]
            )
            return unknown()
    return known(text, slot, type_, scope)


def elements(scope: Scope) -> tuple[tuple[int, t.Type], ...]:
    """Return slot and type of the elements a bare name may belong to, the innermost first."""
    return () if scope.element is None else (scope.element, *scope.outer_elements)


def element_slot(scope: Scope) -> tuple[int, t.Type] | None:
    """Return the element that `it` means: the innermost that has no name of its own."""
    unnamed = _unnamed(scope)
    return unnamed[0] if unnamed else scope.element


def _unnamed(scope: Scope) -> list[tuple[int, t.Type]]:
    """Return the elements that have no name but `it`, the innermost first."""
    named = {slot for name, (slot, _) in scope.visible.items() if name != "it"}
    return [element for element in elements(scope) if element[0] not in named]


def _it(text: str, span: Span, scope: Scope) -> Expression:
    if len(_unnamed(scope)) > 1:
        scope.world.report.add("name-clash.second-inside-first", span)  # fmt: skip
        return unknown()
    if scope.element is not None and scope.element[0] in scope.called and not _unnamed(scope):
        by_slot = {slot: name for name, (slot, _) in scope.visible.items() if name != "it"}
        names = tuple(by_slot[slot] for slot, _ in elements(scope))
        scope.world.report.add("name-clash.no-name-element", span, name=names[0], names=names)
        return unknown()
    element = element_slot(scope)
    return Local(0, "it", t.UNKNOWN) if element is None else known("it", *element, scope)


def element_of_field(text: str, scope: Scope) -> tuple[int, t.Type] | None:
    """Return the innermost element that has a field or value of that name."""
    return next((e for e in elements(scope) if dots.has_field(e[1], text, scope.world)), None)


def _element_field(text: str, span: Span, scope: Scope) -> Expression:
    element = element_of_field(text, scope)
    read = Local(0, "it", t.UNKNOWN) if element is None else known("it", *element, scope)
    return lift(
        scope, [read],
        lambda plain: dots.field_of(plain[0], text, span, scope) or unknown(),
    )  # fmt: skip


# --- roles ------------------------------------------------------------------------------------


def _role(text: str, span: Span, scope: Scope) -> Expression:
    if text == "players":
        return Players(None, t.ListOf(t.PLAYER))
    if text == "round":
        return Role(text, t.INT)
    if text == "self":
        type_ = dots.need_self(scope, span, "`self`")
        return unknown() if type_ == t.UNKNOWN else Role("self", type_)
    if text in ("me", "opponents", "mates") and not dots.need_me(scope, span, f"`{text}`"):
        return unknown()
    if text in ("opponents", "mates"):
        return dots.others(Role("me", t.PLAYER), text, span, scope)
    return Role(text, t.PLAYER)


# --- the game ---------------------------------------------------------------------------------


def _state(text: str, span: Span, scope: Scope) -> Expression:
    field = scope.world.state_of(None, text)
    return unknown() if field is None else dots.state_read(field, None, scope.world)


def _zone(text: str, span: Span, scope: Scope) -> Expression:
    zone = scope.world.zone_of(None, text)
    return unknown() if zone is None else dots.zone_read(zone, None, scope.world)


def _value(text: str, span: Span, scope: Scope) -> Expression:
    return dots.call_value(text, (), span, scope)


def _option(text: str, span: Span, scope: Scope) -> Expression:
    scope.world.used.add(("option", text))
    return OptionValue(text, scope.world.options[text].type)


def definition_constant(text: str, world: World) -> Expression:
    """Return a definition; definitions are numbered in the order of `World.definitions`."""
    world.used.add(("definition", text))
    index = list(world.definitions).index(text)
    return Constant(index, t.DefinitionType(world.definitions[text]))


def _definition(text: str, span: Span, scope: Scope) -> Expression:
    found, kind = definition_constant(text, scope.world), scope.world.definitions[text]
    if scope.world.is_unique(kind):
        return Primitive("unique-entity", (found,), t.EntityType(kind))
    return found


def _is_plain_value(text: str, scope: Scope) -> bool:
    return text in scope.world.values and not scope.world.values[text].parameters


SOURCES: tuple[NameSource, ...] = (
    NameSource(lambda text, scope: text in ("true", "false"),
               lambda text, span, scope: Constant(text == "true", t.BOOL)),
    NameSource(lambda text, scope: text == "it" and scope.element is not None, _it),
    NameSource(lambda text, scope: text in scope.visible, _local),
    NameSource(lambda text, scope: text in scope.stands_for,
               lambda text, span, scope: scope.stands_for[text]),
    NameSource(lambda text, scope: element_of_field(text, scope) is not None, _element_field),
    NameSource(lambda text, scope: text in ROLES and (text != "actor" or scope.has_actor), _role,
               is_word=True),
    NameSource(lambda text, scope: scope.world.state_of(None, text) is not None, _state),
    NameSource(lambda text, scope: scope.world.zone_of(None, text) is not None, _zone),
    NameSource(_is_plain_value, _value),
    NameSource(lambda text, scope: text in scope.world.options, _option),
    NameSource(lambda text, scope: text in scope.world.definitions, _definition),
    NameSource(lambda text, scope: text == "seats",
               lambda text, span, scope: Primitive("seats", (), t.ListOf(t.PLAYER)), is_word=True),
    NameSource(lambda text, scope: text in scope.world.seats,
               lambda text, span, scope: Constant(scope.world.seats[text], t.PLAYER)),
)  # fmt: skip


# --- members ----------------------------------------------------------------------------------


def expected_member(text: str, expected: t.Type | None, world: World) -> Expression | None:
    """Return the member, kind or definition of the expected type that a name means, if any."""
    wanted = None if expected is None else t.plain_type(expected)
    if wanted == t.KIND and text in world.kinds:
        world.used.add(("kind", text))
        return Constant(text, t.KIND)
    if isinstance(wanted, t.DefinitionType) and text in world.definitions:
        return definition_constant(text, world)
    if isinstance(wanted, t.EnumType) and text in world.enums[wanted.name].members:
        return _member(wanted.name, text, world)
    return None


def _member(enum: str, text: str, world: World) -> Expression:
    world.used.add(("member", f"{enum}.{text}"))
    return Constant(world.enums[enum].members.index(text), t.EnumType(enum))


def _any_member(text: str, span: Span, scope: Scope) -> Expression | None:
    """Return the member of that name where nothing says of which enum, if there is one only."""
    enums = [name for name, enum in scope.world.enums.items() if text in enum.members]
    if len(enums) > 1:
        scope.world.report.add("name-clash.member-nothing-says", span, name=text, names=(*enums,))
        return unknown()
    return _member(enums[0], text, scope.world) if enums else None


# --- after a dot ------------------------------------------------------------------------------


@rule_for(trees.Dot)
def _dot(tree: trees.Dot, scope: Scope, expected: t.Type | None) -> Expression:
    family = _family(tree, scope)
    if family is not None:
        return family
    operand = check_expression(tree.operand, scope)
    if operand.type == t.UNKNOWN:
        return unknown()
    if not dots.has_field(operand.type, tree.name.text, scope.world):
        operand = as_card(operand, scope)
    words = operand_words(tree.operand.span)
    return lift(scope, [operand], lambda plain: dotted(plain[0], tree.name, scope, words))


def _family(tree: trees.Dot, scope: Scope) -> Expression | None:
    """Return the cards of all zones of a family, where a kind stands before the dot."""
    operand, world = tree.operand, scope.world
    if not isinstance(operand, trees.Name) or knows(operand.text, scope):
        return None
    if operand.text != "player" and operand.text not in world.kinds:
        return None
    zone = world.zone_of(operand.text, tree.name.text)
    if zone is None:
        known = [key.name for key in world.zones if key.owner == operand.text]
        world.report.add(
            "unknown-zone.no-zone-named",
            tree.name.span,
            *guess(tree.name.text, known),
            operand=operand.text,
            written=tree.name.text,
        )
        return unknown()
    return dots.family_read(zone, world)


def operand_words(span: Span) -> str:
    """Return the words before a dot, as a help repeats them."""
    return quote(span).strip("`")


def dotted(operand: Expression, name: trees.Word, scope: Scope, words: str = "…") -> Expression:
    """Return `x.name` of a plain operand; UNKNOWN after a diagnostic.

    Args:
        words: The operand as written.
    """
    text, type_ = name.text, operand.type
    if type_ == t.UNKNOWN:
        return unknown()
    is_hidden = scope.is_hidden(text, name.span)
    own = None if is_hidden else dots.field_of(operand, text, name.span, scope)
    found = own or _property(operand, text, scope)
    if found is None and text not in scope.world.values and scope.world.prelude_value(text):
        found = dots.field_of(operand, text, name.span, scope)
    return found or _report_field(type_, name, scope, words)


def _property(operand: Expression, name: str, scope: Scope) -> Expression | None:
    """Return what every entity or player knows, or the owner of the zone it is in."""
    type_, world = operand.type, scope.world
    if type_ == t.PLAYER:
        return Property("seat", operand, "", t.INT) if name == "seat" else None
    if isinstance(type_, t.DefinitionType):
        return Property("kind", operand, "", t.KIND) if name == "kind" else None
    if not isinstance(type_, t.EntityType):
        return None
    if name in dots.PROPERTIES:
        known: dict[str, t.Type] = {"definition": t.DefinitionType(type_.kind), "kind": t.KIND,
                                    "position": t.INT, "zone": t.ZoneType(type_.kind)}  # fmt: skip
        of = known.get(name, t.Maybe(t.PLAYER))
        if name in ("position", "zone") and world.is_unique(type_.kind):  # it may lie nowhere
            of = t.Maybe(of)
        return Property(name, operand, "", of)
    if name == "player":
        return Property("container", operand, name, t.Maybe(t.PLAYER))
    if name in world.kinds and any(key.owner in world.lineage(name) for key in world.zones):
        world.used.add(("kind", name))
        return Property("container", operand, name, t.Maybe(t.EntityType(name)))
    return None


def _report_field(type_: t.Type, name: trees.Word, scope: Scope, words: str) -> Expression:
    """Report a name after a dot that the value before it does not have."""
    zone = scope.world.zone_of(None, name.text)
    if type_ == t.PLAYER and zone is not None:
        labels = (Label(name.span, Said("help.asked")),)
        scope.world.report.add(
            "unknown-attribute.one-zone-table", zone.span, labels=labels, name=name.text
        )
        return unknown()
    helps = field_helps(type_, name.text, words, scope)
    scope.world.report.add("unknown-attribute.no", name.span, *helps, type=type_, name=name.text)
    return unknown()
