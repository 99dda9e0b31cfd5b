"""Know a program before any match: each pass goes over it once, in order.

The module is written from the program and what is known here; the parts of the machine are made
with it. What bodies a script adds later is not in it.
"""

from __future__ import annotations

from collections.abc import Mapping

from dsl.model.steps import Formula
from dsl.records import record
from interpreter.lower import ops
from interpreter.program.circles import circles_of
from interpreter.program.deciders import decider_of
from interpreter.program.folding import Known
from interpreter.program.invariants import Fixed
from interpreter.program.memo_policy import Worth
from interpreter.program.needs import Needs, needs_of
from interpreter.program.no_fail import Sureness
from interpreter.program.plain import Holders, holders
from interpreter.program.precedence import in_order
from interpreter.program.program import Program
from interpreter.program.reads import Readings
from interpreter.program.simple import is_listed
from interpreter.program.subscriptions import Listening, listening
from interpreter.program.suspension import Suspension
from interpreter.program.visibility import Seen
from interpreter.program.work import Work
from interpreter.program.writes import Checks


@record(kw_only=True, eq=False)
class Analysis:
    """What is known of a program.

    Attributes:
        fixed: Its expressions that come to the same in every position.
        known: Those that options and the number of players settle.
        work: How much work it may have to do.
        readings: What its texts read.
        worth: Which values are worth keeping.
        can_eliminate, can_pass: Whether anything takes a player out of the match, or a phase.
        decider: Who answers in place of a player, None where nobody does.
        tells_facts: Whether anything tells players a fact.
        listed: The phases that offer nothing but the simplest actions.
        searched: The actions that the others offer.
        listening: The bits of its rules.
        suspension: Which bodies can wait, and for which rules.
        checks: What is checked between bodies.
        sureness: Which events surely happen.
        needs: By action what its parts read.
        holders: Of cards and of what holds them.
        seen: Of what players see wherever it is asked.
        in_order: The modifiers whose order matters, by number.
        circles: The attributes and values that may need themselves.
    """

    fixed: Fixed
    known: Known
    work: Work
    readings: Readings
    worth: Worth
    can_eliminate: bool
    can_pass: bool
    decider: Formula | None
    tells_facts: bool
    listed: frozenset[int]
    searched: frozenset[int]
    listening: Listening
    suspension: Suspension
    checks: Checks
    sureness: Sureness
    needs: tuple[Needs, ...]
    holders: Holders
    seen: Seen
    in_order: frozenset[int]
    circles: Mapping[object, int]


def analyse(program: Program) -> Analysis:
    """Return what is known of a program."""
    kinds = {type(op) for op in program.operations}
    called = {op.event for op in program.operations if isinstance(op, ops.Call)}
    listed = frozenset(p.number for p in program.phases if is_listed(program, p))
    searched = frozenset(n for p in program.phases if p.number not in listed for n in p.offer)
    readings, bits = Readings(program), listening(program)
    suspension = Suspension(program, bits)
    held = holders(program, bits.ruled)
    return Analysis(
        fixed=Fixed(program),
        known=Known(program, everyone_stays="eliminate" not in called),
        work=Work(program),
        readings=readings,
        worth=Worth(program.values, is_ever=bool(searched or program.always or program.becomes)),
        can_eliminate="eliminate" in called,
        can_pass="pass" in called or ops.Passed in kinds,
        decider=decider_of(program),
        tells_facts=ops.Learn in kinds,
        listed=listed,
        searched=searched,
        listening=bits,
        suspension=suspension,
        checks=Checks(program, readings, suspension),
        sureness=Sureness(program),
        needs=tuple(needs_of(program, plan) for plan in program.actions),
        holders=held,
        seen=Seen(program),
        in_order=in_order(program, held.single),
        circles=circles_of(program, readings),
    )
