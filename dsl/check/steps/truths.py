"""Check what players are told of hidden things: `reveal` of anything that is no card.

What is told must be about cards: state has an audience of its own, and what players see of it is
said there once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from dsl.check.expressions.dots import need_me
from dsl.check.expressions.expressions import check_expression
from dsl.check.scopes.draft import Draft
from dsl.check.scopes.scope import Scope
from dsl.check.scopes.world import EventHead
from dsl.check.steps.arguments import Given, check_arguments, distribute, roles_used
from dsl.check.steps.steps import Checked
from dsl.model import expressions as e
from dsl.model import steps as model
from dsl.model import types as t
from dsl.model.rules import EventSlot
from dsl.model.walk import walk
from dsl.syntax import trees

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
    if not _can_be_told(t.plain_type(truth.type)):
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


def _can_be_told(type_: t.Type) -> bool:
    """Return whether a value of a type is told as it is, rather than a card shown."""
    return type_ in (t.BOOL, t.INT, t.PLAYER) or isinstance(type_, t.EnumType | t.DefinitionType)


def _refuse(what: str, where: trees.Expression | trees.Word, scope: Scope) -> None:
    """Report what only an event can have."""
    scope.world.report.add(
        "wrong-type", f"{what} says nothing here: that a truth is told is no event", where.span,
        "leave it out",
    )  # fmt: skip


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
            message = "`reveal` tells what cards there are, not what can happen"
            draft.report.add("wrong-type", message, step.span, "say what is true of the cards")
        hidden = _hidden_state(step.truth, draft)
        if hidden is not None:
            message = f"`reveal` reads the state `{hidden}`, which not everybody sees"
            help_ = (
                f"a truth is about cards: give `{hidden}` the `seen-by` it needs, "
                "or say in the truth what cards there are"
            )
            draft.report.add("wrong-type", message, step.span, help_)


def _hidden_state(truth: e.Expression, draft: Draft) -> str | None:
    """Return the name of a state that an expression reads, the values that it calls too, and that
    is not open to all."""
    for node in _all_read(truth, draft):
        if isinstance(node, e.StateRead) and not _is_open(node.state, draft):
            return node.state.name
    return None


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
