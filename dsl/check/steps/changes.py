"""Check `set`, `add` and `subtract`: silent changes of locals and state."""

from __future__ import annotations

from msgspec.structs import replace

from dsl.check.expressions.comparisons import narrow
from dsl.check.expressions.dots import has_field, is_own_field, state_read
from dsl.check.expressions.expressions import check_expression, fit_or_report, quote
from dsl.check.expressions.names import knows
from dsl.check.scopes.scope import Scope
from dsl.check.scopes.types import as_card, fit, is_open, join, or_else
from dsl.check.steps.steps import Checked, rule_for
from dsl.diagnostics.wording import Said
from dsl.model import expressions as e
from dsl.model import steps as model
from dsl.model import types as t
from dsl.model.steps import SlotInfo
from dsl.model.traits import DEFINITION
from dsl.records import Record, Span
from dsl.syntax import statements, trees
from dsl.words.arithmetic import operation


class Target(Record):
    """What a step changes: a local (`state` None) or a state field with its owner.

    Attributes:
        type: As declared, whatever is known of the value at this place.
    """

    local: e.Local | None
    state: e.StateKey | None
    of: e.Expression | None
    type: t.Type


@rule_for(statements.Set)
def _set(tree: statements.Set, scope: Scope) -> Checked:
    target = _target(tree.target, scope)
    value = check_expression(tree.value, scope, None if target is None else target.type)
    if target is None:
        return (), scope
    if target.local is not None and is_open(target.type):
        # nothing has said yet what is in the local; this value does
        local = target.local
        is_none = local.type == t.NONE
        known = t.maybe(value.type) if is_none else join(local.type, value.type, scope.world)
        if known is None:
            fit_or_report(value, local.type, scope, tree.value.span)
            return (), scope
        scope.slots.infos[local.slot] = SlotInfo(local.name, known)
        return (model.Let(local.slot, fit(value, known, scope) or value, tree.span),), scope
    value = fit_or_report(value, target.type, scope, tree.value.span)
    return _change("set", target, _unless_nobody(value, target, scope), tree.span, scope)


def _unless_nobody(value: e.Expression, target: Target, scope: Scope) -> e.Expression:
    """Return the new value of a target; where it is nobody the old one stays."""
    if target.local is not None:
        return or_else(value, target.local, scope)
    if target.state is None or isinstance(target.type, t.Maybe):
        return value
    if target.state.name == "start-player":
        return or_else(value, e.Role("start-player", t.PLAYER), scope)
    return or_else(value, e.StateRead(target.state, target.of, target.type), scope)


def _change(
    operator: str, target: Target, value: e.Expression, span: Span, scope: Scope
) -> Checked:
    """Return the step that gives a target its new value."""
    if target.state is not None:
        return (model.Change(operator, target.state, target.of, value, span),), scope
    if target.local is None:
        return (), scope
    slot, type_ = target.local.slot, target.type
    if isinstance(type_, t.Maybe) and not isinstance(value.type, t.Maybe) and value.type != t.NONE:
        type_ = type_.of
    return (model.Let(slot, value, span),), narrow(scope, {slot: type_})


# --- add and subtract -------------------------------------------------------------------------


@rule_for(statements.Add)
def _add(tree: statements.Add, scope: Scope) -> Checked:
    return _put(tree, "add", "+", scope)


@rule_for(statements.Subtract)
def _subtract(tree: statements.Subtract, scope: Scope) -> Checked:
    return _put(tree, "subtract", "-", scope)


def _put(tree: statements.Add | statements.Subtract, verb: str, sign: str, scope: Scope) -> Checked:
    """Return the step that adds to a target or takes away from it."""
    meant = _counted_state(tree, scope)
    if meant is not None:
        step = f"{verb} {meant[0]} {'to' if sign == '+' else 'from'} {meant[1]}"
        help_ = Said("help.write-meant", meant=step)
        _refuse(tree.target.span, "cannot-assign.no-local-nor-state", scope, help_)
        return (), scope
    target = _target(tree.target, scope)
    hint = None if target is None else target.type
    if isinstance(hint, t.ListOf | t.SetOf) and isinstance(tree.value, trees.Name):
        hint = hint.of  # a name is one element rather than the whole list
    value = check_expression(tree.value, scope, hint)
    if target is None or target.type == t.UNKNOWN:
        return (), scope
    if target.local is not None and is_open(target.type):
        is_list = isinstance(value.type, t.ListOf | t.SetOf | t.BagOf)
        known: t.Type = value.type if is_list else t.ListOf(t.plain_type(value.type))
        scope.slots.infos[target.local.slot] = SlotInfo(target.local.name, known)
        target = replace(target, local=replace(target.local, type=known), type=known)
    if not isinstance(target.type, t.ListOf | t.SetOf | t.BagOf) and target.type != t.INT:
        scope.world.report.add(
            "cannot-assign.nothing-added",
            tree.target.span,
            words=quote(tree.target.span),
            type=target.type,
        )
        return (), scope
    if isinstance(target.type, t.ListOf | t.SetOf) and fit(value, target.type, scope) is None:
        item = fit(value, target.type.of, scope)
        if item is not None:
            value = e.ListOfItems((item,), t.ListOf(target.type.of))
    value = fit_or_report(value, target.type, scope, tree.value.span)
    if target.local is not None:
        combined = operation(sign, target.local, value, type=target.local.type)
        return _change("set", target, combined, tree.span, scope)
    return _change(verb, target, value, tree.span, scope)


