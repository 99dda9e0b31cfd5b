"""Translations in files of their own read as if they stood beside the texts they translate."""

from __future__ import annotations

EVENTS = """\
events:
  praise (tile c) to (player p):
    text: {en: "praise {c}", ja: "{c}をほめる"}
  rest:
    text: {en: rest, ja: 休む}
"""
ENUMS = """\
enums:
  color:
    is: {red: {en: red, ja: 赤}, blue: blue}
    text: {en: colour, ja: 色}
"""
CARDS = """\
cards:
- each: {kind: tile}
  id: "{color}-{rank}"
  name: {en: "{color} {rank}", ja: "{color}の{rank}"}
  color: every color
  rank: 1..2
"""
GERMAN = """\
translation: de
title: Klein
enums:
  color: {is: {red: Rot, blue: Blau}, text: Farbe}
zones: {bag: Beutel}
events:
  praise: "{c} loben"
  rest: {text: rasten}
  draw: "{n} ziehen"
  shuffle: "{z} mischen"
cards:
  "{color}-{rank}": {name: "{color} {rank}"}
  red-2: {name: Rote Zwei}
"""
ZONES = """\
zones:
  bag: {of: tile, order: stack, seen-by: nobody, text: {en: bag, ja: 袋}}
  player.hand: {of: tile, seen-by: owner}
  stock: {of: tile, order: stack, seen-by: nobody}
"""
TEXTS = {"events": EVENTS, "enums": ENUMS, "cards": CARDS, "zones": ZONES}


def german(load, text: str = GERMAN):
    loaded = load(files={"texts/de.yaml": text}, setup="setup: draw 1 by first(players)\n", **TEXTS)
    assert loaded.diagnostics == ()
    return loaded.game


def test_what_a_file_says_stands_beside_the_other_languages(load):
    game = german(load)

    assert game.manifest.title == {"en": "Small", "de": "Klein"}
    assert game.manifest.languages == ("en", "de")
    assert game.enums["color"].text == {"en": "colour", "ja": "色", "de": "Farbe"}
    assert [text["de"] for text in game.enums["color"].texts] == ["Rot", "Blau"]
    assert game.events["praise"][0].text["de"] == "{c} loben"
    assert game.events["rest"][0].text["de"] == "rasten"
    assert next(iter(game.zones.values())).text["de"] == "Beutel"


def test_what_cards_take_from_a_source_is_translated_once(load):
    cards = "cards: [{id: ruby, kind: tile, color: red, source: named}]\n"
    origins = "origins: {named: {published: {en: name, ja: 名前}}}\n"
    text = "translation: de\norigins: {named: {published: Name}}\n"
    loaded = load(files={"texts/de.yaml": text}, cards=cards, origins=origins)

    assert loaded.diagnostics == ()
    (ruby,) = loaded.game.definitions
    assert ruby.origins == {"published": {"en": "name", "ja": "名前", "de": "Name"}}
    assert ruby.provenance == ""


def test_cards_of_a_product_are_translated_by_their_pattern_or_one_by_one(load):
    names = {card.id: card.name["de"] for card in german(load).definitions}

    assert names == {
        "red-1": "Rot 1",
        "red-2": "Rote Zwei",
        "blue-1": "Blau 1",
        "blue-2": "Blau 2",
    }


def test_words_of_the_prelude_and_of_the_machine_are_translated_too(load):
    game = german(load)

    assert game.events["draw"][0].text["de"] == "{n} ziehen"
    assert game.natives == {"shuffle": {"de": "{z} mischen"}}


def test_a_translation_changes_no_digest(load):
    plain = load(setup="setup: draw 1 by first(players)\n", **TEXTS).game
    game = german(load)

    assert game.digest == plain.digest
    assert [card.digest for card in game.definitions] == [c.digest for c in plain.definitions]


def test_what_is_left_open_is_not_there(load):
    game = german(load, "translation: de\nevents:\n  praise:\n  rest: rasten\n")

    assert "de" not in game.events["praise"][0].text
    assert game.manifest.title == {"en": "Small"}
    assert game.manifest.languages == ("en", "de")


def test_two_files_of_one_language_add_up(load):
    files = {
        "texts/de.yaml": "translation: de\nevents: {rest: rasten}\n",
        "texts/mehr.yaml": "translation: de\nzones: {bag: Beutel}\n",
    }

    game = load(files=files, **TEXTS).game

    assert game.events["rest"][0].text["de"] == "rasten"
    assert next(iter(game.zones.values())).text["de"] == "Beutel"


def test_a_text_that_is_translated_twice(findings):
    files = {
        "texts/a.yaml": "translation: de\nevents: {rest: rasten}\n",
        "texts/b.yaml": "translation: de\nevents: {rest: ruhen}\n",
        "texts/ja.yaml": "translation: ja\nevents: {rest: 休憩}\n",
    }

    assert findings(files, **TEXTS) == [("duplicate-name", "ruhen"), ("duplicate-name", "休憩")]


def test_a_slot_that_is_not_there_is_found_in_the_translation(findings):
    files = {"texts/de.yaml": 'translation: de\nevents: {praise: "{d} loben"}\n'}

    assert findings(files, **TEXTS) == [("unknown-slot", "{d}")]


def test_what_a_translation_may_hold(findings):
    files = {"texts/de.yaml": "translation: de\nevents: {rest: [rasten]}\nend: {rank: x}\n"}

    found = findings(files, **TEXTS)

    assert ("unknown-key", "end") in found
    assert ("wrong-shape", "[rasten]") in found
