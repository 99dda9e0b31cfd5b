"""Marks of letters in any text of a package are seen by nobody: on no page, in no terminal."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

import cardwright
from cardwright.apps.screen import Viewer
from cardwright.apps.table.terminal.drawing import Drawing
from tests.apps.table.serving.conftest import ROOT

MARKS = ("**", "{red:")
GAMES = ("recipes/works", "recipes/board", "recipes/stack", "classics/sixty-six")
SMALL = Path(__file__).with_name("marks.yaml")


def marked(node: Any) -> Any:
    """Return data in which each text for people has marks, around it where there are none."""
    if isinstance(node, list):
        return [marked(each) for each in node]
    if not isinstance(node, dict):
        return node
    return {
        key: f"**{{red:{value}}}**"
        if key in ("en", "ja") and isinstance(value, str) and "*" not in value
        else marked(value)
        for key, value in node.items()
    }


@pytest.fixture(params=("small", *GAMES))
def folder(request, tmp_path) -> Path:
    """Return the folder of a game with marks in all its texts."""
    found = tmp_path / request.param.rpartition("/")[2]
    found.mkdir()
    if request.param == "small":
        files = {"game.yaml": yaml.safe_load(SMALL.read_text("utf-8"))}
    else:
        source = ROOT / "examples" / request.param
        files = {path.name: yaml.safe_load(path.read_text("utf-8"))
                 for path in source.glob("*.yaml")}  # fmt: skip
    for name, data in files.items():
        text = yaml.safe_dump(marked(data), allow_unicode=True, sort_keys=False)
        (found / name).write_text(text, encoding="utf-8")
    return found


def seen(text: str) -> list[str]:
    """Return what stands around the marks that are seen."""
    return [text[max(0, (at := text.index(mark)) - 60) : at + 60] for mark in MARKS if mark in text]


def players_of(folder: Path) -> int:
    """Return how many play a game."""
    counts = cardwright.load(folder).player_counts
    return 2 if 2 in counts else counts[0]


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_no_page_shows_a_mark(serve, folder, lang):
    served = serve(str(folder))
    laid = served.set_up(folder.name, " ".join(["person"] * players_of(folder)))
    pages = ["/", f"/new/{folder.name}", laid.host, laid.watch, f"{laid.seats[0]}/rules"]
    for number in range(12):
        for seat in range(len(laid.seats)):
            assert seen(laid.page(seat, f"lang={lang}")) == []
            laid.answer(seat)
        pages.append(f"{laid.seats[number % len(laid.seats)]}/past/{number}")
    for path in pages:
        page = served.client.get(path, params={"lang": lang})
        assert page.status_code == 200
        assert seen(page.text) == [], path


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_no_terminal_shows_a_mark(folder, lang):
    game = cardwright.load(folder)
    match, chance = game.start(players_of(folder), 1), Random(2)
    viewer = Viewer(game, lang)
    for _ in range(25):
        if match.over:
            break
        view = viewer.view(match, match.decision.player)
        drawing = Drawing(view, 80, 24)
        lines = [line for block in drawing.screen() for line in block.lengths[-1]]
        told = [each for face in view.faces.values() for each in (*face.line, *face.texts)]
        does = [each for option in view.question.options for each in (option.text, *option.does)]
        assert seen("\n".join((*lines, *told, *does))) == []
        match.apply(chance.randrange(len(match.decision.options)))
