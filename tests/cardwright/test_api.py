"""The public API against the real language and machine."""

from __future__ import annotations

import pytest

import cardwright
from cardwright.api.options import OptionError

GAMES = [
    ("dream-tricks", 2), ("dream-tricks", 4), ("equilibrion", 1), ("equilibrion", 2),
    *(("worldmonger", players) for players in range(2, 7)),
]  # fmt: skip


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_match_from_start_to_end(name, players):
    game = cardwright.load(name, cache=False)
    match = game.start(players=players, seed=7)
    while not match.over:
        decision = match.decision
        assert decision.options
        assert decision.question("en") and decision.options[0].text("ja")
        match.apply(decision.options[-1])

    assert match.outcome.kind in ("win", "loss")
    assert match.decision is None


def test_options_as_people_write_them():
    game = cardwright.load("dream-tricks", options={"promise-breaking": "forbidden"}, cache=False)

    assert game.options["promise-breaking"] == 1
    with pytest.raises(OptionError):
        cardwright.load("dream-tricks", options={"promise-breaking": "sometimes"}, cache=False)


@pytest.mark.parametrize("value", ["rome,india,han", ["rome", "india", "han"]])
def test_a_list_of_cards_as_an_option(value):
    game = cardwright.load("worldmonger", options={"civilizations": value}, cache=False)

    assert game.start(players=2, seed=1).value("civs == [rome, india, han]")


@pytest.mark.parametrize("value", ["rome,villager", ["rome", "romme"]])
def test_a_list_holds_only_what_its_type_says(value):
    with pytest.raises(OptionError) as caught:
        cardwright.load("worldmonger", options={"civilizations": value}, cache=False)

    assert "babylonia, carthage" in caught.value.slots["all"]


def test_expressions_over_a_match():
    match = cardwright.load("dream-tricks", cache=False).start(players=3, seed=1)

    assert match.value("count(ada.hand)") == 12
    assert match.value("ada.lives == 3")
    with pytest.raises(cardwright.PackageError) as caught:
        match.value("ada.lifes")
    assert caught.value.diagnostics[0].name == "unknown-attribute"


def test_a_clone_goes_its_own_way():
    match = cardwright.load("dream-tricks", cache=False).start(players=3, seed=1)
    before = match.digest()
    copy = match.clone()
    copy.apply(0)

    assert match.digest() == before != copy.digest()


def test_undo_goes_back_to_the_decision():
    match = cardwright.load("equilibrion", cache=False).start(players=1, seed=1)
    before = match.digest()
    match.apply(0)
    match.undo()

    assert match.digest() == before
    with pytest.raises(cardwright.UndoRefused):
        match.undo()


def test_wrong_numbers_of_players_and_names():
    game = cardwright.load("equilibrion", cache=False)

    assert game.player_counts == range(1, 3)
    with pytest.raises(ValueError, match="3 cannot play"):
        game.start(players=3, seed=1)
    with pytest.raises(ValueError, match="2 names"):
        game.start(players=2, seed=1, names=["ada"])


@pytest.mark.parametrize("value", [99, 0, 2.5, True, None, "many", (3,)])
def test_an_option_given_as_a_value_is_checked_like_a_text(value):
    with pytest.raises(OptionError, match=r"option `deals` \(int\); possible: 1\.\.20"):
        cardwright.load("dream-tricks", options={"deals": value}, cache=False)


@pytest.mark.parametrize("value", [2, -1, "sometimes"])
def test_a_member_of_an_enum_is_one_of_its_members(value):
    with pytest.raises(OptionError, match="possible: penalised, forbidden"):
        cardwright.load("dream-tricks", options={"promise-breaking": value}, cache=False)


def test_settled_options_can_be_given_again():
    options = {"civilizations": ["egypt", "greece", "huns", "carthage"], "coins": "bank-500"}
    settled = cardwright.load("worldmonger", options=options, cache=False).options

    assert cardwright.load("worldmonger", options=settled, cache=False).options == settled


def test_what_cannot_be_loaded_says_so_in_words():
    with pytest.raises(cardwright.UnknownPackageError, match="did you mean `dream-tricks`"):
        cardwright.load("dream-trick")
    with pytest.raises(OptionError, match="no option `deal`; known: deals"):
        cardwright.load("dream-tricks", options={"deal": 3}, cache=False)


def test_an_answer_is_an_option_an_index_or_a_label():
    match = cardwright.load("dream-tricks", cache=False).start(players=3, seed=7)
    ways = [match.clone() for _ in range(3)]
    option = match.decision.options[3]
    for way, answer in zip(ways, (option, option.index, option.label), strict=True):
        way.apply(answer)

    assert len({way.digest() for way in ways}) == 1
    assert ways[0].digest() != match.digest()


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (-1, "no option -1"),
        (12, "no option 12"),
        ("red-99", r"`red-99` is no option now; there are: .*blue-10"),
        (True, "index or its label, not with True"),
        (1.5, "not with 1.5"),
        (None, "not with None"),
    ],
)
def test_an_answer_that_is_none_is_refused_and_changes_nothing(answer, said):
    match = cardwright.load("dream-tricks", cache=False).start(players=3, seed=7)
    before = match.digest()

    with pytest.raises(cardwright.NotAnOption, match=said):
        match.apply(answer)
    assert match.digest() == before and match.choices == ()


def test_after_the_end_there_is_nothing_to_answer():
    match = cardwright.load("dream-tricks", cache=False).start(players=2, seed=7)
    while not match.over:
        match.apply(0)

    with pytest.raises(cardwright.NotAnOption, match="there are: none"):
        match.apply("blue-5")
