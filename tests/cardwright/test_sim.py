"""Simulating: counts, intervals, faults, the JSON object."""

from __future__ import annotations

import json

import pytest

from cardwright.simulate.tally import Tally, wilson_interval


def test_the_object_has_what_programs_read(run):
    done = run("sim", "pairs", "-n", "20", "--json")
    plain = json.loads(done.out)

    assert done.status == 0
    assert (plain["matches"], plain["faults"], plain["decisions"]) == (20, 0, 80)
    assert plain["matches_per_second"] > 0
    assert sum(row["count"] for row in plain["outcomes"].values()) == 20


def test_greedy_takes_the_highest_card(run):
    plain = json.loads(run("sim", "pairs", "-n", "5", "--policy", "greedy", "--json").out)

    assert list(plain["outcomes"]) == ["win seat 1+seat 2"]


def test_options_reach_the_game(run):
    plain = json.loads(run("sim", "pairs", "-n", "5", "-o", "quick=yes", "--json").out)

    assert plain["length"]["max"] == 2


@pytest.mark.parametrize("word", ["quick", "quick=maybe", "quack=yes"])
def test_options_are_checked(run, word):
    done = run("sim", "pairs", "-n", "5", "-o", word)

    assert done.status == 2
    assert done.err.startswith("error: ")


def test_each_fault_is_listed_with_its_seed(run, shop):
    shop.fault = True
    done = run("sim", "pairs", "-n", "3", "--seed", "40")

    assert done.status == 1
    assert [f"seed {seed}" in done.out for seed in (40, 41, 42)] == [True] * 3


def test_the_table_is_plain_without_a_terminal(run):
    done = run("sim", "pairs", "-n", "5")

    assert "matches/s" in done.out
    assert "\x1b" not in done.out


def test_wilson_intervals():
    low, high = wilson_interval(10, 100)

    assert (round(low, 4), round(high, 4)) == (0.0552, 0.1744)
    assert wilson_interval(0, 0) == (0.0, 1.0)
    assert wilson_interval(0, 50)[0] == 0.0


def test_lengths_at_a_share():
    tally = Tally()
    tally.lengths.update({4: 50, 6: 45, 9: 5})

    assert [tally.length_at(share) for share in (0.5, 0.95, 1.0)] == [4, 6, 9]
