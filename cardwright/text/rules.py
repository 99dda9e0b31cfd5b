"""Say the rules of a card: what it lets do, what it waits for, what it changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cardwright.text import conditions, effects, lists, values
from cardwright.text.english import agreeing, capital
from cardwright.text.happenings import Happening, happening, phase_name, template_of
from cardwright.text.names import Names, in_words
from cardwright.text.phrases import variant
from cardwright.text.registry import Registry
from cardwright.text.rule_words import RULE_WORDS, word
from cardwright.text.scope import Bound, Scope
from cardwright.text.sentences import finished, joined, paid, sentences
from cardwright.text.speech import clause, say, things
from dsl.model import expressions as e
from dsl.model import rules as r
from dsl.model.game import Game
from dsl.model.nouns import Definition
from dsl.model.steps import Formula, SlotInfo
from dsl.model.types import EntityType, ListOf

RULES: Final[Registry[str]] = Registry()
NODES: Final = (values, conditions, lists, effects)
"""The modules that say nodes; to import them is to enter what they say."""


def rules_text(game: Game, definition: Definition, lang: str) -> tuple[str, ...]:
    """Return the rules of a card as sentences, one text a rule, in the order of the model."""
    names = Names(game, lang)
    return tuple(_one(rule, definition.kind, names) for rule in rules_of(game, definition.id))


def kind_rules_text(game: Game, kind: str, lang: str) -> tuple[str, ...]:
    """Return the rules that every card of a kind has."""
    names = Names(game, lang)
    return tuple(_one(rule, kind, names) for rule in _all(game) if rule.kind == kind)


Rule = r.Action | r.Trigger | r.Replacement | r.Forbid | r.Modifier | r.Always | r.Becomes


def _all(game: Game) -> tuple[Rule, ...]:
    return (
        *game.actions, *game.triggers, *game.replacements, *game.modifiers, *game.forbids,
        *game.always, *game.becomes,
    )  # fmt: skip


def rules_of(game: Game, card: str) -> tuple[Rule, ...]:
    """Return the rules that stand on a card itself."""
    return tuple(rule for rule in _all(game) if rule.card == card)


def _one(rule: Rule, kind: str, names: Names) -> str:
    scope = Scope(names, self_kind=kind)
    text = RULES.of(rule)(rule, scope)
    if rule.active_in:
        zones = names.row(names.zone(key) for key in rule.active_in)
        text = word("in", scope, zones=zones, rest=text)
    return finished(capital(text) if scope.lang == "en" else text, scope.lang)


# --- actions ----------------------------------------------------------------------------------


@RULES.add(r.Action)
def _action(rule: r.Action, scope: Scope) -> str:
    chosen = [text for each in rule.parameters for text in _parameter(each, rule, scope)]
    cost = effects.effects(rule.cost.steps, scope) if rule.cost else []
    done = effects.effects(rule.body.steps, scope)
    parts = _paid_for(chosen, cost, done, rule, scope)
    condition = own_condition(rule, scope)
    if condition is not None:
        parts.append(word("only-if", scope, condition=clause(condition, scope).verbal()))
    if rule.limit is not None:
        parts.append(_limit(rule.limit, scope))
    return (" " if scope.lang == "en" else "").join(parts)


def _paid_for(
    chosen: list[Happening],
    cost: list[Happening],
    done: list[Happening],
    rule: r.Action,
    scope: Scope,
) -> list[str]:
    """Return choices, cost and effect; a choice that the cost depends on comes first."""
    if not cost:
        return [sentences([*chosen, *done], scope.lang)]
    assert rule.cost is not None
    steps = rule.cost.steps
    before: list[str] = []
    if any(effects.names_local(steps, slot) for slot in range(len(rule.parameters))) and chosen:
        before, chosen = [sentences(chosen, scope.lang)], []
    rest = _lower(sentences([*chosen, *done], scope.lang), scope.lang)
    text = word("cost", scope, cost=paid(cost, scope.lang), rest=rest)
    return [*before, capital(text) if scope.lang == "en" else text]


def _parameter(parameter: r.Parameter, rule: r.Action, scope: Scope) -> list[Happening]:
    """Return a choice that must be said by itself; nothing where the first step names it."""
    slot = rule.parameters.index(parameter)
    wanted, found = effects.choice(parameter.source, parameter.mode, parameter.number, scope)
    is_list = parameter.mode != "one"
    name = scope.refer(found.one, found.many, is_list=is_list)
    if _is_named_at_once(parameter, rule, slot):
        scope.locals[slot] = name
        scope.first[slot] = wanted
        return []
    words = wanted()
    scope.locals[slot] = name
    shown = Happening(scope.lang, "", word("choose", scope, what=words))
    if parameter.when is None:
        return [shown]
    condition = clause(parameter.when, scope).plain()
    return [Happening(scope.lang, "", _lower(
        word("if", scope, condition=condition, rest=shown.text()), scope.lang))]  # fmt: skip


def _is_named_at_once(parameter: r.Parameter, rule: r.Action, slot: int) -> bool:
    """Return whether the first step does something with a parameter that nothing else needs."""
    others = [each for each in rule.parameters if each is not parameter]
    if parameter.when is not None or parameter.condition is not None:
        return False
    if effects.names_local(tuple(others), slot):
        return False
    cost = rule.cost.steps if rule.cost else ()
    if effects.names_local(cost, slot):
        return effects.names_directly(cost[0], slot)
    return bool(rule.body.steps) and effects.names_directly(rule.body.steps[0], slot)


def _lower(text: str, lang: str) -> str:
    return text[:1].lower() + text[1:] if lang == "en" else text


def own_condition(rule: r.Action, scope: Scope) -> e.Expression | None:
    """Return what an action asks beyond what all cards of its kind ask."""
    parts = _conjuncts(rule.when)
    if rule.card is not None:
        common = _common(scope.game, scope.self_kind)
        parts = [part for part in parts if part not in common]
    found: e.Expression | None = None
    for part in parts:
        found = part if found is None else e.Logic("and", found, part, part.type)
    return found


def _conjuncts(node: e.Expression | None) -> list[e.Expression]:
    return [] if node is None else list(lists.conjuncts(node))


def _common(game: Game, kind: str) -> list[e.Expression]:
    """Return the conditions that the actions of all cards of a kind share, if there are several."""
    kinds = {each.id: each.kind for each in game.definitions}
    rules = [a for a in game.actions if a.card is not None and kinds[a.card] == kind]
    if len({rule.card for rule in rules}) < 2:
        return []
    shared = _conjuncts(rules[0].when)
    for rule in rules[1:]:
        own = _conjuncts(rule.when)
        shared = [part for part in shared if part in own]
    return shared


def _limit(limit: r.Limit, scope: Scope) -> str:
    number = "once" if limit.number == 1 else "times"
    times = word(number, scope, number=str(limit.number))
    known = limit.scope in RULE_WORDS
    name = word(limit.scope, scope) if known else phase_name(limit.scope, scope.names)
    return word("limit", scope, times=times, scope=name)


# --- rules that listen ------------------------------------------------------------------------


def _event(pattern: r.Pattern, scope: Scope) -> Happening:
    """Return what a rule listens to, its slots named for what follows."""
    template = template_of(pattern.event, scope.names)
    equal = dict(pattern.equals)

    def slot(wanted: str) -> str:
        if wanted not in template.slots:
            return scope.words("me")
        number = template.slots.index(wanted)
        if number in equal:
            return say(equal[number], scope)
        return _open_slot(number, pattern, scope)

    actor = _actor(pattern, scope)
    found = happening(template, scope.names, slot, actor=actor)
    _name_slots(pattern.slots, scope)
    return found


def _asked(pattern: r.Pattern, rest: str, scope: Scope) -> str:
    """Return what a rule does, under the condition of what it listens to."""
    if pattern.condition is None:
        return rest
    return word("where", scope, condition=clause(pattern.condition, scope).plain(), rest=rest)


def _open_slot(number: int, pattern: r.Pattern, scope: Scope) -> str:
    """Return the words for a slot that can be anything."""
    if number >= len(pattern.slots):
        return scope.words("thing")
    type_ = pattern.slots[number].type
    found = lists.of_type(type_, scope)
    if isinstance(type_, ListOf):
        return found.numberless()
    if isinstance(type_, EntityType) or str(type_) == "player":
        return found.single() if scope.lang == "en" else found.one
    return scope.words("any", noun=found.one)


def _actor(pattern: r.Pattern, scope: Scope) -> str:
    if pattern.actor is None:
        return ""
    return say(pattern.actor, scope)


def _happens(found: Happening, event: str, scope: Scope) -> str:
    """Return an event as what a rule waits for."""
    if event.startswith("phase:"):
        return found.rest
    if scope.lang == "ja":
        return f"「{found.text()}」"
    return found.text() if found.subject else f"{word('players', scope)} {found.rest}"


def _behind(found: Happening, key: str, scope: Scope) -> str:
    """Return an event behind `would` or `cannot`."""
    if scope.lang == "ja":
        return found.text()
    what = found.plain().removeprefix(found.subject).strip()
    return word(key, scope, who=found.subject or word("players", scope), what=what)


def _name_slots(slots: tuple[SlotInfo, ...], scope: Scope) -> None:
    """Let the steps call the event's slots by their nouns."""
    for number, slot in enumerate(slots):
        found = lists.of_type(slot.type, scope)
        is_list = isinstance(slot.type, ListOf)
        scope.locals.setdefault(number, scope.refer(found.one, found.many, is_list=is_list))


