"""The demonstration: what a newcomer sees first, and that its next steps work as printed."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from cardwright import find_packages
from cardwright.apps.commands import demo
from cardwright.apps.commands.demo import NEXT
from cardwright.apps.commands.main import group
from cardwright.apps.screen.model import LogEntry
from cardwright.apps.table.demo import PLAYERS, brief, match_lines

ROOT = Path(__file__).resolve().parents[3]
MOST_LINES = 70
MOST_LINES_OF_A_MATCH = 40


@pytest.fixture(scope="module", params=["en", pytest.param("ja", marks=pytest.mark.soak)])
def shown(request: pytest.FixtureRequest) -> Iterator[str]:
    """Show what the demonstration shows; of all packages it checks two: installing checks all."""
    two = find_packages((), ())[:2]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(demo, "find_packages", lambda *_: two)
        done = CliRunner().invoke(group, ["--lang", request.param, "demo"])
    assert done.exit_code == 0, done.output
    yield done.output


def test_it_fits_on_a_page(shown: str) -> None:
    assert len(shown.splitlines()) <= MOST_LINES


def test_no_sentence_holds_an_id_or_an_expression(shown: str) -> None:
    story = shown.partition("worldmonger/")[0]

    assert not re.findall(r"\b[a-z]+(?:-[a-z0-9]+)*#\d|\w+\.\w+\(|==|unknown|None", story)


def test_the_mistake_is_shown_with_its_place_and_advice(shown: str) -> None:
    assert "worldmonger/cards/trading-ship.yaml:8:7" in shown
    assert "help: write `draw`" in shown


def test_the_match_is_a_short_story_with_an_end() -> None:
    lines = list(match_lines("en", cache=True))

    assert len(lines) <= MOST_LINES_OF_A_MATCH
    assert any(f"{name} won" in lines[-1] for name in PLAYERS)


@pytest.mark.parametrize("words", [words for words, _ in NEXT])
def test_the_next_steps_work_as_printed(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(group, ["--lang", "en", *shlex.split(words)], input="q\n")

    assert done.exit_code == 0, done.output
    assert done.output.strip()


def entry(text: str, *details: str, heading: bool = False, weight: int = 4) -> LogEntry:
    weights = (1 if heading else weight, *(4 for _ in details))
    return LogEntry(number=1, actor=None, text=text, details=details, weights=weights,
                    is_heading=heading)  # fmt: skip


def test_a_line_ends_where_a_phase_comes_again() -> None:
    told = brief(
        [
            entry("Draw", heading=True), entry("Ada draws"),
            entry("Play", heading=True), entry("Ada: play the king"),
            entry("Draw", heading=True), entry("Bo draws"),
        ],
        "en",
    )  # fmt: skip

    assert list(told) == ["Ada draws · Ada: play the king", "Bo draws"]


def test_moves_and_repeated_details_are_left_out() -> None:
    told = brief(
        [
            entry("3 cards go to the box", weight=3),
            entry("Ada: play red 5", "put red 5 into the trick", "Ada loses a life"),
        ],
        "en",
    )

    assert list(told) == ["Ada: play red 5 (Ada loses a life)"]
