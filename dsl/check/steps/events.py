"""Check events done as steps, phrases, `move` and `retire`, and asked about: `can(…)`, `would(…)`.

For an unknown event a guess is offered: by its letters, by the texts of the events, by the verb
alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from dsl.check.expressions.dots import need_me
from dsl.check.expressions.expressions import (
    check_condition,
    check_expression,
    fit_or_report,
    guess,
    quote,
    unknown,
)
from dsl.check.expressions.expressions import rule_for as rule_for_expression
from dsl.check.expressions.functions import BASE
from dsl.check.expressions.name_helps import STEP_HELPS
from dsl.check.scopes.scope import Scope
from dsl.check.scopes.types import fit
from dsl.check.scopes.world import EventHead
from dsl.check.steps.arguments import (
    NATIVES,
    Arguments,
    Given,
    check_arguments,
    distribute,
    find_event,
)
from dsl.check.steps.special_steps import REVEAL, WORD, leave_step, truth_told
from dsl.check.steps.steps import Checked, bind, report_place, rule_for
from dsl.diagnostics.wording import Said
from dsl.languages import SLOT
from dsl.model import expressions as e
from dsl.model import steps as model
from dsl.model import types as t
from dsl.records import Span
from dsl.syntax import trees
from dsl.syntax.grammar import STEP_KEYWORDS
from dsl.words import vocabulary
from dsl.words.vocabulary import END

LETTERS: Final = re.compile(r"[A-Z]?[a-z]+")
LITTLE: Final = frozenset(
    ["a", "an", "the", "of", "to", "from", "in", "on", "at", "with", "for", "and", "by", "one"]
)
SAME: Final = (
    "gain get take earn receive collect obtain", "pay spend", "lose forfeit", "draw pick",
    "discard trash", "play lay put place deploy", "buy purchase", "attack hit strike fight",
    "hurt damage harm wound", "kill destroy defeat slay", "build construct", "heal cure restore",
    "move go walk travel", "steal rob",
)  # fmt: skip
"""Verbs of which one stands for another."""
VERBS: Final = {verb: number for number, row in enumerate(SAME) for verb in row.split()}


def event_helps(name: str, events: Mapping[str, str], others: Iterable[str]) -> tuple[str, ...]:
    """Return the help for a name that no event has, the surest first; nothing where none is sure.

    Args:
        events: What can be done here: by id what its text says, "" for nothing.
        others: Further words that may stand in its place.
    """
    others = (*others,)
    near = () if name in STEP_HELPS else guess(name, [*events, *others])
    if near:
        return near
    meant = _by_text(name, events)
    if meant is not None:
        return (Said("help.write-event-meant", meant=meant, said=events[meant]),)
    known = {*events, *others}
    verb = next(_words(name), "")
    if verb in known:
        return (Said("help.write-verb", verb=verb),)
    return (Said(STEP_HELPS[verb], verb=verb),) if verb in STEP_HELPS else ()


def _by_text(name: str, events: Mapping[str, str]) -> str | None:
    """Return the only event that says all the words of a name, or one of like verbs and the rest.

    A lone word must be what the event does, the first word of its id or text.
    """
    wanted = [*_words(name)]
    said = {id_: ([*_words(id_)], [*_words(text)]) for id_, text in events.items()}
    for same in (str.__eq__, _is_like):
        found = [id_ for id_, words in said.items() if _says(wanted, words, same)]
        if len(found) == 1:
            return found[0]
    return None


def _says(
    wanted: list[str], said: tuple[list[str], list[str]], same: Callable[[str, str], bool]
) -> bool:
    """Return whether words of an id and of a text hold all that are wanted."""
    if len(wanted) == 1:
        return any(same(wanted[0], words[0]) for words in said if words)
    both = [*said[0], *said[1]]
    return bool(wanted) and wanted[-1] in both and all(
        any(same(word, other) for other in both) for word in wanted
    )  # fmt: skip


def _is_like(one: str, other: str) -> bool:
    """Return whether two words are one, or verbs of which one stands for the other."""
    return one == other or (one in VERBS and VERBS[one] == VERBS.get(other))


def _words(text: str) -> Iterator[str]:
    """Yield the words of a name or text in their plain form, without slots and little words."""
    for found in LETTERS.findall(SLOT.sub(" ", text)):
        word = found.lower()
        if word not in LITTLE:
            yield word.removesuffix("s") if len(word) > 3 and not word.endswith("ss") else word


@rule_for(trees.Phrase)
def _phrase(tree: trees.Phrase, scope: Scope) -> Checked:
    name = tree.name.text
    if name == BASE and scope.base in scope.world.events:
        return _base(tree, scope.base, scope)
    head = find_event(tree.name, scope)
    if head is None and name == WORD:
        return leave_step(tree, scope)
    if head is None:
        report_event(tree.name, scope)
        return (), scope if tree.result is None else bind(tree.result, t.UNKNOWN, scope)[1]
    if scope.place == "cost" and name == "shuffle":
        report_place("not-in-cost", tree, scope, Said("help.shuffle-in-effect"))
    told = truth_told(tree, head, scope) if name == REVEAL else None
    if told is not None:
        return told
    given = distribute(head, tree.argument, tree.prepositions, scope)
    return _done(head, given.by, _arguments(head, given, tree.name.span, scope), tree, scope)


def _base(tree: trees.Phrase, hidden: str, scope: Scope) -> Checked:
    """Return the steps of what an override replaces, with its own slots."""
    head = scope.world.events[hidden]
    if tree.argument is not None or tree.prepositions:
        span = tree.argument.span if tree.argument is not None else tree.prepositions[0].span
        scope.world.report.add("too-many-arguments.slots-event-stands", span)  # fmt: skip
        return (), scope
    slots: list[e.Expression] = [
        e.Local(i, slot.name, slot.type) for i, slot in enumerate(head.slots)
    ]
    return _done(head, None, Arguments(slots), tree, scope)


@rule_for(trees.Move)
def _move(tree: trees.Move, scope: Scope) -> Checked:
    return _done(NATIVES["move"], tree.by, _of_move(tree, scope), tree, scope)


def _of_move(tree: trees.Move, scope: Scope) -> Arguments:
    """Return the arguments of a `move`."""
    given = Given((tree.cards, tree.target, None), tree.by)
    arguments = _arguments(NATIVES["move"], given, tree.span, scope)
    if tree.end is not None:
        arguments.values[2] = e.Constant(tree.end, END)
        target = arguments.values[1]
        if isinstance(target, e.ZoneRef) and scope.world.zones[target.zone].order == "none":
            scope.world.report.add(
                "wrong-type.no-order-means",
                tree.target.span,
                words=quote(tree.target.span),
                end=tree.end,
            )
    return arguments


@rule_for(trees.Retire)
def _retire(tree: trees.Retire, scope: Scope) -> Checked:
    return _done(NATIVES["retire"], None, _of_retire(tree, scope), tree, scope)


def _of_retire(tree: trees.Retire, scope: Scope) -> Arguments:
    """Return the arguments of a `retire`."""
    return _arguments(NATIVES["retire"], Given((tree.cards,), None), tree.span, scope)


def _arguments(head: EventHead, given: Given, span: Span, scope: Scope) -> Arguments:
    """Return the arguments of an event, those of the machine's own checked against each other."""
    arguments = check_arguments(head, given, span, scope)
    _check_natives(head, given, arguments, scope)
    return arguments


