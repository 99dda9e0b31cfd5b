"""List what is measured, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain

from benchmarks import (
    driven,
    interfaces,
    natives,
    opcodes,
    other_engines,
    pool_searches,
    pools,
    rates,
    recordings,
    scaling,
    searches,
    simulating,
    small_games,
    startup,
    units,
)
from benchmarks.row import Row, Scale
from benchmarks.settings import Subject, subject

Measure = Callable[[], Iterator[Row]]


def measures(
    ids: tuple[str, ...], scale: Scale, with_small_games: bool
) -> Iterator[tuple[str, Measure]]:
    """Yield what to call each measure while it runs, and the measure.

    Processes come first, while this one is small.
    """
    yield "calibration", partial(rates.calibration, scale)
    yield "version", partial(startup.version, scale)
    for id_ in ids:
        yield f"lint of {id_}", partial(startup.linting, id_, scale)
        yield f"load of {id_}", partial(startup.loading, id_, scale)
        yield f"memory of {id_}", partial(startup.memory, id_, scale)
    for id_ in ids:
        yield f"playing {id_}", partial(_of_game, rates.playing, id_, scale)
        yield f"rolling out {id_}", partial(_of_game, rates.rolling, id_, scale)
        yield f"simulating {id_}", partial(_of_game, simulating.simulating, id_, scale)
        yield f"units of {id_}", partial(_of_game, units.counting, id_, scale)
        yield f"cloning {id_}", partial(_of_game, rates.cloning, id_, scale)
    yield from _inside(ids, scale, with_small_games)
    counts: dict[str, float] = {}
    for name in opcodes.subjects() if with_small_games else chain(*map(opcodes.of_game, ids)):
        yield f"opcodes of {name}", partial(opcodes.counting, name, scale, counts)
    for id_ in small_games.RIVALS if with_small_games else ():
        yield f"playing {id_}", partial(small_games.playing, id_, scale)
    if with_small_games:
        yield "opcodes of all", partial(opcodes.mean, counts)
        yield "rules about themselves", partial(opcodes.of_own_rules, scale)
        yield "searching", partial(small_games.searching, scale)
        for id_, players in searches.GAMES:
            yield f"searching in {id_}", partial(searches.searching, id_, players, scale)
        for id_, players in recordings.GAMES:
            yield f"recording {id_}", partial(recordings.recording, id_, players, scale)
        pace: dict[str, float] = {}
        for id_, players in driven.GAMES:
            yield f"driving {id_}", partial(driven.driving, id_, players, scale, pace)
        yield "driving all", partial(driven.mean, pace)
        yield "growing", partial(scaling.growing, scale)
        yield "a pool of cards", partial(pools.growing, scale)
        yield "searches in a pool", partial(pool_searches.growing, scale)
    if with_small_games and scale.is_judged:
        yield from _through_interfaces(scale)


def _inside(ids: tuple[str, ...], scale: Scale, with_others: bool) -> Iterator[tuple[str, Measure]]:
    """Yield what is measured of matches inside modules."""
    ratios: natives.Ratios = {}
    for id_ in ids:
        yield f"{id_} inside", partial(natives.of_shipped, id_, scale, ratios)
    for folder in natives.others() if with_others and scale.is_judged else ():
        yield f"{folder.name} inside", partial(natives.of_other, folder, scale, ratios)
    yield "all inside", partial(natives.mean, ratios)


def _through_interfaces(scale: Scale) -> Iterator[tuple[str, Measure]]:
    """Yield what is measured beside games of other libraries."""
    for id_ in interfaces.RIVALS:
        yield f"{id_} in OpenSpiel", partial(interfaces.through_openspiel, id_, scale)
    yield "leduc in PettingZoo", partial(interfaces.through_pettingzoo, scale)
    by_hand = partial(_of_game, other_engines.beside_class, "dream-tricks", scale)
    yield "dream-tricks inside beside a class", by_hand
    for id_ in other_engines.IN_CPP:
        yield f"{id_} beside C++", partial(other_engines.beside_cpp, id_, scale)
    for id_ in other_engines.OF_PGX:
        yield f"{id_} beside pgx", partial(other_engines.beside_pgx, id_, scale)


def _of_game(
    measure: Callable[[Subject, Scale], Iterator[Row]], id_: str, scale: Scale
) -> Iterator[Row]:
    """Yield the rows of a measure that wants the game itself."""
    yield from measure(subject(id_), scale)
