"""Stop a match whose lists grow from answer to answer."""

from __future__ import annotations

from collections import Counter
from itertools import chain

from dsl.model.expressions import StateKey
from dsl.words.arithmetic import Fault
from interpreter.program.limits import CELLS
from interpreter.program.meter import Meter
from interpreter.program.program import Program
from interpreter.state.record import State
from interpreter.state.values import cells_of


def check_holdings(program: Program, st: State, meter: Meter) -> None:
    """Count what a match holds: no lists of it may have more elements than is allowed.

    It is looked at after each answer that made a large list: without one nothing grows much.

    Raises:
        Fault: They have more; the fault names the field that holds most.
    """
    meter.cells = 0
    held = chain(st.values, st.frames, (st.pending, st.queue))
    if cells_of(held, CELLS) <= CELLS:
        return
    told = f"the lists of the match hold over {CELLS:,} elements"
    cells: Counter[StateKey] = Counter()
    for place, field in program.layout.places(st):
        cells[field.key] += cells_of((st.values[place],), CELLS)
    for key, number in cells.most_common(1):
        if 2 * number > CELLS:
            fault = Fault("state-too-large", f"{told}, most of them in {key.name}")
            raise fault.within(f"state {key.name}", program.game.state[key].span)
    raise Fault("state-too-large", told)
