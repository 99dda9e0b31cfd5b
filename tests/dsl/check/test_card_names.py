"""Names of cards that stand in a section of their own."""

from __future__ import annotations


def test_a_card_has_the_name_listed_for_it(load):
    loaded = load(files={"names.yaml": "names: {ruby: {en: Ruby, ja: ルビー}, sky: Sky}\n"})

    names = {card.id: card.name for card in loaded.game.definitions}

    assert loaded.diagnostics == ()
    assert names == {"ruby": {"en": "Ruby", "ja": "ルビー"}, "sky": {"en": "Sky"}}


def test_a_name_for_a_card_that_is_not_there(findings):
    assert findings(names="names: {rubi: Ruby}\n") == [("unknown-card", "rubi")]


def test_a_card_with_two_names(findings):
    cards = "cards:\n- {id: ruby, kind: tile, color: red, name: Red}\n"

    assert findings(cards=cards, names="names: {ruby: Ruby}\n") == [("duplicate-name", "name")]


def test_a_name_listed_in_two_files(findings):
    files = {"a.yaml": "names: {ruby: Ruby}\n", "b.yaml": "names: {ruby: Stone}\n"}

    assert findings(files) == [("duplicate-name", "ruby")]