def _name_lets(lets: tuple[tuple[int, e.Expression], ...], scope: Scope) -> None:
    for slot, value in lets:
        scope.locals[slot] = Bound(value, scope)


def _consequence(rule: r.Trigger | r.Replacement | r.Becomes, scope: Scope) -> str:
    """Return what a rule does, whether it must be paid for or may be left."""
    cost = effects.effects(rule.cost.steps, scope) if rule.cost else []
    done = effects.effects(rule.body.steps, scope)
    text = sentences(done, scope.lang) or word("nothing", scope)
    if cost:
        shown = joined(cost, scope.lang)
        key = "pay-for" if isinstance(rule, r.Replacement) else "pay-to"
        text = word(key, scope, cost=shown, rest=_lower(text, scope.lang))
    elif rule.optional:
        text = word("you-may", scope, what=joined(done, scope.lang)) + _stop(scope)
    if rule.limit is not None:
        text += (" " if scope.lang == "en" else "") + _limit(rule.limit, scope)
    return _lower(text, scope.lang)


def _stop(scope: Scope) -> str:
    return "。" if scope.lang == "ja" else "."


@RULES.add(r.Trigger)
def _trigger(rule: r.Trigger, scope: Scope) -> str:
    event = _happens(_event(rule.pattern, scope), rule.pattern.event, scope)
    rest = _listening(rule, scope)
    return word(rule.timing, scope, event=event, rest=rest)


