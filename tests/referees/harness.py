"""Hold a match of the engine against a referee: a page that knows a rulebook and not the engine.

A referee is a generator that plays its game on a state of its own. It yields `Ask` where somebody
chooses and is sent the option taken; it yields `Chance` where the cards decide and is sent what
came; it returns a `Result`. A `Table` stands between: it words the referee's options as the steps
in which the engine asks for them, and reads from the engine's log what chance gave.

`follow` plays a match at random and raises `Difference` as soon as both do not agree on who
chooses, what there is to choose from, what lies on the table, or how it ended. A question with one
answer is not asked by the engine; the referee takes that answer and goes on.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Generator, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import Any

from cardwright.api.match import Match
from tests.referees.reading import Reader

Step = Hashable
"""One answer to one question of the engine; most often a label without its `#2`."""

Path = tuple[Step, ...]
Way = tuple[int, ...]
"""The indexes to apply in a row for one step."""


class Difference(AssertionError):
    """The engine and the referee do not agree."""


@dataclass(frozen=True)
class Ask:
    """Somebody chooses one of some options, each a tuple of words and numbers."""

    who: int
    what: str
    options: Sequence[tuple[Any, ...]]


@dataclass(frozen=True)
class Chance:
    """The cards decide: the next card of a deck, who begins, ..."""

    what: str
    of: Hashable = None


@dataclass(frozen=True)
class Result:
    """How a match ended: the winners' seats, and each seat's score as far as there is one."""

    winners: frozenset[int]
    scores: Mapping[int, Any] = field(default_factory=dict)


Play = Generator[Ask | Chance, Any, Result]


class Pieces(tuple[Any, ...]):
    """A step of several answers: any number of things picked one by one; the order is nothing."""

    def __new__(cls, *things: Any) -> Pieces:
        """Return the step that picks some things."""
        return super().__new__(cls, sorted(things, key=repr))


EAGERNESS = (0.0, 0.5, 0.97)
"""How often one of the options that a referee favours is taken, in one match or another."""


TRAIL = 8
"""So many answers are told before a difference."""


class Referee:
    """What knows the rules."""

    def play(self) -> Play:
        """Play a match from its set-up to its end."""
        raise NotImplementedError

    def view(self) -> Mapping[str, Any]:
        """Return what lies on the table, to be compared with the table's `view`."""
        raise NotImplementedError

    def favoured(self, ask: Ask) -> Collection[tuple[Any, ...]]:
        """Return options that get a match on, so that matches at random are won as well."""
        return ()


class Table:
    """What knows how the engine asks; each game has its own."""

    def __init__(self, match: Match) -> None:
        self.match, self.read = match, Reader(match)

    def path(self, ask: Ask, option: tuple[Any, ...]) -> Path:
        """Return an option of the referee as the steps in which the engine asks for it."""
        return option

    def step(self, match: Match, index: int) -> Step:
        """Return what an option of the open decision means; the match may be a copy."""
        return self.read.label(match, index)

    def chance(self, wanted: Chance) -> Any:
        """Return what chance gave the engine."""
        raise NotImplementedError

    def view(self) -> Mapping[str, Any]:
        """Return what lies on the engine's table, in the referee's words."""
        raise NotImplementedError

    def result(self) -> Result:
        """Return how the match ended."""
        outcome = self.match.outcome
        assert outcome is not None
        return Result(frozenset(outcome.winners))

    def is_between(self) -> bool:
        """Return whether the engine has done nothing yet of what the referee asks about."""
        return True

    def completed(self, after: Match, picked: Path) -> Path:
        """Return all that was picked where the last pieces were not asked for, as they had to be.

        Args:
            after: A copy of the match, in which the choice is made.
        """
        return picked

    def weigh(self, step: Step) -> float:
        """Return how often a step is taken compared with others, so that matches get on."""
        return 1.0


@dataclass
class Tally:
    """What was compared."""

    matches: int = 0
    decisions: int = 0
    options: int = 0
    views: int = 0


def follow(referee: Referee, table: Table, chance: Random, tally: Tally | None = None) -> Tally:
    """Play the engine's match to its end beside a referee.

    Raises:
        Difference: They do not agree.
    """
    tally = tally or Tally()
    play, answer = referee.play(), None
    before: deque[str] = deque(maxlen=TRAIL)
    choice = _Choice(referee, table, chance, tally)
    try:
        while True:
            asked = play.send(answer)
            answer = _came(table, asked) if isinstance(asked, Chance) else choice.made(asked)
            before.append(f"{asked.what}: {answer}")
    except StopIteration as stop:
        _same_end(table, stop.value)
        tally.matches += 1
        return tally
    except Difference as difference:
        raise Difference(f"{difference}\nbefore: {'; '.join(before)}") from difference


def _came(table: Table, wanted: Chance) -> Any:
    """Return what chance gave; the engine asked chance as well, or they differ."""
    try:
        return table.chance(wanted)
    except LookupError as error:
        words = f"referee: {wanted.what} {wanted.of}; engine asks {_asked(table)}"
        raise Difference(f"{error}\n{words}") from error


def _same_end(table: Table, result: Result) -> None:
    decision = table.match.decision
    if decision is not None:
        raise Difference(f"referee: the match is over; engine asks {_asked(table)}")
    if table.result() != result:
        raise Difference(f"the end\nreferee: {result}\nengine:  {table.result()}")