# --- asked rather than done -------------------------------------------------------------------


@rule_for_expression(trees.Can)
def _can(tree: trees.Can, scope: Scope, expected: t.Type | None) -> e.Expression:
    """Return whether an event would happen now; lists are asked of one by one."""
    return _asked_about(tree.event, tree.span, scope, "can") or unknown()


@rule_for_expression(trees.Would)
def _would(tree: trees.Would, scope: Scope, expected: t.Type | None) -> e.Expression:
    """Return whether a condition held behind some events."""
    found = [_asked_about(event, tree.span, scope, "would") for event in tree.events]
    condition = check_condition(tree.condition, scope)
    events = [event for event in found if event is not None]
    if len(events) < len(found):
        return unknown()
    return e.Would(tuple(events), condition, tree.span, t.BOOL)


def _asked_about(event: trees.Event, span: Span, scope: Scope, word: str) -> e.CanHappen | None:
    """Return an event that is asked about, not done; None after a diagnostic.

    Args:
        word: What asks, such as `can`.
    """
    report = scope.world.report
    if not isinstance(event, trees.Retire) and event.result is not None:
        report.add("wrong-type.says-nothing-nothing", event.result.span, word=word)
    found = _asked_of(event, scope)
    if found is None:
        return None
    head, by, arguments = found
    scope.world.used.add(("event", head.id))
    if arguments.each is not None:
        report.add("wrong-type.asks-one-event", event.span, word=word)
        return None
    if by is None:
        need_me(scope, span, f"`{word}`")
    actor = e.Role("me", t.PLAYER) if by is None else _actor(by, scope)
    return e.CanHappen(
        head.id, tuple(arguments.values), actor, tuple(arguments.required),
        tuple(arguments.defaulted), t.BOOL,
    )  # fmt: skip


def _asked_of(
    tree: trees.Event, scope: Scope
) -> tuple[EventHead, trees.Expression | None, Arguments] | None:
    """Return which event is asked about, by whom and with what; None after a diagnostic."""
    if isinstance(tree, trees.Move):
        return NATIVES["move"], tree.by, _of_move(tree, scope)
    if isinstance(tree, trees.Retire):
        return NATIVES["retire"], None, _of_retire(tree, scope)
    head = find_event(tree.name, scope)
    if head is None:
        report_event(tree.name, scope)
        return None
    given = distribute(head, tree.argument, tree.prepositions, scope)
    return head, given.by, _arguments(head, given, tree.name.span, scope)


