"""A card's text may take in the texts of its actions: `{actions}` stands for them."""

from __future__ import annotations

KINDS = (
    "kinds:\n  tile: {attributes: {color: color, rank: int = 1}, start: bag, active-in: [bag]}\n"
)
ACTIONS = """\
  actions:
  - {in: act, do: pass, text: {en: "rest: gain 1", ja: "休む：1得る"}}
  - {in: act, do: pass, text: {en: "wait!", ja: "待つ。"}}
"""


def cards(text: str, actions: str = ACTIONS) -> str:
    head = "- id: ruby\n  kind: tile\n  color: red\n  name: {en: Ruby, ja: ルビー}\n"
    return f"cards:\n{head}  text: {text}\n{actions}- {{id: sky, kind: tile, color: blue}}\n"


def text_of(load, text: str, actions: str = ACTIONS, **more: str):
    loaded = load(kinds=KINDS, cards=cards(text, actions), **more)
    assert loaded.diagnostics == (), [each.message for each in loaded.diagnostics]
    return next(card for card in loaded.game.definitions if card.id == "ruby")


def test_a_text_of_nothing_else_is_there_in_all_languages(load):
    card = text_of(load, '"{actions}"')

    assert card.text == {"en": "Rest: gain 1. Wait!", "ja": "休む：1得る。待つ。"}
    assert card.is_joined


def test_words_may_stand_around_it(load):
    card = text_of(load, '{en: "Collect 1. {actions} Ward.", ja: "収集：1。{actions}守り。"}')

    assert card.text == {
        "en": "Collect 1. Rest: gain 1. Wait! Ward.",
        "ja": "収集：1。休む：1得る。待つ。守り。",
    }


def test_a_text_without_it_is_as_it_is(load):
    card = text_of(load, "{en: Rest or wait., ja: 休むか待つ。}")

    assert card.text == {"en": "Rest or wait.", "ja": "休むか待つ。"} and not card.is_joined


def test_the_card_itself_is_called_by_its_name(load):
    card = text_of(
        load,
        '"{actions}"',
        '  actions: [{in: act, do: pass, text: {en: "eat {self}", ja: "{self}を食べる"}}]\n',
    )

    assert card.text == {"en": "Eat Ruby.", "ja": "ルビーを食べる。"}


def test_a_translation_of_an_action_is_in_the_text_of_the_card(load):
    german = "translation: de\ncards: {ruby: {actions: {1: 'ruhen: 1 erhalten', 2: warten!}}}\n"

    card = text_of(load, '"{actions}"', files={"texts/de.yaml": german})

    assert card.text["de"] == "Ruhen: 1 erhalten. Warten!"


def test_a_slot_that_only_a_match_fills_cannot_be_joined(findings):
    choosing = '  actions: [{in: act, choose: {c: bag}, do: pass, text: {en: "take {c}"}}]\n'

    found = findings(kinds=KINDS, cards=cards('"{actions}"', choosing))

    assert found == [("unknown-slot", '"{actions}"')]


def test_a_card_whose_actions_say_nothing(findings):
    found = findings(kinds=KINDS, cards=cards('"{actions}"', "  actions: [{in: act, do: pass}]\n"))

    assert found == [("unknown-slot", '"{actions}"')]
