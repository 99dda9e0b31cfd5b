"""Check what ends effects that last: state goes back, and what stands under `then` is done.

Several effects may hold one state. Where one of them ends, the next one that began after it gives
back what the first would have; the newest one gives it to the state itself, if that still is as
the effect has made it. What was added is taken off.
"""

from __future__ import annotations

from msgspec.structs import replace

from dsl.check.rules.rule_parts import Standing
from dsl.check.scopes.scope import Scope
from dsl.check.scopes.world import Undone, WaitText
from dsl.check.steps.bodies import check_body, check_condition_formula, check_steps
from dsl.check.steps.waiting import own_name
from dsl.model import steps as s
from dsl.model.expressions import Contains, Expression, IsNone, Logic, Role, StateRead
from dsl.model.rules import Always, Delay, Pattern, Trigger
from dsl.model.steps import Body, Formula
from dsl.model.traits import LASTS_HERE, WAITS_UNTIL, StateKey
from dsl.model.types import BOOL, EntityType, ListOf, Maybe, plain_type
from dsl.model.walk import walk
from dsl.records import Span
from dsl.syntax import statements, trees


def body_ending(text: WaitText, inside: Scope, is_there: Expression, given: int) -> Body:
    """Return what is done when an effect ends, behind the steps that name what it remembers."""
    back = check_steps((*(step for each in text.undone for step in _undoing(each, text)),), inside)
    body = check_body(text.body, inside, given)
    ends = s.If(((is_there, (*back, retiring(text), *body.steps)),), (), text.span)
    return replace(body, steps=(ends,))


def retiring(text: WaitText) -> s.Step:
    """Return the step with which an effect is over."""
    itself = Role("self", EntityType(text.kind))
    return s.DoEvent("retire", (itself,), None, None, (), None, False, text.span)


def rule_ending(
    text: WaitText, own: Standing, body: Body, pattern: Pattern | None, over: Formula | None
) -> Trigger | Always | None:
    """Return the rule that ends an effect: after an event, or as soon as a condition holds."""
    until = None if text.until is None else text.until.name.removeprefix(WAITS_UNTIL)
    delay = Delay(True, until, text.lasts)
    if text.lasts == "event":
        return None if pattern is None else Trigger(
            **own, timing="after", pattern=pattern, lets=(), optional=False, limit=None, cost=None,
            body=body, at_once=True, delay=delay,
        )  # fmt: skip
    own["id"] = f"{text.id}:always.1"
    return Always(**own, source=None, condition=over, body=body, delay=delay)


def is_over(text: WaitText, outside: Scope, is_there: Expression) -> Formula:
    """Return whether an effect that is still there is over: its condition fails, its card has left,
    its stretch of time has passed."""
    itself = Role("self", EntityType(text.kind))
    asked = Formula((), 0, is_there)
    if text.condition is not None:
        asked = check_condition_formula(text.condition, outside)
        holds = _all_there(text.condition, outside, asked.expression)
    elif text.leaver is not None:
        card = outside.stands_for[text.leaver]
        plain = plain_type(card.type)
        assert isinstance(plain, EntityType)
        key = StateKey(plain.kind, LASTS_HERE)
        listed = StateRead(key, card, ListOf(EntityType(text.kind)))
        holds = _all_there(trees.Name(text.leaver, text.span), outside, Contains(
            itself, listed, False, BOOL
        ))  # fmt: skip
    else:
        assert text.until is not None
        holds = StateRead(text.until, itself, BOOL)
    over = Logic("and", is_there, Logic("not", holds, None, BOOL), BOOL)
    return replace(asked, expression=over)


def known_as_there(text: WaitText, remembered: dict[str, Expression]) -> dict[str, Expression]:
    """Return what is remembered as what its names were when the effect began: cards that are there,
    and not none. Whether they still are is asked besides."""
    found = {}
    for each in text.kept:
        value = remembered.get(each.name)
        if value is not None and not each.may_be_none and isinstance(value.type, Maybe):
            value = replace(value, type=value.type.of)
        if value is not None:
            found[each.name] = value
    return found


