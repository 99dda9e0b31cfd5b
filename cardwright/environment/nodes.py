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
        ask_all: Whether questions with one answer are asked as well.
        root: Where all matches begin.
    """

    def __init__(self, game: Game, players: int, by_seed: bool, *, ask_all: bool = False) -> None:
        self.game, self.players, self.by_seed, self.ask_all = game, players, by_seed, ask_all
        self.spaces = Spaces(game, players)
        program = game.machine(players).program
        self.memory = ActionMemory([str(plan.action.id) for plan in program.actions], players)
        match = None if by_seed else self.first()
        st = self.first().state if match is None else match.state
        self.room = min(MOST_KEPT, ROOM // (1 + len(st.values) + 3 * len(st.places)))
        self.root = Node(self, match, ((),) * players, None, 0)

    def first(self, *, logs: bool = False) -> Match:
        """Return a match at its beginning, with a log of what happens if wanted."""
        watched = not self.by_seed and has_chance(self.game.machine(self.players).program)
        match = self.game.start(
            self.players, events=logs, explicit_chance=watched, ask_all=self.ask_all
        )
        match.keeps_history = False
        return match

    def seeded(self, digits: Course, *, logs: bool = False) -> Match:
        """Return the match whose seed has some digits, with a log of what happens if wanted."""
        seed = sum(digit * SEED_BASE**place for place, digit in enumerate(digits))
        match = self.game.start(self.players, seed, events=logs, ask_all=self.ask_all)
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
        "_scores",
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
        st = None if match is None else match.state
        ask = None if st is None else st.ask
        self.is_over = st is not None and st.outcome is not None
        self.player = None if self.is_over else CHANCE if ask is None else ask.decider
        self.is_secret = st is not None and self.player != CHANCE and st.is_secret
        self._ids: dict[int, int] | None = None
        self._chances: list[tuple[int, float]] | None = None
        self._scores: tuple[int, ...] | None = None
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
        if self.player != CHANCE:
            return {} if self.is_over else self.tree.spaces.index_by_id(self.match.state)
        decision: Any = self.match.decision
        return {each.number: each.index for each in decision.options}

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
        player, given = self.player, self.given
        if player is not None and player != CHANCE:
            if id_ is None:
                id_ = next(each for each, index in self.ids.items() if index == step)
            given = (*given[:player], (*given[player], id_), *given[player + 1 :])
        return Node(self.tree, _after(self.match, step), given, self, step)

    @property
    def scores(self) -> tuple[int, ...]:
        """What each player has got in the end; nothing before."""
        if self._scores is None:
            over = self.match if self.is_over else None
            self._scores = () if over is None else over.scores
        return self._scores

    # --- what is known ------------------------------------------------------------------------

    def seen(self) -> Match:
        """Return the match; before the seed is drawn one that nobody knows anything of yet."""
        return self.match or self.tree.seeded((0,) * SEED_DIGITS, logs=True)

    def logged(self) -> Match:
        """Return the match with a log of what has happened.

        Walking keeps none, which is quicker. When one is asked for, the way here is walked again
        from the last position that has one; all that is made behind it then has one as well.
        """
        way: list[Node] = []
        for node in self._up():
            if node.match is None or node.match.state.listening & 1:
                break
            way.append(node)
        for node in reversed(way):
            node.match = node._walked_again()
        return self.seen()

    def _walked_again(self) -> Match:
        """Return the match with a log, going on from that of the position before."""
        if self._before is None:
            return self.tree.first(logs=True)
        if self._before.match is None:
            return self.tree.seeded(self.course, logs=True)
        return _after(self._before.match, self._step)

    def text(self, seat: int, remembers: bool) -> str:
        """Return what a seat may know, or all it has come to know."""
        key = seat, remembers
        if key not in self._texts:
            if remembers:
                told, own = self._told_to(seat), self.given[seat]
                self._texts[key] = memory_text(self.seen(), seat, told, own)
            else:
                self._texts[key] = observation_text(self.seen(), seat)
        return self._texts[key]

    def _told_to(self, seat: int) -> Told:
        """Return the events that a seat knows of, going on from the last position that knew."""
        if seat not in self._told:
            known = (node._told[seat] for node in self._up() if seat in node._told)
            self._told[seat] = told_on(self.logged(), seat, next(known, Told()))
        return self._told[seat]

    def row(self, seat: int, remembers: bool) -> list[float]:
        """Return the same as numbers."""
        row = self.tree.spaces.row(self.seen(), seat)
        return row + self.tree.memory.row(self.logged(), seat) if remembers else row


def _after(match: Match, step: int) -> Match:
    """Return the match after an option; the given one stays where it is."""
    match = match.clone()
    match.apply(step)
    return match
