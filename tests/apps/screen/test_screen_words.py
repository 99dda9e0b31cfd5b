"""What a view says of options and cards, beside what it holds."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

import cardwright
from cardwright.apps.face.console import paragraph, wrapped
from cardwright.apps.screen import Viewer
from cardwright.apps.screen.wording import Wording


def faces_of(game: str) -> list:
    """Return the faces of all cards of a game."""
    model = cardwright.load(game).model
    wording = Wording(model, "en")
    return [wording.face(each.id) for each in model.definitions]


def test_a_playing_card_is_told_by_its_corner_alone() -> None:
    assert all(face.is_index for face in faces_of("hearts"))
    assert not any(face.is_index for face in faces_of("dream-tricks"))


def test_the_figure_of_a_little_card_is_a_part_of_its_name() -> None:
    """Of a price that other cards have too the name tells more."""
    assert {f.figure for f in faces_of("dream-tricks")} == {str(rank) for rank in range(2, 11)}
    assert {f.name: f.figure for f in faces_of("worldmonger")}["Villager"] == ""


def test_a_piece_on_a_board_shows_the_symbol_of_its_sort() -> None:
    game = cardwright.load("chess")
    view = Viewer(game, "en").view(game.start(seed=0), 0)
    [king] = [each for each in view.things if each.id == "e1"]
    assert {each.name: each.sign for each in king.shown} == {"man": "♚", "side": ""}


def test_who_is_asked_yes_or_no_by_a_card_reads_what_it_offers() -> None:
    """The sphere of Humility: who absorbs where it lies may gain 1 Essence."""
    game = cardwright.load("cerebria")
    match = game.start(players=2, seed=0, given={
        "ada.team": "bliss", "bo.team": "gloom", "ada.spirit": "love", "bo.spirit": "hatred",
        "valley.spirits": ["love"], "valley.sphere": ["humility-sphere"], "round": 2,
        "ada.actions": 3, "phase": "acting", "turn": "ada",
    })  # fmt: skip
    match.apply("absorb-sphere")
    question = Viewer(game, "en").view(match, 0).question
    assert question is not None
    assert question.within.endswith("Humility › bonus")
    assert question.text == "Gain 1 Essence?"


@pytest.mark.parametrize(("profile", "points"), [("max10", ["10", "5"]), ("jass", ["11", "4"])])
def test_a_face_says_what_a_card_is_worth_by_the_options_of_the_match(
    profile: str, points: list[str]
) -> None:
    """The table of the rules: 9 and 10 are worth 5 and 10, or 4 and 11 as in Jass."""
    game = cardwright.load("dream-tricks", {"points-profile": profile})
    match = game.start(2, given={"ada.hand": ["green-10", "green-9"], "bo.hand": 2,
                                 "phase": "trick", "turn": "ada"}, seed=0)  # fmt: skip
    faces = Viewer(game, "en").view(match, 0).faces

    assert [
        faces[card].line[-1].removeprefix("dream fragments ") for card in ("green-10", "green-9")
    ] == points


def test_a_view_with_the_newest_of_the_log_tells_it_as_the_whole_does() -> None:
    game = cardwright.load("dream-tricks")
    whole, short = Viewer(game, "en"), Viewer(game, "en", log=3)
    match = game.start(2, seed=1)
    before = short.view(match, 0)
    for _ in range(8):
        match.apply(0)
    all_, newest = whole.view(match, 0), short.view(match, 0, before)

    assert newest.log == all_.log[-3:]
    assert newest.changes.log <= all_.log[-1].number - 3
    match.apply(0)
    after = short.view(match, 0, newest)
    assert after.changes.log == newest.log[-1].number
    match.undo(5, agreed=True)
    left = len(whole.view(match, 0).log)
    assert short.view(match, 0, after).changes.log == left < after.changes.log


@pytest.mark.parametrize(
    ("name", "label", "best"),
    [
        ("hearts", {"en": "points", "ja": "点"}, min),
        ("briscola", {"en": "card points", "ja": "側の点"}, max),
        ("goofspiel", {"en": "prize points", "ja": "賞品の点"}, max),
        ("cheat", {"en": "cards in the hand", "ja": "手札"}, min),
    ],
)
def test_scores_are_called_what_the_game_calls_them(name: str, label: dict, best) -> None:
    """Hearts: who has the fewest points wins, so points are told, not what is below nought."""
    game = cardwright.load(f"examples/classics/{name}")
    match, chance = game.start(seed=3), Random(3)
    while not match.over:
        match.apply(chance.randrange(match.decision.count))

    for lang in ("en", "ja"):
        end = Viewer(game, lang).view(match, 0).end
        assert end is not None
        (winner, first), *others = ((each.has_won, each.parts[0]) for each in end.scores)

        assert winner and label[lang] in first.label
        assert first.value == best([first.value, *(part.value for _, part in others)])
        assert first.value >= 0


def test_lists_are_broken_between_things_and_no_line_begins_with_a_mark():
    english = wrapped(["hand 4: oak 6, maple 1, larch 3"], 26)
    japanese = wrapped(["手札四枚あります、樫と楓"], 16)

    assert english == ["hand 4: oak 6, maple 1,", "  larch 3"]
    assert japanese == ["手札四枚ありま", "  す、樫と楓"]


@given(st.text("ab ,、。樫-", max_size=40), st.integers(6, 30))
def test_every_text_is_broken_into_lines_that_fit(text: str, width: int) -> None:
    lines = paragraph(text, width)

    assert all(cell_len(line) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_an_end_leaves_out_what_decides_nothing() -> None:
    """Dream Tricks ranks who stays first, and counts fragments in one of its settings alone."""
    game = cardwright.load("dream-tricks")
    match, chance = game.start(players=3, seed=7), Random(7)
    while not match.over:
        match.apply(chance.randrange(match.decision.count))
    assert match.outcome is not None
    columns = [len(set(column)) for column in zip(*match.outcome.rank, strict=True)]

    end = Viewer(game, "en").view(match, 0).end
    assert end is not None and 1 in columns
    assert {len(each.parts) for each in end.scores} == {sum(each > 1 for each in columns)}


@pytest.mark.parametrize(
    ("lang", "rows", "upgrade"),
    [("en", ["Move", "Invoke"], "Haste"), ("ja", ["移動", "喚起"], "迅速")],
)
def test_what_a_player_has_of_a_table_is_told_row_by_row(lang: str, rows, upgrade: str) -> None:
    """A skill lists its upgrades, and a token names its skill: both stand with their skill."""
    model = cardwright.load("cerebria").model
    wording, fields = Wording(model, lang), {key.name: each for key, each in model.state.items()}
    cells, marks = (
        wording.shown(name, fields[name].text, ids, fields[name].type).members
        for name, ids in (
            ("cells", ["move-unlocked", "invoke-unlocked", "haste"]),
            ("marks", ["moving-red", "invoking-blue"]),
        )
    )

    assert [*dict.fromkeys(each.group for each in cells)] == rows
    assert upgrade in [each.label for each in cells if each.group == rows[0]]
    assert [(each.group, bool(each.color)) for each in marks] == [(row, True) for row in rows]
    assert len({each.color for each in marks}) == 2
