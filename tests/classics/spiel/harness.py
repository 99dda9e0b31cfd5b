"""Hold our matches against OpenSpiel's games: it is the referee, our cards are dealt in both.

An adapter stands between, one a game: `ID_adapter.py` has its `SETTINGS` and the class `Adapter`.
It words OpenSpiel's actions as the labels that our game asks for (`word`), and tells OpenSpiel
what our deal gave (`came`), read from the log. The match is played at random by `follow`, which
compares who decides and what there is to choose from at each decision, and the returns at the end.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from cardwright.match import Match
from soak.settings import Setting
from tests.classics.referees.cards import FRENCH, SUITS, CardTable, rank_of, suit_of
from tests.referees.harness import Ask, Chance, Difference, Path, Play, Referee, Result

Turn = Generator[Ask | Chance, Any, None]
DIGITS = 6
"""So many digits of returns are compared."""


def numbered(card: str) -> int:
    """Return OpenSpiel's number of a French card, as most of its games count: rank by rank."""
    return (rank_of(card) - 2) * len(SUITS) + SUITS.index(suit_of(card))


BY_NUMBER = {numbered(card): card for card in FRENCH}
"""Our cards by OpenSpiel's numbers."""


class Adapter(CardTable):
    """Stands between OpenSpiel's game and ours.

    Attributes:
        name: Of OpenSpiel's game, with its parameters.
        deals: How many of its games make one of our matches; 0 where ours says when it is over.
        first: Our seat of its player 0.
    """

    name = ""
    deals = 1
    first = 0

    def __init__(self, setting: Setting, match: Match) -> None:
        super().__init__(match)
        self.setting, self.options = setting, dict(setting.options)

    # --- to be said by each game --------------------------------------------------------------

    def began(self, state: Any) -> None:
        """Get ready for a new game of OpenSpiel's."""

    def word(self, state: Any, action: int) -> Path:
        """Return an action of whose turn it is as the labels that our game asks for."""
        raise NotImplementedError

    def came(self, state: Any) -> int:
        """Return the action of chance that is what our game dealt; see `CardTable.came_*`."""
        raise NotImplementedError

    def returns(self) -> list[float]:
        """Return what our match has brought so far, by seat, as OpenSpiel counts it."""
        raise NotImplementedError

    def turn(self, state: Any) -> Turn:
        """Let a player of OpenSpiel's decide; where both cut a decision otherwise, say it here."""
        player = state.current_player()
        words = {self.word(state, action): action for action in state.legal_actions()}
        option = yield Ask(self.seat(player), str(state)[-60:], list(words))
        state.apply_action(words[option])

    # --- the same for all ---------------------------------------------------------------------

    def seat(self, player: int) -> int:
        """Return our seat of OpenSpiel's player."""
        return (self.first + player) % len(self.match.names)

    def play(self) -> Play:
        """Play OpenSpiel's games, as many as make our match."""
        import pyspiel

        game = pyspiel.load_game(self.name)
        scores = dict.fromkeys(range(len(self.match.names)), 0.0)
        played = 0
        while not played or played < self.deals or (not self.deals and self.match.decision):
            state = game.new_initial_state()
            self.began(state)
            yield from self.game(state)
            for player, score in enumerate(state.returns()):
                scores[self.seat(player)] += score
            played += 1
        return Result(frozenset(), {seat: round(score, DIGITS) for seat, score in scores.items()})

    def game(self, state: Any) -> Turn:
        """Play one of OpenSpiel's games to its end."""
        while not state.is_terminal():
            if not state.is_chance_node():
                yield from self.turn(state)
                continue
            action = yield Chance("came", state)
            possible = [outcome for outcome, chance in state.chance_outcomes() if chance > 0]
            if action not in possible:
                raise Difference(f"we dealt {action}; OpenSpiel: {possible}")
            state.apply_action(action)

    def chance(self, wanted: Chance) -> Any:
        """Return what our deal gave."""
        return self.came(wanted.of) if wanted.what == "came" else super().chance(wanted)

    def result(self) -> Result:
        """Return what our match has brought."""
        scores = [round(float(score), DIGITS) for score in self.returns()]
        return Result(frozenset(), dict(enumerate(scores)))

    def view(self) -> Mapping[str, Any]:
        """Return nothing: what lies on OpenSpiel's table is compared by what may be done."""
        return {}


class OpenSpiel(Referee):
    """OpenSpiel's game, as far as a referee is one."""

    def __init__(self, adapter: Adapter) -> None:
        self.adapter = adapter

    def play(self) -> Play:
        """Play it."""
        return self.adapter.play()

    def view(self) -> Mapping[str, Any]:
        """Return nothing."""
        return {}
