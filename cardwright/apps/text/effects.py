"""Render steps: one function a step of the language."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, TypeAlias

from msgspec.structs import replace

from cardwright.apps.text import choices
from cardwright.apps.text.choices import STEPS
from cardwright.apps.text.clauses import Clause, claim
from cardwright.apps.text.counting import is_shared_out
from cardwright.apps.text.happenings import Happening, Template, happening, template_of
from cardwright.apps.text.inflection import (
    SUBJECT,
    agreeing,
    begins_with_verb,
    ends_in_past,
    ends_in_predicate,
    ends_in_verb,
    in_row,
    is_past,
    is_so,
    led_verb,
    uncounted,
    verb_forms,
)
from cardwright.apps.text.lists import of_type
from cardwright.apps.text.literals import so_many, static_value
from cardwright.apps.text.names import is_heading
from cardwright.apps.text.noting import let_stand, say_named
from cardwright.apps.text.phrases import apart, in_brackets, owned
from cardwright.apps.text.scope import CLAUSES, Scope, clause, say, things
from cardwright.apps.text.sentences import (
    from_now_on,
    joined,
    may,
    position_words,
    required_first,
    step_words,
    then_words,
)
from dsl import VOCABULARY, Phrase
from dsl.model import expressions as e
from dsl.model import steps as s
from dsl.model import types as t
from dsl.model.traits import DEFINITION
from dsl.model.walk import is_nothing

Deed: TypeAlias = s.DoEvent | e.CanHappen
"""An event, done or asked about."""


def effects(steps: Iterable[s.Step], scope: Scope) -> list[Happening]:
    """Return what steps do, in order; a choice stands where its result is first named."""
    found: list[Happening] = []
    waiting: s.Choose | s.Order | None = None
    listed = tuple(steps)
    if (said_at_once := position_words(listed, scope)) is not None:
        return [said_at_once]
    for number, step in enumerate(listed):
        rest = listed[number + 1 :]
        if isinstance(step, s.Let | s.Choose | s.Order):
            scope.named[step.slot] = choices.own_name(step.slot, (*rest, *scope.behind))
        name = choices.name_if_set_again(step, rest, scope)
        if isinstance(step, s.Let) and name is not None:
            found.append(say_named(step, name, scope))
            continue
        if isinstance(step, s.Let) and let_stand(step, rest, scope):
            continue
        if isinstance(step, s.Choose | s.Order) and choices.put_off(step, rest, scope):
            waiting = step
            _note_purpose(step, None, scope)
            continue
        said = STEPS.of(step)(step, scope)
        if waiting is not None and waiting.slot in scope.first:  # the event's text leaves it out
            what = scope.first.pop(waiting.slot)()
            found.append(choices.decided_by("choose", waiting.by, scope, what=what))
        waiting = None
        found.append(said)
        _note_purpose(step, said, scope)
    return found


def _note_purpose(step: s.Step, said: Happening | None, scope: Scope) -> None:
    """Keep what a step does as what the choices that it is the first to name are for."""
    if scope.purposes is None:
        return
    if isinstance(step, s.Choose | s.Order):
        scope.purposes.waiting[step.slot] = step
        return
    waiting = scope.purposes.waiting
    for slot in [each for each in waiting if choices.names_local(step, each)]:
        asking = waiting.pop(slot)
        if said is not None and isinstance(step, s.DoEvent | s.DoEffect | s.Change):
            read = choices.as_decided_by(asking.by, step, scope)
            again = said if read is None else STEPS.of(read)(read, scope.tried())
            scope.purposes.words[asking.span] = again.text()


def block(steps: Iterable[s.Step], scope: Scope, *, goes_on: bool = False) -> str:
    """Return steps inside another as one phrase.

    Args:
        goes_on: Whether the other step has more to say behind it: `otherwise …`.
    """
    return joined(effects(steps, scope), scope.lang, goes_on=goes_on)


_AS_SUCH: Final = r"\b(?:are|as|at|be|is|than|to) "
"""Behind these English words a number is meant as such: `what is 3`, not `3 cards`."""
# --- doing and changing -----------------------------------------------------------------------


@STEPS.add(s.DoEvent)
def do_event(step: s.DoEvent, scope: Scope) -> Happening:
    """Return an event with its arguments."""
    found = _event(step, scope)
    if step.result is not None:
        _bind_result(step, scope)
    return found


def _event(step: Deed, scope: Scope) -> Happening:
    """Return an event with its arguments in words."""
    name, row = step.event, VOCABULARY.natives.get(step.event)
    if row is not None and len(row.phrases) > 1:  # the manner changes its words
        manners = [_manner_of(argument) for argument in step.arguments[1:]]
        name = " ".join([name, *(manner for manner in manners if manner in row.phrases)])
    empty = {i for i, argument in enumerate(step.arguments) if is_nothing(argument)}
    template = template_of(name, scope.names, empty)
    words: dict[str, str] = {}

    def slot(wanted: str) -> str:
        if wanted not in words:
            words[wanted] = _slot(wanted, step, template, scope)
        return words[wanted]

    defaulted = () if scope.names_me else step.defaulted
    left_out = frozenset(template.slots[i] for i in defaulted if i < len(template.slots))
    actor = choices.actor_of(step.by, scope)
    found = happening(template, scope.names, slot, left_out, actor)
    if scope.lang == "ja":
        found = replace(found, rest=uncounted(found.rest, scope.words("that-many")))
    return _with_numbers(found, step, template.slots, words, scope)


@CLAUSES.add(e.CanHappen)
def _can_happen(node: e.CanHappen, scope: Scope, negated: bool) -> Clause:
    """Return that an event could be done: `you can pay 3`."""
    done = _event(node, scope)
    if scope.lang == "ja":
        text = done.text()
        key = "could" if ends_in_verb(text) else "could-do"
        return claim(key, "", "ja", negated=negated, said=text)
    who = done.subject or (scope.words("me") if choices.is_me(node.by) else say(node.by, scope))
    does = done.plain().removeprefix(done.subject).strip()
    said = f"{who} {'cannot' if negated else 'can'} {does}"
    return Clause("en", "", "", said, said)


@CLAUSES.add(e.Would)
def _would(node: e.Would, scope: Scope, negated: bool) -> Clause:
    """Return what would hold behind events: `after you discard it, your hand is empty`."""
    events = [_as_clause(_event(each, scope), scope) for each in node.events]
    condition = clause(node.condition, scope).plain()
    key = "would-not" if negated else "would"
    said = scope.words(key, events=scope.names.row(events), condition=condition)
    return Clause(scope.lang, "", "", said, said)


def _as_clause(done: Happening, scope: Scope) -> str:
    """Return an event with who does it."""
    is_whole = done.subject or scope.lang == "ja"
    return done.text() if is_whole else f"{scope.words('me')} {done.text()}"


def _with_numbers(
    found: Happening, step: Deed, slots: tuple[str, ...], words: dict[str, str], scope: Scope
) -> Happening:
    """Return an event with the numbers that its text leaves out and the phrase does not."""
    said = [
        say(argument, scope)
        for i, (name, argument) in enumerate(zip(slots, step.arguments, strict=False))
        if not (i in step.defaulted or name in words or is_nothing(argument))
        and argument.type == t.INT
    ]
    if not said:
        return found
    more = f"({scope.names.row(said)})"
    return replace(found, rest=f"{found.rest}{'' if scope.lang == 'ja' else ' '}{more}")


def _slot(wanted: str, step: Deed, template: Template, scope: Scope) -> str:
    """Return the words for a slot of an event's text."""
    slots, text = template.slots, template.text
    if wanted == "me":
        return scope.words("me") if step.by is None else say(step.by, scope)
    if wanted not in slots or slots.index(wanted) >= len(step.arguments):
        return scope.words("self")
    argument = step.arguments[slots.index(wanted)]
    shown = _any_one(argument, scope) or say(argument, scope)
    if scope.lang == "en":
        shown = apart(shown, argument, scope)
        is_within = f"{{{wanted}}}" in text and not text.endswith(f"{{{wanted}}}")
        if is_within and argument.type == t.INT:
            shown = in_brackets(shown, scope)
    known = so_many(shown, scope.names)
    if known and not re.search(rf"{_AS_SUCH}\{{{wanted}\}}", text):
        return known
    is_sum = (
        scope.lang == "ja"
        and str(argument.type) == "int"
        and not (shown.isdecimal() or len(shown) == 1)
    )
    return f"({shown})" if is_sum else shown