class _Choice:
    """Makes choices in both."""

    def __init__(self, referee: Referee, table: Table, chance: Random, tally: Tally) -> None:
        self.referee, self.table, self.chance, self.tally = referee, table, chance, tally
        self.eagerness = chance.choice(EAGERNESS)
        self.is_new = True
        """Whether nothing of the choice has been answered in the engine yet."""

    def made(self, ask: Ask) -> tuple[Any, ...]:
        """Return the option that was taken."""
        if not ask.options:
            raise Difference(f"referee: nothing to choose for {ask.what}")
        paths = {self.table.path(ask, option): option for option in ask.options}
        _hold_that_none_goes_on(paths)
        taken: Path = ()
        self.is_new = True
        liked = self.liked(ask, paths)
        while True:
            nexts = {path[len(taken)] for path in paths if len(path) > len(taken)}
            if not nexts:
                return paths[taken]
            step = self._taken(ask, nexts, taken, {path[len(taken)] for path in liked})
            taken = (*taken, step)
            liked = {path for path in liked if path[: len(taken)] == taken != path}
            paths = {path: o for path, o in paths.items() if path[: len(taken)] == taken}

    def liked(self, ask: Ask, paths: Mapping[Path, tuple[Any, ...]]) -> set[Path]:
        """Return the paths of which one shall be taken; none for any."""
        if self.chance.random() >= self.eagerness:
            return set()
        favoured = self.referee.favoured(ask)
        return {path for path, option in paths.items() if option in favoured}

    def _taken(self, ask: Ask, nexts: set[Step], before: Path, liked: set[Step]) -> Step:
        """Take one of some steps; the only one is asked for only where there are alike cards."""
        offered = self._offered(ask.who, any(isinstance(step, Pieces) for step in nexts))
        if len(nexts) > 1:
            self._compare(ask, nexts, before, offered)
        elif offered.keys() != nexts:
            return next(iter(nexts))
        steps = sorted(offered.keys() & liked or offered, key=repr)
        step = self.chance.choices(steps, [self.table.weigh(each) for each in steps])[0]
        self.is_new = False
        for index in self.chance.choice(offered[step]):
            self.table.match.apply(index)
        return step

    def _compare(
        self, ask: Ask, nexts: set[Step], before: Path, offered: Mapping[Step, Any]
    ) -> None:
        if offered.keys() != nexts:
            where = f"{ask.what} by seat {ask.who}" + (f" after {before}" if before else "")
            missing, more = _list(nexts - offered.keys()), _list(offered.keys() - nexts)
            raise Difference(
                f"{where}\nengine asks {_asked(self.table)}\n"
                f"only the referee: {missing}\nonly the engine:  {more}"
            )
        self.tally.decisions += 1
        self.tally.options += len(nexts)
        if self.is_new:
            if self.table.is_between():
                self._same_view(ask)
            self.table.read.settle()

    def _same_view(self, ask: Ask) -> None:
        own, other = self.referee.view(), self.table.view()
        self.tally.views += len(own)
        for name in {**own, **other}:
            if own.get(name) != other.get(name):
                raise Difference(
                    f"{name}, at {ask.what} by seat {ask.who}\n"
                    f"referee: {own.get(name)}\nengine:  {other.get(name)}"
                )

    def _offered(self, who: int, in_pieces: bool) -> dict[Step, list[Way]]:
        """Return the engine's options by step; nothing where another one is asked."""
        found: dict[Step, list[Way]] = {}
        match = self.table.match
        ask = match.state.ask
        if ask is None or ask.decider != who:
            return found
        if in_pieces and ask.kind in ("piece", "unit"):
            for picked, way, after in _picked(self.table, match, ()):
                every = self.table.completed(after, picked) if after else picked
                found.setdefault(Pieces(*every), []).append(way)
            return found
        for index in range(len(ask.options)):
            found.setdefault(self.table.step(match, index), []).append((index,))
        return found


def _picked(table: Table, match: Match, before: Way) -> Iterator[tuple[Path, Way, Match | None]]:
    """Yield all that can be picked one by one from here.

    Each is what was picked, the indexes to apply, and a copy in which it is done where the engine
    ended the choice by itself.
    """
    ask = match.state.ask
    for index, option in enumerate(ask.options):
        way = (*before, index)
        copy = match.clone()
        thing = table.step(copy, index)
        copy.apply(index)
        if option == "enough":
            yield (), way, None
        elif copy.state.log is match.state.log and _goes_on(ask, option, copy.state.ask):
            for more, longer, after in _picked(table, copy, way):
                yield (thing, *more), longer, after
        else:
            yield (thing,), way, copy


def _goes_on(ask: Any, taken: Any, now: Any) -> bool:
    """Return whether the open question is for a further piece of the same choice."""
    if now is None or (now.decider, now.kind, now.site) != (ask.decider, ask.kind, ask.site):
        return False
    return all(option == "enough" or option >= taken for option in now.options)


def _hold_that_none_goes_on(paths: Mapping[Path, Any]) -> None:
    """Complain where one path is the beginning of another one: the table words them badly."""
    for shorter, longer in pairwise(sorted(paths, key=repr)):
        if longer[: len(shorter)] == shorter:
            raise ValueError(f"the path {shorter} goes on as {longer}")


def _asked(table: Table) -> str:
    """Return the open decision in words."""
    decision = table.match.decision
    if decision is None:
        return "nothing more: the match is over"
    name = table.match.names[decision.player]
    return f"{name} (seat {decision.player}): {decision.question('en')} {list(decision.labels)}"


def _list(steps: Any) -> str:
    return ", ".join(sorted(map(str, steps))) or "-"
