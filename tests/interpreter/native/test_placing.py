"""A position written into memory is the one that is read there, and play goes on from it alike."""

from __future__ import annotations

from random import Random

import pytest

import cardwright
from cardwright import Game, Match
from interpreter import Worlds
from interpreter.native.engine import Native
from interpreter.native.following import Placing
from interpreter.native.match import NativeMatch
from interpreter.native.memory import Settings
from interpreter.native.position import Positions
from interpreter.state.record import State
from soak.natives import COMPARED, IMAGINED_DECISIONS, look
from soak.settings import NAMES

SAMPLE = (
    *(("dream-tricks", 3), ("worldmonger", 2), ("res-arcana", 2), ("cerebria", 2)),
    *(("hearts", 4), ("goofspiel", 2), ("tic-tac-toe", 2), ("liars-dice", 2)),
)
WRITTEN = [name for name in COMPARED if name != "actions"]
"""How many decisions there were belongs to what runs."""


class Standing:
    """A match of a machine, in the walker and in a module."""

    def __init__(self, game: Game, players: int, seed: int) -> None:
        self.machine = game.machine(players)
        self.native = NativeMatch(Native(self.machine, Settings(suspends=True), game.store))
        self.positions = Positions(self.machine, self.native.native.memory)
        self.placing = Placing(self.native, self.positions)
        self.restart(seed)

    def restart(self, seed: int) -> None:
        """Begin the match of a seed in both."""
        names = NAMES[: self.machine.program.seats]
        self.match = Match.start(self.machine, seed, names, events=False)
        self.native.begin(seed)

    def play(self, chance: Random, decisions: int) -> None:
        """Play at random in both."""
        for _ in range(decisions):
            if self.match.over:
                break
            index = chance.randrange(self.native.count)
            self.match.apply(index)
            self.native.answer(index)

    def read(self) -> State:
        """Return the position in memory."""
        return self.positions.read(self.native.native.cells, self.native.status)

    def look(self, st: State, where: str) -> None:
        """See that memory holds a position, and its question."""
        look(st, self.native, self.positions, is_whole=True, where=where)


@pytest.fixture(scope="module", params=SAMPLE, ids=lambda each: each[0])
def standing(request: pytest.FixtureRequest) -> Standing:
    id_, players = request.param
    return Standing(cardwright.load(id_), players, 4)


def test_a_position_is_read_as_it_was_written(standing: Standing) -> None:
    """Positions of the whole match are written one after the other, wherever the match waits."""
    standing.restart(4)
    chance, seen = Random(1), list[State]()
    while not standing.match.over and len(seen) < 40:
        seen.append(standing.read())
        standing.play(chance, 3)
    standing.restart(4)
    first = before = standing.read()
    fitting = [st for st in seen if len(st.places) == len(first.places)]
    chance.shuffle(fitting)
    for st in (*fitting, first):
        standing.placing.put(st, before)
        found = standing.read()
        for name in WRITTEN:
            assert getattr(found, name) == getattr(st, name)
        before = found

    assert len(fitting) > 1 or len(seen) > len(fitting)


def test_a_match_goes_on_in_another_world_as_the_walker_does(standing: Standing) -> None:
    """So it does in its own, when that is written back."""
    standing.restart(5)
    chance, machine, changed = Random(2), standing.machine, 0
    for number in range(8):
        standing.play(chance, 2)
        if standing.match.over:
            break
        saved, real = standing.native.save(), standing.match.state
        world = Worlds(standing.match, real.ask.decider, keeps_log=False).draw(number)
        changed += world.entity_definitions != real.entity_definitions
        changed += world.values != real.values
        before = standing.read()
        standing.placing.put(real.clone(), before)
        for st in (world, real.clone()):
            standing.placing.put(st, before)
            standing.look(st, "written")
            course = standing.native.save()
            for _ in range(IMAGINED_DECISIONS):
                if st.outcome is not None:
                    break
                index = chance.randrange(standing.native.count)
                machine.answer(st, st.ask.options[index])
                standing.native.answer(index)
                standing.look(st, "later")
            standing.native.restore(course)
            before = standing.read()
        standing.native.restore(saved)

    knows_all = machine.program.game.manifest.id == "tic-tac-toe"
    assert bool(changed) != knows_all, "worlds differ where something is hidden"


def test_a_position_with_other_cards_is_refused() -> None:
    """A match that waits has the cards that it has."""
    standing = Standing(cardwright.load("hearts"), 4, 1)
    st = standing.read()
    st.places = st.places[:-1]

    with pytest.raises(ValueError, match="other cards"):
        standing.placing.put(st, standing.read())
