"""Check the rows of the benchmark at a tiny scale: their names and form, never their numbers."""

from __future__ import annotations

import json

import pytest

from benchmarks.__main__ import main
from benchmarks.calibration import USUAL, judged
from benchmarks.opcodes import BENCHMARKED, WITH_LOG
from benchmarks.row import Row
from benchmarks.settings import SETTINGS, shipped_games
from benchmarks.targets import TARGETS, missed

FAMILIES = (
    "clone", "decisions", "lint", "load-cached", "load-cold", "matches", "native", "native-kept",
    "native-made", "opcodes", "rollout", "rss", "sim", "units",
)  # fmt: skip
OVER_ALL = ("native", "native-worst")
"""Rows about all games together."""
COMPARED = ("native", "native-worst", "opcodes", "sim")
BESIDE = {
    "clones",
    "driven",
    "records",
    "rows",
    "search",
    "decisions-beside-peer",
    "mcts",
    "pool",
    "driven-beside-cpp",
    "games-beside-pgx",
    "inside-beside-class",
    "inside-beside-cpp",
    "saved",
    "through-openspiel",
    "through-pettingzoo",
}
"""Rows of what is only there with libraries of other makers, or in a whole bench."""
TIMES = ("clone", "lint", "load-cached", "load-cold", "version")
UNITS = {
    "calibration": "ms",
    "clone": "µs",
    "decisions": "decisions/s",
    "lint": "s",
    "load-cached": "s",
    "load-cold": "s",
    "matches": "matches/s",
    "native": "decisions/s",
    "native-kept": "s",
    "native-made": "s",
    "native-worst": "times",
    "opcodes": "opcodes/decision",
    "rollout": "decisions/s",
    "rss": "MB",
    "rules-about-themselves": "opcodes/decision",
    "sim": "opcodes/match",
    "units": "million units/s",
    "version": "s",
}


def names(games: tuple[str, ...]) -> list[str]:
    return ["calibration", "version", *(f"{each}/{game}" for game in games for each in FAMILIES)]


def test_every_row_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--quick", "dream-tricks"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    more = (f"opcodes/dream-tricks/{setting}" for setting in (WITH_LOG, BENCHMARKED))
    wanted = [*names(("dream-tricks",)), *more, *OVER_ALL]
    assert sorted(row["name"] for row in rows) == sorted(wanted)
    for row in rows:
        over_all = row["name"] in OVER_ALL
        assert row["unit"] == ("times" if over_all else UNITS[row["name"].split("/")[0]])
        assert row["value"] > 0
        family = row["name"].split("/")[0]
        is_compared = row["name"] == "decisions/dream-tricks" or family in COMPARED
        assert ("ratio" in row) == ("against" in row) == is_compared
        assert ("judged" in row) == (family in TIMES)
        assert row.keys() <= {"name", "value", "unit", "ratio", "against", "judged"}


def test_a_failing_row_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--quick", "no-such-game"]) == 1
    printed = capsys.readouterr()
    assert [json.loads(line)["name"] for line in printed.out.splitlines()] == [
        "calibration",
        "version",
    ]
    assert "lint of no-such-game failed" in printed.err


def test_settings_are_of_shipped_games() -> None:
    assert set(SETTINGS) <= set(shipped_games())
    assert "prelude" not in shipped_games()


def test_targets_are_of_rows_that_there_are() -> None:
    families = {target.pattern.split("/")[0] for target in TARGETS}
    assert families <= UNITS.keys() | BESIDE


def _timed(value: float, judged: float) -> Row:
    return Row(name="load-cached/x", value=value, unit="s", judged=judged)


def test_a_bound_on_a_time_is_held_against_what_is_judged() -> None:
    assert missed(_timed(1.2, 0.24)) == []
    assert missed(_timed(0.2, 0.26)) == [
        "load-cached/x: value by the calibration loop is 0.26, must be at most 0.25"
    ]


def test_what_takes_long_where_the_loop_takes_long_counts_for_less() -> None:
    assert judged(0.5, 2 * USUAL) == 0.25
    assert judged(0.5, USUAL) == 0.5
    assert judged(0.5, USUAL / 2) == 0.5, "a quick machine has no other bounds"


@pytest.mark.parametrize(
    ("row", "is_missed"),
    [
        (Row(name="clone/x", value=4.0, unit="µs"), False),
        (Row(name="clone/x", value=4.1, unit="µs"), True),
        (Row(name="clone/cerebria", value=5.9, unit="µs"), False),
        (Row(name="clone/cerebria", value=6.1, unit="µs"), True),
        (Row(name="decisions-beside-peer/leduc", value=1.0, unit="decisions/s", ratio=0.95), True),
        (Row(name="opcodes/x", value=9.0, unit="opcodes/decision", ratio=1.02), False),
        (Row(name="opcodes/x", value=9.0, unit="opcodes/decision", ratio=1.03), True),
        (Row(name="decisions/x", value=1.0, unit="decisions/s"), False),
        (Row(name="decisions/dream-tricks", value=1.0, unit="decisions/s", ratio=0.048), False),
        (Row(name="decisions/dream-tricks", value=1.0, unit="decisions/s", ratio=0.047), True),
        (Row(name="decisions/dream-tricks", value=1.0, unit="decisions/s"), True),
    ],
)
def test_targets(row: Row, is_missed: bool) -> None:
    assert bool(missed(row)) == is_missed
