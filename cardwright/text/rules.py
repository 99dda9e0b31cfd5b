"""Say the rules of a card: actions, triggers, replacements, forbids, modifiers, what always holds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cardwright.text import conditions, effects, lists, values
from cardwright.text.english import capital
from cardwright.text.happenings import Happening, happening, phase_name, template_of
from cardwright.text.names import Names
from cardwright.text.phrases import variant
from cardwright.text.registry import Registry
from cardwright.text.scope import Bound, Scope
from cardwright.text.sentences import finished, joined, sentences
from cardwright.text.speech import clause, say, things
from cardwright.text.vocabulary import LANGUAGES
from dsl.model import expressions as e
from dsl.model import rules as r
from dsl.model.game import Game
from dsl.model.nouns import Definition
from dsl.model.steps import Body, SlotInfo
from dsl.model.types import EntityType, ListOf

RULES: Final[Registry[str]] = Registry()
NODES: Final = (values, conditions, lists, effects)
"""The modules that say nodes; to import them is to enter what they say."""

_WORDS: Final = {
    "only-if": ("Only if {condition}.", "{condition}場合のみ。"),
    "choose": ("choose {what}", "{what}を選ぶ"),
    "cost": ("{cost}: {rest}", "{cost}：{rest}"),
    "before": ("Before {event}, {rest}", "{event}前、{rest}"),
    "after": ("After {event}, {rest}", "{event}後、{rest}"),
    "where": ("{event} ({condition})", "{event}({condition})"),
    "you-may": ("you may {what}", "{what}ことができる"),
    "pay-to": ("you may {cost}. If you do, {rest}", "{cost}ことができる。そうしたら、{rest}"),
    "instead": ("When {event}, instead {rest}", "{event}代わりに、{rest}"),
    "pay-instead": ("When {event}, {rest}", "{event}代わりに、{rest}"),
    "pay-for": (
        "you may {cost} instead. If you do, {rest}",
        "{cost}ことができる。そうしたら、{rest}",
    ),
    "nothing": ("nothing happens.", "何も起きない。"),
    "forbid": ("It cannot happen that {event}.", "{event}ことはできない。"),
    "modify": ("{value} becomes {to}.", "{value}は{to}になる。"),
    "raise": ("{value} is {by} higher.", "{value}は{by}増える。"),
    "lower": ("{value} is {by} lower.", "{value}は{by}減る。"),
    "sets": ("{value} is {to}.", "{value}は{to}である。"),
    "if": ("If {condition}, {rest}", "{condition}なら、{rest}"),
    "always": ("As soon as {condition}, {rest}", "{condition}とすぐに、{rest}"),
    "always-each": ("As soon as there is {each}, {rest}", "{each}があればすぐに、{rest}"),
    "limit": ("({times} per {scope})", "({scope}に{times})"),
    "once": ("once", "1回"),
    "times": ("{number} times", "{number}回"),
    "turn": ("turn", "手番"),
    "round": ("round", "ラウンド"),
    "game": ("game", "ゲーム"),
    "action": ("action", "アクション"),
    "in": ("While in {zones}: {rest}", "{zones}にある間：{rest}"),
    "players": ("players", "プレイヤーが"),
    "result": ("its usual value", "本来の値"),
}
"""A phrase by key: (English, Japanese)."""


def rules_text(game: Game, definition: Definition, lang: str) -> tuple[str, ...]:
    """Return the rules of a card as sentences, one text a rule, in the order of the model."""
    names = Names(game, lang)
    return tuple(_one(rule, definition.kind, names) for rule in rules_of(game, definition.id))


def kind_rules_text(game: Game, kind: str, lang: str) -> tuple[str, ...]:
    """Return the rules that every card of a kind has."""
    names = Names(game, lang)
    return tuple(_one(rule, kind, names) for rule in _all(game) if rule.kind == kind)


Rule = r.Action | r.Trigger | r.Replacement | r.Forbid | r.Modifier | r.Always


def _all(game: Game) -> tuple[Rule, ...]:
    return (
        *game.actions, *game.triggers, *game.replacements, *game.modifiers, *game.forbids,
        *game.always,
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


def word(key: str, scope: Scope, /, **slots: str) -> str:
    """Return a phrase in the language of a scope."""
    return _WORDS[key][LANGUAGES.index(scope.lang)].format(**slots)


# --- actions ----------------------------------------------------------------------------------


@RULES.add(r.Action)
def _action(rule: r.Action, scope: Scope) -> str:
    chosen = [text for each in rule.parameters for text in _parameter(each, rule, scope)]
    cost = effects.effects(rule.cost.steps, scope) if rule.cost else []
    done = [*chosen, *effects.effects(rule.body.steps, scope)]
    text = sentences(done, scope.lang)
    if cost:
        text = word("cost", scope, cost=joined(cost, scope.lang), rest=_lower(text, scope.lang))
    parts = [text]
    condition = own_condition(rule, scope)
    if condition is not None:
        parts.append(word("only-if", scope, condition=clause(condition, scope).verbal()))
    if rule.limit is not None:
        parts.append(_limit(rule.limit, scope))
    return (" " if scope.lang == "en" else "").join(parts)


def _parameter(
    parameter: r.Parameter, rule: r.Action, scope: Scope
) -> list[Happening]:
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
    known = limit.scope in _WORDS
    name = word(limit.scope, scope) if known else phase_name(limit.scope, scope.names)
    return word("limit", scope, times=times, scope=name)


# --- rules that listen ------------------------------------------------------------------------


def _event(pattern: r.Pattern, scope: Scope, *, would: bool) -> str:
    """Return what a rule listens to, its slots named for the steps that follow."""
    template = template_of(pattern.event, scope.names)
    equal = dict(pattern.equals)

    def slot(wanted: str) -> str:
        if wanted not in template.slots:
            return scope.say("me")
        number = template.slots.index(wanted)
        if number in equal:
            return say(equal[number], scope)
        return _open_slot(number, pattern, scope)

    actor = _actor(pattern, scope)
    found = happening(template, scope.names, slot, actor="" if actor == "you" else actor)
    shown = _happens(found, pattern.event, scope, actor, would=would)
    _name_slots(pattern.slots, scope)
    if pattern.condition is None:
        return shown
    asked = clause(pattern.condition, scope).plain()
    return word("where", scope, event=shown, condition=asked)


def _open_slot(number: int, pattern: r.Pattern, scope: Scope) -> str:
    """Return the words for a slot that can be anything."""
    if number >= len(pattern.slots):
        return scope.say("thing")
    type_ = pattern.slots[number].type
    found = lists.of_type(type_, scope)
    if isinstance(type_, ListOf):
        return found.numberless()
    if isinstance(type_, EntityType) or str(type_) == "player":
        return found.single() if scope.lang == "en" else found.one
    return scope.say("any", noun=found.one)


def _actor(pattern: r.Pattern, scope: Scope) -> str:
    if pattern.actor is None:
        return ""
    if isinstance(pattern.actor, e.Role) and pattern.actor.name == "me":
        return "you" if scope.lang == "en" else scope.say("me")
    return say(pattern.actor, scope)


def _happens(
    found: Happening, event: str, scope: Scope, actor: str, *, would: bool
) -> str:  # fmt: skip
    """Return an event as what a rule waits for."""
    if scope.lang == "ja":
        return f"「{found.text()}」の"
    if event.startswith("phase:"):
        return found.text()
    if would:
        who = "" if found.subject else actor or word("players", scope)
        subject, _, rest = found.plain(who).partition(" ") if not found.subject else ("", "", "")
        if found.subject:
            plain = found.plain().removeprefix(found.subject).strip()
            return f"{found.subject} would {plain}"
        return f"{subject} would {rest}" if who.count(" ") == 0 else f"{who} would {found.rest}"
    return found.text() if found.subject else f"{actor or word('players', scope)} {found.rest}"


def _name_slots(slots: tuple[SlotInfo, ...], scope: Scope) -> None:
    """Let the steps call the event's slots by their nouns."""
    for number, slot in enumerate(slots):
        found = lists.of_type(slot.type, scope)
        is_list = isinstance(slot.type, ListOf)
        scope.locals.setdefault(number, scope.refer(found.one, found.many, is_list=is_list))


