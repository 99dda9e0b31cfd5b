"""Build actions and modifiers in words.

An action has choices, a cost, an effect, a limit, and the conditions that a kind shares. A modifier
changes a value or an attribute, by how much or to what.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache

from msgspec.structs import replace

from cardwright.apps.text import effects, lists
from cardwright.apps.text.choices import choice, names_directly, names_local
from cardwright.apps.text.happenings import Happening, phase_name
from cardwright.apps.text.inflection import agreeing, capital
from cardwright.apps.text.keywords import gained, only_these
from cardwright.apps.text.names import in_words
from cardwright.apps.text.phrases import filled, is_it, variant
from cardwright.apps.text.scope import Bound, Scope, clause, say
from cardwright.apps.text.sentences import (
    Described,
    all_of,
    described,
    full_stop,
    paid,
    sentences,
    word,
)
from dsl.model import expressions as e
from dsl.model import rules as r
from dsl.model.game import Game, Rule
from dsl.model.steps import SlotInfo
from dsl.model.traits import HAS
from dsl.model.types import BOOL, PLAYER, EntityType, ListOf, SetOf, TargetType, plain_type
from dsl.model.walk import WORKS, besides_works

_MOST_GAMES = 8
CardRule = r.Action | Rule


class CardRules:
    """The rules of one game by the cards they stand on."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._asked: dict[str, list[e.Expression]] = {}

    def of(self, card: str) -> tuple[CardRule, ...]:
        """Return the rules that stand on a card itself, in the order of the model."""
        return tuple(self._by_card.get(card, ()))

    def granted(self, keyword: str) -> tuple[CardRule, ...]:
        """Return the rules that a card grants to others, in the order of the model."""
        return tuple(self._by_keyword.get(keyword, ()))

    @cached_property
    def given(self) -> dict[str, list[CardRule]]:
        """The rules that each card grants to others."""
        cards = {rule.id: rule.card for rule in self.game.modifiers if rule.card is not None}
        found: dict[str, list[CardRule]] = {}
        for each in self.game.keywords.values():
            if each.grant in cards:
                found.setdefault(cards[each.grant], []).extend(self.granted(each.name))
        return found

    @cached_property
    def _by_keyword(self) -> dict[str, list[CardRule]]:
        found: dict[str, list[CardRule]] = {}
        for rule in (*self.game.actions, *self.game.rules):
            if rule.keyword is not None:
                found.setdefault(rule.keyword, []).append(rule)
        return found

    @cached_property
    def _by_card(self) -> dict[str, list[CardRule]]:
        found: dict[str, list[CardRule]] = {}
        for rule in (*self.game.actions, *self.game.rules):
            if rule.card is not None:
                found.setdefault(rule.card, []).append(rule)
        return found

    @cached_property
    def _actions(self) -> dict[str, list[r.Action]]:
        """The actions that stand on the cards of each kind."""
        kinds = {each.id: each.kind for each in self.game.definitions}
        found: dict[str, list[r.Action]] = {}
        for action in self.game.actions:
            if action.card is not None:
                found.setdefault(kinds[action.card], []).append(action)
        return found

    def asked_of_all(self, kind: str) -> list[e.Expression]:
        """Return the conditions that all actions of a kind's cards share, if there are several."""
        if kind not in self._asked:
            self._asked[kind] = self._shared(self._actions.get(kind, []))
        return self._asked[kind]

    def _shared(self, actions: list[r.Action]) -> list[e.Expression]:
        if len({action.card for action in actions}) < 2:
            return []
        shared = conjuncts(besides_works(actions[0].when))
        for action in actions[1:]:
            own = conjuncts(besides_works(action.when))
            shared = [part for part in shared if part in own]
        return shared


def conjuncts(node: e.Expression | None) -> list[e.Expression]:
    """Return the conditions that `and` joins; of none nothing."""
    return [] if node is None else list(lists.conjuncts(node))


def rules_by_card(game: Game) -> CardRules:
    """Return the rules of a game by card."""
    return _known(_Same(game))


class _Same:
    """A game that equals only itself: to compare the contents of two would take long."""

    __slots__ = ("game",)

    def __init__(self, game: Game) -> None:
        self.game = game

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.game is self.game

    def __hash__(self) -> int:
        return id(self.game)


@lru_cache(maxsize=_MOST_GAMES)
def _known(game: _Same) -> CardRules:
    return CardRules(game.game)


