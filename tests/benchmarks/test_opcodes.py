"""Hold the opcodes of a decision against what is stored: no game grows by more than 2 %."""

from __future__ import annotations

import dis
import sys
from pathlib import Path
from random import Random

import pytest

import cardwright
from benchmarks import opcodes

MOST_GROWTH = 1.02
pytestmark = pytest.mark.skipif(
    sys.version_info[:2] != opcodes.PYTHON, reason="another Python has other opcodes"
)


def _twice(number: int) -> int:
    return number + number


def _length(function: object) -> int:
    """Return the opcodes of a function without branches, but for the one that marks its begin."""
    return sum(each.opname != "RESUME" for each in dis.get_instructions(function))


def _many(number: int) -> list[int]:
    return [_twice(each) for each in range(number)]


@pytest.mark.parametrize("name", opcodes.subjects())
def test_no_game_grows(name: str) -> None:
    known = opcodes.stored().get(name)
    assert known, f"no count is stored: python -m benchmarks.opcodes {name.split('/')[0]}"

    assert opcodes.count(name, opcodes.SAMPLE) <= known.sample * MOST_GROWTH


def test_rules_of_cards_about_themselves_cost_little_more_than_values() -> None:
    """Three rules a kind and 27 cards: what they cost does not grow with cards times rules."""
    said, ruled = opcodes.own_rules(opcodes.SAMPLE)
    assert said / ruled >= 0.8


def test_rules_of_cards_about_themselves_play_as_values_do() -> None:
    told = []
    for by_rules in ("false", "true"):
        match, chance = (
            cardwright.load(opcodes.DUEL, {"by-rules": by_rules}).start(seed=3),
            Random(3),
        )
        asked = []
        while not match.over:
            asked.append(match.decision.labels)
            match.apply(chance.randrange(match.decision.count))
        told.append((asked, match.outcome))
    assert told[0] == told[1] and len(told[0][0]) > 50


def test_nothing_is_stored_of_what_is_not_there() -> None:
    assert opcodes.stored().keys() <= opcodes.subjects().keys()


def test_every_opcode_counts_and_nothing_else() -> None:
    with opcodes.Counter() as counter:
        pass
    assert counter.opcodes == 0

    with opcodes.Counter() as counter:
        _twice(21)
    assert counter.opcodes == _length(_twice)


def test_opcodes_of_what_is_called_count() -> None:
    found = []
    for number in (10, 11, 21):
        with opcodes.Counter() as counter:
            _many(number)
        found.append(counter.opcodes)

    turn = found[1] - found[0]
    assert turn > _length(_twice)
    assert found[2] - found[1] == 10 * turn


def test_it_counts_the_same_again() -> None:
    extent = opcodes.Extent(20, 20)

    assert opcodes.count("dream-tricks", extent) == opcodes.count("dream-tricks", extent)


def test_settings_are_by_default_and_as_benchmarked() -> None:
    assert opcodes.of_game("dream-tricks") == (
        "dream-tricks", "dream-tricks/with-log", "dream-tricks/as-benchmarked",
    )  # fmt: skip
    assert opcodes.of_game("equilibrion") == ("equilibrion", "equilibrion/with-log")
    assert opcodes.of_game("hearts") == ("hearts",)


def test_what_is_stored_is_read_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(opcodes, "STORED", tmp_path / "opcodes.txt")
    assert opcodes.stored() == {}

    counts = {"b": opcodes.Counts(12.5, 13.0), "a/b": opcodes.Counts(1.0, 2.5)}
    opcodes.store(counts)
    assert opcodes.stored() == counts
