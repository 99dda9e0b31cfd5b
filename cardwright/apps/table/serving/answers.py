"""Tell a page of the offer of a question: what touching means, amounts and numbers as steppers."""

from __future__ import annotations

import re
from typing import Any, Final

from cardwright import Match
from cardwright.apps.press.faces.looks import member_signs
from cardwright.apps.screen import View
from cardwright.apps.screen.viewer import touched
from cardwright.apps.table.serving.table import Table
from dsl import Record
from dsl.model.types import EnumType
from interpreter import PartialChoice

QUIET: Final = ("none", "no", "pass")
"""Labels of answers that do less than the others beside them."""
RANGE: Final = 5
"""So many numbers are set with a stepper; fewer are buttons."""
NUMBER: Final = re.compile(r"-?\d+")
MANY: Final = 12
"""So many answers that no thing stands for are read better in the list."""


def offered(table: Table, view: View) -> dict[str, Any]:
    """Return what stands on the page about the offer of a question."""
    asked, seat = view.question, view.seat
    if asked is None:
        return {}
    picking = None if seat is None else table.questions.picking(table.match, seat)
    touches = {option.index: [*option.touches] for option in asked.options}
    for key, offers in asked.offers.items():
        for offer in offers:
            if key not in touches[offer.path[0]]:
                touches[offer.path[0]].append(key)
    units, at_once = _units(table, view, picking), touched(asked)[1]
    numbers = [at for at in asked.beside if NUMBER.fullmatch(asked.options[at].label)]
    return {
        "most": None if picking is None else picking.most,
        "units": units,
        "by_units": {each.option for each in units},
        "numbers": numbers if len(numbers) >= RANGE else (),
        "quiet": QUIET,
        "offers": {
            key: [(each.answer, each.text, each.price) for each in offers]
            for key, offers in asked.offers.items()
            if key not in at_once
        },
        "why": dict(asked.why),
        "touches": touches,
        "is_listed": len(asked.beside) == len(asked.options) > MANY and not numbers,
    }


class UnitStepper(Record, kw_only=True):
    """Units of one kind, of which more or fewer can be picked.

    Attributes:
        picked, left, option, last: See `PartialChoice.units`.
    """

    label: str
    sign: str
    color: str
    picked: int
    left: int | None
    option: int | None
    last: int | None


def _units(
    table: Table, view: View, picking: PartialChoice[Match] | None
) -> tuple[UnitStepper, ...]:
    """Return the kinds of units that a seat picks from, as they look."""
    of = table.match.state.ask.of if picking is None else picking.match.state.ask.of
    if picking is None or not isinstance(of, EnumType):
        return ()
    wording = table.viewers[view.language].wording
    signs = member_signs(wording.model, of.name, wording.names)
    members = wording.model.enums[of.name].members
    return tuple(
        UnitStepper(
            label=wording.names.member(of.name, each.key),
            sign=signs[each.key],
            color=wording.color(members[each.key], of),
            picked=each.picked,
            left=each.left,
            option=each.option,
            last=each.last,
        )
        for each in picking.units()
    )