@RULES.add(r.Replacement)
def _replacement(rule: r.Replacement, scope: Scope) -> str:
    event = _behind(_event(rule.pattern, scope), "would", scope)
    rest = _listening(rule, scope)
    return word("pay-instead" if rule.cost else "instead", scope, event=event, rest=rest)


def _listening(rule: r.Trigger | r.Replacement, scope: Scope) -> str:
    """Return what a rule does once its event happens, the event's slots named."""
    _name_slots(rule.body.slots[: rule.body.given], scope)
    _name_lets(rule.lets, scope)
    condition = _asked(rule.pattern, "", scope)
    return condition + _consequence(rule, scope)


@RULES.add(r.Forbid)
def _forbid(rule: r.Forbid, scope: Scope) -> str:
    event = _behind(_event(rule.pattern, scope), "cannot", scope)
    if rule.pattern.condition is None:
        return word("forbid", scope, event=event)
    asked = clause(rule.pattern.condition, scope).plain()
    return word("forbid-if", scope, event=event, condition=asked)


@RULES.add(r.Modifier)
def _modifier(rule: r.Modifier, scope: Scope) -> str:
    _name_slots(rule.slots[: rule.result], scope)
    scope.locals[rule.result] = word("result", scope)
    shown = capital(_changed(rule, scope))
    text = _change_of(rule, shown, scope)
    if rule.condition is None:
        return text
    asked = clause(rule.condition, scope).plain()
    return word("if", scope, condition=asked, rest=_lower(text, scope.lang))


