"""Names and other texts that are the same wherever they are read have no slots."""

from __future__ import annotations

import pytest

HUE = "enums: {color: {red: RED, blue: {en: '{blue one|blue ones}', ja: 青}}}\n"


@pytest.mark.parametrize(
    ("section", "text", "slot"),
    [
        ("cards", "cards: [{id: ruby, kind: tile, color: red, name: \"{owner}'s\"}]\n", "{owner}"),
        ("cards", "cards: [{id: a, kind: tile, color: red, name: {en: A, ja: '{self.owner}'}}]\n",
         "{self.owner}"),
        ("cards", "cards: [{each: {kind: tile, color: every color, id: 'a-{color}',"
         " name: '{colour} A'}}]\n", "{colour}"),
        ("more", "names: {ruby: '{me} ruby'}\n", "{me}"),
        ("enums", HUE.replace("RED", "{en: '{red}'}"), "{red}"),
        ("kinds", "kinds: {tile: {start: bag, attributes: {color: {is: color,"
         " text: '{color}'}}}}\n", "{color}"),
        ("more", "state: {left: {is: int = 0, text: 'left of {me}'}}\n", "{me}"),
        ("phases", "phases: [{id: act, turns: players, offer: [pass], text: '{me} acts'}]\n",
         "{me}"),
    ],
)  # fmt: skip
def test_a_text_that_is_the_same_everywhere_has_no_slots(findings, section, text, slot):
    assert findings(**{section: text}) == [("unknown-slot", slot)]


@pytest.mark.parametrize(
    ("section", "text"),
    [
        ("cards", "cards: [{each: {kind: tile, color: every color, id: 'a-{color}',"
         " name: '{color} A'}}]\n"),
        ("cards", "cards: [{id: ruby, kind: tile, color: red, name: '\\{owner}'}]\n"),
        ("enums", HUE.replace("RED", "{en: red}")),
        ("kinds", "kinds: {tile: {attributes: {color: {is: color, text: 'is {value}'},"
         " fit: {is: 'int (player p) = 1', text: 'fit for {p}'}}, start: bag}}\n"),
        ("more", "state: {left: {is: int = 0, text: 'left of {owner}'}}\n"),
    ],
)  # fmt: skip
def test_what_such_texts_may_say_in_braces(findings, section, text):
    assert findings(**{section: text}) == []
