"""Answer which rules stand on a card and what the actions of a kind share, looked up once."""

from __future__ import annotations

from functools import cached_property, lru_cache

from cardwright.apps.text import lists
from dsl.model import expressions as e
from dsl.model import rules as r
from dsl.model.game import Game, Rule
from dsl.model.works import besides_works

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