def _all_there(tree: object, outside: Scope, holds: Expression) -> Expression:
    """Return whether a condition holds, and each card that it names is still there."""
    names = {each.text for each in walk(tree) if isinstance(each, trees.Name)}
    for name in sorted(names & outside.stands_for.keys()):
        value = outside.stands_for[name]
        if not isinstance(value.type, Maybe) and isinstance(plain_type(value.type), EntityType):
            holds = Logic("and", IsNone(value, True, BOOL), holds, BOOL)
    return holds


# --- what goes back ---------------------------------------------------------------------------


def _undoing(change: Undone, text: WaitText) -> tuple[statements.Step, ...]:
    """Return the steps that take a change back, where the state has not been forgotten since."""
    span = text.span
    itself, value = trees.Name(own_name(text).text, span), trees.Name(change.new, span)
    target, listed = _of(change, change.state.name, span), _of(change, change.lasting.name, span)
    back: tuple[statements.Step, ...]
    if change.old is not None:
        back = _set_back(change, target, listed, itself, span)
    elif change.is_more:
        back = (statements.Subtract(value, target, span),)
    else:
        back = (statements.Add(value, target, span),)
    steps = (*back, statements.Subtract(itself, listed, span))
    holds: trees.Expression = trees.Binary("in", itself, listed, span)
    if any(each.name == change.owner and isinstance(each.type, Maybe) for each in text.kept):
        assert change.owner is not None
        holds = trees.Binary("and", _is_there(change.owner, span), holds, span)
    return (statements.If((statements.Branch(holds, steps, span),), (), span),)


def _set_back(
    change: Undone,
    target: trees.Expression,
    listed: trees.Expression,
    itself: trees.Expression,
    span: Span,
) -> tuple[statements.Step, ...]:
    """Return the steps that give what was before to whoever gives it back now."""
    mark = (change.old or "").replace(" ", "-")
    each, passed, done = (trees.Word(f"{word} {mark}", span) for word in ("each", "passed", "done"))
    yes, no = trees.Name("true", span), trees.Name("false", span)

    def name(word: trees.Word) -> trees.Name:
        return trees.Name(word.text, span)

    def given_to(place: trees.Expression) -> statements.Step:
        """Return the step that gives it to a place, if that is as the effect has made it."""
        is_so = trees.Binary("==", place, trees.Name(change.new, span), span)
        if change.is_certain:
            is_so = trees.Binary("and", is_so, _is_there(change.old or "", span), span)
        gives = statements.Set(place, trees.Name(change.old or "", span), span)
        return statements.If((statements.Branch(is_so, (gives,), span),), (), span)

    newer = trees.Dot(name(each), trees.Word(change.before.name, span), span)
    is_next = trees.Binary("and", name(passed), trees.Unary("not", name(done), span), span)
    is_itself = trees.Binary("==", name(each), itself, span)
    loop = (
        statements.If((statements.Branch(
            is_next, (statements.Set(name(done), yes, span), given_to(newer)), span
        ),), (), span),
        statements.If((statements.Branch(
            is_itself, (statements.Set(name(passed), yes, span),), span
        ),), (), span),
    )  # fmt: skip
    is_newest = trees.Unary("not", name(done), span)
    own = trees.Dot(itself, trees.Word(change.before.name, span), span)
    return (
        statements.Let(trees.Word(change.old or "", span), own, span),
        statements.Let(passed, no, span),
        statements.Let(done, no, span),
        statements.ForEach(each, listed, loop, span),
        statements.If((statements.Branch(is_newest, (given_to(target),), span),), (), span),
    )


def _of(change: Undone, name: str, span: Span) -> trees.Expression:
    if change.owner is None:
        return trees.Name(name, span)
    return trees.Dot(trees.Name(change.owner, span), trees.Word(name, span), span)


def _is_there(name: str, span: Span) -> trees.Expression:
    return trees.Is(trees.Name(name, span), trees.Word("none", span), True, span)
