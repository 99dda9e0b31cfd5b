"""Play matches in the native engine and in the walker: at every decision the same is asked.

At some decisions the whole position is compared. At others the native match is saved, goes another
way for a while, and is restored; or it is put into a world that who decides cannot tell from this
one, and goes on there. Then matches are played at random inside, as `Game.rollout` does.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from cardwright import load
from cardwright.api.game import Game
from interpreter.native.emit.limits import MOST_DEPTH
from interpreter.native.emit.writer import Unsupported
from interpreter.native.engine import Native, NativeFault
from interpreter.native.following import Placing
from interpreter.native.match import NativeMatch
from interpreter.native.memory import Settings
from interpreter.native.playouts import Playouts
from interpreter.native.position import Positions
from interpreter.native.runtime import FAULTS
from interpreter.observe.determinize import Worlds
from interpreter.program.limits import DECISIONS, UNITS, WORK
from interpreter.state.record import State
from interpreter.walk.assembly import opened, rollout
from interpreter.walk.machine import Machine
from interpreter.walk.match import Match
from soak.course import SEEDS
from soak.hostile_rules import hostile_rules
from soak.measure import Broken, Part, hold
from soak.settings import NAMES

POSITION_EVERY = 8
"""How often the whole position is compared."""
ASIDE, ASIDE_DECISIONS = 0.05, 8
"""How often a match goes another way and comes back, and how far."""
IMAGINED, IMAGINED_DECISIONS = 0.05, 16
"""How often a world is put in the place of a match, and how far it is played."""
ROLLED = 8
"""Matches played inside in a row."""
KEPT = 12
"""Modules in memory at once."""
COMPARED = (
    *("values", "places", "knows", "zones", "chance", "actions", "entity_definitions", "free"),
    *("arrived", "entity_bases", "entity_zones", "entity_owners", "zone_families", "zone_owners"),
)
FACTS, LOOPS, TOO_MUCH, NESTED = FAULTS[13], FAULTS[9], FAULTS[1], FAULTS[11]
ASKED_EARLIER = FAULTS[3], FAULTS[4], FAULTS[17]
"""Faults of what is asked to see whether an action can be taken: an element that is not there, a
division by 0. Or there are more cards or waiting rules than the module has room for."""
FEW, GROWING = 6, 60
"""Decisions of a match of hostile rules; more where something grows from one to the next."""
CLOSE, MUCH = WORK // 100, WORK // 50
"""With so much work in the walker, the native engine may have counted too much; or too little."""
FEW_UNITS = WORK // 1_000
"""As many units may be counted in the walker alone."""
LEFT = ("fault", "draw")
"""Ends that are the walker's to tell: the native match has come to a fault there, too."""


def of_hostile(chance: Random, number: int, part: Part) -> None:
    """Compare a match of a rule set that asks for more than any machine should give: it is stopped
    in both engines, or in none."""
    name = list(hostile_rules())[number % len(hostile_rules())]
    with TemporaryDirectory() as folder:
        (Path(folder) / "game.yaml").write_text(hostile_rules()[name], encoding="utf-8")
        game = load(folder, cache=False)
    try:
        compare(game, 2, chance, part, most=GROWING if name.startswith("grows-") else FEW)
    except Broken as broken:
        raise Broken(f"{name}: {broken}") from None


def compare(game: Game, players: int, chance: Random, part: Part, *, most: int = DECISIONS) -> None:
    """Play one match in both engines, and then some inside.

    Raises:
        Broken: They differ.
    """
    machine = game.machine(players)
    try:
        match, positions = _match(game, players)
    except Unsupported as refused:
        part.tally[f"refused: {refused}"] += 1
        return
    where = f"{game.id}, {players} players"
    try:
        part.tally["decisions"] += driven(machine, match, positions, chance, most, part)
        if most == DECISIONS:
            part.tally["decisions inside"] += rolled(game, players, chance)
    except Broken as broken:
        raise Broken(f"{where}, {broken}") from None


def driven(
    machine: Machine, match: NativeMatch, positions: Positions, chance: Random, most: int,
    part: Part,
) -> int:  # fmt: skip
    """Drive a match in both engines; return how many decisions were compared."""
    seed, taken, units = chance.randrange(SEEDS), 0, 0
    worlds = Random(seed)
    st = opened(machine, seed, NAMES[: machine.program.seats], events=False)
    try:
        match.begin(seed)
        while st.outcome is None and taken < most:
            look(st, match, positions, is_whole=taken % POSITION_EVERY == 0, where=f"{taken}")
            if chance.random() < ASIDE:
                _aside(match, chance)
            if worlds.random() < IMAGINED and not st.facts and st.before_secret is None:
                imagined(machine, st, match, positions, worlds, f"{taken}", part)
            index = chance.randrange(match.count)
            machine.answer(st, st.ask.options[index])
            taken += 1
            units = machine.meter.total + st.steps * UNITS
            match.answer(index)
            counted(st, match, units, where=f"{taken}")
    except NativeFault as fault:
        if _goes_on(fault, units, st) or (st.outcome is None and _is_of_order(fault, part)):
            return taken
        hold(st.outcome is not None, f"decision {taken}: {fault}, and nothing there")
        hold(st.outcome[0] in LEFT, f"decision {taken}: {fault} for {st.outcome}")
        return taken
    if st.outcome is not None:
        hold(match.count == 0, f"decision {taken}: it goes on behind {st.outcome}")
        hold(st.outcome[0] != "fault", f"decision {taken}: it ends without {st.outcome}")
        look(st, match, positions, is_whole=True, where="the end")
    return taken