def _any_one(node: e.Expression, scope: Scope) -> str:
    """Return the words for `first(xs)`: of things without order any one will do."""
    if isinstance(node, e.Primitive) and node.name in ("first", "only"):
        if len(node.arguments) > 1:
            return ""
        found = things(node.arguments[0], scope)
        if found is not None and not found.is_ordered and not found.zone:
            return found.single()
    return ""


def _manner_of(argument: e.Expression) -> str:
    """Return an end of a zone, or who is shown a card: me alone, all, or somebody else."""
    inside = argument.items if isinstance(argument, e.ListOfItems) else (argument,)
    if len(inside) == 1 and choices.is_me(inside[0]):
        return "me"
    is_all = isinstance(argument, e.Players) and argument.opponents_of is None
    is_all = is_all or (isinstance(argument, e.Primitive) and argument.name == "seats")
    return "all" if is_all else str(static_value(argument))


def _bind_result(step: s.DoEvent, scope: Scope) -> None:
    """Bind the result to its noun."""
    assert step.result is not None
    events = scope.game.events.get(step.event, ())
    row = VOCABULARY.natives.get(step.event)
    result = events[0].result if events else row.result if row else t.BOOL
    if result == t.BOOL:
        scope.locals[step.result] = scope.words("result")
        return
    bag = t.plain_type(step.arguments[0].type) if row and step.arguments else None
    if isinstance(bag, t.BagOf) and isinstance(bag.of, t.DefinitionType):
        result = t.ListOf(t.EntityType(bag.of.kind))  # cards made of definitions
    choices.bind(step.result, result, of_type(result, scope), scope)


