"""Play any game through OpenSpiel: `pyspiel.load_game` knows it once it is registered.

Chance is a player there: with `chance="explicit"` its outcomes are those of the game, card by card;
with `chance="seed"` chance moves eight times at the beginning and so draws the seed of the match,
which is faster for games that deal many cards. States are kept by the course that leads to them.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cardwright
from cardwright import CHANCE, Game, Options
from cardwright.apps.programs.environment.action_ids import ranks
from cardwright.apps.programs.environment.nodes import Node, Tree
from cardwright.apps.programs.environment.spaces import needed

with needed("openspiel"):
    import numpy
    import pyspiel

MOST_OUTCOMES = 1024
"""So many outcomes chance has at most at once, where draws are as large."""
FAR = 1e9
"""Returns lie within it where nobody says more."""
TERMINAL, SIMULTANEOUS = int(pyspiel.PlayerId.TERMINAL), int(pyspiel.PlayerId.SIMULTANEOUS)
"""Who decides at the end, and where several do at once."""


def register(
    game: Game | str | Path,
    options: Mapping[str, object] | None = None,
    players: int | None = None,
    *,
    name: str | None = None,
    chance: str = "explicit",
    simultaneous: bool = False,
    zero_sum: bool = False,
    bounds: tuple[float, float] | None = None,
    ask_all: bool = False,
) -> str:
    """Make a game known to OpenSpiel and return the name by which `pyspiel.load_game` finds it.

    Args:
        game: A game, its id or the path of a package.
        options: Of the game, if it is not loaded yet.
        players: How many play; else the fewest possible.
        name: What OpenSpiel calls it; else `cardwright_ID`, with the number of players where it is
            not the fewest.
        chance: `explicit`, every outcome; or `seed`, drawn at the beginning.
        simultaneous: Whether secret choices are one node at which all choose at once, instead of
            one after the other without seeing the others'.
        zero_sum: Whether the returns of all players add up to 0.
        bounds: The least and the largest return.
        ask_all: Whether decisions with one answer are nodes as well, as in OpenSpiel's own games.

    Raises:
        ValueError: There is no such form of chance, or so many cannot play.
    """
    if chance not in ("explicit", "seed"):
        raise ValueError(f"chance is `explicit` or `seed`, not `{chance}`")
    rules = game if isinstance(game, Game) else cardwright.load(game, options)
    number = rules.player_counts.start if players is None else players
    least = number == rules.player_counts.start
    short = f"cardwright_{rules.id.replace('-', '_')}" + ("" if least else f"_{number}p")
    setting = _Setting(
        rules, number, name or short, chance, simultaneous, zero_sum, bounds, ask_all
    )
    _SETTINGS[setting.name] = setting
    if setting.name not in _GAMES:
        _GAMES[setting.name] = type("Game", (_Game,), {"name": setting.name})
        pyspiel.register_game(setting.type(), _GAMES[setting.name])
    return setting.name


class _Setting:
    """A game as it is registered."""

    def __init__(
        self, game: Game, players: int, name: str, chance: str, simultaneous: bool,
        zero_sum: bool, bounds: tuple[float, float] | None, ask_all: bool,
    ) -> None:  # fmt: skip
        self.game, self.players, self.name = game, players, name
        self.simultaneous, self.zero_sum = simultaneous, zero_sum
        self.tree = _Tree(
            name, simultaneous, game, players, by_seed=chance == "seed", ask_all=ask_all
        )
        machine = game.machine(players)
        self.bounds = bounds or ((-FAR, FAR) if ranks(machine) else (-1.0, 1.0))
        self.has_chance = self.tree.by_seed or machine.program.has_chance
        self.is_open = machine.program.is_open

    def type(self) -> Any:
        """Return what OpenSpiel wants to know of a game before it is loaded."""
        kind = pyspiel.GameType
        dynamics, mode = kind.Dynamics, kind.ChanceMode
        return kind(
            short_name=self.name,
            long_name=self.game.title("en"),
            dynamics=dynamics.SIMULTANEOUS if self.simultaneous else dynamics.SEQUENTIAL,
            chance_mode=mode.EXPLICIT_STOCHASTIC if self.has_chance else mode.DETERMINISTIC,
            information=kind.Information.PERFECT_INFORMATION
            if self.is_open
            else kind.Information.IMPERFECT_INFORMATION,
            utility=kind.Utility.ZERO_SUM if self.zero_sum else kind.Utility.GENERAL_SUM,
            reward_model=kind.RewardModel.TERMINAL,
            max_num_players=self.players,
            min_num_players=self.players,
            provides_information_state_string=True,
            provides_information_state_tensor=True,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification={},
        )

    def info(self) -> Any:
        """Return the bounds of a game."""
        cards = len(self.game.model.definitions)
        return pyspiel.GameInfo(
            num_distinct_actions=len(self.tree.spaces.table),
            max_chance_outcomes=max(cards, MOST_OUTCOMES) if self.has_chance else 0,
            num_players=self.players,
            min_utility=self.bounds[0],
            max_utility=self.bounds[1],
            utility_sum=0.0 if self.zero_sum else None,
            max_game_length=Options.MOST_DECISIONS,
        )


_SETTINGS: dict[str, _Setting] = {}
_GAMES: dict[str, type[_Game]] = {}


class _Game(pyspiel.Game):  # type: ignore[misc]
    """A game of ours as OpenSpiel's; registered is one class a name."""

    name = ""

    def __init__(self, params: Any = None) -> None:
        self.setting = setting = _SETTINGS[self.name]
        super().__init__(setting.type(), setting.info(), params or {})
        self.beginning = setting.tree.root

    def new_initial_state(self) -> _State:
        """Return the state at the beginning."""
        return _State(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return how often chance decides at most."""
        return Options.MOST_DECISIONS

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """Return what writes observations of states."""
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return _Observer(self.setting, wanted, params)


MOST_RECENT = 16
"""Positions that were written down lately are found again without being walked to."""


class _Tree(Tree):
    """The positions of a game that is registered.

    Attributes:
        name: As what.
        simultaneous: Whether secret choices are made at once.
        recent: Places that were written down lately, by their course.
    """

    root: _Place

    def __init__(
        self, name: str, simultaneous: bool, game: Game, players: int, *, by_seed: bool,
        ask_all: bool,
    ) -> None:  # fmt: skip
        self.name, self.simultaneous = name, simultaneous
        self.recent: dict[tuple[int, ...], _Place] = {}
        super().__init__(game, players, by_seed, ask_all=ask_all, nodes=_Place)


class _Place(Node):
    """A node that is written down as the course that leads to it."""

    __slots__ = ()
    tree: _Tree

    def __deepcopy__(self, memo: object) -> _Place:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        recent, course = self.tree.recent, self.course
        recent[course] = self
        if len(recent) > MOST_RECENT:
            del recent[next(iter(recent))]
        return _place, (self.tree.name, course)


def _place(name: str, course: tuple[int, ...]) -> _Place:
    """Return the place at the end of a course."""
    tree = _SETTINGS[name].tree
    return tree.recent.get(course) or tree.root.along(course)


class _State(pyspiel.State):  # type: ignore[misc]
    """A position of ours as OpenSpiel's.

    Attributes:
        node: Where the match stands.
    """

    node: _Place

    def __init__(self, game: _Game) -> None:
        super().__init__(game)
        self.node = game.beginning

    def current_player(self) -> int:
        """Return who decides."""
        node = self.node
        player = node.player
        if player is None:
            return TERMINAL
        return SIMULTANEOUS if node.is_secret and node.tree.simultaneous else player

    def is_terminal(self) -> bool:
        """Return whether the match is over."""
        return self.node.is_over

    def is_chance_node(self) -> bool:
        """Return whether chance decides."""
        return self.node.player == CHANCE

    def returns(self) -> list[float]:
        """Return what each player has got."""
        setting = _SETTINGS[self.node.tree.name]
        low, high = setting.bounds
        scores = self.node.scores
        return [min(max(float(score), low), high) for score in scores] or [0.0] * setting.players

    def legal_actions(self, *player: int) -> list[int]:
        """Return what can be done; where one decides, without the way through OpenSpiel."""
        node = self.node
        if player or (node.is_secret and node.tree.simultaneous):
            return list(super().legal_actions(*player))
        return list(node.ids)

    def _legal_actions(self, player: int) -> list[int]:
        if player == self.node.player:
            return list(self.node.ids)
        return list(self._choices().get(player, {0: 0}))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what chance can do, with probabilities."""
        return self.node.chances

    def _apply_action(self, action: int) -> None:
        node = self.node
        self.node = node.next.get(action) or node.answered(action)

    def _choices(self) -> dict[int, dict[int, int]]:
        """Return for each player who chooses secretly now the ids with the indexes of options."""
        found: dict[int, dict[int, int]] = {}
        node = self.node
        while node.is_secret and node.player is not None and node.player not in found:
            found[node.player] = node.ids
            node = node.after(0)
        return found

    def _apply_actions(self, actions: list[int]) -> None:
        node = self.node
        for player in self._choices():
            node = node.answered(actions[player])
        self.node = node

    def _action_to_string(self, player: int, action: int) -> str:
        if player != CHANCE:
            return str(self.node.tree.spaces.name(action))
        match = self.node.match
        decision: Any = None if match is None else match.decision
        if decision is None or decision.player != CHANCE:
            return f"seed digit {action}"
        labels = {each.number: each.label for each in decision.options}
        return f"comes {labels.get(action, action)}"

    def __str__(self) -> str:
        match = self.node.match
        return f"seed {self.node.course}" if match is None else match.digest()


class _Observer:
    """Writes what a player may know, as OpenSpiel's observers do."""

    def __init__(self, setting: _Setting, wanted: Any, params: Any) -> None:
        if params:
            raise ValueError(f"no parameters of observations are known; given {params}")
        if wanted.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError("what a seat knows is observed as a whole, private and public")
        self._remembers = wanted.perfect_recall
        layout, memory = setting.tree.spaces.layout, setting.tree.memory
        parts = {part.name: (part.start, part.size) for part in layout.parts}
        size = layout.size
        if self._remembers:
            parts["actions"] = (size, memory.size)
            size += memory.size
        self.tensor = numpy.zeros(size, numpy.float32)
        self.dict = {name: self.tensor[at : at + long] for name, (at, long) in parts.items()}

    def set_from(self, state: _State, player: int) -> None:
        """Write what a player may know in a state."""
        self.tensor[:] = state.node.row(player, self._remembers)

    def string_from(self, state: _State, player: int) -> str:
        """Return the same as text."""
        return state.node.text(player, self._remembers)