def _goes_on(fault: NativeFault, units: int, st: State) -> bool:
    """Return whether the walker goes on where the native engine leaves a match to it: where a loop
    may have to be cut, where facts tell hidden cards apart, close to the end of the budget, and
    where more bodies stand within each other than surely have no more frames than are allowed."""
    if str(fault) == NESTED:
        return len(st.frames) > MOST_DEPTH
    return str(fault) in (FACTS, LOOPS) or (units > CLOSE and str(fault) == TOO_MUCH)


def _is_of_order(fault: NativeFault, part: Part) -> bool:
    """Return whether a fault may be one of what the walker does not come to: of an action that
    cannot be taken it asks less, and it has room. The match is left to it, which goes on."""
    is_left = str(fault) in ASKED_EARLIER
    part.tally["left to the walker"] += is_left
    return is_left


def counted(st: State, match: NativeMatch, units: int, *, where: str) -> None:
    """Compare what an answer has counted: the native engine counts the same steps, and the same
    work but for costs that are tried, or a match could go on that the walker ends.

    Raises:
        Broken: It counts less.
    """
    if st.outcome is None:
        steps, work = match.value("g_steps"), match.value("g_work")
        hold(steps == st.steps, f"{where}: {steps} steps natively, {st.steps} in the walker")
        told = f"{where}: {work} units of work natively, {units} in the walker"
        hold(2 * work + MUCH >= units, told)


def look(
    st: State, match: NativeMatch, positions: Positions, *, is_whole: bool, where: str
) -> None:
    """Compare what is asked, and the whole position if it is wanted.

    Raises:
        Broken: They differ.
    """
    cells, status = match.native.cells, match.status
    if st.outcome is None:
        hold(match.count == len(st.ask.options), f"{where}: {match.count} options for {st.ask}")
        ask = positions.ask(cells, status)
        hold(ask == st.ask, f"{where}: native {ask}, walker {st.ask}")
    if is_whole:
        found = positions.read(cells, status)
        for name in COMPARED:
            ours, theirs = getattr(found, name), getattr(st, name)
            hold(ours == theirs, f"{where}: {name} is {ours} natively, {theirs} in the walker")


def _aside(match: NativeMatch, chance: Random) -> None:
    """Save a match, go another way for some decisions, and come back."""
    saved = match.save()
    try:
        for _ in range(ASIDE_DECISIONS):
            if match.count:
                match.answer(chance.randrange(match.count))
    except NativeFault:
        pass
    match.restore(saved)


def imagined(
    machine: Machine, st: State, match: NativeMatch, positions: Positions, chance: Random,
    where: str, part: Part,
) -> None:  # fmt: skip
    """Put a world in the place of a match, play it in both engines for a while, and come back.

    Raises:
        Broken: The world is another in memory, or goes another way.
    """
    placing = Placing(match, positions)
    if placing.is_bound:
        return
    saved = match.save()
    asked = Match(machine, st)
    world = Worlds(asked, st.ask.decider, keeps_log=False).draw(chance.randrange(SEEDS))
    place = f"{where}, in another world"
    placing.put(world, positions.read(match.native.cells, match.status))
    look(world, match, positions, is_whole=True, where=place)
    try:
        for number in range(IMAGINED_DECISIONS):
            if world.outcome is not None:
                break
            index = chance.randrange(match.count)
            machine.answer(world, world.ask.options[index])
            match.answer(index)
            look(world, match, positions, is_whole=False, where=f"{place} +{number}")
        look(world, match, positions, is_whole=True, where=f"{place}, later")
    except NativeFault as fault:
        is_left = _goes_on(fault, 0, world)
        is_left |= _is_of_order(fault, part) if world.outcome is None else world.outcome[0] in LEFT
        hold(is_left, f"{place}: {fault} for {world.outcome}")
    match.restore(saved)


def rolled(game: Game, players: int, chance: Random) -> int:
    """Compare matches that are played at random inside; return how many decisions they took."""
    seed = chance.randrange(SEEDS)
    want = rollout(game.machine(players), ROLLED, seed, NAMES[:players])
    found = _playouts(game, players).rollout(ROLLED, seed, NAMES[:players])
    hold(found.outcomes == want.outcomes, f"from {seed}: {found.outcomes} for {want.outcomes}")
    hold(found.decisions == want.decisions, f"from {seed}: {found.decisions}, {want.decisions}")
    return found.decisions


@lru_cache(maxsize=KEPT)
def _match(game: Game, players: int) -> tuple[NativeMatch, Positions]:
    """Return what holds the matches of a game, and what reads them."""
    machine = game.machine(players)
    native = Native(machine, Settings(suspends=True), game.store)
    return NativeMatch(native), Positions(machine, native.memory)


@lru_cache(maxsize=KEPT)
def _playouts(game: Game, players: int) -> Playouts:
    return Playouts(game.machine(players), game.store, walked=0)
