"""T1 to T15 as scripted games on small test games, each result as `conformance.md` gives it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from dsl.load import load_package
from interpreter.script.session import Machines
from interpreter.script.steps import records
from tests.conformance.scenarios import (
    BROKEN,
    FOLDER,
    PRELUDE,
    game,
    names,
    played,
    script_named,
    scripts,
)

ALL = [pytest.param(name, script, id=script.title) for name, script in scripts()]
TITLES = [script.title for _, script in scripts()]


@pytest.mark.parametrize(("name", "script"), ALL)
def test_a_scenario_comes_out_as_written(name, script):
    result = played(name, script)

    assert [str(failure) for failure in result.failures] == []


def test_scripts_that_ran_before_make_no_other_course_of_the_walker():
    machines = Machines()
    every = [script for name, script in scripts() if name == "who-chooses"]
    for script in every:
        played("who-chooses", replace(script, checks=()), machines=machines)

    again = [played("who-chooses", each, machines=machines) for each in every[::-1]]

    assert [str(failure) for each in again for failure in each.failures] == []


@pytest.mark.parametrize("number", [n for n in range(1, 16) if n not in (13, 14)])
def test_every_situation_has_a_scenario(number):
    assert any(title.split()[0].strip(",") == f"T{number}" for title in TITLES)


def test_every_package_has_scripts():
    assert all(game(name).scripts for name in names())


# --- T4: both logs are golden -----------------------------------------------------------------


@pytest.mark.parametrize("name", ["t04-nested-queue", "t04-nested-immediate"])
def test_t4_the_log_is_the_recorded_one(name):
    match = played(name, script_named(name, "T4")).match

    assert log_tree(match) == (FOLDER / name / "log.txt").read_text(encoding="utf-8")


def log_tree(match) -> str:
    """Return every event of a match below the one that caused it."""
    depths = {0: -1}
    lines = []
    for record in reversed(list(records(match.state.log))):
        depths[record.id] = depths[record.cause] + 1
        lines.append("  " * depths[record.id] + record.event)
    return "\n".join(lines) + "\n"


# --- T6: one batch ----------------------------------------------------------------------------


def test_t6_both_departures_have_one_cause():
    script = script_named("t06-departures", "T6, each sees")
    match = played("t06-departures", script).match
    log = list(records(match.state.log))

    causes = {record.cause for record in log if record.event == "leave"}

    assert [record.event for record in log if record.id in causes] == ["destroy-all"]


# --- T7: no chance is used --------------------------------------------------------------------


def test_t7_a_draw_that_falls_short_uses_no_chance():
    script = script_named("t07-empty-deck", "T7, without")
    match = played("t07-empty-deck", script).match

    assert match.state.chance == {}


# --- T9: what is said of loops ----------------------------------------------------------------


def test_t9_the_cycle_of_a_loop_is_named():
    script = script_named("t09-loops", "T9 (a)")
    match = played("t09-loops", script).match

    assert match.outcome.kind == "draw"
    named = match.outcome.reason.rpartition(": ")[2]  # a round is named from where it was noticed
    assert named in ("tap, untap", "untap, tap")


def test_t9_what_led_to_a_fault_is_named():
    script = script_named("t09-loops", "T9 (b), a loop of one")
    match = played("t09-loops", script).match

    assert match.outcome.reason.startswith("budget-exceeded: over 100,000 steps")
    assert "gain, gain" in match.outcome.reason


def test_t9_values_that_change_each_other_are_refused():
    loaded = load_package(FOLDER / BROKEN, BROKEN, PRELUDE)

    assert loaded.game is None
    assert {d.name for d in loaded.diagnostics} == {"modifier-cycle"}


# --- T10: as if nothing had been --------------------------------------------------------------


def test_t10_a_cancelled_cost_leaves_the_position_as_it_was():
    script = script_named("t10-cost-rollback", "T10, cancelled")
    result = played("t10-cost-rollback", script, trail=True)
    (trail,) = result.trail

    assert trail[0] == trail[-1]
    assert list(records(result.match.state.log)) == []
