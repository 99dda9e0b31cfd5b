"""Check which ids are taken for slips of others, and which are words of their own."""

from __future__ import annotations

import pytest

from tests.dsl.lint.test_rules import CLEAN, FLAVOURS, found


def test_things_are_not_compared_with_doings():
    doings = "events:\n  greet:\n    do: add 1 to me.coin\nphases:"
    flavours = FLAVOURS.removesuffix("}") + ", green: {en: green, ja: 若い}}"
    text = CLEAN.replace(FLAVOURS, flavours).replace("phases:", doings)
    assert [each.name for each in found(text)] == ["unused-member"]
    slip = text.replace("taste: sour", "taste: green", 1).replace("id: lemon", "id: greem")
    assert "misspelt-id" in [each.name for each in found(slip)]


RIGHT = (
    ("phases:\n", "phases:\n- id: whole-turn\n  do: while false, add 1 to start-player.coin\n"),
    (
        "phases:\n",
        "phases:\n- id: bets\n  do: add count(bests(players, coin)) to start-player.coin\n",
    ),
    ("id: lemon", "id: martyr-prayer"),
    ("id: lemon", "id: shield-of-light"),
    ("id: lemon", "id: workers-guild"),
)
DOINGS = """\
events:
  fight: {do: add 1 to me.coin}
  build: {do: fight}
actions:
  fight-back: {in: eating, do: fight}
  build-up: {in: eating, do: build; add build-cost to me.coin}
phases:
"""


@pytest.mark.parametrize(("old", "new"), RIGHT)
def test_a_right_word_is_not_taken_for_a_word_of_another_sort(old, new):
    text = CLEAN.replace(old, new, 1).replace("phases:\n", DOINGS, 1)
    text = text.replace("values:\n", "values:\n  build-cost -> int: 1\n")
    text = text.replace("name: {en: Lemon, ja: 檸檬}", "name: {en: X, ja: 甲}")

    assert "misspelt-id" not in [each.name for each in found(text)]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("ace-high", "Aces are the highest"), ("open-lead", "The first card is led face up"),
        ("seven-doubles", "With a seven all is doubled"), ("up-on-throw", "One throws it"),
    ],
)  # fmt: skip
def test_short_words_and_other_endings_are_no_slips(name, text):
    fruit = CLEAN.replace("{id: lemon,", f"{{id: {name},").replace("en: Lemon", f"en: {text}")

    assert "misspelt-id" not in [each.name for each in found(fruit)]


def test_a_slip_in_an_id_like_others_is_found():
    more = "- {id: %s, kind: fruit, taste: sour, size: %s, name: {en: X%s, ja: 甲}}\n"
    names = ("dragon-egg", "red-dragon", "blue-dragno")
    cards = "".join(more % (name, size, size) for size, name in enumerate(names))
    slips = found(CLEAN.replace("cards:\n", f"cards:\n{cards}"))

    assert [(each.name, each.helps) for each in slips] == [
        ("misspelt-id", ("write `blue-dragon`",))
    ]


STING = (
    "events:\n  sting: {do: add 1 to me.coin, text: {en: '{me} is stung', ja: '{me}が刺される'}}\n"
)


@pytest.mark.parametrize(("uses", "is_found"), [("", True), ("  tease: {do: sting}\n", False)])
def test_a_verb_that_rules_say_too_may_have_another_form_in_its_text(uses, is_found):
    text = CLEAN.replace("phases:\n", f"{STING}{uses}phases:\n", 1)

    assert ("misspelt-id" in [each.name for each in found(text)]) == is_found


def test_an_id_of_one_word_was_not_meant_to_be_a_part_of_others():
    phases = "".join(
        f"- {{id: {name}, turns: players, do: add 1 to me.coin, text: {{en: {n}, ja: {n}}}}}\n"
        for n, name in enumerate(("laying-out", "laying-away", "playing"))
    )
    assert found(CLEAN.replace("phases:\n", f"phases:\n{phases}", 1)) == ()


@pytest.mark.parametrize(
    ("id_", "name"), [("elodie-bell", "Élodie, Bell"), ("widow-orourke", "Widow O’Rourke")]
)
def test_an_id_may_drop_accents_and_apostrophes(id_, name):
    text = CLEAN.replace("id: lemon", f"id: {id_}", 1)
    text = text.replace("name: {en: Lemon,", f'name: {{en: "{name}",', 1)

    assert name in text
    assert "misspelt-id" not in [each.name for each in found(text)]