@STEPS.add(s.Change)
def _change(step: s.Change, scope: Scope) -> Happening:
    name = scope.names.state(step.state)
    known = static_value(step.value)
    if step.state.is_definition and step.of is not None:
        value = step.value
        like = value.of if isinstance(value, e.Property) and value.name == DEFINITION else value
        owner = say(step.of, scope)
        return step_words("become", scope, owner=owner, value=say(like, scope))
    if isinstance(known, bool) and step.operator == "set":
        key = "switch-on" if known else "switch-off"
        if step.of is None and (said := from_now_on(name, scope.lang, is_so=known)):
            return Happening(scope.lang, "", said)
        owner = say(step.of, scope) if step.of is not None else scope.words("match")
        if scope.lang == "ja" and (ends_in_predicate(name) or ends_in_past(name)):
            return step_words(f"{key}-state", scope, owner=owner, what=name)
        if scope.lang == "en" and begins_with_verb(name):
            return _from_now_on_does(owner, name, scope, starts=known)
        return step_words(agreeing(owner, key, f"{key}-many"), scope, owner=owner, what=name)
    if value_asked := _set_to_truth(step, name, scope):
        return value_asked
    field: e.Expression = e.StateRead(step.state, step.of, step.value.type)
    value = step.value
    if isinstance(value, e.BagOfUnits) and is_shared_out(value.key.type):
        field, value = e.Lookup(field, value.key, t.INT), value.count
    return step_words(step.operator, scope, field=say(field, scope), value=say(value, scope))


def _set_to_truth(step: s.Change, name: str, scope: Scope) -> Happening | None:
    """Return that a state's text is true of somebody where a condition holds."""
    if step.value.type != t.BOOL or step.operator != "set":
        return None
    condition = clause(step.value, scope).plain()
    if scope.lang == "ja":
        if not (ends_in_predicate(name) or ends_in_past(name)):
            return None
        whose = "" if step.of is None else say(step.of, scope) + SUBJECT
        said = scope.words("joint.becomes-if", condition=condition, said=whose + name)
        return Happening(scope.lang, "", said)
    said = from_now_on(name, scope.lang, is_so=True) if step.of is None else ""
    if not said:
        owner = say(step.of, scope) if step.of is not None else scope.words("match")
        is_many = owner == "you" or Phrase(owner).is_plural
        verb = begins_with_verb(name)
        does = verb_forms(name if verb else f"becomes {name}", negated=False)[is_many]
        said = f"{'from now on ' if verb else ''}{owner} {does}"
    return Happening(scope.lang, "", f"{said} if {condition}, otherwise not")


