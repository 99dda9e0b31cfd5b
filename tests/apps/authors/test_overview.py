"""`cardwright graph GAME --overview`: a game on one page, in words and as pictures."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from textwrap import indent

import pytest
from click.testing import CliRunner

from cardwright import language_guide
from cardwright.apps.commands.main import group
from cardwright.apps.pictures import parts
from cardwright.apps.pictures.drawing import columns, folded
from tests.system import needs_dot

ROOT = Path(__file__).resolve().parents[3]
HIGH_CARD = str(ROOT / "examples" / "high-card")
IN_ENGLISH = """\
the course of a match
  set-up
      makes happen: deal
  play-cards
      for each player, who decides
      offers as a choice: play
  compare-cards
      can end the game
      makes happen: score-point
  end

actions
  play

events
  deal
      → draw
  score-point
  draw
      → draw-card, fall-short
  draw-card
  fall-short

joined to nothing, not shown: kinds: 1
"""
OF_ARTIFACTS = """\
  アーティファクト  [artifact]
      40種、ルールがあるのは39種
      アクション47、効果24、置換2、修正2
"""


def call(*words: str):
    """Run the command."""
    return CliRunner(env={"LANG": "C", "LC_ALL": ""}).invoke(group, ["graph", *words, "--overview"])


def said(*words: str) -> str:
    """Return what the command prints."""
    result = call(*words)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def test_a_small_game_in_words():
    assert said(HIGH_CARD) == IN_ENGLISH
    text = language_guide()
    assert indent(IN_ENGLISH, "    ") in text


def test_it_speaks_the_language_that_is_asked_for():
    text = said("res-arcana", "--lang", "ja")

    assert OF_ARTIFACTS in text
    assert "      代わり: 生命〜を失う ×2\n" in text
    assert "  アクションフェイズ  [act]\n" in text
    assert "{" not in text


def test_json_has_every_box_and_link():
    data = json.loads(said("worldmonger", "--format", "json"))
    culture = next(box for box in data["boxes"] if box["id"] == "kind:culture")

    assert (culture["cards"], culture["bearing"], culture["rules"]) == (21, 16, {"action": 16})
    offered = {"source": "phase:using", "target": "kind:culture", "kind": "offers"}
    assert {**offered, "cards": 16, "number": 16} in data["links"]
    assert data["left_out"] == {"kind": 2}


def test_a_line_of_the_drawing_leads_from_cell_to_cell():
    dot = said("res-arcana", "--format", "dot")
    cells = set(re.findall(r'port="(b\d+)"', dot))
    lines = re.findall(r"^  (\w+):(b\d+):e -> (\w+):(b\d+):w ", dot, re.MULTILINE)

    assert len(lines) > 40
    assert {port for _, one, _, other in lines for port in (one, other)} <= cells
    column = {"course": 0, "actions": 1, "cards": 1, "events": 2, "values": 2}
    assert all(column[one] < column[other] for one, _, other, _ in lines)


def test_what_few_cards_do_has_no_line_and_is_named():
    dot = unescape(said("res-arcana", "--format", "dot"))
    label = dot[dot.index("<b>artifact</b>") : dot.index("<b>monument</b>")]

    assert "draw ×2" in label.replace("\u00a0", " ")
    links = json.loads(said("res-arcana", "--format", "json"))["links"]
    ends = {"source": "kind:artifact", "target": "event:draw"}
    assert [each["cards"] for each in links if ends.items() <= each.items()] == [2]
    mermaid = said("res-arcana", "--format", "mermaid")
    number = {
        title: node for node, title in re.findall(r'^ *(n\d+)\["<b>([^<]*)</b>', mermaid, re.M)
    }
    assert f"{number['artifact']} --> {number['tap']}" in mermaid
    assert f"{number['artifact']} --> {number['draw']}" not in mermaid


@needs_dot
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_graphviz_draws_it_for_a_page(lang):
    svg = said("res-arcana", "--format", "svg", "--lang", lang)
    width, height = map(int, re.findall(r'<svg width="(\d+)pt" height="(\d+)pt"', svg)[0])

    assert (width, height) <= (842, 595)
    assert "artifact" in svg


def test_without_graphviz_it_says_so(monkeypatch):
    monkeypatch.setattr(parts.shutil, "which", lambda name: None)
    result = call(HIGH_CARD, "--format", "svg")

    assert result.exit_code != 0
    assert "install graphviz, or use --format dot" in result.stderr


@pytest.mark.parametrize("words", [("draw",), ("--format", "graphml")])
def test_it_is_of_a_whole_game_in_its_forms(words):
    result = call(HIGH_CARD, *words)

    assert result.exit_code != 0
    assert "in one of these forms: text, dot, mermaid, json, svg" in result.stderr


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("one, two, three", 9, ["one, two,", "three"]),
        ("tap\u00a0×3, pay\u00a0×2", 8, ["tap\u00a0×3,", "pay\u00a0×2"]),
        ("山札を切る、捨てる、引く", 18, ["山札を切る、", "捨てる、引く"]),
        ("a-very-long-name b", 5, ["a-very-long-name", "b"]),
        ("", 5, [""]),
    ],
)
def test_folding(text, width, lines):
    assert folded(text, width) == lines


def test_wide_characters_take_two_columns():
    assert (columns("山札"), columns("deck"), columns("ｶ")) == (4, 4, 1)
