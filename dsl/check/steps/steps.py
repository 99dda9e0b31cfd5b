"""Check steps: blocks, branches and loops, which steps may stand where, which while all choose in
secret.

Each rule gives the steps a tree becomes and the scope behind it. Names that a step binds are known
up to the end of the block it stands in. The rules of changes, events and choices stand in their own
files; whoever checks imports `bodies`, which brings them all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, Final, TypeAlias, TypeVar

from msgspec.structs import replace

from dsl.check.expressions.comparisons import assigned, narrow, narrowing, widen
from dsl.check.expressions.expressions import (
    check_as,
    check_condition,
    check_expression,
    fit_or_report,
    quote,
)
from dsl.check.expressions.lists import check_source
from dsl.check.scopes.draft import Draft
from dsl.check.scopes.scope import NOTES, Scope
from dsl.check.scopes.types import may_be_nobody, or_else
from dsl.diagnostics.wording import Said
from dsl.model import steps as model
from dsl.model.expressions import Constant, Expression, ListOfItems, Local, Primitive, Role
from dsl.model.rules import Replacement, Trigger
from dsl.model.types import INT, UNKNOWN, ListOf, Maybe, Type, element_of, plain_type
from dsl.model.walk import walk
from dsl.records import Span
from dsl.syntax import statements, trees
from dsl.syntax.statements import AT_ONCE, COST, ROW_OF, TOGETHER, VALUE
from dsl.words.vocabulary import FIRST_ROLES, NATIVES

Checked: TypeAlias = tuple[tuple[model.Step, ...], Scope]
Rule: TypeAlias = Callable[[Any, Scope], Checked]
RuleT = TypeVar("RuleT", bound=Rule)

RULES: dict[type, Rule] = {}

PLACES: Final = {
    COST: ("not-in-cost", "help.do-effect"),
    TOGETHER: ("not-in-together", "help.keep-to-events"),
    AT_ONCE: ("not-in-at-once", "help.keep-to-choices"),
    VALUE: ("not-in-value", "help.make-it-an-event"),
}
"""The places where a part of the statements can stand: what is said of another there."""
NOT_IN: Final = {
    "not-in-together": "not-in-together.cannot-stand",
    "not-in-at-once": "not-in-at-once.cannot-stand",
    "not-in-value": "not-in-value.cannot-stand",
    "not-in-cost": "not-in-cost.cannot-stand",
}


def rule_for(tree_class: type) -> Callable[[RuleT], RuleT]:
    """Enter a rule for a class of trees."""

    def enter(rule: RuleT) -> RuleT:
        RULES[tree_class] = rule
        return rule

    return enter


# --- blocks -----------------------------------------------------------------------------------


def check_block(tree: tuple[statements.Step, ...], scope: Scope) -> Checked:
    """Return the steps of a block and the scope at its end."""
    notes = NOTES.get()
    if notes is not None and tree:
        notes.add(tree, scope, None, None)
    found: list[model.Step] = []
    stopped = False
    for step in tree:
        if stopped:
            scope.world.report.add("unreachable-step.never-reached-step", step.span)
            break
        steps, scope = check_step(step, scope)
        found.extend(steps)
        stopped = exits((step,))
    return tuple(found), scope


def check_step(tree: statements.Step, scope: Scope) -> Checked:
    """Return what one step becomes and the scope behind it."""
    if scope.place in PLACES and scope.place not in ROW_OF[type(tree)].places:
        name, help_ = PLACES[scope.place]
        report_place(name, tree, scope, Said(help_))
        return (), scope
    return RULES[type(tree)](tree, scope)


def report_place(name: str, tree: statements.Step, scope: Scope, help_: str) -> None:
    """Report a step that cannot stand where it does."""
    words = tree.span.text.split()
    word = words[0] if words else "step"
    scope.world.report.add(NOT_IN[name], tree.span, help_, word=word)


def exits(tree: tuple[statements.Step, ...]) -> bool:
    """Return whether a block always ends its body: with `stop`, `return` or `end game`."""
    match tree[-1] if tree else None:
        case None:
            return False
        case statements.If(branches, otherwise):
            return exits(otherwise) and all(exits(branch.body) for branch in branches)
        case last:
            return ROW_OF[type(last)].ends


def bind(name: trees.Word, type_: Type, scope: Scope, *, fixed: bool = False) -> tuple[int, Scope]:
    """Return a new local; report a name that is taken by another local or a role.

    Of which type such a local is meant to be nobody knows.
    """
    if name.text in scope.visible:
        type_ = UNKNOWN
        is_given = name.text in scope.fixed
        helps = (
            (Said("help.take-another-name"),)
            if is_given
            else (Said("help.write-set-name", name=name.text),)
        )
        scope.world.report.add(
            "duplicate-name.local-named-already", name.span, *helps, name=name.text
        )
    elif name.text in FIRST_ROLES:
        type_ = UNKNOWN
        scope.world.report.add("duplicate-name.meaning-own", name.span, word=name.text)
    return scope.bind(name.text, type_, fixed=fixed)


# --- let and the short ones -------------------------------------------------------------------


@rule_for(statements.Let)
def _let(tree: statements.Let, scope: Scope) -> Checked:
    value = check_expression(tree.value, scope)
    slot, after = bind(tree.name, value.type, scope)
    if may_be_nobody(value, scope):
        scope.slots.nobody.add(slot)
    return (model.Let(slot, value, tree.span),), after


@rule_for(statements.Require)
def _require(tree: statements.Require, scope: Scope) -> Checked:
    if scope.place != "cost":
        scope.world.report.add("not-in-cost.stands-costs-only", tree.span)  # fmt: skip
    condition = check_condition(tree.condition, scope)
    return (model.Require(condition, tree.span),), narrow(
        scope, narrowing(tree.condition, scope, True)
    )


@rule_for(statements.Return)
def _return(tree: statements.Return, scope: Scope) -> Checked:
    if scope.result is None:
        check_expression(tree.value, scope)
        scope.world.report.add("wrong-type.nothing-takes-result", tree.span)  # fmt: skip
        return (), scope
    value = check_expression(tree.value, scope, None if scope.result == UNKNOWN else scope.result)
    value = fit_or_report(value, scope.result, scope, tree.value.span)
    return (model.Return(value, tree.span),), scope


@rule_for(statements.Stop)
def _stop(tree: statements.Stop, scope: Scope) -> Checked:
    return (model.Stop(tree.span),), scope


@rule_for(statements.EndGame)
def _end_game(tree: statements.EndGame, scope: Scope) -> Checked:
    return (model.EndGame(tree.span),), scope


# --- branches ---------------------------------------------------------------------------------


@rule_for(statements.If)
def _if(tree: statements.If, scope: Scope) -> Checked:
    branches, inner = [], scope
    for branch in tree.branches:
        condition = check_condition(branch.condition, inner)
        yes = narrow(inner, narrowing(branch.condition, inner, True))
        branches.append((condition, check_block(branch.body, yes)[0]))
        inner = narrow(inner, narrowing(branch.condition, inner, False))
    otherwise = check_block(tree.otherwise, inner)[0]
    after = scope
    if len(tree.branches) == 1 and exits(tree.otherwise):
        after = narrow(after, narrowing(tree.branches[0].condition, after, True))
    for branch in tree.branches:
        if not exits(branch.body):
            break
        after = narrow(after, narrowing(branch.condition, after, False))
    going_on = [branch.body for branch in tree.branches if not exits(branch.body)]
    return (model.If(tuple(branches), otherwise, tree.span),), widen(
        after, assigned((*going_on, () if exits(tree.otherwise) else tree.otherwise))
    )


# --- loops ------------------------------------------------------------------------------------


def check_loop_source(tree: trees.Expression, scope: Scope, name: str) -> Expression:
    """Return the list that a step goes over; a list that may be none is read as empty."""
    return plain_list(check_source(tree, scope, name), scope)


def plain_list(source: Expression, scope: Scope) -> Expression:
    """Return a list that may be none as one that is empty then."""
    if not isinstance(source.type, Maybe) and not may_be_nobody(source, scope):
        return source
    empty = ListOfItems((), ListOf(element_of(source.type)))
    return Primitive("default", (source, empty), plain_type(source.type))


def enter_loop(
    name: trees.Word, source: trees.Expression, body: tuple[statements.Step, ...], scope: Scope
) -> tuple[int, Expression, Scope]:
    """Return the element's local, the list, and the scope of a loop's body."""
    many = check_loop_source(source, scope, name.text)
    slot, inner = bind(name, element_of(many.type), widen(scope, assigned(body)), fixed=True)
    return slot, many, inner


@rule_for(statements.ForEach)
def _for_each(tree: statements.ForEach, scope: Scope) -> Checked:
    slot, source, inner = enter_loop(tree.name, tree.source, tree.body, scope)
    body = check_block(tree.body, inner)[0]
    after = widen(scope, assigned(tree.body))
    return (model.ForEach(slot, source, body, tree.span),), after


@rule_for(statements.Together)
def _together(tree: statements.Together, scope: Scope) -> Checked:
    batch = replace(scope, place="together")
    if tree.name is None or tree.source is None:
        return (model.Together(check_block(tree.body, batch)[0], tree.span),), scope
    slot, source, inner = enter_loop(tree.name, tree.source, tree.body, batch)
    loop = model.ForEach(slot, source, check_block(tree.body, inner)[0], tree.span)
    return (model.Together((loop,), tree.span),), scope


@rule_for(statements.AtOnce)
def _at_once(tree: statements.AtOnce, scope: Scope) -> Checked:
    slot, source, inner = enter_loop(tree.name, tree.source, (*tree.body, *tree.then), scope)
    body, chosen = check_block(tree.body, replace(inner, place="at once"))
    report_what_shows(body, slot, scope)
    then = check_block(tree.then, replace(chosen, place=scope.place))[0]
    step = model.AtOnce(slot, source, body, then, tree.span)
    return (step,), widen(scope, assigned(tree.then))


@rule_for(statements.Repeat)
def _repeat(tree: statements.Repeat, scope: Scope) -> Checked:
    times = or_else(check_as(tree.times, scope, INT), Constant(0, INT), scope)
    around = widen(scope, assigned(tree.body))
    return (model.Repeat(times, check_block(tree.body, around)[0], tree.span),), around


@rule_for(statements.While)
def _while(tree: statements.While, scope: Scope) -> Checked:
    around = widen(scope, assigned(tree.body))
    condition = check_condition(tree.condition, around)
    inner = narrow(around, narrowing(tree.condition, around, True))
    step = model.While(condition, check_block(tree.body, inner)[0], tree.span)
    return (step,), narrow(around, narrowing(tree.condition, around, False))


def report_what_shows(body: tuple[model.Step, ...], element: int, scope: Scope) -> None:
    """Report what others would see of secret choices before all are made. One may change what is
    one's own state, and do events that do no more than that, such as paying: the machine keeps it
    to itself until all have chosen.

    Args:
        element: The slot of who chooses.
    """
    pays = any(isinstance(step, model.Change | model.DoEvent) for step in walk(body))
    secrets = _Secrets(element, pays)
    for step in secrets.showing(body, is_payer=False):
        scope.world.report.add("not-in-at-once.seen-by-others", step.span, words=quote(step.span))
    scope.world.secret_events += secrets.events


class _Secrets:
    """Goes through the secret choices of one `at once`.

    Attributes:
        pays: Whether state changes among them: then nobody else may be asked, who would see it.
        events: Those that are done, with the words that do them.
    """

    def __init__(self, element: int, pays: bool) -> None:
        self.element, self.pays = element, pays
        self.events: list[tuple[str, Span]] = []

    def showing(self, body: Iterable[model.Step], *, is_payer: bool) -> Iterator[model.Step]:
        """Yield the steps that show; `is_payer`: `me` is who chooses."""
        for step in body:
            match step:
                case model.May() | model.ChooseOne():
                    yield from self._optional(step, is_payer=is_payer)
                case model.Change():
                    if step.state.owner != "player" or not self._is_own(step.of, is_payer):
                        yield step
                case model.DoEvent():
                    if step.event in NATIVES or not self._is_own(step.by, is_payer):
                        yield step
                    self.events.append((step.event, step.span))
                case model.Let(slot=slot) if slot <= self.element:
                    yield step
                case model.Choose(by_chance=False) | model.Order() if self.pays:
                    if not self._is_own(step.by, is_payer):
                        yield step
                case _ if not isinstance(step, model.Quiet):
                    yield step
                case _:
                    yield from self.showing(chain(*model.ways(step)), is_payer=is_payer)

    def _optional(
        self, step: model.May | model.ChooseOne, *, is_payer: bool
    ) -> Iterator[model.Step]:
        """Yield what shows of steps that one may take, and pays for."""
        is_own = self._is_own(step.by, is_payer)
        if self.pays and not is_own:
            yield step
            return
        if isinstance(step, model.May):
            parts = [(step.cost, (*step.body, *step.otherwise))]
        else:
            parts = [(each.cost, each.body) for each in step.alternatives]
        for cost, body in parts:
            yield from self.showing(cost, is_payer=is_own)
            yield from self.showing(body, is_payer=is_payer)

    def _is_own(self, who: Expression | None, is_payer: bool) -> bool:
        if isinstance(who, Local):
            return who.slot == self.element
        return is_payer and (who is None or _is_me(who))


def _is_me(who: Expression | None) -> bool:
    return isinstance(who, Role) and who.name == "me"


def check_secret_events(draft: Draft) -> None:
    """Report each event of secret choices that does more than change what is its actor's own, or
    that a rule waits for."""
    for event, span in draft.world.secret_events:
        why = _heard_by(event, draft) or _shown_by(event, draft, set())
        if why is not None:
            draft.report.add("not-in-at-once.event-seen-by-others", span, event=event, why=why)


def _heard_by(event: str, draft: Draft) -> str | None:
    waiting: list[Trigger | Replacement] = [*draft.triggers, *draft.replacements]
    if any(rule.pattern.event == event for rule in waiting):
        return Said("why.rule-waits")
    is_watched = draft.policy.watch == "event"
    return Said("why.looked-at-after") if is_watched else None


def _shown_by(event: str, draft: Draft, done: set[str]) -> str | None:
    """Return what an event does that is not its actor's own, in words."""
    done.add(event)
    for variant in draft.events.get(event, ()):
        for step in variant.body.steps:
            found = _step_shown(step, draft, done)
            if found is not None:
                return found
    return None


def _step_shown(step: model.Step, draft: Draft, done: set[str]) -> str | None:
    if isinstance(step, model.DoEvent) and step.event not in NATIVES and step.by is None:
        if step.event in done:
            return None
        return _heard_by(step.event, draft) or _shown_by(step.event, draft, done)
    if isinstance(step, model.Change):
        is_quiet = step.state.owner == "player" and _is_me(step.of)
    elif isinstance(step, model.Choose | model.Order):
        is_quiet = step.by is None
    else:
        is_quiet = isinstance(step, model.Quiet)
    if not is_quiet:
        return Said("why.does", words=quote(step.span))
    inside = chain(*model.ways(step))
    return next(filter(None, (_step_shown(each, draft, done) for each in inside)), None)
