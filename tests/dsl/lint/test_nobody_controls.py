"""Rules of cards that act as `me` are found where nobody controls the card, and nowhere else."""

from __future__ import annotations

import pytest

from tests.dsl.lint.test_rules import CLEAN, RIPENING, found, only

RULED = 'active-in: [{zone}]\n    triggers: [{{after: move self, do: "{does}"}}]\n'


@pytest.mark.parametrize(
    ("zone", "does", "where"),
    [
        ("basket", "add 1 to me.coin", " in `basket`"),
        ("basket", "eat", " in `basket`"),
        ("basket", "eat by start-player", None),
        ("basket", "choose x from basket; reveal x", " in `basket`"),
        ("basket", "choose x from basket by start-player; reveal x", None),
        ("basket", "choose x from basket by chance; reveal x", None),
        ("basket", "for each p in players, add 1 to p.coin", None),
        ("basket", "if self.controller is not none, add 1 to me.coin", None),
        ("player.hand", "add 1 to me.coin", None),
        ("player.hand, basket", "add 1 to me.coin", " in `basket`"),
        ("bowl.inside", "add 1 to me.coin", " in `bowl.inside`"),
        ("purse.inside", "add 1 to me.coin", None),
    ],
)
def test_who_acts_where_nobody_controls_a_card(zone, does, where):
    text = CLEAN.replace("active-in: [basket]\n", RULED.format(zone=zone, does=does))
    text = text.replace(
        "kinds:\n", "kinds:\n  bowl: {unique: true}\n  purse: {active-in: player.belt}\n"
    )
    text = text.replace("zones:\n", "zones:\n  bowl.inside: {of: fruit, seen-by: everyone}\n"
                        "  purse.inside: {of: fruit, seen-by: everyone}\n"
                        "  player.belt: {of: purse, seen-by: everyone}\n")  # fmt: skip
    text += "events:\n  eat: {do: add 1 to me.coin, text: {en: '{me} eats', ja: '{me}が食べる'}}\n"
    found_there = [each.message for each in found(text) if each.name == "nobody-controls"]

    said = f"nobody controls this `fruit`{where}, and its rule acts as `me`"
    assert found_there == ([] if where is None else [said])


@pytest.mark.parametrize(
    ("old", "new"),
    [("    start: basket\n", "    start: player.hand\n"),
     ("    start: basket\n", "    start: basket\n    controller: start-player\n")],
)  # fmt: skip
def test_whose_a_card_is_may_be_said_by_its_kind(old, new):
    ripening = CLEAN.replace("    active-in: [basket]\n", RIPENING)

    assert only("nobody-controls", old, old, ripening) != []
    assert only("nobody-controls", old, new, ripening) == []
