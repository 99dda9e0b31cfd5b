"""Boards in the main view of a terminal: places stand as the layout says, without `t`."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from rich.cells import cell_len

import cardwright
from cardwright.apps.screen import WATCHER, View, Viewer
from cardwright.apps.table.terminal.cells import Grid
from cardwright.apps.table.terminal.drawing import Drawing
from dsl.languages import OWN

ROOT = Path(__file__).parents[3]
BOARDS = ["board", "bridge", "hunt", "roads", "hiding"]
GARDENS = """\
id: gardens
version: "1"
language: 1
title: {en: Gardens, ja: 庭}
kinds:
  plant: {start: deck, text: {en: plant, ja: 草木}}
cards:
- each: {kind: plant, copies: 8}
  rows:
  - {id: rose, name: {en: Rose, ja: 薔薇}}
  - {id: lotus, name: {en: Lotus, ja: 蓮}}
  - {id: bamboo, name: {en: Giant bamboo, ja: 孟宗竹}}
players: {count: 2-4}
zones:
  deck: {of: plant, order: stack, seen-by: nobody, text: {en: deck, ja: 山札}}
  player.hand: {of: plant, seen-by: owner, text: {en: hand, ja: 手札}}
  player.garden: {of: plant, slots: 9, seen-by: everyone, text: {en: garden, ja: 庭}}
layout:
  beds: {rows: player.garden, columns: 3}
actions:
  plant:
    choose: {c: me.hand}
    do: move c to me.garden
    text: {en: "plant {c}", ja: "{c}を植える"}
setup: shuffle deck; deal 5
phases:
- {id: planting, turns: players, offer: [plant], text: {en: Planting, ja: 植え付け}}
end: {when: round > 3, rank: count(garden)}
"""


def lines_of(view: View) -> list[str]:
    """Return the main view."""
    return [line for block in Drawing(view, 80, 24).screen() for line in block.lengths[0]]


def views(game: cardwright.Game, players: int, lang: str, most: int = 40) -> list[View]:
    """Return what those who are asked see in a match at random."""
    match, random, viewer = game.start(players=players, seed=2), Random(2), Viewer(game, lang)
    found = []
    while not match.over and len(found) < most:
        assert match.decision is not None
        found.append(viewer.view(match, match.decision.player))
        match.apply(random.randrange(match.decision.count))
    return found


def stands(names: list[str], line: str) -> bool:
    """Return whether cells in a row begin with these names."""
    cells = [cell.strip() for cell in line.split("│")]
    cells = [cell for cell in cells if cell]
    return len(cells) == len(names) and all(map(str.startswith, cells, names))


@pytest.mark.parametrize("lang", OWN)
@pytest.mark.parametrize("recipe", BOARDS)
def test_places_of_a_row_stand_in_a_row(recipe: str, lang: str) -> None:
    game = cardwright.load(str(ROOT / "examples" / "recipes" / recipe))
    for view in views(game, 2, lang):
        lines = lines_of(view)
        names = {card.key: card.name for card in view.things}
        at = 0
        for row in view.boards[0].rows:
            places = [names[key] for key in row if key is not None]
            at = next(n for n in range(at, len(lines)) if stands(places, lines[n])) + 1
        assert len(lines) <= 22
        assert max(map(cell_len, lines)) <= 80


@pytest.fixture(scope="module")
def gardens(tmp_path_factory) -> cardwright.Game:
    folder: Path = tmp_path_factory.mktemp("gardens")
    (folder / "game.yaml").write_text(GARDENS)
    return cardwright.load(str(folder), cache=False)


@pytest.mark.parametrize("lang", OWN)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_player_has_a_board(gardens, players: int, lang: str) -> None:
    for view in views(gardens, players, lang):
        assert [board.owner for board in view.boards] == [*range(players)]
        drawn = lines_of(view)
        text = "\n".join(drawn)
        for player in view.players:
            title = {"en": f"garden of {player.name}", "ja": f"{player.name}の庭"}[lang]
            assert text.count(title) == 1
        first = text.index(min((b.label for b in view.boards), key=text.index))
        assert text.index(view.boards[view.seat].label) == first  # one's own is the first
        assert text.count("9. ·") == players
        assert len(drawn) <= 22 and max(map(cell_len, drawn)) <= 80


def test_whoever_watches_sees_the_boards_too(gardens) -> None:
    match = gardens.start(players=3, seed=1)
    match.apply(0)
    view = Viewer(gardens, "en").view(match, WATCHER)
    whole = "\n".join(Drawing(view, 80, 24).whole())

    assert [board.label for board in view.boards] == [
        "garden of ada", "garden of bo", "garden of cy",
    ]  # fmt: skip
    assert all(whole.count(board.label) == 1 for board in view.boards)
    assert "garden 1" not in whole


# --- grids ----------------------------------------------------------------------------------------

NAMES = ["ab", "long name here", "漢字の名前", "x", "a list: one, two, three of them, four"]


@pytest.mark.parametrize("seed", range(60))
def test_a_grid_is_even_and_breaks_no_name(seed: int) -> None:
    random = Random(seed)
    columns = random.randrange(2, 6)
    rows = tuple(
        tuple(
            None
            if random.random() < 0.2
            else tuple(random.choices(NAMES, k=random.randrange(1, 4)))
            for _ in range(columns)
        )
        for _ in range(random.randrange(1, 5))
    )
    width = random.randrange(20, 90)
    lines = Grid(rows).lines(width, has_rules=bool(seed % 2))
    if lines is None:
        return
    assert max(map(cell_len, lines)) <= width
    marks = [{cell_len(line[:n]) for n, sign in enumerate(line) if sign in "│┼"} for line in lines]
    assert len(set().union(*marks)) < columns
    text = "\n".join(lines)
    for part in (part for row in rows for cell in row if cell for part in cell):
        assert all(piece in text for piece in part.split(", "))


def test_a_grid_without_room_is_none() -> None:
    row = tuple(("a name of some length",) for _ in range(5))

    assert Grid((row,)).lines(80, has_rules=False) is None
    assert Grid((row,)).lines(120, has_rules=False) is not None


def test_a_ring_goes_around_its_middle() -> None:
    cells = tuple((name, "3 wheat") for name in "abcdefghij")
    lines = Grid((cells,), True, ("pot 7",)).lines(80, has_rules=False)

    assert lines == (
        "a       │ b       │ c       │ d",
        "3 wheat │ 3 wheat │ 3 wheat │ 3 wheat",
        "j       │ pot 7             │ e",
        "3 wheat │                   │ 3 wheat",
        "i       │ h       │ g       │ f",
        "3 wheat │ 3 wheat │ 3 wheat │ 3 wheat",
    )


def test_a_middle_that_has_no_room_leaves_the_ring_to_others() -> None:
    cells = tuple((name,) for name in "abcdefgh")

    assert Grid((cells,), True, ("a long text",) * 9).lines(80, has_rules=False) is None
