"""The order in which the settings of a game are gone through: pairs of values first."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from random import Random

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

from soak import libraries
from soak.expectations import CLASSICS, GAMES, settings_of
from soak.libraries import in_pairs, pairs_of, values_of
from soak.measure import Job
from soak.registry import measures
from soak.settings import Setting

SEED = 2


@pytest.mark.parametrize("game", [*GAMES, *CLASSICS])
def test_the_first_settings_have_every_pair_of_values(game: str) -> None:
    settings = settings_of(game)
    ordered, first = in_pairs(settings)

    assert sorted(ordered, key=repr) == sorted(settings, key=repr)
    seen = [{*combinations(values_of(setting), 2)} for setting in ordered]
    assert set().union(*seen[:first]) == set().union(*seen)
    assert all(
        pairs_of(setting) - set().union(*map(pairs_of, ordered[:place]))
        for place, setting in enumerate(ordered[:first])
    )


def test_few_settings_meet_all_pairs_of_many_values() -> None:
    words = [("a", (1, 2, 3)), ("b", (1, 2, 3)), ("c", (True, False))]
    every = [
        Setting("leduc", players, tuple(zip("abc", values, strict=True)))
        for players in (2, 3)
        for values in product(*(of for _, of in words))
    ]
    assert len(every) == 36
    assert 9 <= in_pairs(every)[1] <= 11


LONG = {
    "black-maria", "casino", "cerebria", "crazy-eights", "golf", "hearts", "memory", "oh-hell",
    "oicho-kabu", "rummy-500", "spades", "worldmonger",
}  # fmt: skip
"""Games of which a case may take ten seconds; the long run takes all of them."""
SAMPLE = 6
"""So many cases are taken here, and some in `tests/apps/programs`."""


@cache
def sample() -> list[tuple[str, int]]:
    """Return some cases. Their number is known once each game is read, so not before a test."""
    every = [
        (each.name, number)
        for each in libraries.measures()
        if each.name.rpartition("/")[2] not in LONG
        for number in range(each.count)
    ]
    return Random(SEED).sample(every, SAMPLE)


@pytest.mark.parametrize("place", range(SAMPLE))
def test_a_sample_of_all_settings_holds(place: int) -> None:
    name, number = sample()[place]
    part = measures()[name].run(Job(name, SEED, number, 1))
    assert (part.count, part.failures) == (1, [])


def test_a_case_that_fails_says_in_which_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(setting: Setting, seed: int) -> None:
        raise AssertionError("it is broken")

    monkeypatch.setattr(libraries, "_check_rl", broken)
    measure = next(m for m in libraries.measures() if m.name == "libraries/rl/nim")
    part = measure.run(Job(measure.name, SEED, 1, 1))
    assert "it is broken" in part.failures[0].reason
    assert "in the setting classics/nim/2/" in part.failures[0].reason
