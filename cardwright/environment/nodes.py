"""Keep a match as a tree that programs walk: positions that never change, each made once.

Learners go through the same positions of a small game thousands of times. What follows an answer,
which ids are open and what a seat knows is kept, as far as there is room.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardwright.chance import CHANCE
from cardwright.environment.kinds import has_chance
from cardwright.environment.memories import (
    ActionMemory,
    Told,
    memory_text,
    observation_text,
    told_on,
)
from cardwright.environment.spaces import Spaces
from cardwright.game import Game
from cardwright.match import Match

SEED_DIGITS, SEED_BASE = 4, 256
"""A seed is drawn digit by digit."""
ROOM = 3_000_000
"""So many values of positions are kept; with it the number of positions is bounded."""
MOST_KEPT = 20_000

Course = tuple[int, ...]


class Tree:
    """The positions of a game with its players.

    Attributes:
        by_seed: Whether the seed is drawn at the beginning, instead of each outcome when it comes.
        root: Where all matches begin.
    """

    def __init__(self, game: Game, players: int, by_seed: bool) -> None:
        self.game, self.players, self.by_seed = game, players, by_seed
        self.spaces = Spaces(game, players)
        program = game.machine(players).program
        self.memory = ActionMemory([str(plan.action.id) for plan in program.actions], players)
        match = None if by_seed else self._first()
        st = self._first().state if match is None else match.state
        self.room = min(MOST_KEPT, ROOM // (1 + len(st.values) + 3 * len(st.places)))
        self.root = Node(self, match, ((),) * players, None, 0)

    def _first(self) -> Match:
        watched = not self.by_seed and has_chance(self.game.machine(self.players).program)
        match = self.game.start(self.players, explicit_chance=watched)
        match.keeps_history = False
        return match

    def seeded(self, digits: Course) -> Match:
        """Return the match whose seed has some digits."""
        seed = sum(digit * SEED_BASE**place for place, digit in enumerate(digits))
        match = self.game.start(self.players, seed)
        match.keeps_history = False
        return match

    def at(self, course: Course) -> Node:
        """Return the position after a course."""
        node = self.root
        for step in course:
            node = node.after(step)
        return node


class Node:
    """A position; what has been worked out of it is kept.

    Attributes:
        match: None before its seed is drawn.
        player: Who decides; None at the end.
        is_over: Whether the match has ended.
        is_secret: Whether players choose secretly now.
        given: The ids that each seat has answered.
    """

    __slots__ = (
        "_before",
        "_chances",
        "_children",
        "_ids",
        "_step",
        "_texts",
        "_told",
        "given",
        "is_over",
        "is_secret",
        "match",
        "player",
        "tree",
    )

    def __init__(
        self, tree: Tree, match: Match | None, given: tuple[Course, ...], before: Node | None,
        step: int,
    ) -> None:  # fmt: skip
        self.tree, self.match, self.given = tree, match, given
        self._before, self._step = before, step
        self._children: dict[int, Node] = {}
        decision = None if match is None else match.decision
        self.player = CHANCE if match is None else None if decision is None else decision.player
        self.is_over = match is not None and match.over
        self.is_secret = match is not None and self.player != CHANCE and match.state.is_secret
        self._ids: dict[int, int] | None = None
        self._chances: list[tuple[int, float]] | None = None
        self._texts: dict[tuple[int, bool], str] = {}
        self._told: dict[int, Told] = {}

    @property
    def course(self) -> Course:
        """The indexes and digits that lead here."""
        return tuple(reversed([node._step for node in self._up() if node._before is not None]))

    def _up(self) -> Iterator[Node]:
        node: Node | None = self
        while node is not None:
            yield node
            node = node._before

    # --- what is asked ------------------------------------------------------------------------

    @property
    def ids(self) -> dict[int, int]:
        """The ids that are open, in order, with the index that each stands for."""
        if self._ids is None:
            self._ids = self._found_ids()
        return self._ids

    def _found_ids(self) -> dict[int, int]:
        if self.match is None:
            return {digit: digit for digit in range(SEED_BASE)}
        decision: Any = self.match.decision
        if decision is None:
            return {}
        if decision.player == CHANCE:
            return {each.number: each.index for each in decision.options}
        return self.tree.spaces.index_by_id(self.match.state)

    @property
    def chances(self) -> list[tuple[int, float]]:
        """What chance can do, by id, with probabilities."""
        if self._chances is None:
            self._chances = self._found_chances()
        return self._chances

    def _found_chances(self) -> list[tuple[int, float]]:
        if self.match is None:
            return [(digit, 1 / SEED_BASE) for digit in range(SEED_BASE)]
        decision: Any = self.match.decision
        return [(each.number, float(each.probability)) for each in decision.options]

    def answered(self, id_: int) -> Node:
        """Return the position after an id is answered."""
        return self.after(self.ids[id_], id_)

    def after(self, step: int, id_: int | None = None) -> Node:
        """Return the position after an option is taken, by its index."""
        child = self._children.get(step)
        if child is None:
            child = self._made(step, id_)
            if self.tree.room > 0:
                self.tree.room -= 1
                self._children[step] = child
        return child

    def keeps(self, child: Node) -> bool:
        """Return whether a position behind this one is kept."""
        return self._children.get(child._step) is child

    def _made(self, step: int, id_: int | None) -> Node:
        if self.match is None:
            digits = (*self.course, step)
            match = self.tree.seeded(digits) if len(digits) == SEED_DIGITS else None
            return Node(self.tree, match, self.given, self, step)
        player, match = self.player, self.match.clone()
        match.apply(step)
        given = self.given
        if player is not None and player != CHANCE:
            if id_ is None:
                id_ = next(each for each, index in self.ids.items() if index == step)
            given = (*given[:player], (*given[player], id_), *given[player + 1 :])
        return Node(self.tree, match, given, self, step)

    # --- what is known ------------------------------------------------------------------------

    def seen(self) -> Match:
        """Return the match; before the seed is drawn one that nobody knows anything of yet."""
        return self.match or self.tree.seeded((0,) * SEED_DIGITS)

    def text(self, seat: int, remembers: bool) -> str:
        """Return what a seat may know, or all it has come to know."""
        key = seat, remembers
        if key not in self._texts:
            match = self.seen()
            if remembers:
                own = self.given[seat]
                self._texts[key] = memory_text(match, seat, self._told_to(seat), own)
            else:
                self._texts[key] = observation_text(match, seat)
        return self._texts[key]

    def _told_to(self, seat: int) -> Told:
        """Return the events that a seat knows of, going on from the last position that knew."""
        if seat not in self._told:
            known = (node._told[seat] for node in self._up() if seat in node._told)
            self._told[seat] = told_on(self.seen(), seat, next(known, Told()))
        return self._told[seat]

    def row(self, seat: int, remembers: bool) -> list[float]:
        """Return the same as numbers."""
        match = self.seen()
        row = self.tree.spaces.row(match, seat)
        return row + self.tree.memory.row(match, seat) if remembers else row
