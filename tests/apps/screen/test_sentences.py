"""What is asked where things are touched is a sentence, without gaps."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import cardwright
from cardwright.apps.screen import Viewer

EXAMPLES = Path(__file__).parents[3] / "examples"
GAMES = ("dream-tricks", "res-arcana", "worldmonger", "equilibrion", "cerebria",
         *(str(EXAMPLES / each) for each in ("classics/klondike", "classics/hearts",
                                             "classics/gin-rummy", "recipes/board")))  # fmt: skip


def asked(game: cardwright.Game, lang: str, moves: int) -> list[tuple[str, list[str]]]:
    """Return what is asked in a match of chance: questions, and their options where they are
    actions."""
    match = game.start(2 if 2 in game.player_counts else game.player_counts[0], 3)
    viewer, chance, found = Viewer(game, lang, is_touched=True), Random(5), []
    for _ in range(moves):
        if match.over:
            break
        question = viewer.view(match, match.decision.player).question
        text = ": ".join(filter(None, (question.within, question.text)))
        found.append((text, [each.text for each in question.options]))
        match.apply(chance.randrange(len(match.decision.options)))
    return found


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("name", GAMES)
def test_nothing_that_is_asked_has_a_gap(name: str, lang: str) -> None:
    for text, options in asked(cardwright.load(name), lang, 40):
        assert "…" not in "".join([text, *options])
        assert text[0] == text[0].upper()


@pytest.mark.parametrize(
    ("name", "lang", "wanted"),
    [
        ("classics/hearts", "en", "Play which card?"),
        ("classics/hearts", "ja", "どのカードを出す？"),
        ("recipes/board", "en", "Put a stone on which cell?"),
        ("recipes/board", "ja", "どのマスに石を置く？"),
        ("classics/klondike", "en", "Move which card to a column?"),
        ("classics/memory", "en", "Turn two cards over: Which card?"),
        ("classics/memory", "ja", "2枚めくる: どのカード？"),
        ("classics/cheat", "en", "Believe or doubt?"),
        ("classics/cheat", "ja", "信じる、それともダウト？"),
        ("classics/gin-rummy", "en", "Discard which card?"),
        ("classics/nim", "en", "Take a number from which pile?"),
        ("classics/nim", "en", "Take how many from the second pile?"),
        ("classics/five-card-draw", "en", "What do you do?"),
        ("classics/dominoes", "en", "Lay 6-5 at which side?"),
        ("duel", "en", "Draw a new hand of six?"),
        ("duel", "ja", "手札を6枚引き直す？"),
        ("classics/four-in-a-row", "en", "Drop a disc into which column?"),
        ("classics/four-in-a-row", "ja", "どの列に落とす？"),
        ("classics/euchre", "en", "Order the card up › cy makes diamonds trumps: Play alone?"),
    ],
)
def test_what_is_open_in_an_action_is_asked_for_in_its_place(name, lang, wanted) -> None:
    found = asked(cardwright.load(str(EXAMPLES / name)), lang, 60)

    assert wanted in {text for text, _ in found}


def test_a_noun_behind_an_article_has_no_other_one() -> None:
    options = {
        text for _, found in asked(cardwright.load("equilibrion"), "en", 40) for text in found
    }

    assert any("on the side of a City card" in text for text in options)


def test_of_what_is_counted_some_is_meant() -> None:
    found = asked(cardwright.load("worldmonger"), "en", 40)

    assert any("sell some of a civilization" in options for _, options in found)


@pytest.mark.parametrize(
    ("lang", "wanted"), [("en", "Choose an upgrade"), ("ja", "強化の枠を選ぶ")]
)
def test_where_one_thing_at_most_can_be_picked_one_is_asked_for(lang: str, wanted: str) -> None:
    """Whoever declares a Spirit Action may put one token on its row."""
    found = {text.rpartition(": ")[2] for text, _ in asked(cardwright.load("cerebria"), lang, 120)}

    assert wanted in found
    assert "Choose upgrades" not in found


@pytest.mark.parametrize(
    ("lang", "wanted"),
    [("en", "Put that mage into your play area"), ("ja", "そのメイジを自分の場に置く")],
)
def test_what_a_choice_is_for_is_told_to_whoever_makes_it(lang: str, wanted: str) -> None:
    """A mage is chosen at once by each player: it comes into that player's own play area."""
    game = cardwright.load("res-arcana")
    match = game.start(2, 3)

    assert Viewer(game, lang).view(match, match.decision.player).question.purpose == wanted


@pytest.mark.parametrize(
    ("lang", "wanted"),
    [
        ("en", " – turn this"),
        ("ja", "」これを横倒しにする"),
    ],
)
def test_a_name_in_front_of_words_with_a_colon_has_none(lang: str, wanted: str) -> None:
    """A label with two colons does not say which part is the name."""
    options = [o for _, found in asked(cardwright.load("res-arcana"), lang, 60) for o in found]

    assert any(wanted in text for text in options)
    assert not [text for text in options if text.count(":") + text.count("：") > 1]


@pytest.mark.parametrize("name", ["duel", "classics/casino", "classics/euchre", "cerebria"])
def test_who_agrees_is_told_to_what(name: str) -> None:
    """Whoever is asked yes or no reads what is done then, and reads it once."""
    folder = EXAMPLES / name
    game = cardwright.load(str(folder) if folder.exists() else name)
    viewers, chance, found = [Viewer(game, lang) for lang in ("en", "ja")], Random(5), 0
    for seed in range(6):
        match = game.start(2 if 2 in game.player_counts else game.player_counts[0], seed)
        for _ in range(150):
            if match.over or found > 4:
                break
            decision = match.decision
            if decision.kind == "yes-no":
                found += 1
                for viewer in viewers:
                    lang = viewer.wording.lang
                    asked = viewer.view(match, decision.player).question
                    said = decision.question(lang).casefold()
                    assert asked.text.strip("?？").casefold() not in said, asked.text
                    assert not any(option.does for option in asked.options)
            match.apply(chance.randrange(len(decision.options)))
    assert found
