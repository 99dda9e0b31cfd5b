"""Hold our matches against OpenSpiel's games: it is the referee, our cards are dealt in both.

An adapter stands between, one a game: `ID_adapter.py` has its `SETTINGS` and the class `Adapter`.
It words OpenSpiel's actions as the labels that our game asks for (`word`), and tells OpenSpiel
what our deal gave (`came`), read from the log. The match is played at random by `follow`, which
compares who decides and what there is to choose from at each decision, and the returns at the end.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees.cards import FRENCH, SUITS, CardTable, rank_of, suit_of
from tests.referees.harness import Ask, Chance, Difference, Path, Play, Referee, Result

Turn = Generator[Ask | Chance, Any, None]
Deciding = Generator[Ask | Chance, Any, int]
SHOWN = 60
"""So much of OpenSpiel's position is told with a difference."""

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
        deals: How many of its games make one of our matches; 0 where ours says when it is over
            and each of its games asks something.
        first: Our seat of its player 0.
        played: How many of its games are over.
        sample: How many matches the suite plays; fewer where matches are long.
    """

    name = ""
    deals = 1
    first = 0
    played = 0
    sample = 5

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
        state.apply_action((yield from self.decided(state, player)))

    # --- the same for all ---------------------------------------------------------------------

    def seat(self, player: int) -> int:
        """Return our seat of OpenSpiel's player."""
        return (self.first + player) % len(self.match.names)

    def decided(self, state: Any, player: int) -> Deciding:
        """Return the action that a player takes."""
        words = {self.word(state, action): action for action in state.legal_actions(player)}
        option = yield Ask(self.seat(player), str(state)[-SHOWN:], list(words))
        return words[option]

    def play(self) -> Play:
        """Play OpenSpiel's games, as many as make our match."""
        import pyspiel

        game = pyspiel.load_game(self.name)
        scores = dict.fromkeys(range(len(self.match.names)), 0.0)
        while self.goes_on():
            state = game.new_initial_state()
            self.began(state)
            yield from self.game(state)
            for player, score in enumerate(state.returns()):
                scores[self.seat(player)] += score
            self.played += 1
        return Result(frozenset(), {seat: round(score, DIGITS) for seat, score in scores.items()})

    def goes_on(self) -> bool:
        """Return whether another of OpenSpiel's games belongs to our match."""
        return self.played < self.deals or (not self.deals and self.match.decision is not None)

    def game(self, state: Any) -> Turn:
        """Play one of OpenSpiel's games to its end."""
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action((yield from self.dealt(state)))
            elif state.is_simultaneous_node():
                actions = []
                for player in range(state.num_players()):
                    actions.append((yield from self.decided(state, player)))
                state.apply_actions(actions)
            else:
                yield from self.turn(state)

    def dealt(self, state: Any) -> Deciding:
        """Return the action of chance that is what we dealt."""
        action = yield Chance("came", state)
        possible = [outcome for outcome, chance in state.chance_outcomes() if chance > 0]
        if action not in possible:
            raise Difference(f"we dealt {action}; OpenSpiel: {possible}")
        return action

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


class Board(Adapter):
    """Stands between games on a board, where one wins or nobody does."""

    def returns(self) -> list[float]:
        """Return 1 for a win, -1 for a loss, 0 for both who share it."""
        assert self.match.outcome is not None
        winners = self.match.outcome.winners
        alone = 1 if len(winners) == 1 else 0
        return [alone if seat in winners else -1 for seat in self.match.seats]


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
