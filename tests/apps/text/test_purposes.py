"""What questions of steps are for: said in the words of the steps that use the answer."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright
from cardwright.apps.screen import View, Viewer, from_json, to_json
from cardwright.apps.screen.model import Question
from cardwright.apps.table.terminal.drawing import Drawing

GAME = """
id: purposes
version: "1"
language: 1
title: {en: Purposes, ja: 目的}
kinds:
  coin:
    copies: 3
    start: player.hand
    text: {en: coin, ja: 硬貨}
cards:
- {kind: coin, id: penny, name: {en: Penny, ja: 一文}}
- {kind: coin, id: dime, name: {en: Dime, ja: 十文}}
players:
  count: 2
  state:
    points: {is: int = 5, text: {en: points, ja: 点}}
zones:
  player.hand: {of: coin, seen-by: owner, text: {en: hand, ja: 手札}}
  player.bid: {of: coin, seen-by: everyone, text: {en: bid, ja: 入札}}
  box: {of: coin, seen-by: everyone, text: {en: box, ja: 箱}}
events:
  pay (int n):
    when: n <= me.points
    do: subtract n from me.points
    text: {en: "{me} pays {n}", ja: "{me}は{n}点を払う"}
  earn (int n):
    do: add n to me.points
    text: {en: "{me} earns {n}", ja: "{me}は{n}点を得る"}
  lay (coin c) at (player p):
    do: move c to p.bid
    text: {en: "{me} lays {c} before {p}", ja: "{me}は{p}の前に{c}を置く"}
actions:
  act:
    text: {en: act, ja: 行動する}
    do: |
STEPS
phases:
- id: acting
  turns: players
  offer: [act, pass]
  text: {en: Acting, ja: 行動}
end: {when: round > 3, rank: points}
"""


def asked(folder: Path, steps: str, lang: str, answers: tuple[str, ...] = ("act",)) -> Question:
    """Return the question after some answers in a game whose action does some steps."""
    view = seen(folder, steps, lang, answers)
    assert view.question is not None
    assert from_json(to_json(view)) == view
    return view.question


def seen(folder: Path, steps: str, lang: str, answers: tuple[str, ...] = ("act",)) -> View:
    lines = "\n".join(f"      {line}" for line in steps.splitlines())
    (folder / "game.yaml").write_text(GAME.replace("STEPS", lines), "utf-8")
    game = cardwright.load(folder)
    match = game.start(2, seed=1)
    for answer in answers:
        match.apply(answer)
    assert match.decision is not None
    return Viewer(game, lang).view(match, match.decision.player)


@pytest.mark.parametrize(("lang", "said"), [("en", "Earn 3?"), ("ja", "3点を得る？")])
def test_who_agrees_is_asked_for_what_is_done(tmp_path: Path, lang: str, said: str) -> None:
    question = asked(tmp_path, "may pay 2, earn 3", lang)
    assert question.text == said
    assert [option.does for option in question.options] == [(), ()]


def test_a_yes_whose_price_is_not_told_says_it_too(tmp_path: Path) -> None:
    steps = "may move first(me.hand) to box, earn 3"
    question = asked(tmp_path, steps, "en")
    assert question.text == "Put the first coin of your hand into the box; then earn 3?"


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "Put a coin in your hand into your bid"),
        ("ja", "自分の手札の硬貨1枚を自分の入札に置く"),
    ],
)
def test_a_choice_says_what_is_done_with_it(tmp_path: Path, lang: str, said: str) -> None:
    question = asked(tmp_path, "choose c from me.hand\nmove c to me.bid", lang)
    assert question.purpose == said


def test_a_choice_says_what_is_done_first_even_inside_of_other_steps(tmp_path: Path) -> None:
    steps = "choose c from me.hand\nif me.points > 3:\n  move c to me.bid\nelse:\n  move c to box"
    assert asked(tmp_path, steps, "en").purpose == "Put that coin into your bid"


def test_secret_choices_say_what_is_done_when_all_are_shown(tmp_path: Path) -> None:
    steps = "at once for each p in players:\n  choose c from p.hand by p\nthen:\n  move c to p.bid"
    assert asked(tmp_path, steps, "en").purpose == "Put that coin into your bid"


def test_who_else_does_something_with_a_choice_is_not_whoever_made_it(tmp_path: Path) -> None:
    """An event of the game is done by `me`, who need not be the player that chooses."""
    steps = "for each p in players:\n  choose c from p.hand by p\n  lay c at p"
    assert asked(tmp_path, steps, "en").purpose == "Lay that coin before that player"


def test_a_way_without_an_event_says_what_it_does(tmp_path: Path) -> None:
    steps = "choose one:\n  add 2 to me.points\n  earn 1, earn 2"
    first, second = asked(tmp_path, steps, "en").options
    assert (first.text, first.does) == ("Add 2 to your points", ())
    assert second.text == "earn 1, earn 2"
    assert second.does == ("Earn 1; then earn 2",)


def test_nothing_is_said_where_somebody_else_than_the_reader_is_you(tmp_path: Path) -> None:
    steps = "choose c from me.hand by next(me)\nmove c to me.bid"
    assert asked(tmp_path, steps, "en").purpose == ""


def test_what_is_long_is_left_to_the_rules(tmp_path: Path) -> None:
    long = "; ".join(["earn 2 by next(next(next(next(me))))"] * 4)
    question = asked(tmp_path, f"may:\n  {long}", "en")
    assert question.options[0].does == ()


def test_the_terminal_shows_it_where_there_is_room(tmp_path: Path) -> None:
    view = seen(tmp_path, "choose c from me.hand\nmove c to me.bid", "en")
    blocks = {block.key: block for block in Drawing(view, 80, 24).question(20)}
    said = "Put a coin in your hand into your bid"
    assert blocks["purpose"].lengths == ((said,), ())
    assert blocks["purpose"].weight < blocks["options"].weight