def action(rule: r.Action, scope: Scope) -> str:
    """Return what a card lets its holder do: cost, effect, and when."""
    chosen = [text for each in rule.parameters for text in _parameter(each, rule, scope)]
    cost = effects.effects(rule.cost.steps, scope) if rule.cost else []
    done = effects.effects(rule.body.steps, scope)
    parts = _paid_for(chosen, cost, done, rule, scope)
    condition = own_condition(rule, scope)
    if condition is not None:
        parts.append(word("only-if", scope, condition=clause(condition, scope).verbal()))
    if rule.limit is not None:
        parts.append(limit_sentence(rule.limit, scope))
    parts += [each for each in _shared_limits(rule, scope) if each not in parts]
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
    if rule.card is rule.kind is None:  # a payment is a step like the others there
        return [sentences([*chosen, *cost, *done], scope.lang)]
    steps = rule.cost.steps
    before: list[str] = []
    if any(names_local(steps, slot) for slot in range(len(rule.parameters))) and chosen:
        before, chosen = [sentences(chosen, scope.lang)], []
    rest = lower(sentences([*chosen, *done], scope.lang), scope.lang)
    text = word("cost", scope, cost=paid(cost, scope.lang), rest=rest)
    return [*before, capital(text) if scope.lang == "en" else text]


def _parameter(parameter: r.Parameter, rule: r.Action, scope: Scope) -> list[Happening]:
    """Return a choice that must be said by itself; nothing where the first step names it."""
    slot = rule.parameters.index(parameter)
    wanted, found = choice(parameter.source, parameter.mode, parameter.number, scope)
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
    return [Happening(scope.lang, "", lower(
        word("if", scope, condition=condition, rest=shown.text()), scope.lang))]  # fmt: skip


def _is_named_at_once(parameter: r.Parameter, rule: r.Action, slot: int) -> bool:
    """Return whether the first step does something with a parameter that nothing else needs."""
    others = [each for each in rule.parameters if each is not parameter]
    if parameter.when is not None or parameter.condition is not None:
        return False
    if names_local(tuple(others), slot):
        return False
    cost = rule.cost.steps if rule.cost else ()
    if names_local(cost, slot):
        return names_directly(cost[0], slot)
    return bool(rule.body.steps) and names_directly(rule.body.steps[0], slot)


def lower(text: str, lang: str) -> str:
    """Return a sentence as it goes on behind a comma."""
    return text[:1].lower() + text[1:] if lang == "en" else text


def own_condition(rule: r.Action, scope: Scope) -> e.Expression | None:
    """Return what an action asks beyond what all cards of its kind ask."""
    parts = conjuncts(rule.when)
    if rule.card is not None:
        common = rules_by_card(scope.game).asked_of_all(scope.self_kind)
        parts = [part for part in parts if part not in common]
    return all_of(parts)


def _shared_limits(rule: r.Action, scope: Scope) -> list[str]:
    """Return how often an action may be used with the others of each of its groups."""
    game, found = scope.game, list[str]()
    for group in (each for each in game.groups if each.id in rule.groups and each.limit):
        assert group.limit is not None
        is_alone = sum(group.id in each.groups for each in game.actions) == 1
        name = "" if is_alone else scope.names.text(group.text, group.id)
        found.append(limit_sentence(group.limit, scope, together=name))
    return found


def limit_sentence(limit: r.Limit, scope: Scope, *, together: str = "") -> str:
    """Return the same as a sentence of its own.

    Args:
        together: What those are called that are counted together; "" where it is one rule.
    """
    said = limit_words(limit, scope)
    if together:
        said = word("limit-together", scope, limit=said, group=together)
    return (capital(said) if scope.lang == "en" else said) + full_stop(scope.lang)


def limit_words(limit: r.Limit, scope: Scope) -> str:
    """Return how often a rule may be used: `once per turn`."""
    number = "once" if limit.number == 1 else "times"
    times = word(number, scope, number=str(limit.number))
    known = limit.scope in ("turn", "round", "game", "action")
    name = word(limit.scope, scope) if known else phase_name(limit.scope, scope.names)
    return word("limit", scope, times=times, scope=name)


def modifier(rule: r.Modifier, scope: Scope) -> str:
    """Return how a value becomes another one, and for what."""
    slots = rule.slots[: rule.result]
    known = described(slots, rule.condition)
    _name_slots(slots, known, scope)
    scope.locals[rule.result] = word("result", scope)
    condition = all_of(known.rest)
    if condition is None:
        return _change_of(rule, scope)
    asked = clause(condition, scope).plain()
    return word("if", scope, condition=asked, rest=lower(_change_of(rule, scope), scope.lang))


def _begun(text: str, scope: Scope) -> str:
    """Return what a sentence begins with."""
    return capital(text) if scope.lang == "en" else text


