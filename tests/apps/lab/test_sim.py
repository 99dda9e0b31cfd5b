"""Simulating: counts, intervals, faults, the JSON object."""

from __future__ import annotations

import json
from random import Random

import numpy
import pytest
from click.testing import CliRunner

import cardwright
from cardwright.apps.commands.main import group
from cardwright.apps.lab.simulate import run as run_module
from cardwright.apps.lab.simulate.play_out import (
    LEVEL_OF_LOOKS,
    Tally,
    at_random,
    by_policies,
    looks,
    wilson_interval,
)
from cardwright.apps.policies.policies import choose_randomly


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


def test_a_policy_of_its_own_for_a_seat(run):
    plain = json.loads(run("sim", "pairs", "-n", "40", "--seat", "2=greedy", "--json").out)

    assert plain["policies"] == ["random", "greedy"]
    assert plain["wins"]["seat 2"]["share"] > plain["wins"]["seat 1"]["share"]


def test_a_mixture_lies_between(run):
    def rate(policy):
        words = ("sim", "pairs", "-n", "200", "--seat", f"1={policy}", "--json")
        return json.loads(run(*words).out)["wins"]["seat 1"]["share"]

    assert rate("random") < rate("random:0.5,greedy:0.5") < rate("greedy")


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("--policy", "gredy"), "no policy `gredy`"),
        (("--policy", "random,greedy"), "no policy `random`"),
        (("--policy", "random:1,random:2"), "no policy `random:2`"),
        (("--policy", "random:x,greedy:1"), "no policy `random:x`"),
        (("--policy", "random:0,greedy:1"), "no policy `random:0`"),
        (("--policy", "random:inf,greedy:1"), "no policy `random:inf`"),
        (("--seat", "3=greedy"), "seat from 1 to 2"),
        (("--seat", "0=greedy"), "seat from 1 to 2"),
        (("--seat", "greedy"), "seat from 1 to 2"),
        (("--seat", "1=gredy"), "no policy `gredy`"),
        (("--until", "0"), "is no width"),
        (("--until", "nan"), "is no width"),
        (("--until", "60%"), "is no width"),
        (("--seat", "1=greedy", "--iterations", "5"), "does not think ahead"),
    ],
)
def test_what_plays_and_how_long_is_checked(run, words, part):
    done = run("sim", "pairs", "-n", "5", *words)

    assert done.status == 2
    assert part in done.err


def test_it_says_how_many_or_until_when(run):
    done = run("sim", "pairs")

    assert (done.status, done.err) == (2, "error: say how many matches: -n NUMBER, or --until 1%\n")


def test_until_it_is_known(run):
    plain = json.loads(run("sim", "pairs", "--until", "5%", "--json").out)
    widths = [(row["high"] - row["low"]) / 2 for row in plain["wins"].values()]

    assert plain["known"] and max(widths) <= 0.05
    assert plain["matches"] in (*looks(0.05),)


def test_until_gives_up_after_so_many(run):
    plain = json.loads(run("sim", "pairs", "--until", "1%", "-n", "150", "--json").out)

    assert (plain["matches"], plain["known"]) == (150, False)
    assert "not every share" in run("sim", "pairs", "--until", "1%", "-n", "150").out


def test_an_interrupt_keeps_what_was_played(run, monkeypatch):
    real = run_module._play_chunk
    chunks = []

    def chunk(seeds):
        if len(chunks) == 3:
            raise KeyboardInterrupt
        chunks.append(seeds)
        return real(seeds)

    monkeypatch.setattr(run_module, "_play_chunk", chunk)
    done = run("sim", "pairs", "-n", "100", "-j", "1", "--json")

    assert done.status == 130
    plain = json.loads(done.out)
    assert plain["interrupted"]
    assert plain["matches"] == sum(map(len, chunks)) > 0


@pytest.mark.parametrize("share", [0.04, 0.17, 0.25, 0.5])
@pytest.mark.parametrize("half", [0.05, 0.02])
def test_the_rule_to_stop_by_holds_the_truth_as_often_as_it_says(share, half):
    """Sum over all courses how likely the interval stopped at is to hold the share."""
    assert coverage(share, half) >= 0.95


def coverage(share, half):
    from scipy.stats import binom  # all processes collect this file; it takes a second to load

    likely, held, before = numpy.array([1.0]), 0.0, 0
    for number in looks(half):
        more = binom.pmf(numpy.arange(number - before + 1), number - before, share)
        likely, before = numpy.convolve(likely, more), number
        for wins in numpy.flatnonzero(likely > 1e-15):
            low, high = wilson_interval(int(wins), number, LEVEL_OF_LOOKS)
            if (high - low) / 2 <= half:
                held += likely[wins] * (low <= share <= high)
                likely[wins] = 0.0
    assert likely.sum() < 1e-9
    return held


def test_a_match_is_the_same_however_many_processes_there_are():
    def tallies(jobs):
        words = ("sim", "dream-tricks", "-n", "30", "--seed", "9", "-j", jobs, "--json")
        plain = json.loads(CliRunner().invoke(group, words).stdout)
        return plain["outcomes"], plain["length"], plain["wins"]

    assert tallies("1") == tallies("2")


def test_random_play_is_the_random_policy():
    """One way is quick, the other asks a policy; both choose the same."""
    game = cardwright.load("dream-tricks", cache=False)
    found = []
    for play in (at_random, by_policies([choose_randomly] * 3)):
        match = game.start(3, seed=5, events=False)
        play(match, Random(5))
        found.append((match.state.actions, match.outcome))

    assert found[0] == found[1]
