"""Build the course of a game in words: phases, their offers, the end, values called by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Final

from cardwright.apps.text import effects
from cardwright.apps.text.happenings import SLOT, happening, number_in, stage_name, template_of
from cardwright.apps.text.inflection import WORDS, capital, said_once, with_article
from cardwright.apps.text.listening import name_slots
from cardwright.apps.text.lists import named
from cardwright.apps.text.literals import static_value
from cardwright.apps.text.names import Names, element_of, in_words
from cardwright.apps.text.noting import worked_out
from cardwright.apps.text.phrases import lifted
from cardwright.apps.text.rules import NODES
from cardwright.apps.text.scope import Scope, clause, say, things
from cardwright.apps.text.sentences import Described, ended, fill, finished, sentences
from dsl import Language, Phrase, Record
from dsl.model import expressions as e
from dsl.model import types as t
from dsl.model.expressions import ValueCall
from dsl.model.game import End, Game, Phase
from dsl.model.nouns import PlayersRule
from dsl.model.rules import Action, Event, EventSlot, Group, Parameter, Value
from dsl.model.steps import Body, DoEvent, Formula, SlotInfo
from dsl.model.walk import walk

_PASS: Final = "pass"


def can_pass(phase: Phase, game: Game) -> bool:
    """Return whether anything that is done or offered in a phase, or in one within it, passes."""
    ids, inner = set[str](), [phase]
    while inner:
        each = inner.pop()
        ids |= {*(each.offer or ())}
        inner += each.phases or ()
    offered = (action for action in game.actions if ids & {action.id, *action.groups})
    waiting: list[object] = [phase, *offered]
    seen = set[str]()
    while waiting:
        for node in walk(waiting.pop()):
            if not isinstance(node, DoEvent) or node.event in seen:
                continue
            if node.event == _PASS:
                return True
            seen.add(node.event)
            waiting += [event.body for event in game.events.get(node.event, ())]
    return False


assert NODES
Slot = EventSlot | Parameter | SlotInfo


class Stage(Record, kw_only=True):
    """A phase in words.

    Attributes:
        title: What it is called.
        frame: How often and for whom it is there, a sentence each.
        does: Its steps, a sentence each.
        offers: The ids of the actions that players may take in it.
        stages: The phases inside.
    """

    id: str
    title: str
    frame: tuple[str, ...]
    does: tuple[str, ...]
    offers: tuple[str, ...]
    stages: tuple[Stage, ...]


def stages(phases: Sequence[Phase], names: Names) -> tuple[Stage, ...]:
    """Return phases in words, with those inside them."""
    return tuple(_stage(phase, names) for phase in phases)


def _stage(phase: Phase, names: Names) -> Stage:
    return Stage(
        id=phase.id,
        title=stage_name(phase, names),
        frame=tuple(_frame(phase, names)),
        does=steps_text(phase.body, names) if phase.body else (),
        offers=phase.offer or (),
        stages=tuple(_stage(each, names) for each in phase.phases or ()),
    )


def _frame(phase: Phase, names: Names) -> list[str]:
    """Return how often a phase is there, for whom, and when at all."""
    found = []
    if phase.only_if is not None:
        found.append(_asked("only-if", phase.only_if, Scope(names)))
    scope = _given(phase.given, names)
    condition = phase.while_condition
    if phase.source is not None and phase.loop == "while":
        condition = condition or phase.source
    elif phase.source is not None:
        key = "asks" if phase.asks else phase.loop or "for"
        if phase.repeat:
            key = f"{key}-{'repeat' if can_pass(phase, names.game) else 'again'}"
        one = _only_one(phase.source.expression, scope)
        if one is not None and key != "for":
            key = f"{key}-of-one"
        who = one or _each(phase.source.expression, scope)
        found.append(_word(key, names.lang, who=who))
    if condition is not None and static_value(condition.expression) is True:
        found.append(_word("while-open", names.lang))
    elif condition is not None:
        found.append(_asked("while", condition.expression, _given(phase.given, names)))
    return found


def _only_one(source: e.Expression, scope: Scope) -> str | None:
    """Return the words for the one that a phase is for, or none where it may be for several."""
    match source:
        case e.ListOfItems(items=(one,)):
            return finished(say(one, scope), scope.lang)
        case e.Primitive(name="default", arguments=(e.Lifted() as node, e.ListOfItems(items=()))):
            return _only_one(node.body, lifted(node, scope))  # of a value that may be none
    return None


def _each(source: e.Expression, scope: Scope) -> str:
    """Return the words for each of those that a phase is for."""
    found = things(source, scope) or named(source.type, say(source, scope), scope)
    return finished(found.every(), scope.lang)


def _asked(key: str, condition: e.Expression, scope: Scope) -> str:
    return _word(key, scope.lang, condition=finished(clause(condition, scope).verbal(), scope.lang))


def _word(key: str, lang: str, **slots: str) -> str:
    return fill(WORDS.text(lang, f"course.{key}"), slots)


def _given(slots: Sequence[SlotInfo], names: Names) -> Scope:
    """Return a scope that calls the given locals by their nouns."""
    scope = Scope(names)
    name_slots(slots, Described(), scope)
    return scope


def steps_text(body: Body, names: Names) -> tuple[str, ...]:
    """Return what steps do, a sentence each."""
    scope, steps = _given(body.slots[: body.given], names), body.steps
    scope.answer = worked_out(steps)
    done = effects.effects(steps if scope.answer is None else steps[:-1], scope)
    texts = (finished(sentences([each], names.lang), names.lang) for each in done)
    return tuple(text for text in texts if text.strip(" .。"))


def condition_text(condition: e.Expression, names: Names) -> str:
    """Return what a condition says, as a sentence without its end."""
    return _begun(condition_words(condition, names), names.lang)


def condition_words(
    condition: e.Expression, names: Names, called: Mapping[int, str] = MappingProxyType({})
) -> str:
    """Return what a condition says, within a sentence.

    Args:
        called: What locals are called, by number.
    """
    scope = Scope(names, locals=dict(called))
    return finished(clause(condition, scope).plain(), names.lang)


def _begun(text: str, lang: str) -> str:
    return capital(text) if lang == "en" else text


def worth_text(expression: e.Expression, names: Names) -> str:
    """Return the words for what an expression is worth."""
    return finished(say(expression, Scope(names)), names.lang)


# --- what a game's own words mean -------------------------------------------------------------


def _title(event: str, slots: Sequence[Slot], names: Names) -> str:
    """Return the words of an event or action with nouns in its slots: `a player draws n`."""
    fill = _filler(slots, names)
    text = happening(template_of(event, names), names, fill).text()
    return said_once(finished(text, names.lang))


def _filler(slots: Sequence[Slot], names: Names) -> Callable[[str], str]:
    """Return a function from a slot to what stands for it."""
    types = {each.name: each.type for each in slots}

    def fill(name: str) -> str:
        if name == "me":
            return _word("player", names.lang)
        # what stands for a slot: a noun, or its name where it is a number
        type_ = types.get(name)
        plain = t.plain_type(type_) if type_ is not None else None
        if isinstance(plain, t.ListOf | t.SetOf):
            return names.many(names.noun(plain))
        if isinstance(plain, t.AmountOf | t.BagOf):
            return _word("amount", names.lang)
        things = t.EntityType | t.TargetType | t.DefinitionType | t.EnumType
        if isinstance(plain, things) or plain == t.PLAYER:
            noun = names.noun(element_of(plain))
            return with_article(noun) if names.lang == "en" else noun
        return in_words(name)

    return fill


def action_title(action: Action | Group, names: Names) -> str:
    """Return the name of an action, with nouns for its parameters."""
    return _title(f"act:{action.id}", action.parameters, names)


def meaning_of_event(event: Event, names: Names) -> tuple[str, tuple[str, ...]]:
    """Return an event in words, and what it does: a sentence each."""
    title = _title(event.id, event.slots, names)
    done = steps_text(event.body, names)
    if event.when is not None:
        scope = _given(event.when.slots[: event.when.given], names)
        done = (_asked("only-if", event.when.expression, scope), *done)
    return title, done


def meaning_of_value(value: Value, names: Names) -> tuple[str, tuple[str, ...]]:
    """Return a value in words, and how it is found."""
    fill = _filler(value.parameters, names)
    text = Phrase(names.text(value.text, value.id)).in_number(partial(number_in, fill))
    text = Language(names.lang).with_articles(text, fill)
    title = said_once(SLOT.sub(lambda found: fill(found[1]), text))
    if isinstance(value.body, Body):
        done = steps_text(value.body, names)
    else:
        done = (_sentence(value.body, _given(value.body.slots[: value.body.given], names)),)
    if value.only_if is not None:
        done = (_asked("only-if", value.only_if, Scope(names)), *done)
    return title, done


def _sentence(formula: Formula, scope: Scope) -> str:
    node = formula.expression
    if node.type == t.BOOL and not isinstance(node, e.Constant):
        return _asked("so-if", node, scope)
    text = finished(say(node, scope), scope.lang)
    return ended(capital(text) if scope.lang == "en" else text, scope.lang)


# --- the end ----------------------------------------------------------------------------------


def end_texts(end: End, names: Names) -> tuple[str, ...]:
    """Return the end of a game and its winners, a sentence each."""
    found = []
    if end.when is not None:
        found.append(_asked("ends", end.when.expression, Scope(names)))
    if end.winners is not None:
        who = worth_text(end.winners.expression, names)
        found.append(_word("winners", names.lang, who=who))
    for option, kept in end.keeps.items():
        value = worth_text(kept.expression, names)
        found.append(_word("keeps", names.lang, option=names.option(option), value=value))
        own = names.game.options[option].type
        if isinstance(kept.expression.type, t.Maybe) and not isinstance(own, t.Maybe):
            found.append(_word("keeps-last", names.lang))
    return tuple(found)


def decider_texts(players: PlayersRule, names: Names) -> tuple[str, ...]:
    """Return who answers in place of players, a sentence, or nothing where nobody does."""
    if players.decider is None:
        return ()
    scope = Scope(names)
    scope.locals[0] = _word("the-player", names.lang)
    who = finished(say(players.decider.expression, scope), names.lang)
    return (_word("decider", names.lang, who=who),)


def positive(ranked: e.Expression) -> e.Expression:
    """Return what players are compared by; of `-x`, by which the fewest win, `x`."""
    if isinstance(ranked, e.Arithmetic) and ranked.operator == "neg":
        return ranked.left
    return ranked


def rank_texts(end: End, names: Names) -> tuple[str, ...]:
    """Return what players are compared by at the end, first what counts most."""
    found = []
    for formula in end.rank:
        scope = Scope(names)
        scope.locals[0] = _word("the-player", names.lang)
        counted = positive(formula.expression)
        text = finished(say(counted, scope), names.lang)
        if counted is not formula.expression:
            text = _word("fewest", names.lang, text=text)
        found.append(_begun(text, names.lang))
    return tuple(found)


THE_PLAYER = "{p}"
"""Stands for the player whose score it is, who goes without saying."""


def term_text(term: e.Expression, slots: Sequence[SlotInfo], names: Names) -> str:
    """Return what a part of a score is called, `THE_PLAYER` in it: of what counts if something is
    the player, what that is."""
    scope = Scope(names)
    players = [at for at, slot in enumerate(slots) if slot.type == t.PLAYER]
    scope.locals |= dict.fromkeys(players, THE_PLAYER)
    if isinstance(term, e.Conditional):
        asked = term.condition
        if (
            isinstance(asked, e.Compare)
            and asked.operator == "=="
            and t.plain_type(asked.left.type) == t.PLAYER
        ):
            sides = [s for s in (asked.left, asked.right) if not isinstance(s, e.Local)]
            if len(sides) == 1:
                return finished(say(sides[0], scope), names.lang)
        return finished(clause(asked, scope).plain(), names.lang)
    return finished(say(term, scope), names.lang)


def scoring(names: Names) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return what each value is called that rules read by its name and that stand on no card, and
    how it is found, a sentence each."""
    game, own = names.game, [each for each in names.game.rules if each.card is None]
    actions = [action for action in game.actions if action.card is None]
    # as the game is played backwards: its end first
    rules = [game.end, *actions, game.phases, game.setup, *game.events.values(), *own]
    return tuple(meaning_of_value(value, names) for value in _read(rules, names))


def _read(rules: Iterable[object], names: Names) -> Iterator[Value]:
    """Yield each value that is read by its name, by way of others too, once."""
    waiting, seen = [*rules], set[str]()
    while waiting:
        for node in walk(waiting.pop(0)):
            if isinstance(node, ValueCall) and node.value not in seen:
                seen.add(node.value)
                found = names.game.values.get(node.value, ())
                yield from (value for value in found if value.text or value.depth)
                waiting += [value.body for value in found]