def _name_slots(slots: Sequence[SlotInfo], known: Described, scope: Scope) -> None:
    """Bind the parameters of a value to their conditions: `each dragon`, `a dragon` in a
    condition; then `that dragon`."""
    for number, slot in enumerate(slots):
        if number in known.equals:
            scope.locals[number] = Bound(known.equals[number], scope)
        elif isinstance(slot.type, EntityType | TargetType) or slot.type == PLAYER:
            found = known.found(number, slot.type, scope)
            is_one = names_local(tuple(known.rest), number)
            first = found.single if is_one else found.every
            scope.first[number] = found.numberless if scope.lang == "ja" else first
            scope.locals[number] = scope.refer(found.one, found.many, is_list=False)
        else:
            found = Described().found(number, slot.type, scope)
            scope.locals[number] = scope.refer(found.one, found.many, is_list=False)
            known.rest.extend(known.asked.get(number, ()))


def _change_of(rule: r.Modifier, scope: Scope) -> str:
    """Return how a value changes: by how much, or to what."""
    if rule.to.type == BOOL:
        return _made_true(rule, scope)
    key, by = _by_how_much(rule.to, rule.result)
    if rule.attribute is not None and rule.attribute[1] == HAS and (by is not None or rule.sets):
        card = _begun(say(_slots(rule)[0], scope), scope)
        if by is None:
            return only_these(card, rule.to, scope)
        return gained(card, key, say(by, scope), scope)
    shown = _begun(_changed(rule, scope), scope)
    if by is not None and isinstance(plain_type(rule.to.type), ListOf | SetOf):
        key = agreeing(shown, key, f"{key}-many")
        return word(f"list-{key}", scope, value=shown, by=say(by, scope))
    if by is not None:
        be, much = agreeing(shown, "is", "are"), say(by, scope)
        if key in ("raise", "lower") and not much.isdecimal():
            key = f"{key}-by"
        return word(key, scope, value=shown, by=much, be=be)
    key = "sets" if rule.sets else agreeing(shown, "modify", "modify-many")
    return word(key, scope, value=shown, to=say(rule.to, scope), be=agreeing(shown, "is", "are"))


def _made_true(rule: r.Modifier, scope: Scope) -> str:
    """Return when a yes or no is yes."""
    never = isinstance(rule.to, e.Constant) and not rule.to.value
    if never and rule.attribute is not None and rule.attribute[1] == WORKS:
        return word("silences", scope, value=say(_slots(rule)[0], scope))
    value = None if rule.value is None else variant(rule.value, scope)
    if value is None or not value.text:
        shown = _begun(_changed(rule, scope), scope)
    else:
        shown = _begun(filled(value, _slots(rule), scope).removeprefix("the "), scope)
    if isinstance(rule.to, e.Constant):
        return word(
            "sets-always" if rule.to.value else "sets-never", scope, value=lower(shown, scope.lang)
        )
    return word("sets-yes", scope, value=shown, condition=clause(rule.to, scope).verbal())


def _by_how_much(to: e.Expression, result: int) -> tuple[str, e.Expression | None]:
    """Return how a result changes and by how much, where it does not become something else."""
    if isinstance(to, e.Arithmetic) and to.operator in "+-" and is_it(to.left, result):
        return "raise" if to.operator == "+" else "lower", to.right
    if isinstance(to, e.Combine) and is_it(to.left, result):
        return "increase" if to.operator == "+" else "reduce", to.right
    if isinstance(to, e.Combine) and to.operator == "+":  # one more behind another
        key, by = _by_how_much(to.left, result)
        if key == "increase" and by is not None:
            return key, replace(to, left=by)
    is_more = isinstance(to, e.Primitive) and to.name == "add-amounts"
    if is_more and isinstance(to, e.Primitive) and is_it(to.arguments[0], result):
        return "increase", to.arguments[1]
    is_less = isinstance(to, e.Primitive) and to.name in ("reduce", "less-bag", "less-open")
    if is_less and isinstance(to, e.Primitive) and is_it(to.arguments[0], result):
        return "reduce", to.arguments[1]
    if isinstance(to, e.Primitive) and to.name == "distinct":
        return _by_how_much(to.arguments[0], result)
    if isinstance(to, e.Conditional):
        first, then = _by_how_much(to.then, result)
        second, other = _by_how_much(to.otherwise, result)
        if first == second and then is not None and other is not None:
            return first, e.Conditional(to.condition, then, other, then.type)
    return "", None


def _slots(rule: r.Modifier) -> tuple[e.Local, ...]:
    slots = rule.slots[: rule.result]
    return tuple(e.Local(i, each.name, each.type) for i, each in enumerate(slots))


def _changed(rule: r.Modifier, scope: Scope) -> str:
    """Return the value or attribute that a modifier changes."""
    slots = _slots(rule)
    if rule.attribute is not None:
        kind, name = rule.attribute
        return say(e.AttributeRead(kind, name, slots[0], rule.to.type), scope)
    assert rule.value is not None
    value = variant(rule.value, scope)
    if value is not None and not value.text:
        return scope.words("the", name=in_words(rule.value))
    if value is not None:
        return filled(value, slots, scope)
    return say(e.ValueCall(rule.value, slots, rule.to.type), scope)
