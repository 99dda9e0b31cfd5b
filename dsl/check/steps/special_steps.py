"""Check the steps with rules of their own: effect attributes, `leave PHASE`, `reveal`.

`reveal` of anything that is no card must be about cards: state has an audience of its own, and
what players see of it is declared there once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from dsl.check.expressions.dots import field_names, need_me
from dsl.check.expressions.expressions import check_as, check_expression, guess, quote, report_count
from dsl.check.expressions.names_declared import unknown
from dsl.check.scopes.draft import Draft
from dsl.check.scopes.scope import Scope
from dsl.check.scopes.types import as_card
from dsl.check.scopes.world import EventHead
from dsl.check.steps.arguments import Given, check_arguments, distribute, roles_used
from dsl.check.steps.steps import Checked, report_place, rule_for
from dsl.diagnostics.wording import Said
from dsl.model import expressions as e
from dsl.model import steps as model
from dsl.model import types as t
from dsl.model.expressions import AttributeRead, Expression
from dsl.model.nouns import Attribute, StateField
from dsl.model.rules import EventSlot
from dsl.model.traits import LEAVE, StateKey
from dsl.model.walk import walk
from dsl.syntax import statements, trees


@rule_for(statements.Do)
def _do(tree: statements.Do, scope: Scope) -> Checked:
    if tree.result is not None:
        scope.world.report.add("wrong-type.effect-card-gives", tree.result.span)
    operand, word, given = _parts(tree.effect)
    if operand is None or word is None:
        span = tree.effect.span
        scope.world.report.add("wrong-type.no-attribute-card", span, words=quote(span))
        return (), scope
    of = as_card(check_expression(operand, scope), scope)
    found = _attribute(of.type, word, scope)
    if found is None or not _may_stand(found[1], tree, scope):
        return (), scope
    kind, attribute = found
    by_an_event = Said("help.by-an-event", kind=kind, name=word.text)
    need_me(scope, tree.span, f"`{word.text}`", by_an_event)
    scope.world.used.add(("attribute", f"{kind}.{attribute.name}"))
    arguments = _arguments(attribute, given, word, scope)
    known = tuple(scope.world.effects.get((kind, attribute.name), ()))
    said = AttributeRead(kind, attribute.name, of, attribute.type)
    step = model.DoEffect(said, arguments, known, tree.span)
    return (step,), scope


def _parts(
    tree: trees.Expression,
) -> tuple[trees.Expression | None, trees.Word | None, tuple[trees.Expression, ...]]:
    """Return the card, the attribute and what is given to it, of `card.attribute(x)`."""
    match tree:
        case trees.Dot(operand, name):
            return operand, name, ()
        case trees.Call(function, arguments, operand=operand):
            return operand, function, arguments
    return None, None, ()


def _attribute(type_: t.Type, word: trees.Word, scope: Scope) -> tuple[str, Attribute] | None:
    """Return the attribute with the kind that declares it; None after a diagnostic."""
    plain, world = t.plain_type(type_), scope.world
    if type_ == t.UNKNOWN:
        return None
    found = world.attribute(plain.kind, word.text) if isinstance(plain, t.EntityType) else None
    if found is None:
        helps = guess(word.text, field_names(plain, world))
        world.report.add(
            "unknown-attribute.of-plain", word.span, *helps, plain=plain, word=word.text
        )
    elif not t.is_effect(found[1].type):
        if found[1].type != t.UNKNOWN:
            world.report.add(
                "wrong-type.neither-effect-nor", word.span, word=word.text, type=found[1].type
            )
        return None
    return found


def _may_stand(attribute: Attribute, tree: statements.Do, scope: Scope) -> bool:
    """Return whether it is done at its place: costs in costs, effects elsewhere."""
    is_cost = t.plain_type(attribute.type) == t.COST
    if is_cost == (scope.place == "cost"):
        return True
    if is_cost:
        scope.world.report.add(
            "wrong-type.cost-no-cost", tree.effect.span, attribute=attribute.name
        )
    else:
        report_place("not-in-cost", tree, scope, Said("help.let-attribute"))
    return False


def _arguments(
    attribute: Attribute, given: tuple[trees.Expression, ...], word: trees.Word, scope: Scope
) -> tuple[Expression, ...]:
    """Return what is given to an effect, one a slot."""
    if len(given) != len(attribute.slots):
        slots = ", ".join(f"{slot.type} {slot.name}" for slot in attribute.slots)
        help_text = Said("help.write-do-card-word", word=word.text, slots=slots)
        wanted = len(attribute.slots)
        report_count(word.span, word.text, wanted, len(given), scope, help_text)
        return ()
    return tuple(
        check_as(tree, scope, slot.type) for tree, slot in zip(given, attribute.slots, strict=True)
    )


WORD: Final = "leave"
"""A game that has an event of this name means that."""


def leave_step(tree: trees.Phrase, scope: Scope) -> Checked:
    """Return the step that leaves a phase."""
    world, phase = scope.world, tree.argument
    if not isinstance(phase, trees.Name) or tree.prepositions or tree.result is not None:
        world.report.add("wrong-type.names-no-phase", tree.span, words=quote(tree.span))
        return (), scope
    if phase.text not in world.phases:
        unknown(world.report, "unknown-phase", phase.text, phase.span, [*world.phases])
        return (), scope
    if scope.place in ("cost", "together"):
        report_place(f"not-in-{scope.place}", tree, scope, Said("help.leave-effect"))
    world.used.add(("phase", phase.text))
    name = f"{LEAVE}{phase.text}"
    key = StateKey(None, name)
    if world.seats and key not in world.state:
        world.report.add("wrong-type.nothing-rules-leaves", tree.span, phase=phase.text)
        return (), scope
    world.state[key] = StateField(
        key=key, type=t.BOOL, default=False, is_set_up=False, until=name, keep=False,
        seen_by="nobody", span=tree.span,
    )  # fmt: skip
    return (model.Leave(phase.text, key, tree.span),), scope


REVEAL: Final = "reveal"
EVERYONE: Final = (None, "everyone")


def truth_told(tree: trees.Phrase, head: EventHead, scope: Scope) -> Checked | None:
    """Return the step of a `reveal` that tells something of cards; None where it shows cards."""
    if tree.argument is None:
        return None
    before = len(scope.slots.infos)
    truth = check_expression(tree.argument, scope, head.slots[0].type)
    if truth.type == t.UNKNOWN:
        return (), scope
    plain = t.plain_type(truth.type)
    is_told = plain in (t.BOOL, t.INT, t.PLAYER) or isinstance(plain, t.EnumType | t.DefinitionType)
    if not is_told:  # a card, which is shown
        del scope.slots.infos[before:]  # the arguments of an event are read anew
        return None
    told = EventSlot(preposition=None, name="x", type=truth.type, default=None)
    whole = replace(head, slots=(told, *head.slots[1:]))
    given = distribute(whole, tree.argument, tree.prepositions, scope)
    to = replace(head, slots=head.slots[1:])
    players = check_arguments(to, Given(given.slots[1:], by=None), tree.name.span, scope).values[0]
    if given.by is not None:
        _refuse("`by`", given.by, scope)
    if tree.result is not None:
        _refuse("`->`", tree.result, scope)
    if "me" in roles_used(players, scope.world):
        need_me(scope, tree.name.span, "`reveal`")
    said = " ".join(tree.argument.span.text.split())
    return (model.Learn(truth, players, said, tree.span),), scope


def _refuse(what: str, where: trees.Expression | trees.Word, scope: Scope) -> None:
    """Report what only an event can have."""
    scope.world.report.add("wrong-type.says-nothing-truth", where.span, what=what)  # fmt: skip


# --- what it reads ----------------------------------------------------------------------------


def check_truths(draft: Draft) -> None:
    """Report each truth that reads state which not everybody sees."""
    entries = (
        *draft.events.values(), *draft.actions, *draft.triggers, *draft.replacements,
        *draft.always, *draft.becomes, *draft.effects, *draft.setup, *draft.phases,
    )  # fmt: skip
    for step in walk(entries):
        if not isinstance(step, model.Learn):
            continue
        if any(isinstance(node, e.CanHappen) for node in _all_read(step.truth, draft)):
            draft.report.add("wrong-type.tells-cards-not", step.span)
        states = (node for node in _all_read(step.truth, draft) if isinstance(node, e.StateRead))
        hidden = next((s.state.name for s in states if not _is_open(s.state, draft)), None)
        if hidden is not None:
            draft.report.add("wrong-type.reads-state-not", step.span, hidden=hidden)


def _all_read(truth: e.Expression, draft: Draft) -> Iterator[object]:
    """Yield the nodes of an expression and of the values that it calls."""
    done: set[str] = set()
    waiting: list[object] = [truth]
    while waiting:
        for node in walk(waiting.pop()):
            yield node
            if isinstance(node, e.ValueCall) and node.value not in done:
                done.add(node.value)
                waiting += [value.body for value in draft.values.get(node.value, ())]


def _is_open(key: e.StateKey, draft: Draft) -> bool:
    """Return whether everybody sees a state, whichever card it is on."""
    field = draft.world.state.get(key)
    is_of_card = key.owner not in (None, "player")
    return field is None or field.seen_by in (("everyone",) if is_of_card else EVERYONE)
