"""Check what the cards of a pool are, read without their rules, against the game checked whole."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright
from benchmarks.pools import write
from cardwright.api.checks import Checks
from dsl.model.game import Game
from dsl.syntax.card_lines import words_of

CARDS = 120
ODD = """\
cards:
- id: quoted
  kind: beast
  name: {en: "Quick, brown", ja: 'すばやい'}
  text: {en: "Draw **2** cards: now.", ja: 札を2枚引く。}
  about: {number: 17, rarity: rare, tags: [plant, food], flavour: {en: Ha!}}
  tribe: tribe-3
  price: 12 - 2
  power: 4
- kind: beast
  id: turned
  tribe: tribe-4  # a remark
  price: 5
  source: by hand
  name: Turned *card*
- id: long
  kind: beast
  name:
    en: Long
    ja: 長い
  text: |
    Two lines,
    both of them.
  # a remark between
  tribe: tribe-5
  price: 2
  copies: 2
  triggers:
  - after: enter where c == self
    do: gain 1

- id: bare
  kind: beast
  tribe: tribe-1
  price: 0
  actions: [{in: day, cost: tap self, do: gain 1}]
- {id: braced, kind: beast, tribe: tribe-6, price: 1}
- id: named-elsewhere
  kind: beast
  tribe: tribe-7
  price: 1
- triggers: [{after: enter where c == self, do: gain 1}]
  id: rule-first
  kind: beast
  tribe: tribe-8
  price: 1
- each: {kind: beast, tribe: tribe-9}
  rows:
  - {id: row-a, price: 7, name: {en: Row A}}
  - {id: row-b, price: 8}
- each: {kind: beast, price: 1}
  id: "many-{tribe}"
  tribe: every tribe
names:
  named-elsewhere: {en: Elsewhere, ja: よそ}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("data") / "pool"
    write(found, CARDS * 2)
    (found / "cards" / "odd.yaml").write_text(ODD, "utf-8")
    (found / "cards" / "alone.yaml").write_text("kind: beast\ntribe: tribe-2\nprice: 3\n", "utf-8")
    return found


def data_of(folder: Path) -> Game:
    found = Checks.data_of_cards(cardwright.find_package(str(folder)))
    assert found is not None
    return found.game


def test_cards_are_what_they_are_in_the_game_checked_whole(folder: Path) -> None:
    whole = {each.id: each for each in cardwright.load(folder, whole=True).model.definitions}
    data = data_of(folder)
    assert whole.keys() == {each.id for each in data.definitions}
    for card in data.definitions:
        other = whole[card.id]
        for word in ("kind", "name", "text", "about", "copies", "start", "provenance", "origins"):
            assert getattr(card, word) == getattr(other, word), (card.id, word)
        said = [
            {n: str(f.expression) for n, f in each.attributes.items()} for each in (card, other)
        ]
        assert said[0] == said[1], card.id
        assert card.span.place == other.span.place


def test_rules_of_plain_cards_are_not_read(folder: Path, tmp_path: Path) -> None:
    write(tmp_path / "pool", CARDS * 2)
    path = tmp_path / "pool" / "cards" / "more.yaml"
    path.write_text(ODD.replace("  - after: enter where c == self\n    do: gain 1", "  - nonsense"))
    card = next(each for each in data_of(tmp_path / "pool").definitions if each.id == "long")
    assert card.name == {"en": "Long", "ja": "長い"}
    assert cardwright.check(cardwright.find_package(str(tmp_path / "pool"))).game is None


def test_a_game_without_a_pool_has_none(tmp_path: Path) -> None:
    assert Checks.data_of_cards(cardwright.find_package("dream-tricks")) is None


def test_cards_that_name_a_card_are_found(folder: Path) -> None:
    package = cardwright.find_package(str(folder))
    assert Checks.cards_naming(package, ["braced"]) == {"braced"}
    assert "card-1" in Checks.cards_naming(package, ["card-1"])


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("Foo", "Foo"),
        ('"a: b"', "a: b"),
        ("{en: A thing, ja: もの}", {"en": "A thing", "ja": "もの"}),
        ('{en: "Now, here.", ja: x}', {"en": "Now, here.", "ja": "x"}),
        ("en: Foo, bar\n    ja: 'x'", {"en": "Foo, bar", "ja": "x"}),
        ("x#y", "x#y"),
        ("null", None),
        ("~", None),
        ("|\n  a", None),
        ("a # b", None),
        ("a: b", None),
        ("'it''s'", None),
        ('"a\\n"', None),
        ("[a, b]", None),
        ("{a: [b]}", None),
        ("{a: b, a: c}", None),
        ("&x a", None),
    ],
)
def test_only_what_is_said_plainly_is_read_from_lines(said: str, words: object) -> None:
    assert words_of(said) == words


def test_cards_that_say_the_same_are_checked_once(folder: Path) -> None:
    data = Checks.data_of_cards(cardwright.find_package(str(folder)), has_rules=True)
    assert data is not None
    whole = {each.id: each for each in cardwright.load(folder, whole=True).model.definitions}
    said = {each.card for each in (*data.game.rules, *data.game.actions)}
    assert len(data.like) > CARDS // 2
    assert said.isdisjoint(data.like)
    for id_, other in data.like.items():
        assert whole[id_].kind == whole[other].kind
        assert data.like.keys().isdisjoint({"braced", "row-a", "rule-first", "alone"})


def test_a_word_that_depends_on_the_match_is_not_taken_for_the_same(tmp_path: Path) -> None:
    write(tmp_path / "pool", CARDS)
    game = tmp_path / "pool" / "game.yaml"
    text = game.read_text("utf-8")
    game.write_text(text.replace("values:\n", "values:\n  tide -> int: {is: round + 1}\n", 1))
    path = tmp_path / "pool" / "cards" / "more.yaml"
    card = "- id: {}\n  kind: beast\n  tribe: tribe-1\n  price: 1\n  power: {}\n"
    package = cardwright.find_package(str(tmp_path / "pool"))
    for said, is_told in (("3", True), ("tide", False)):
        cards = "".join(card.format(id_, said) for id_ in ("low", "high"))
        path.write_text(f"cards:\n{cards}", "utf-8")
        assert cardwright.check(package).game is not None
        assert (Checks.data_of_cards(package, has_rules=True) is not None) == is_told
