"""Play any game as an environment of PettingZoo (`aec`) and Gymnasium (`solo`).

Observations are dicts: `observation`, the row of numbers of
`cardwright.apps.programs.environment.tensors`, and `action_mask`, with a 1 for each id that is
open. Where the answers of a game are too many to have an id each, ids are places among the options
and `features` says what each option is like.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from cardwright import Game, Match
from cardwright.apps.policies.endless import play_others
from cardwright.apps.policies.policies import choose_randomly
from cardwright.apps.programs.environment.spaces import PlaceTable, Spaces, needed

with needed("rl"):
    import gymnasium
    import numpy
    from gymnasium import spaces as boxes
    from pettingzoo import AECEnv

Observation = dict[str, Any]
Opponent = Callable[[Match, Random], int]
SEEDS = 1 << 62


class _Seats:
    """Makes observations and spaces of a game for so many players."""

    def __init__(self, game: Game, players: int) -> None:
        self.spaces = Spaces(game, players)
        self.game, self.players = game, players
        self._divided: tuple[int, ...] = ()

    def actions(self) -> boxes.Discrete:
        """Return the space of ids."""
        return boxes.Discrete(len(self.spaces.table))

    def observations(self) -> boxes.Dict:
        """Return the space of observations."""
        size, ids = self.spaces.layout.size, len(self.spaces.table)
        parts: dict[str, gymnasium.Space[Any]] = {
            "observation": boxes.Box(-numpy.inf, numpy.inf, (size,), numpy.float32),
            "action_mask": boxes.Box(0, 1, (ids,), numpy.int8),
        }
        if isinstance(self.spaces.table, PlaceTable):
            shape = (ids, self.spaces.table.width)
            parts["features"] = boxes.Box(-numpy.inf, numpy.inf, shape, numpy.float32)
        return boxes.Dict(parts)

    def observe(self, match: Match, seat: int) -> Observation:
        """Return what a seat may know; the mask is empty where another decides."""
        table, decision = self.spaces.table, match.decision
        is_own = decision is not None and decision.player == seat
        mask = self.spaces.open(match).mask if is_own else bytes(len(table))
        found = {
            "observation": self._row(match, seat),
            "action_mask": numpy.frombuffer(bytearray(mask), numpy.int8),
        }
        if isinstance(table, PlaceTable):
            features = numpy.zeros((len(table), table.width), numpy.float32)
            if is_own:
                st = match.position
                features[: len(st.ask.options)] = table.features(st)
            found["features"] = features
        return found

    def _row(self, match: Match, seat: int) -> Any:
        cells = match.cells(seat)
        if cells is None:
            return numpy.array(self.spaces.row(match, seat), numpy.float32)
        divisors = self.spaces.divisors(match)
        if divisors is not self._divided:
            self._divided, self._divisors = divisors, numpy.array(divisors)
        return (numpy.frombuffer(cells, numpy.int64) / self._divisors).astype(numpy.float32)

    def start(self, seed: int) -> Match:
        """Return a match that goes forward only; where nobody has a choice in it, questions with
        one answer are asked: agents have to have something to step through."""
        match = self.spaces.start(seed)
        if match.over:
            match = self.game.start(self.players, seed, events=False, ask_all=True)
        match.keeps_history = False
        return match

    def apply(self, match: Match, id_: int) -> None:
        """Apply an answer by its id.

        Raises:
            ValueError: The id is not open now.
        """
        ids = self.spaces.open(match).ids
        if id_ not in ids:
            raise ValueError(f"the id {id_} ({self.spaces.name(int(id_))}) is not open now")
        match.apply(ids.index(id_))


class _Seeds:
    """Gives each match a seed of its own, the first as it was asked for."""

    def __init__(self) -> None:
        self._random = Random()

    def next(self, seed: int | None) -> int:
        """Return the seed of the next match."""
        if seed is not None:
            self._random = Random(seed)
        return self._random.randrange(SEEDS)


class CardwrightAEC(AECEnv[str, Observation, int]):  # type: ignore[misc]
    """A game as an environment in which the players act one after the other.

    Agents are called `player_0` and so on, by seat. Rewards are the scores, given at the end.
    """

    metadata = {"render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self, game: Game, players: int | None = None, render_mode: str | None = None
    ) -> None:
        super().__init__()
        number = game.player_counts.start if players is None else players
        self._seats, self._seeds = _Seats(game, number), _Seeds()
        self.metadata = {**self.metadata, "name": f"cardwright_{game.id}"}
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(number)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._actions, self._observations = self._seats.actions(), self._seats.observations()

    def observation_space(self, agent: str) -> boxes.Dict:
        """Return the space of an agent's observations."""
        return self._observations

    def action_space(self, agent: str) -> boxes.Discrete:
        """Return the space of an agent's ids."""
        return self._actions

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match."""
        self.match = self._seats.start(self._seeds.next(seed))
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Any] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._look()

    def observe(self, agent: str) -> Observation:
        """Return what an agent may know."""
        return self._seats.observe(self.match, self._seat_of[agent])

    def step(self, action: int | None) -> None:
        """Apply the answer of the agent whose turn it is."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        self._seats.apply(self.match, action)
        self._look()
        self._accumulate_rewards()

    def _look(self) -> None:
        """See whose turn it is, or what everybody has got."""
        decision = self.match.decision
        if decision is not None:
            self.agent_selection = self.possible_agents[decision.player]
            return
        self.terminations = dict.fromkeys(self.agents, True)
        scores = self.match.scores
        for agent, seat in self._seat_of.items():
            self.rewards[agent] = float(scores[seat])

    def render(self) -> str:
        """Return what the agent whose turn it is is asked."""
        return _asked(self.match)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


