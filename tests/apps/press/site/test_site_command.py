"""`cardwright site`: where it writes, and what it says where it cannot."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from cardwright.apps.commands.main import group
from cardwright.apps.face.words import install_line

ROOT = Path(__file__).resolve().parents[4]
GAME = str(ROOT / "examples" / "high-card")
TIGHT = """
id: tight
version: "1"
language: 1
title: {en: Tight, ja: きつい}
kinds:
  card: {start: pile, text: {en: card, ja: カード}}
cards:
- {kind: card, id: talker, name: {en: Talker, ja: 話し手}, text: {en: "%s", ja: 短い}}
players: {count: 2}
zones:
  pile: {of: card, seen-by: everyone, text: {en: pile, ja: 山}}
phases:
- {id: over, do: end game, text: {en: Over, ja: 終わり}}
"""


def run(*words: str):
    return CliRunner(env={"LANG": "C", "LC_ALL": ""}).invoke(group, ["site", *words])


def test_a_site_is_written_and_written_again(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "site"
    first = run(GAME, "-O", str(folder))
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    again = run(GAME, "-O", str(folder))

    assert first.exit_code == again.exit_code == 0, first.output + again.output
    pages = [path for path in before if path.suffix == ".html"]
    assert first.stdout == f"{len(pages)} pages; open {folder}/index.html\n"
    assert before == {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("mine")
    result = run(GAME, "-O", str(tmp_path))

    assert result.exit_code == 2
    assert "holds other things than a site; name a new or an empty folder" in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["index.html"]


def test_without_jinja_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    result = run(GAME, "-O", str(tmp_path / "site"))

    assert result.exit_code == 2
    assert result.stderr == f"error: this needs jinja2: {install_line('site')}\n"


def test_a_game_with_errors_is_not_written(tmp_path: Path) -> None:
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "game.yaml").write_text("id: broken\n")
    result = run(str(tmp_path / "broken"), "-O", str(tmp_path / "site"))

    assert result.exit_code == 1
    assert "Traceback" not in result.output
    assert not (tmp_path / "site").exists()


def test_two_games_of_one_name_are_told_apart_by_nobody(tmp_path: Path) -> None:
    for shelf in ("a", "b"):
        (tmp_path / shelf / "tight").mkdir(parents=True)
        (tmp_path / shelf / "tight" / "game.yaml").write_text(TIGHT % "Short.")
    both = [str(tmp_path / shelf / "tight") for shelf in ("a", "b")]
    result = run(*both, "-O", str(tmp_path / "site"))

    assert result.exit_code == 2
    assert "two games are called `tight`" in result.stderr


def test_a_text_that_its_face_has_no_room_for_is_named(tmp_path: Path) -> None:
    (tmp_path / "tight").mkdir()
    (tmp_path / "tight" / "game.yaml").write_text(TIGHT % ("very long " * 400))
    result = run(str(tmp_path / "tight"), "-O", str(tmp_path / "site"))
    page = (tmp_path / "site" / "en" / "tight" / "cards" / "talker.html").read_text()

    assert result.exit_code == 0, result.output
    assert result.stderr.count("the text of `talker` does not fit on its face") == 1
    assert "game.yaml:9:" in result.stderr
    assert "very long very long" in page
    assert 'class="noface"' in page
