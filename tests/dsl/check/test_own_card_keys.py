"""A key of cards that came later takes no name from an attribute of their kind."""

from __future__ import annotations

import pytest

from dsl.diagnostics.diagnostic import Diagnostic
from dsl.keys.nouns import CARD_KEYS, LATER_CARD_KEYS
from dsl.load import load_sources, prelude_in
from dsl.model.game import Game
from dsl.records import Source
from tests.interpreter.small import HEAD, PRELUDE

FIRST = {
    *("id", "kind", "name", "text", "copies", "start", "source", "only-if", "actions", "examples"),
    *("triggers", "replacements", "modifiers", "forbids", "always"),
}
GAME = """\
kinds:
  ware: {{attributes: {{rank: int = 1, {attribute}}}, copies: 1, start: row}}
  gem: {{extends: ware}}
  tool: {{active-in: row, start: row, copies: 1, state: {{definition: def of tool}}}}
cards:
- {{kind: ware, id: w1, {said}}}
- each: {{kind: gem, {said}}}
  rows: [{{id: w2}}, {{id: w3, rank: 2}}]
- {{kind: tool, id: t1, about: {{artist: Ada}}, grants: [{{to: row where it is tool, triggers: [{{after: gain, do: gain 1}}]}}]}}
- {{kind: tool, id: t2, face-of: t1}}
zones: {{row: {{of: thing, seen-by: everyone}}}}
players: {{count: 2, state: {{n: int = 0}}}}
events: {{gain (int n): {{do: add n to me.n}}}}
phases: [{{id: a, turns: players, do: gain 1}}]
end: {{when: "any(players, n > 3)"}}
"""  # noqa: E501
OWN = [
    ("about: int", "about: 3", 3),
    ("grants: int", "grants: 3", 3),
    ("face-of: color", "face-of: red", 0),
    ("about: maybe effect", "about: gain 1", None),
    ("grants: amount of color", "grants: {red: 1}", None),
]


def loaded(attribute: str, said: str) -> tuple[Game | None, list[Diagnostic]]:
    """Return a game whose kind of wares has an attribute, and what is found in it."""
    text = GAME.format(attribute=attribute, said=said).replace("of: thing", "of: base")
    text = text.replace("kinds:\n", "enums: {color: [red, blue]}\nkinds:\n  base: {}\n")
    for kind in ("ware", "tool"):
        text = text.replace(f"  {kind}: {{", f"  {kind}: {{extends: base, ")
    source = Source("small/game.yaml", HEAD + text)
    found = load_sources([source], "small", prelude_in(PRELUDE))
    return found.game, [*found.diagnostics]


@pytest.mark.parametrize(("attribute", "said", "value"), OWN)
def test_an_attribute_of_the_kind_comes_before_the_key(attribute, said, value):
    game, found = loaded(attribute, said)

    assert [each.message for each in found if each.severity == "error"] == []
    assert game is not None
    name = attribute.partition(":")[0]
    for card in game.cards:
        if card.id in ("w1", "w2", "w3") and value is not None:
            assert card.attributes[name].expression.value == value


@pytest.mark.parametrize(("attribute", "said", "value"), OWN)
def test_it_is_told_once_as_advice(attribute, said, value):
    _, found = loaded(attribute, said)

    [told] = [each for each in found if each.name == "own-word"]
    assert told.span.text == attribute.partition(":")[0]


def test_other_kinds_have_the_key():
    game, _ = loaded("about: int", "about: 3")

    assert game is not None
    tool = next(each for each in game.cards if each.id == "t1")
    assert dict(tool.about) != {}
    assert any(each.grant for each in game.keywords.values())
    assert next(each for each in game.cards if each.id == "t2").face_of == "t1"


def test_keys_of_cards_that_come_later_give_way():
    assert CARD_KEYS == FIRST | LATER_CARD_KEYS
