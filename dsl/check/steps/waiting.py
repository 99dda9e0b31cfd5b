"""Check effects that wait, `wait on …` and `later after …`: what makes their cards.

Such an effect is a card of its own, made into a zone. It remembers by value what its steps read
from around them: states of its kind hold that, one for each name and type. The step becomes the
steps that make the card and tell it these values. What the card does is checked when all texts are
read: see `dsl.check.rules.waiting`.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from dsl.check.expressions.expressions import check_as, check_expression, quote
from dsl.check.scopes.scope import Scope
from dsl.check.scopes.types import as_zone
from dsl.check.scopes.world import Kept, WaitText, World
from dsl.check.steps.steps import Checked, check_block, rule_for
from dsl.model import steps as model
from dsl.model import types as t
from dsl.model.amounts import NOTHING
from dsl.model.nouns import StateField
from dsl.model.rules import EventSlot
from dsl.model.traits import DEFINITION, KEPT, KEPT_ME, WAITS_UNTIL, StateKey
from dsl.model.walk import walk
from dsl.records import Record, Span
from dsl.syntax import statements, trees

ROLES: Final = ("me", "self", "actor")
"""What is remembered although no step has given it a name."""
_REFERENCES = (t.EntityType, t.TargetType, t.DefinitionType, t.ZoneType)


@rule_for(statements.Wait)
def _wait(tree: statements.Wait, scope: Scope) -> Checked:
    world = scope.world
    zone = as_zone(check_expression(tree.zone, scope))
    plain = t.plain_type(zone.type)
    if plain == t.UNKNOWN:
        return (), scope
    if not isinstance(plain, t.ZoneType):
        world.report.add("bad-wait.no-zone", tree.zone.span, words=quote(tree.zone.span))
        return (), scope
    kind = _kind_of(plain.kind, tree.zone.span, world)
    if kind is None:
        return (), scope
    return _made(tree, tree.zone, kind, scope) if tree.like is None else _copy(tree, kind, scope)


def _copy(tree: statements.Wait, kind: str, scope: Scope) -> Checked:
    """Return the steps that make a copy of an effect, which is as that is and remembers the same;
    whoever copies it controls it."""
    assert tree.like is not None
    world, span = scope.world, tree.span
    if tree.body:
        world.report.add("bad-wait.copy-says", tree.body[0].span)
        return (), scope
    like = check_as(tree.like, scope, t.Maybe(t.EntityType(kind)))
    printed = trees.Word(hidden_name("definition", scope), span)
    card = tree.result or trees.Word(hidden_name("copy", scope), span)
    steps = (
        statements.Let(printed, trees.Dot(tree.like, trees.Word(DEFINITION, span), span), span),
        *_making(printed, tree.zone, card, scope),
    )
    found, after = check_block(steps, replace(scope, replaces=None))
    if like.type == t.UNKNOWN or len(found) < len(steps):
        return (), after
    remember(StateKey(kind, KEPT_ME), t.Maybe(t.PLAYER), span, world)
    of_kind = t.EntityType(kind)
    slots = (EventSlot(preposition=None, name=name, type=of_kind, default=None) for name in "eo")
    world.declare_native(f"{KEPT}{kind}", span, (*slots,))
    new = check_expression(trees.Name(card.text, span), after)
    same = model.DoEvent(f"{KEPT}{kind}", (new, like), None, None, (0, 1), None, False, span)
    mine, _ = check_block((_told(card, KEPT_ME, trees.Name("me", span), span),), after)
    return (model.Wait("", (*found, same, *mine), span),), after


def _making(
    definition: trees.Word, zone: trees.Expression, card: trees.Word, scope: Scope
) -> tuple[statements.Step, ...]:
    """Return the steps that make a card and give it its name."""
    span = definition.span
    made = trees.Word(hidden_name("made", scope), span)
    one = trees.Unit(trees.Number(1, span), (definition,), (), span)
    into = trees.Preposition("into", zone, span)
    first = trees.Call(trees.Word("first", span), (trees.Name(made.text, span),), span)
    return (
        trees.Phrase(trees.Word("create", span), one, (into,), made, span),
        statements.Let(card, first, span),
    )


def _told(card: trees.Word, state: str, value: trees.Expression, span: Span) -> statements.Step:
    """Return the step that gives state of a card its value."""
    field = trees.Dot(trees.Name(card.text, card.span), trees.Word(state, span), span)
    return statements.Set(field, value, span)


@rule_for(statements.Later)
def _later(tree: statements.Later, scope: Scope) -> Checked:
    found = later_place(tree.pattern.event.span, scope)
    return ((), scope) if found is None else _made(tree, found.zone, found.kind, scope)


class LaterPlace(Record):
    """Where delayed effects wait: their zone and their kind."""

    zone: trees.Expression
    kind: str


def later_place(span: Span, scope: Scope) -> LaterPlace | None:
    """Return where delayed effects wait; None after a diagnostic."""
    world = scope.world
    zone = next((each for each in world.zones.values() if each.is_later), None)
    if zone is None:
        world.report.add("bad-wait.no-later", span)
        return None
    world.used.add(("zone", zone.key.dotted))
    kind = _kind_of(zone.of, span, world)
    return None if kind is None else LaterPlace(trees.Name(zone.key.name, span), kind)


def _kind_of(held: str, span: Span, world: World) -> str | None:
    """Return the kind of the effects that wait among cards of a kind; None after a diagnostic."""
    every = (each.name for each in world.kinds.values() if each.waits)
    found = [kind for kind in every if held in world.lineage(kind)]
    if len(found) == 1:
        return found[0]
    key = "bad-wait.two-kinds" if found else "bad-wait.no-kind"
    world.report.add(key, span, kind=held, kinds=tuple(found))
    return None


def _made(
    tree: statements.Wait | statements.Later, zone: trees.Expression, kind: str, scope: Scope
) -> Checked:
    """Return the steps that make the card and tell it what it remembers."""
    if not may_wait(tree.span, scope):
        return (), scope
    kept = remembered(tree, kind, tree.span, scope)
    text = WaitText(
        id="", kind=kind, of=scope.owner, body=tree.body, kept=kept, span=tree.span
    )  # fmt: skip
    called = None
    if isinstance(tree, statements.Later):
        until = None if tree.until is None else state_until(tree.until, kind, scope.world)
        is_once = tree.once or until is None
        text = replace(text, listens=tree.pattern, until=until, is_once=is_once)
    else:
        called = tree.result
        text = replace(text, waiting=tree.result)
    text = entered(text, scope.world)
    found, after = check_block(
        steps_making(text, zone, called or own_name(text), scope), replace(scope, replaces=None)
    )
    return (model.Wait(text.id, found, tree.span),), after


def may_wait(span: Span, scope: Scope) -> bool:
    """Return whether effects can wait here; report it where they cannot."""
    if scope.owner and not scope.world.seats:
        return True
    scope.world.report.add("bad-wait.not-here", span)
    return False


def remembered(tree: object, kind: str, span: Span, scope: Scope) -> tuple[Kept, ...]:
    """Return what an effect remembers: each name that its texts read and that has a value here."""
    names = {"me": span}  # whoever says it goes on to be who does it
    for each in walk(tree):
        if isinstance(each, trees.Name):
            names.setdefault(each.text, each.span)
    # in the order of the locals; then the roles
    known = [*sorted(scope.visible, key=lambda name: scope.visible[name][0]), *scope.stands_for]
    there = {"me": scope.has_me != "no", "self": scope.self_kind is not None}
    there["actor"] = scope.has_actor
    known += [name for name in ROLES if there[name] and name not in scope.visible]
    return tuple(_kept(name, kind, names[name], scope) for name in known if name in names)


def entered(text: WaitText, world: World) -> WaitText:
    """Return an effect with its id, entered where it has not been met before: texts may be checked
    twice."""
    if (known := world.waiting.get(text.span)) is not None and known.kept == text.kept:
        return known
    number = sum(each.of == text.of for each in world.waiting.values()) + 1
    text = replace(text, id=f"{text.of}:wait.{number}")
    world.waiting[text.span] = text
    world.definitions[text.id] = text.kind
    return text


def hidden_name(word: str, scope: Scope) -> str:
    """Return a name that no author gives, and nothing here has; where the text stands has no part
    in it."""
    taken = sum(name.startswith(f"{word} ") for name in scope.visible)
    return f"{word} {taken + 1}"


def own_name(text: WaitText) -> trees.Word:
    """Return the hidden name of the card that an effect is."""
    return trees.Word(f"{text.id} itself", text.span)


def steps_making(
    text: WaitText, zone: trees.Expression, card: trees.Word, scope: Scope
) -> tuple[statements.Step, ...]:
    """Return the steps that make the card and tell it what it remembers."""
    span = text.span
    told = [(each.state, trees.Name(each.name, span)) for each in text.kept if each.is_known]
    if text.until is not None:
        told.append((text.until, trees.Name("true", span)))
    return (
        *_making(trees.Word(text.id, span), zone, card, scope),
        *(_told(card, key.name, value, span) for key, value in told),
    )


def state_until(word: trees.Word, kind: str, world: World) -> StateKey:
    """Return the state that is true until a stretch of time is over."""
    world.scopes_named.append((word.text, word.span))
    key = StateKey(kind, f"{WAITS_UNTIL}{word.text}")
    world.state[key] = StateField(
        key=key, type=t.BOOL, default=False, is_set_up=False, until=word.text, keep=True,
        seen_by="nobody", span=word.span,
    )  # fmt: skip
    return key


def _kept(name: str, kind: str, span: Span, scope: Scope) -> Kept:
    """Return how a name is remembered; of an unknown type after a diagnostic."""
    type_ = check_expression(trees.Name(name, span), scope).type
    found = t.Maybe(t.PLAYER) if name == "me" else held(type_)
    if found is None and type_ != t.UNKNOWN:
        scope.world.report.add("bad-wait.not-kept", span, name=name, type=type_)
    if found is None:
        return Kept(name, StateKey(kind, KEPT), t.UNKNOWN)
    key = StateKey(kind, KEPT_ME if name == "me" else f"{KEPT}{name}:{found}")
    remember(key, found, span, scope.world)
    return Kept(name, key, found, isinstance(type_, t.Maybe))


def remember(key: StateKey, type_: t.Type, span: Span, world: World) -> None:
    """Declare the state that holds something remembered."""
    default: object = False if type_ == t.BOOL else 0
    if isinstance(type_, t.Maybe | t.ListOf | t.SetOf | t.BagOf):
        default = None if isinstance(type_, t.Maybe) else ()
    elif isinstance(type_, t.AmountOf):
        default = NOTHING
    field = StateField(
        key=key, type=type_, default=default, is_set_up=False, until=None, keep=True,
        seen_by=None, span=span,
    )  # fmt: skip
    world.state.setdefault(key, field)


def held(type_: t.Type) -> t.Type | None:
    """Return the type of the state that holds a value; None of what no state can hold.

    A card may be retired, and is none then.
    """
    plain = t.plain_type(type_)
    if isinstance(plain, _REFERENCES):
        return t.Maybe(plain)
    if isinstance(plain, t.AmountOf):
        return type_
    if isinstance(plain, t.ListOf | t.SetOf | t.BagOf):
        inside = held(plain.of)
        item = None if inside is None else t.plain_type(plain.of)
        return None if item is None else type(plain)(item)
    if plain in (t.INT, t.BOOL, t.PLAYER) or isinstance(plain, t.EnumType):
        return type_
    return None
