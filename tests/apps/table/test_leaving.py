"""Who leaves a match is asked whether to save it, and gets the record that was asked for."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from cardwright.apps.commands.main import group

GAME = str(Path(__file__).resolve().parents[3] / "examples" / "high-card")


def played(typed: str, *words: str) -> str:
    done = CliRunner().invoke(
        group, ["--lang", "en", "play", GAME, "--seed", "1", *words], input=typed
    )
    return done.output


@pytest.mark.parametrize("word", ["", "n", "N", "no", "No", "いいえ"])
def test_no_is_no_name_of_a_file(word: str, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)

    assert "not saved" in played(f"q\n{word}\n")
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(
    ("word", "file"), [("y", "high-card-1.cardwright-save"), ("はい", None), ("mine", "mine")]
)
def test_yes_and_a_name_save(word: str, file: str | None, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    played(f"q\n{word}\n")

    assert [each.name for each in tmp_path.iterdir()] == [file or "high-card-1.cardwright-save"]


@pytest.mark.parametrize("typed", ["q\n\n", "1\nq\nn\n", "1\n", ""])
def test_the_record_is_written_however_one_leaves(typed: str, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)

    assert "trajectory written to here" in played(typed, "--record", "here")
    assert (tmp_path / "here").stat().st_size > 0