def _from_now_on_does(owner: str, what: str, scope: Scope, *, starts: bool) -> Happening:
    """Return that somebody begins, or ends, the deed of a state's text: `has passed`."""
    before, verb, rest = led_verb(what)
    if is_past(verb):
        what, verb = in_row(before, "counts as", rest), "counts"
    is_many = owner == "you" or Phrase(owner).is_plural
    if verb in ("has", "have") and not starts:
        not_so = is_so(what, is_many=is_many, negated=True)
        return Happening("en", "", f"from now on {owner} {not_so}")
    does = verb_forms(what, negated=False)[is_many]
    text = f"from now on {owner} {does}" if starts else f"{owner} no longer {does}"
    return Happening(scope.lang, "", text)


@STEPS.add(s.Learn)
def _learn(step: s.Learn, scope: Scope) -> Happening:
    players = step.players
    inside = players.items[0] if isinstance(players, e.ListOfItems) else players
    key, who = ("learn", "") if choices.is_me(inside) else ("tell", say(inside, scope))
    if step.truth.type == t.BOOL:
        condition = clause(step.truth, scope).plain()
        return step_words(f"{key}-whether", scope, who=who, condition=condition)
    return step_words(f"{key}-what", scope, who=who, what=say(step.truth, scope))


# --- decisions --------------------------------------------------------------------------------


@STEPS.add(s.ChooseOne)
def _choose_one(step: s.ChooseOne, scope: Scope) -> Happening:
    parts, who = [], choices.decider_of(step)
    for each in step.alternatives:
        done = effects(choices.paid_by(who, each.cost), scope)
        done += effects(each.body, choices.naming_me(who, scope))
        inner = joined(done, scope.lang)
        if scope.purposes is not None:
            scope.purposes.words[each.span] = inner
        if each.condition is not None:
            condition = clause(each.condition, scope).plain()
            inner = then_words("only-if", scope, condition=condition, what=inner)
        parts.append(inner)
    key = "one-of" if who is None else "one-of-by"
    return choices.decided_by(key, step.by, scope, what=" / ".join(parts))


@STEPS.add(s.May)
def _may(step: s.May, scope: Scope) -> Happening:
    by = choices.decider_of(step)
    required, cost = required_first(choices.paid_by(by, step.cost))
    before = scope.tried()
    asked = "" if required is None else clause(required, scope).plain()
    if by is None:
        done = effects((*cost, *step.body), scope)
    else:
        done = effects(cost, scope)
        done += effects(step.body, choices.naming_me(by, scope))
    if scope.purposes is not None:
        read = None if by is None else choices.as_read_by(by, (*cost, *step.body))
        told = done if read is None else effects(read, before)
        scope.purposes.words[step.span] = joined(told, scope.lang)
        if step.body and len(done) == len(cost) + len(step.body):
            scope.purposes.unpaid[step.span] = joined(done[len(cost) :], scope.lang)
    first, rest = done[:1], done[1:]
    who, they = ("", "you") if by is None else (say(by, scope), "they")
    words = may(first[0] if first else None, who, scope.lang, again=step.again)
    if rest:
        words = then_words(f"if-{they}-do", scope, first=words, rest=joined(rest, scope.lang))
    if step.otherwise:
        other = block(step.otherwise, choices.naming_me(by, scope))
        words = then_words(f"if-{they}-do-not", scope, first=words, rest=other)
    if asked:
        words = then_words("if", scope, condition=asked, what=words)
    return Happening(scope.lang, "", words, is_open=bool(rest or step.otherwise or asked))


@STEPS.add(s.DoEffect)
def _do_effect(step: s.DoEffect, scope: Scope) -> Happening:
    name = scope.names.attribute(*step.attribute)
    name = scope.words("option", name=name) if is_heading(name, scope.lang) else name
    what = owned(name, step.of, scope)
    known = {each.attribute: each.is_cost for each in scope.game.effects}
    return step_words("pay" if known.get(step.attribute) else "do", scope, what=what)