def _change_of(rule: r.Modifier, shown: str, scope: Scope) -> str:
    """Return how a value changes: by how much, or to what."""
    to = rule.to
    if isinstance(to, e.Arithmetic) and to.operator in "+-" and to.right is not None:
        is_result = isinstance(to.left, e.Local) and to.left.slot == rule.result
        if is_result:
            key = "raise" if to.operator == "+" else "lower"
            by = say(to.right, scope)
            return word(key, scope, value=shown, by=by, be=agreeing(shown, "is", "are"))
    return word("sets" if rule.sets else "modify", scope, value=shown, to=say(to, scope))


def _changed(rule: r.Modifier, scope: Scope) -> str:
    """Return the value or attribute that a modifier changes."""
    slots = [e.Local(i, slot.name, slot.type) for i, slot in enumerate(rule.slots[: rule.result])]
    if rule.attribute is not None:
        kind, name = rule.attribute
        return say(e.AttributeRead(kind, name, slots[0], rule.to.type), scope)
    assert rule.value is not None
    value = variant(rule.value, scope)
    if value is not None and not value.text:
        return scope.words("the", name=in_words(rule.value.rpartition(".")[2]))
    return say(e.ValueCall(rule.value, tuple(slots), rule.to.type), scope)


@RULES.add(r.Becomes)
def _becomes(rule: r.Becomes, scope: Scope) -> str:
    each = "" if rule.source is None else _element(rule.source.expression, scope)
    asked = clause(rule.becomes.expression, scope).plain()
    rest = _consequence(rule, scope)
    if rule.condition is not None:
        condition = clause(rule.condition.expression, scope).plain()
        rest = word("where", scope, condition=condition, rest=rest)
    if not each:
        return word("becomes", scope, condition=asked, rest=rest)
    return word("becomes-each", scope, each=each, condition=asked, rest=rest)


def _element(source: e.Expression, scope: Scope) -> str:
    """Return the words for the things a rule waits for, and let its texts call one of them."""
    found = things(source, scope) or lists.named(source.type, say(source, scope), scope)
    scope.locals[0] = scope.refer(found.one, found.many, is_list=False)
    return found.single()


@RULES.add(r.Always)
def _always(rule: r.Always, scope: Scope) -> str:
    if rule.source is None:
        asked = clause(rule.condition.expression, scope).verbal() if rule.condition else ""
        rest = sentences(effects.effects(rule.body.steps, scope), scope.lang)
        return word("always", scope, condition=asked, rest=_lower(rest, scope.lang))
    found = things(rule.source.expression, scope)
    if found is None:
        found = lists.named(rule.source.expression.type, say(rule.source.expression, scope), scope)
    if rule.condition is not None:
        found = lists.asked(found, 0, rule.condition.expression, scope)
    scope.locals[0] = scope.refer(found.one, found.many, is_list=False)
    rest = sentences(effects.effects(rule.body.steps, scope), scope.lang)
    return word("always-each", scope, each=found.single(), rest=_lower(rest, scope.lang))


Sayer = Callable[[Rule, Scope], str]


def expression_text(game: Game, formula: Formula, lang: str) -> str:
    """Return the words for an expression of a card, as an attribute that depends on the match."""
    scope = Scope(Names(game, lang))
    if formula.slots:
        scope.locals[0] = scope.words("self", kind=scope.names.kind(""))
        _name_slots(formula.slots[: formula.given], scope)
    return finished(say(formula.expression, scope), lang)
