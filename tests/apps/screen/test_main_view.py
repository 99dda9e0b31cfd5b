"""What the main view of a terminal keeps at 80 columns and 24 lines: what the question is about."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.cells import cell_len

import cardwright
from cardwright.apps.screen import View, Viewer
from cardwright.apps.table.terminal.drawing import Drawing
from dsl.languages import OWN

STALLS = """\
id: stalls
version: "1"
language: 1
title: {en: Stalls, ja: 露店}
enums:
  glaze:
    is: {red: {en: red, ja: 赤}, blue: {en: blue, ja: 青}, ash: {en: ash, ja: 灰}}
    text: {en: glaze, ja: 釉薬}
kinds:
  jar:
    attributes: {glaze: {is: glaze, text: {en: "{value}", ja: "{value}"}}}
    start: sack
    copies: 12
    text: {en: jar, ja: 壺}
  stall: {unique: true, text: {en: stall, ja: 露店}}
  shelf:
    attributes:
      row: {is: int, text: {en: row, ja: 段}}
      column: {is: int, text: {en: column, ja: 列}}
    start: player.rack
    text: {en: shelf, ja: 棚}
cards:
- each: {kind: jar}
  id: "{glaze}"
  name: {en: "{glaze}", ja: "{glaze}"}
  glaze: every glaze
- each: {kind: stall}
  rows:
  - {id: east, name: {en: the east stall, ja: 東の露店}}
  - {id: south, name: {en: the south stall, ja: 南の露店}}
  - {id: west, name: {en: the west stall, ja: 西の露店}}
  - {id: north, name: {en: the north stall, ja: 北の露店}}
- each: {kind: shelf}
  id: shelf-{row}-{column}
  name: {en: "{row}/{column}", ja: "{row}・{column}"}
  row: 1..5
  column: 1..5
players: {count: 2-4}
zones:
  sack: {of: jar, order: stack, seen-by: nobody, text: {en: sack, ja: 袋}}
  stall.jars: {of: jar, seen-by: everyone, text: {en: jars, ja: 壺}}
  player.kept: {of: jar, seen-by: everyone, text: {en: kept, ja: 手元}}
  player.rack: {of: shelf, order: row, seen-by: everyone, text: {en: rack, ja: 棚}}
layout:
  rack: {rows: player.rack, columns: 5}
actions:
  take:
    choose:
      s: every stall where jars is not empty
      g: every glaze where any(s.jars, glaze == g)
    do: move s.jars where glaze == g to me.kept
    text: {en: "take {g} from {s}", ja: "{s}の{g}を取る"}
setup: |
  for each s in every stall:
    repeat 2 times:
      for each g in every glaze where g != ash, move first(sack where glaze == g) to s.jars
phases:
- {id: trading, turns: players, offer: [take], text: {en: Trading, ja: 売り買い}}
end: {when: round > 3, rank: count(kept)}
"""


@pytest.fixture(scope="module")
def stalls(tmp_path_factory) -> cardwright.Game:
    folder: Path = tmp_path_factory.mktemp("stalls")
    (folder / "game.yaml").write_text(STALLS)
    return cardwright.load(str(folder), cache=False)


def main_view(view: View) -> list[str]:
    return [line for block in Drawing(view, 80, 24).screen() for line in block.lengths[0]]


JARS = {"en": ["red ×2", "blue ×2"], "ja": ["赤 ×2", "青 ×2"]}


@pytest.mark.parametrize("lang", OWN)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_lies_on_the_things_to_choose_from_is_told(stalls, players: int, lang: str) -> None:
    view = Viewer(stalls, lang).view(stalls.start(players=players, seed=3), 0)
    drawn = main_view(view)
    text = "\n".join(drawn)
    assert all(text.count(jars) == 4 for jars in JARS[lang])
    assert len(drawn) <= 22 and max(map(cell_len, drawn)) <= 80


@pytest.mark.parametrize("lang", OWN)
def test_what_lies_on_the_thing_that_was_chosen_is_told_too(stalls, lang: str) -> None:
    match = stalls.start(players=4, seed=3)
    match.apply(0)
    drawn = "\n".join(main_view(Viewer(stalls, lang).view(match, 0)))
    assert all(jars in drawn for jars in JARS[lang])


@pytest.mark.parametrize("lang", OWN)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_boards_with_nothing_on_them_make_room_and_are_named(stalls, players, lang: str) -> None:
    view = Viewer(stalls, lang).view(stalls.start(players=players, seed=3), 0)
    drawn = main_view(view)
    labels = [board.label for board in view.boards]
    assert all("\n".join(drawn).count(label) == 1 for label in labels)
    bare = [label for label in labels if label in drawn]  # a heading: a board stands below it
    first = {"en": "1/1", "ja": "1・1"}[lang]
    assert all(drawn[drawn.index(label) + 1].startswith(first) for label in bare)
    assert len([line for line in drawn if "5/1" in line or "5・1" in line]) >= 1  # one fits


def test_places_with_names_of_their_own_have_no_numbers(stalls) -> None:
    view = Viewer(stalls, "en").view(stalls.start(players=2, seed=3), 0)
    whole = "\n".join(Drawing(view, 80, 24).whole())
    assert "5/5" in whole and "25." not in whole


def test_a_zone_that_is_not_shown_is_told_with_the_whole_table_alone(tmp_path) -> None:
    kept = "player.kept: {of: jar, seen-by: everyone"
    (tmp_path / "game.yaml").write_text(STALLS.replace(kept, f"{kept}, show: false"))
    game = cardwright.load(str(tmp_path), cache=False)
    match = game.start(players=2, seed=3)
    match.apply(0)
    match.apply(0)
    view = Viewer(game, "en").view(match, 1)
    assert "kept" not in "\n".join(main_view(view))
    assert "kept 2: red ×2" in "\n".join(Drawing(view, 80, 24).whole())


def test_a_thing_on_which_nothing_lies_is_not_in_the_list_of_things(stalls) -> None:
    match = stalls.start(players=2, seed=3)
    match.apply(0)
    match.apply(0)  # ada takes all that is red from the first stall
    match.apply(0)
    match.apply(0)  # bo takes what is left there
    view = Viewer(stalls, "en").view(match, 0)
    assert [c.name for c in view.things if not c.areas[0].count] == ["the east stall"]
    assert "the east stall" not in "\n".join(Drawing(view, 80, 24).whole())


def test_what_a_card_is_from_the_beginning_is_not_said_of_it(tmp_path: Path) -> None:
    """A member that all cards begin with says nothing; another one does, and so does a number."""
    rules = (Path(__file__).parents[1] / "table" / "serving" / "marks.yaml").read_text("utf-8")
    (tmp_path / "game.yaml").write_text(rules, encoding="utf-8")
    match = cardwright.load(tmp_path).start(2, 1)
    viewer = Viewer(cardwright.load(tmp_path), "en")

    def said() -> list[tuple[str, str]]:
        field = next(a for a in viewer.view(match, 0).areas if a.key == "~0.field")
        return [(each.name, each.text) for each in field.cards[0].shown]

    assert said() == [("worn", "3")]
    match.apply("wear")
    match.apply(0)
    assert said() == [("mood", "sad"), ("worn", "3")]