class CardwrightSolo(gymnasium.Env[Observation, int]):
    """A game for one agent, the others played by a policy.

    The reward is the score of the agent's seat, given at the end.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self, game: Game, players: int | None = None, seat: int = 0,
        opponents: Opponent = choose_randomly, render_mode: str | None = None,
    ) -> None:  # fmt: skip
        number = game.player_counts.start if players is None else players
        self._seats, self._seeds = _Seats(game, number), _Seeds()
        self.seat, self.opponents, self.render_mode = seat, opponents, render_mode
        self.action_space: gymnasium.Space[Any] = self._seats.actions()
        self.observation_space = self._seats.observations()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a match and play up to the agent's first decision."""
        super().reset(seed=seed)
        drawn = self._seeds.next(seed)
        self.match, self._random = self._seats.start(drawn), Random(drawn)
        self._others_play()
        return self._seats.observe(self.match, self.seat), {}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Apply an answer, and play up to the agent's next decision.

        An id that is not open is left at one that is, and told in `info`.
        """
        info: dict[str, Any] = {}
        if not self.match.over:
            open_ = self._seats.spaces.open(self.match).ids
            if int(action) not in open_:
                info["not_open"], action = int(action), self._random.choice(sorted(open_))
            self._seats.apply(self.match, action)
            self._others_play()
        over = self.match.over
        reward = float(self.match.scores[self.seat]) if over else 0.0
        return self._seats.observe(self.match, self.seat), reward, over, False, info

    def _others_play(self) -> None:
        play_others(self.match, self.seat, self.opponents, self._random)

    def render(self) -> str:
        """Return what is asked."""
        return _asked(self.match)


def _asked(match: Match) -> str:
    """Return what a match asks now, or how it ended."""
    decision = match.decision
    if decision is None:
        return str(match.outcome)
    return f"{decision.who}: {decision.question('en')} {list(decision.labels)}"


def aec(game: Game, players: int | None = None, render_mode: str | None = None) -> CardwrightAEC:
    """Return a game as an environment of PettingZoo."""
    return CardwrightAEC(game, players, render_mode)


def solo(
    game: Game, players: int | None = None, seat: int = 0,
    opponents: Opponent = choose_randomly, render_mode: str | None = None,
) -> CardwrightSolo:  # fmt: skip
    """Return a game as an environment of Gymnasium."""
    return CardwrightSolo(game, players, seat, opponents, render_mode)