def report_event(word: trees.Word, scope: Scope, *, is_pattern: bool = False) -> None:
    """Report an event that nothing declares; a pattern may name actions and phases too."""
    name, world = word.text, scope.world
    if name in world.values:
        helps: tuple[str, ...] = (Said("help.use-inside-step-value"),)
    elif name in world.actions:
        helps = (Said("help.do-event-actions-players"),)
    elif is_pattern and name == "phase":
        helps = (Said("help.write-id-phase-alone"),)
    elif any(key.name == name for key in world.zones):
        helps = (Said("help.name-event-there"),)
    elif name in scope.visible:
        helps = (Said("help.say-first-done-then", name=name),)
    else:
        others = (*world.actions, *world.phases) if is_pattern else STEP_KEYWORDS
        helps = event_helps(name, world.event_texts(), (*NATIVES, *others))
        helps = helps or (f"`cardwright explain {name} GAME` finds what says so in its text",)
    world.report.add("unknown-event.no-event-named", word.span, *helps, name=name)


# --- the step ---------------------------------------------------------------------------------


def _done(
    head: EventHead,
    by: trees.Expression | None,
    arguments: Arguments,
    tree: trees.Event,
    scope: Scope,
) -> Checked:
    """Return the step that does an event, and the scope with its result."""
    scope.world.used.add(("event", head.id))
    actor = None if by is None else _actor(by, scope)
    row = vocabulary.NATIVES.get(head.id)
    has_actor = scope.world.event_uses_me(head.id) if row is None else row.has_actor
    if by is None and has_actor:
        span = tree.name.span if isinstance(tree, trees.Phrase) else tree.span
        need_me(scope, span, f"`{head.id}`")
    slot, after = None, scope
    if not isinstance(tree, trees.Retire) and tree.result is not None:
        if scope.place == "together":
            scope.world.report.add("not-in-together.nothing-happened-yet", tree.result.span)
        slot, after = bind(tree.result, _result_type(head, arguments, scope), scope)
    step = model.DoEvent(
        head.id, tuple(arguments.values), actor, arguments.each, tuple(arguments.required), slot,
        scope.replaces == head.id, tree.span, tuple(arguments.defaulted),
    )  # fmt: skip
    if actor is None or not isinstance(actor.type, t.Maybe):
        return (step,), after
    known = e.IsNone(actor, True, t.BOOL)
    return (model.If(((known, (step,)),), (), tree.span),), after


def _actor(tree: trees.Expression, scope: Scope) -> e.Expression:
    """Return who does an event; where that is none, the step is skipped."""
    found = check_expression(tree, scope, t.PLAYER)
    if isinstance(found.type, t.Maybe) and fit(found, t.Maybe(t.PLAYER), scope) is not None:
        return found
    return fit_or_report(found, t.PLAYER, scope, tree.span)


def _result_type(head: EventHead, arguments: Arguments, scope: Scope) -> t.Type:
    """Return the type of a result: none where the event did not happen, unless it can be empty
    or false. Done for each of a list, the results are a list, lists among them joined."""
    if head.id == scope.base:
        return head.result
    type_ = head.result
    if head.native and t.is_list(type_):  # the copies created
        key = t.element_of(arguments.values[0].type)
        type_ = t.ListOf(t.EntityType(key.kind if isinstance(key, t.DefinitionType) else ""))
    if arguments.each is not None:
        return t.ListOf(t.element_of(type_) if isinstance(type_, t.ListOf | t.SetOf) else type_)
    if type_ == t.BOOL or isinstance(type_, t.ListOf | t.SetOf | t.BagOf | t.AmountOf):
        return type_
    return t.maybe(type_)


# --- cards and zones of natives ---------------------------------------------------------------


def _check_natives(head: EventHead, given: Given, arguments: Arguments, scope: Scope) -> None:
    """Check that the zone of a native event can hold its cards, or two cards trade places."""
    row = vocabulary.NATIVES.get(head.id) if head.native else None
    if row is None or row.pair is None:
        return
    card, place = row.pair
    first, second = (kind_of(arguments.values[index].type) for index in (card, place))
    tree, lineage = given.slots[card], scope.world.lineage
    if tree is None or not first or not second:
        return
    if first in lineage(second) or second in lineage(first):
        return  # a card can be of both kinds
    key = "wrong-type.not-held"
    if head.id == "exchange":
        key = "wrong-type.not-exchanged"
    scope.world.report.add(key, tree.span, words=quote(tree.span), first=first, second=second)


def kind_of(type_: t.Type) -> str:
    """Return the kind of cards, of a list or bag of them, or of a zone; `""` for any."""
    plain = t.plain_type(type_)
    if isinstance(plain, t.ListOf | t.SetOf | t.BagOf):
        return kind_of(plain.of)
    return plain.kind if isinstance(plain, t.EntityType | t.DefinitionType | t.ZoneType) else ""