def _name_lets(lets: tuple[tuple[int, e.Expression], ...], scope: Scope) -> None:
    for slot, value in lets:
        scope.locals[slot] = Bound(value, scope)


def _consequence(
    rule: r.Trigger | r.Replacement, scope: Scope
) -> str:
    """Return what a rule does, whether it must be paid for or may be left."""
    paid = effects.effects(rule.cost.steps, scope) if rule.cost else []
    done = effects.effects(rule.body.steps, scope)
    text = sentences(done, scope.lang) or word("nothing", scope)
    if paid:
        shown = joined(paid, scope.lang)
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
    event = _event(rule.pattern, scope, would=False)
    _name_slots(rule.body.slots[: rule.body.given], scope)
    _name_lets(rule.lets, scope)
    rest = _consequence(rule, scope)
    return word(rule.timing, scope, event=event, rest=rest)


@RULES.add(r.Replacement)
def _replacement(rule: r.Replacement, scope: Scope) -> str:
    event = _event(rule.pattern, scope, would=True)
    _name_slots(rule.body.slots[: rule.body.given], scope)
    _name_lets(rule.lets, scope)
    rest = _consequence(rule, scope)
    return word("pay-instead" if rule.cost else "instead", scope, event=event, rest=rest)


@RULES.add(r.Forbid)
def _forbid(rule: r.Forbid, scope: Scope) -> str:
    event = _event(rule.pattern, scope, would=False)
    return word("forbid", scope, event=event.removesuffix("の") if scope.lang == "ja" else event)


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
            return word(key, scope, value=shown, by=say(to.right, scope))
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
        name = rule.value.replace("-", " ")
        return scope.say("the", name=name)
    return say(e.ValueCall(rule.value, tuple(slots), rule.to.type), scope)


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