def _counted_state(
    tree: statements.Add | statements.Subtract, scope: Scope
) -> tuple[str, str] | None:
    """Return how much and what is meant by `1 vote to me`, where players have `votes`."""
    unit, target = tree.value, tree.target
    if not isinstance(unit, trees.Unit) or len(unit.members) != 1:
        return None
    if not isinstance(target, trees.Name) or not knows(target.text, scope):
        return None
    if check_expression(target, scope).type != t.PLAYER:
        return None
    word = unit.members[0].text
    states = (scope.world.state_of("player", name) for name in (word, f"{word}s"))
    state = next((each for each in states if each is not None), None)
    if state is None or state.type != t.INT:
        return None
    return unit.quantity.span.text, f"{target.text}.{state.key.name}"


# --- targets ----------------------------------------------------------------------------------


def _target(tree: trees.Expression, scope: Scope) -> Target | None:
    """Return what a step may change; None after a diagnostic."""
    if isinstance(tree, trees.Name):
        return _name_target(tree, scope)
    if isinstance(tree, trees.Dot):
        return _field_target(tree, scope)
    found = check_expression(tree, scope)
    if found.type == t.UNKNOWN:
        return None
    helps: tuple[str, ...] = ()
    if isinstance(tree, trees.Index):
        bag, unit = tree.operand.span.text, tree.key.span.text
        if isinstance(check_expression(tree.operand, scope).type, t.BagOf):
            helps = (Said("help.write-add-unit-bag", unit=unit, bag=bag),)
    return _refuse(tree.span, "cannot-assign.no-local-nor-state", scope, *helps)


def _name_target(tree: trees.Name, scope: Scope) -> Target | None:
    name, world = tree.text, scope.world
    if name in scope.visible:
        if tree.text in scope.fixed:
            return _refuse(tree.span, "cannot-assign.keeps-value", scope)
        slot = scope.visible[tree.text][0]
        type_ = scope.slots.infos[slot].type
        return Target(e.Local(slot, tree.text, type_), None, None, type_)
    state = world.state_of(None, name)
    if name != "start-player" and state is None:
        if knows(name, scope):
            return _refuse(tree.span, "cannot-assign.no-local-nor-state", scope)
        check_expression(tree, scope)
        return None
    if scope.place == "value":
        return _refuse_in_value(tree.span, scope)
    if state is None:
        return Target(None, e.StateKey(None, name), None, t.PLAYER)
    state_read(state, None, world)
    return Target(None, state.key, None, state.type)


def _field_target(tree: trees.Dot, scope: Scope) -> Target | None:
    """Return the state of a player or entity; where the owner is none, the step is skipped."""
    owner = as_card(check_expression(tree.operand, scope), scope)
    if owner.type == t.UNKNOWN:
        return None
    plain, name, world = t.plain_type(owner.type), tree.name.text, scope.world
    if isinstance(plain, t.ListOf | t.SetOf) and has_field(plain.of, name, world):
        help_ = Said("help.change-each", words=tree.operand.span.text, name=name)
        return _refuse(tree.span, "cannot-assign.no-local-nor-state", scope, help_)
    kind = "player" if plain == t.PLAYER else plain.kind if isinstance(plain, t.EntityType) else ""
    state = world.state_of(kind, name) if kind else None
    if state is not None and scope.place == "value":
        return _refuse_in_value(tree.span, scope)
    if state is not None:
        state_read(state, owner, world)
        return Target(None, state.key, owner, state.type)
    if is_own_field(plain, name, world):
        is_zone = bool(kind) and world.zone_of(kind, name) is not None
        key = "cannot-assign.cards-of-zone" if is_zone else "cannot-assign.attribute"
        return _refuse(tree.span, key, scope)
    if check_expression(tree, scope).type == t.UNKNOWN:
        return None
    helps: tuple[str, ...] = ()
    if name == DEFINITION and kind in world.kinds:
        helps = (Said("help.say-until-when", kind=kind),)
    return _refuse(tree.span, "cannot-assign.no-state", scope, *helps)


def _refuse(span: Span, key: str, scope: Scope, *helps: str) -> Target | None:
    """Report a target that cannot be changed; there is none."""
    scope.world.report.add(key, span, *helps, words=quote(span))
    return None


def _refuse_in_value(span: Span, scope: Scope) -> Target | None:
    """Report a change of state in a value; there is no target."""
    scope.world.report.add("not-in-value.value-changes-nothing", span, words=quote(span))
    return None
