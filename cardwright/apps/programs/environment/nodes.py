"""Represent a match as a tree that programs walk: positions never change, each is made once.

Learners go through the same positions of a small game thousands of times. What follows an answer,
which ids are open and what a seat knows is kept, as far as there is room.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from time import process_time
from typing import Any, Self

from cardwright import CHANCE, Game, Match
from cardwright.apps.face.session import total
from cardwright.apps.programs.environment import positions
from cardwright.apps.programs.environment.spaces import ROWS, Spaces

ROOM = 3_000_000
"""So many values of positions are kept, and of what was asked of them."""
MOST_KEPT = 20_000
"""Positions, where they are small."""
VALUE = 32
"""Characters that take as much room as a value."""
TRIED, QUICK = 16, 0.0002
"""Answers of the walker that are timed, and seconds for each with which it is quick."""
MOST_LATELY = 64
"""So many texts and rows are kept for a while: a position is often asked several times in turn."""

Course = tuple[int, ...]

_NO_TEXTS: Mapping[tuple[int, bool], str] = {}
_NOTHING_FOLLOWS: dict[int, Any] = {}
_NOTHING_TOLD: Mapping[int, positions.Told] = {}


class Tree:
    """The positions of a game with its players.

    Attributes:
        by_seed: Whether the seed is drawn at the beginning, instead of each outcome when it comes.
        ask_all: Whether questions with one answer are asked as well.
        size: How many values a position is counted as.
        room: How many more values are kept.
        known: The positions that several courses may lead to; None where the native engine plays.
        root: Where all matches begin.
    """

    def __init__(
        self, game: Game, players: int, by_seed: bool, *, ask_all: bool = False,
        nodes: type[Node] | None = None,
    ) -> None:  # fmt: skip
        self.game, self.players, self.by_seed, self.ask_all = game, players, by_seed, ask_all
        self.spaces = Spaces(game, players, asks_all=ask_all)
        program = game.machine(players).program
        actions = [str(plan.action.id) for plan in program.actions]
        self.memory = positions.ActionMemory(actions, players)
        self.known: positions.Known | None = None
        if not (by_seed or ask_all or program.has_chance) and _is_quick(game, players):
            self.known = positions.Known(MOST_KEPT)
        else:  # what follows from positions is kept, so the native engine runs the first one too
            game.driver(players, ROWS).left = 0
        match = self.first()
        st = match.position
        self.size = max(ROOM // MOST_KEPT, 1 + len(st.values) + 3 * len(st.places))
        self.room = ROOM
        self._lately: dict[Any, Any] = {}
        root = None if by_seed else match
        self.root = (nodes or Node)(self, root, None, 0, ((),) * players)

    def first(self, *, logs: bool = False) -> Match:
        """Return a match at its beginning, with a log of what happens if wanted."""
        watched = not self.by_seed and self.game.machine(self.players).program.has_chance
        return self._started(0, logs=logs, watched=watched)

    def seeded(self, digits: Course, *, logs: bool = False) -> Match:
        """Return the match whose seed has some digits, with a log of what happens if wanted."""
        seed = total(digit * positions.SEED_BASE**place for place, digit in enumerate(digits))
        return self._started(seed, logs=logs)

    def _started(self, seed: int, *, logs: bool, watched: bool = False) -> Match:
        """Return a match at its beginning; the native engine runs it where it can."""
        if logs or watched or self.ask_all or self.known is not None:
            match = self.game.start(
                self.players, seed, events=logs, walker=True, explicit_chance=watched,
                ask_all=self.ask_all,
            )  # fmt: skip
        else:
            match = self.spaces.start(seed)
        match.keeps_history = False
        return match

    def row(self, node: Node, seat: int) -> list[float]:
        """Return what a seat may know of a position as numbers; not to be changed."""
        key = node, seat
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


def _is_quick(game: Game, players: int) -> bool:
    """Return whether the walker takes no longer for an answer than a call of the native engine, and
    looking at what it has answered: then it is worth more that courses share positions."""
    match, answers, began = game.start(players, 0, events=False, walker=True), 0, process_time()
    while not match.over and answers < TRIED:
        match.apply(0)
        answers += 1
    return process_time() - began < QUICK * answers


class Node:
    """A position and the course that leads to it; what has been worked out of it is kept.

    Attributes:
        match: What stands here, with a log where one was asked for; None before its seed is drawn.
        player: Who decides; None at the end.
        is_over: Whether the match has ended.
        is_secret: Whether players choose secretly now.
        next: The positions after ids that were answered, as far as there is room.
        is_kept: Whether it is one of those; else it is gone as soon as nobody stands there.
    """

    __slots__ = (
        "_before",
        "_chances",
        "_given",
        "_ids",
        "_logs",
        "_scores",
        "_step",
        "_texts",
        "_told",
        "is_kept",
        "is_over",
        "is_secret",
        "match",
        "next",
        "player",
        "tree",
    )

    def __init__(
        self, tree: Tree, match: Match | None, before: Node | None, step: int,
        given: tuple[Course, ...] | None = None, *, logs: bool = False,
    ) -> None:  # fmt: skip
        self.tree, self.match, self._before, self._step = tree, match, before, step
        self.is_over = match is not None and match.over
        decision = None if match is None else match.decision
        self.player = None if self.is_over else CHANCE if decision is None else decision.player
        is_asked = self.player not in (None, CHANCE)
        self.is_secret = match is not None and is_asked and match.is_secret
        self.next: dict[int, Self] = _NOTHING_FOLLOWS
        self._given, self.is_kept = given, given is not None
        self._logs = logs
        self._ids: dict[int, int] | None = None
        self._chances: list[tuple[int, float]] | None = None
        self._scores: tuple[int, ...] | None = None
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
        before = self._before
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
    def ids(self) -> dict[int, int]:
        """The ids that are open, in order, with the index that each stands for."""
        if self._ids is None:
            self._ids = self._found_ids()
        return self._ids

    def id_of(self, step: int) -> int:
        """Return the id that stands for the option with an index."""
        return next(id_ for id_, index in self.ids.items() if index == step)

    def _found_ids(self) -> dict[int, int]:
        if self.match is None:
            return {digit: digit for digit in range(positions.SEED_BASE)}
        if self.player != CHANCE:
            return {} if self.is_over else self.tree.spaces.open(self.match).indexes
        decision: Any = self.match.decision
        return {each.number: each.index for each in decision.options}

    @property
    def chances(self) -> list[tuple[int, float]]:
        """What chance can do, by id, with probabilities."""
        if self._chances is None:
            if self.match is None:
                self._chances = [
                    (digit, 1 / positions.SEED_BASE) for digit in range(positions.SEED_BASE)
                ]
            else:
                decision: Any = self.match.decision
                self._chances = [
                    (each.number, float(each.probability)) for each in decision.options
                ]
        return self._chances

    @property
    def scores(self) -> tuple[int, ...]:
        """What each player has got in the end; nothing before."""
        if self._scores is None:
            self._scores = self.match.scores if self.match is not None and self.is_over else ()
        return self._scores

    def answered(self, id_: int) -> Self:
        """Return the position after an id is answered."""
        found = self.next.get(id_)
        if found is None:
            found = self._made(self.ids[id_])
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
        return self.answered(self.id_of(step))

    def along(self, course: Course) -> Self:
        """Return the position after a course."""
        node = self
        for step in course:
            node = node.after(step)
        return node

    def _made(self, step: int) -> Self:
        tree = self.tree
        if self.match is not None:
            known = None if self._logs else tree.known
            match: Match | None = (known.after if known else positions.after)(self.match, step)
        else:
            digits = (*self.course, step)
            match = tree.seeded(digits) if len(digits) == positions.SEED_DIGITS else None
        return type(self)(tree, match, self, step, logs=self._logs)

    # --- what is known ------------------------------------------------------------------------

    def seen(self) -> Match:
        """Return the match; before the seed is drawn one that nobody knows anything of yet."""
        return self.match or self.tree.seeded((0,) * positions.SEED_DIGITS, logs=True)

    def logged(self) -> Match:
        """Return the match with a log of what has happened.

        Walking keeps none, which is quicker. When one is asked for, the way here is walked again
        from the last position that has one; all that is made behind it then has one as well.
        """
        way: list[Node] = []
        for node in self._up():
            if node.match is None or node._logs:
                break
            way.append(node)
        for node in reversed(way):
            node.match, node._logs = node._walked_again(), True
        return self.seen()

    def _walked_again(self) -> Match:
        """Return the match with a log, going on from that of the position before."""
        if self._before is None:
            return self.tree.first(logs=True)
        if self._before.match is None:
            return self.tree.seeded(self.course, logs=True)
        return positions.after(self._before.match, self._step)

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
            return positions.observation_text(self.seen(), seat)
        seen = self.tree.text(self, seat, remembers=False)
        return positions.memory_text(seen, self._told_to(seat), self.given[seat])

    def _told_to(self, seat: int) -> positions.Told:
        """Return the events that a seat knows of, going on from the last position that knew."""
        found = self._told.get(seat)
        if found is None:
            known = (node._told[seat] for node in self._up() if seat in node._told)
            found = positions.told_on(self.logged(), seat, next(known, positions.Told()))
            self._told = {**self._told, seat: found}
        return found

    def row(self, seat: int, remembers: bool) -> list[float]:
        """Return the same as numbers."""
        row = self.tree.row(self, seat)
        return row + self.tree.memory.row(self.logged(), seat) if remembers else row
