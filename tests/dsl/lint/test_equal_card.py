"""A card that is another one under a second id is found; what rules tell apart is none."""

from __future__ import annotations

from tests.dsl.lint.test_rules import CLEAN, PLUM, TRIGGER, only


def test_a_card_that_differs_in_its_name_alone_is_another_while_nothing_stands_on_it():
    named = PLUM.replace("id: plum", "id: sloe").replace("Plum, ja: 梅", "Sloe, ja: 酸桃")
    ruled = TRIGGER + TRIGGER.replace("id: plum", "id: sloe").replace(
        "Plum, ja: 梅", "Sloe, ja: 李"
    )

    assert only("equal-card", PLUM, PLUM + named) == []
    assert only("equal-card", PLUM, ruled) == ["`sloe` is the same card as `plum`"]
    other = ruled.replace("add 1 to start-player", "add 2 to start-player", 1)
    assert only("equal-card", PLUM, other) == []


def test_cards_that_rules_name_are_told_apart():
    twins = PLUM + PLUM.replace("id: plum", "id: plum-two")
    text = CLEAN.replace("count(basket where", "count(basket where it.definition == plum-two or", 1)

    assert only("equal-card", PLUM, twins, text) == []
