"""Share matches among processors and gather what comes of them."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from time import perf_counter
from typing import TYPE_CHECKING, TypeAlias

from msgspec.structs import replace

import cardwright
from cardwright import Case, Match, Package
from cardwright.apps.face.session import Session, going_round
from cardwright.apps.lab.simulate import play_out
from cardwright.apps.policies.budget import Budget, Executor
from cardwright.apps.policies.endless import LONGEST
from cardwright.apps.policies.policies import RANDOM, Policy, policy_with
from dsl import Record
from dsl.model.expressions import Constant
from dsl.model.scripts import Script
from dsl.model.types import BOOL

if TYPE_CHECKING:
    import cardwright
    from cardwright.apps.lab.simulate.recording import Recorder
    from cardwright.apps.lab.simulate.tables import Batches

_MOST_IN_CHUNK = 100
_KEPT_IN_CHUNK = 10
"""The first matches of which rows are kept; of random players each time twice as many."""
_CHUNKS_A_PROCESS = 20


class Plan(Record, kw_only=True):
    """What is to be played.

    Attributes:
        options: In run-time form.
        policies: What plays, by seat: see `cardwright.apps.policies.policies.weights_of`.
        budget: Of a policy that thinks.
        case: The script whose position all matches begin in; None for the beginning.
        seed: Of the first match; each later one has the next.
        number: How many matches; None for as many as `until` takes.
        until: Half the width of an interval of wins that is narrow enough to stop; None for no
            stop.
        longest: Decisions after which a match is given up.
        is_kept: Whether what happens in the matches is noted, which takes longer.
        without: Ids of cards that are left out.
        content: The checked game as bytes, for whoever plays it without its folder; else empty.
    """

    session: Session
    package: Package
    options: dict[str, object]
    players: int
    policies: tuple[str, ...]
    budget: Budget | None = None
    case: Case | None
    seed: int
    number: int | None
    until: float | None = None
    is_kept: bool = False
    longest: int = LONGEST
    without: tuple[str, ...] = ()
    content: bytes = b""

    @property
    def looks(self) -> tuple[int, ...]:
        """After how many matches to look whether that is enough; the last are all."""
        if self.until is not None:
            return (*play_out.looks(self.until, self.number),)
        assert self.number is not None
        return (self.number,)

    @property
    def policy(self) -> str:
        """What plays, in a word: `greedy`, or `1=mcts 2=greedy`."""
        if len(set(self.policies)) == 1:
            return self.policies[0]
        return " ".join(f"{seat}={word}" for seat, word in enumerate(self.policies, 1))

    def starter(self) -> Callable[[int], Match]:
        """Return what starts the match of a seed; loads the game."""
        if self.case is not None:
            return partial(_start_from, self.case.script, self.game())
        return partial(play_out.start_forward, self.game(), self.players, events=self.is_kept)

    def game(self) -> cardwright.Game:
        """Return the game with the options."""
        cache = self.session.cache
        if self.content:
            found = self._unpacked()
        else:
            has_script = self.case is not None
            found = cardwright.load(self.package, self.options, cache=cache, whole=has_script)
        return without_cards(found, self.without) if self.without else found

    def _unpacked(self) -> cardwright.Game:
        """Return the game that travels with the plan, made once for all plans that come with it."""
        key = (self.content, *sorted(self.options.items()))
        game = _met.pop(key, None)
        if game is None:
            game = cardwright.Game.of_rules(
                self.content, self.package, self.options, self.session.cache
            )
        _met[key] = game
        if len(_met) > _MOST_MET:
            del _met[next(iter(_met))]
        return game

    def holding(self, game: cardwright.Game) -> Plan:
        """Return the plan with a version of its game in it, which needs no folder from then on."""
        content = _content(game)
        return replace(self, content=content, options=dict(game.options))

    def for_others(self, executor: Executor) -> Plan:
        """Return the plan as it travels to who plays it."""
        if executor.is_near or self.content:
            return self
        return self.holding(cardwright.load(self.package, self.options, cache=self.session.cache))

    def player(self) -> play_out.Play:
        """Return what plays a match."""
        if self.is_random:
            return partial(play_out.at_random, longest=self.longest)
        return play_out.by_policies(self.deciders(), self.longest)

    def recorder(self) -> Recorder:
        """Return what plays matches and notes what happens in them."""
        from cardwright.apps.lab.simulate.recording import Recorder

        return Recorder(self.deciders(), self.policies, self.longest)

    @property
    def is_random(self) -> bool:
        """Whether all players choose at random."""
        return set(self.policies) == {RANDOM}

    def deciders(self) -> list[Policy]:
        """Return what decides, by seat."""
        return [policy_with(word, self.budget) for word in self.policies]


_MOST_MET = 4
_met: dict[object, cardwright.Game] = {}
"""Games that came with plans, the last one last."""


@lru_cache(maxsize=4)
def _content(game: cardwright.Game) -> bytes:
    """Return the rules of a game as bytes: once for all plans with it."""
    return game.rules()


def without_cards(game: cardwright.Game, ids: Container[str]) -> cardwright.Game:
    """Return a game in which some cards never come into play, as if their `only-if` failed."""
    from cardwright import Game

    never = Constant(False, BOOL)
    definitions = tuple(
        replace(each, only_if=never) if each.id in ids else each for each in game.model.definitions
    )
    found = Game(replace(game.model, definitions=definitions), game.options)
    found.package = game.package
    return found


def _start_from(script: Script, game: cardwright.Game, seed: int) -> Match:
    """Start a match that only goes forward where a script ends, chance with a seed of its own."""
    match = game.match_after(script, seed)
    match.keeps_history = False
    return match


@dataclass(slots=True)
class Sample:
    """What came of a plan, and how long it took in seconds.

    Attributes:
        level: How sure its intervals are, each for itself.
    """

    tally: play_out.Tally
    seconds: float
    interrupted: bool = False
    level: float = play_out.LEVEL


Progress = Callable[[play_out.Tally, int], None]
"""Is told what there is so far, and how many matches have just been added."""


def simulate(
    plan: Plan,
    executor: Executor,
    progress: Progress,
    keep: Callable[[Batches], None] | None = None,
) -> Sample:
    """Play all matches of a plan, or until enough is known; Ctrl-C ends it with what has been
    played.

    Args:
        keep: Takes the rows of what happened, in the order of the seeds, if they are kept.
    """
    level = play_out.LEVEL if plan.until is None else play_out.LEVEL_OF_LOOKS
    sample = Sample(play_out.Tally(), 0.0, level=level)
    began = perf_counter()
    try:
        with executor.ready(_prepare, plan.for_others(executor)) as doing:
            began = perf_counter()
            done = 0
            for number in plan.looks:  # until enough is known
                chunks = _chunks(plan, plan.seed + done, number - done, executor.jobs)
                for part, rows in doing(_play_chunk, chunks):
                    sample.tally.add(part)
                    if keep is not None:
                        keep(rows)
                    progress(sample.tally, part.matches)
                done = number
                if plan.until is not None and play_out.is_known(
                    sample.tally, plan.players, plan.until
                ):
                    break
    except KeyboardInterrupt:
        sample.interrupted = True
    sample.seconds = perf_counter() - began
    sample.tally.faults.sort()
    return sample


def _chunks(plan: Plan, seed: int, number: int, jobs: int) -> Iterator[range]:
    """Yield the seeds in chunks, small enough that all processors end at about one time, and that
    little is lost where somebody interrupts: the first ones are told at once."""
    last, size = seed + number, 1
    most = _MOST_IN_CHUNK if plan.is_random else 1
    most = min(most, max(1, number // (jobs * _CHUNKS_A_PROCESS)))
    if plan.is_kept:
        # whatever the number of processes: so the files are the same
        size, most = _KEPT_IN_CHUNK, _MOST_IN_CHUNK if plan.is_random else _KEPT_IN_CHUNK
    while seed < last:
        yield range(seed, min(seed + size, last))
        seed += size
        size = min(2 * size, most)


_Playing: TypeAlias = Callable[[range], tuple[play_out.Tally, "Batches"]]
"""Plays the matches of some seeds; the rows are those of what was noted."""

_ready: list[_Playing] = []


def _prepare(plan: Plan) -> None:
    """Load the game of this process once."""
    _ready[:] = [_playing(plan)]


def _play_chunk(seeds: range) -> tuple[play_out.Tally, Batches]:
    """Play the matches of some seeds."""
    return _ready[0](seeds)


def _playing(plan: Plan) -> _Playing:
    """Return what plays a plan's matches."""
    if plan.case is None and not plan.is_kept and plan.is_random:
        in_row = play_out.in_a_row(plan.game(), plan.players, plan.longest)
        return lambda seeds: (in_row(seeds), {})
    start = plan.starter()
    if plan.is_kept:
        return _recording(plan, start)
    play = plan.player()

    def one_by_one(seeds: range) -> tuple[play_out.Tally, Batches]:
        tally = play_out.Tally()
        for seed in going_round(seeds):
            play_out.play_out(start, seed, play, tally)
        return tally, {}

    return one_by_one


def _recording(plan: Plan, start: Callable[[int], Match]) -> _Playing:
    """Return what plays a plan's matches and keeps their rows: inside the native engine, where all
    players choose at random."""
    from cardwright.apps.lab.simulate.inside import Inside, walking
    from interpreter import Records

    recorder = plan.recorder()
    walk = walking(recorder, start)
    course: object = start(0)
    if not plan.is_random or not isinstance(course, Match):
        return walk
    game = plan.game()
    records = Records(game.machine(plan.players), game.store)
    return Inside(records, recorder, walk, plan.longest).play
