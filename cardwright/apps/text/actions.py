"""Build actions in words: choices, cost, effect, limit, and the conditions that a kind shares."""

from __future__ import annotations

from functools import cached_property, lru_cache

from cardwright.apps.text import effects, lists
from cardwright.apps.text.choices import choice, names_directly, names_local
from cardwright.apps.text.happenings import Happening, phase_name
from cardwright.apps.text.inflection import capital
from cardwright.apps.text.scope import Scope, clause
from cardwright.apps.text.sentences import all_of, paid, sentences, word
from dsl.model import expressions as e
from dsl.model import rules as r
from dsl.model.game import Game, Rule
from dsl.model.walk import besides_works

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


def limit_sentence(limit: r.Limit, scope: Scope) -> str:
    """Return the same as a sentence of its own."""
    said = limit_words(limit, scope)
    return f"{capital(said)}." if scope.lang == "en" else f"{said}。"


def limit_words(limit: r.Limit, scope: Scope) -> str:
    """Return how often a rule may be used: `once per turn`."""
    number = "once" if limit.number == 1 else "times"
    times = word(number, scope, number=str(limit.number))
    known = limit.scope in ("turn", "round", "game", "action")
    name = word(limit.scope, scope) if known else phase_name(limit.scope, scope.names)
    return word("limit", scope, times=times, scope=name)
