"""Represent a match as a tree that programs walk: positions never change, each is made once.

Learners go through the same positions of a small game thousands of times. What follows an answer,
which ids are open and what a seat knows is kept, as far as there is room.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Self

from cardwright import CHANCE, Game, Match
from cardwright.apps.face.repeatable import total
from cardwright.apps.programs.environment.positions import (
    SEED_BASE,
    SEED_DIGITS,
    ActionMemory,
    Known,
    Position,
    Told,
    after,
    memory_text,
    observation_text,
    told_on,
)
from cardwright.apps.programs.environment.spaces import Spaces

ROOM = 3_000_000
"""So many values of positions are kept, and of what was asked of them."""
MOST_KEPT = 20_000
"""Positions, where they are small."""
VALUE = 32
"""Characters that take as much room as a value."""
MOST_LATELY = 64
"""So many texts and rows are kept for a while: a position is often asked several times in turn."""

Course = tuple[int, ...]

_NO_TEXTS: Mapping[tuple[int, bool], str] = {}
_NOTHING_FOLLOWS: dict[int, Any] = {}
_NOTHING_TOLD: Mapping[int, Told] = {}


class Tree:
    """The positions of a game with its players.

    Attributes:
        by_seed: Whether the seed is drawn at the beginning, instead of each outcome when it comes.
        ask_all: Whether questions with one answer are asked as well.
        size: How many values a position is counted as.
        room: How many more values are kept.
        known: The positions that several courses may lead to; None where chance decides.
        root: Where all matches begin.
    """

    def __init__(
        self, game: Game, players: int, by_seed: bool, *, ask_all: bool = False,
        nodes: type[Node] | None = None,
    ) -> None:  # fmt: skip
        self.game, self.players, self.by_seed, self.ask_all = game, players, by_seed, ask_all
        self.spaces = Spaces(game, players, asks_all=ask_all)
        program = game.machine(players).program
        self.memory = ActionMemory([str(plan.action.id) for plan in program.actions], players)
        match = None if by_seed else self.first()
        st = self.first().state if match is None else match.state
        self.size = max(ROOM // MOST_KEPT, 1 + len(st.values) + 3 * len(st.places))
        self.room = ROOM
        is_random = by_seed or program.has_chance
        self.known = None if is_random else Known(ROOM // self.size)
        self._lately: dict[Any, Any] = {}
        self.root = (nodes or Node)(self, Position.of(self.spaces, match), None, 0, ((),) * players)

    def first(self, *, logs: bool = False) -> Match:
        """Return a match at its beginning, with a log of what happens if wanted."""
        watched = not self.by_seed and self.game.machine(self.players).program.has_chance
        match = self.game.start(
            self.players, 0, events=logs, explicit_chance=watched, ask_all=self.ask_all
        )
        match.keeps_history = False
        return match

    def seeded(self, digits: Course, *, logs: bool = False) -> Match:
        """Return the match whose seed has some digits, with a log of what happens if wanted."""
        seed = total(digit * SEED_BASE**place for place, digit in enumerate(digits))
        match = self.game.start(self.players, seed, events=logs, ask_all=self.ask_all)
        match.keeps_history = False
        return match

    def row(self, node: Node, seat: int) -> list[float]:
        """Return what a seat may know of a position as numbers; not to be changed."""
        key = node.position, seat
        found: list[float] = self._lately.get(key) or self.spaces.row(node.seen(), seat)
        self._keep(key, found)
        return found

    def text(self, node: Node, seat: int, remembers: bool) -> str:
        """Return what a seat may know of a position as text, or all it has come to know."""
        key = node, seat, remembers
        found: str = self._lately.get(key) or node.written(seat, remembers)
        self._keep(key, found)
        return found

    def _keep(self, key: Any, made: Any) -> None:
        """Keep what was made for a while."""
        self._lately[key] = made
        if len(self._lately) > MOST_LATELY:
            del self._lately[next(iter(self._lately))]


class Node:
    """A position and the course that leads to it; what has been worked out of it is kept.

    Attributes:
        position: Where the match stands.
        next: The positions after ids that were answered, as far as there is room.
        is_kept: Whether it is one of those; else it is gone as soon as nobody stands there.
    """

    __slots__ = (
        "_before",
        "_given",
        "_logged",
        "_step",
        "_texts",
        "_told",
        "is_kept",
        "next",
        "position",
        "tree",
    )

    def __init__(
        self, tree: Tree, position: Position, before: Node | None, step: int,
        given: tuple[Course, ...] | None = None,
    ) -> None:  # fmt: skip
        self.tree, self.position, self._before, self._step = tree, position, before, step
        self.next: dict[int, Self] = _NOTHING_FOLLOWS
        self._given, self.is_kept = given, given is not None
        self._logged: Match | None = None
        self._texts, self._told = _NO_TEXTS, _NOTHING_TOLD

    @property
    def course(self) -> Course:
        """The indexes and digits that lead here."""
        return tuple(reversed([node._step for node in self._up() if node._before is not None]))

    @property
    def given(self) -> tuple[Course, ...]:
        """The ids that each seat has answered."""
        way: list[Node] = []
        for node in self._up():
            if node._given is not None:
                break
            way.append(node)
        given = node._given or ()
        for node in reversed(way):
            given = node._given = node._with_answer(given)
        return given

    def _with_answer(self, given: tuple[Course, ...]) -> tuple[Course, ...]:
        """Return what was given before this node with the answer that leads to it."""
        assert self._before is not None
        before = self._before.position
        player = before.player
        if player is None or player == CHANCE:
            return given
        own = (*given[player], before.id_of(self._step))
        return (*given[:player], own, *given[player + 1 :])

    def _up(self) -> Iterator[Node]:
        node: Node | None = self
        while node is not None:
            yield node
            node = node._before

    # --- what is asked ------------------------------------------------------------------------

    @property
    def match(self) -> Match | None:
        """The match, with a log where one was asked for; None before its seed is drawn."""
        return self._logged or self.position.match

    @property
    def player(self) -> int | None:
        """Who decides; None at the end."""
        return self.position.player

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.position.is_over

    @property
    def is_secret(self) -> bool:
        """Whether players choose secretly now."""
        return self.position.is_secret

    @property
    def ids(self) -> dict[int, int]:
        """The ids that are open, in order, with the index that each stands for."""
        return self.position.ids

    @property
    def chances(self) -> list[tuple[int, float]]:
        """What chance can do, by id, with probabilities."""
        return self.position.chances

    @property
    def scores(self) -> tuple[int, ...]:
        """What each player has got in the end; nothing before."""
        return self.position.scores

    def answered(self, id_: int) -> Self:
        """Return the position after an id is answered."""
        found = self.next.get(id_)
        if found is None:
            found = self._made(self.position.ids[id_])
            if self.tree.room > 0:
                self.tree.room -= self.tree.size
                found.is_kept = True
                if self.next:
                    self.next[id_] = found
                else:
                    self.next = {id_: found}
        return found

    def after(self, step: int) -> Self:
        """Return the position after an option is taken, by its index."""
        return self.answered(self.position.id_of(step))

    def along(self, course: Course) -> Self:
        """Return the position after a course."""
        node = self
        for step in course:
            node = node.after(step)
        return node

    def _made(self, step: int) -> Self:
        position, tree = self.position, self.tree
        if position.state is None:
            digits = (*self.course, step)
            match = tree.seeded(digits) if len(digits) == SEED_DIGITS else None
            found = Position.of(tree.spaces, match)
        elif self._logged is None:
            found = position.after(step, tree.known)
        else:
            found = Position.of(tree.spaces, after(self._logged, step))
        return type(self)(tree, found, self, step)

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
            node._logged = node._walked_again()
        return self.seen()

    def _walked_again(self) -> Match:
        """Return the match with a log, going on from that of the position before."""
        if self._before is None:
            return self.tree.first(logs=True)
        if self._before.match is None:
            return self.tree.seeded(self.course, logs=True)
        return after(self._before.match, self._step)

    def text(self, seat: int, remembers: bool) -> str:
        """Return what a seat may know, or all it has come to know."""
        key = seat, remembers
        found = self._texts.get(key)
        if found is None:
            found = self.tree.text(self, seat, remembers)
            if self.is_kept and self.tree.room > 0:
                self.tree.room -= len(found) // VALUE
                self._texts = {**self._texts, key: found}
        return found

    def written(self, seat: int, remembers: bool) -> str:
        """Return the same made anew."""
        if not remembers:
            return observation_text(self.seen(), seat)
        seen = self.tree.text(self, seat, remembers=False)
        return memory_text(seen, self._told_to(seat), self.given[seat])

    def _told_to(self, seat: int) -> Told:
        """Return the events that a seat knows of, going on from the last position that knew."""
        found = self._told.get(seat)
        if found is None:
            known = (node._told[seat] for node in self._up() if seat in node._told)
            found = told_on(self.logged(), seat, next(known, Told()))
            self._told = {**self._told, seat: found}
        return found

    def row(self, seat: int, remembers: bool) -> list[float]:
        """Return the same as numbers."""
        row = self.tree.row(self, seat)
        return row + self.tree.memory.row(self.logged(), seat) if remembers else row
