"""Check that the games here load without a finding and hold the cards they should."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from statistics import median

import pytest

from cardwright.api.loading import find_package
from cardwright.apps.authors.stats import stats_of_package
from dsl.load import Loaded, load_package
from dsl.model.expressions import Constant
from dsl.model.game import Game
from dsl.model.nouns import Definition
from dsl.syntax.package_files import Place

CARDS = Path(__file__).parents[2] / "cards"
GAMES = ("cerebria", "dream-tricks", "equilibrion", "res-arcana", "worldmonger")
INSTALLED = {"equilibrion": ("arch", "books"), "res-arcana": ("lux-et-tenebrae",)}
CARDS_WITH_RULES = {
    "cerebria": 90,
    "dream-tricks": 0,
    "equilibrion": 7,
    "res-arcana": 110,
    "worldmonger": 16,
}
# Of rules beside the cards, others 350; Cerebria shows much at the table.
MOST_LINES_OF_RULES = {"cerebria": 647, "res-arcana": 550}


EXPANSIONS = {"equilibrion + arch": ("arch",), "equilibrion + books": ("books",),
              "equilibrion + arch + books": ("arch", "books"),
              "res-arcana + lux-et-tenebrae": ("lux-et-tenebrae",)}  # fmt: skip


def load(name: str) -> Loaded:
    folder, shown = CARDS / name.split()[0], f"cards/{name.split()[0]}"
    places = [Place(folder / "expansions" / id_, f"{shown}/expansions/{id_}", id_)
              for id_ in EXPANSIONS.get(name, ())]  # fmt: skip
    return load_package(folder, shown, CARDS / "prelude", places)


@cache
def game(name: str) -> Game:
    loaded = load(name)
    assert loaded.game is not None, [each.rendered() for each in loaded.diagnostics]
    return loaded.game


def constant(definition: Definition, attribute: str) -> object:
    return definition.attributes[attribute].expression.value


@pytest.mark.parametrize("name", [*GAMES, *EXPANSIONS])
def test_there_is_nothing_to_find(name: str) -> None:
    loaded = load(name)
    assert [each.rendered() for each in loaded.diagnostics] == []


@pytest.mark.parametrize("name", [*GAMES, *EXPANSIONS])
def test_all_that_people_read_is_in_both_languages(name: str) -> None:
    read = [game(name).manifest.title, game(name).manifest.summary]
    read += [text for each in game(name).expansions for text in (each.title, each.summary)]
    read += [each.name for each in game(name).definitions]
    read += [each.text for each in game(name).options.values() if each.id != "player-count"]
    read += [text for enum in game(name).enums.values() for text in enum.texts]
    read += [each.text for each in game(name).zones.values()]
    read += [each.text for each in game(name).actions if each.id != "pass"]
    read += [
        each.text
        for events in game(name).events.values()
        for each in events
        if not each.native and ":" not in each.id and "__" not in each.id
    ]
    languages = {*game(name).manifest.languages}
    assert {"en", "ja"} <= languages
    assert [each for each in read if not {"en", "ja"} <= {*each} <= languages] == []


@pytest.mark.parametrize("name", GAMES)
def test_rules_and_cards_are_short(name: str) -> None:
    found = stats_of_package(find_package(name), cache=False)
    assert [each.expansion for each in found] == ["", *INSTALLED.get(name, ())]
    most = MOST_LINES_OF_RULES.get(name, 350)
    assert found[0].rules < most and sum(each.rules for each in found) < most
    lines = sorted(n for each in found for n in each.card_lines.values())
    assert len(lines) == CARDS_WITH_RULES[name] and 0 not in lines
    assert not lines or (median(lines) <= 12 and lines[-1] <= 30)


def test_dream_tricks_has_36_cards() -> None:
    cards = game("dream-tricks").definitions
    found = {(constant(card, "color"), constant(card, "rank")) for card in cards}
    assert found == {(color, rank) for color in range(4) for rank in range(2, 11)}
    assert len(cards) == 36
    assert all(card.copies == 1 for card in cards)
    names = {card.id: card.name for card in cards}
    assert names["red-7"] == {"en": "red 7", "ja": "赤の7", "de": "Rot 7"}


def test_equilibrion_has_12_cities_and_72_dreams() -> None:
    cards = game("equilibrion").definitions
    copies = Counter[str]()
    for card in cards:
        copies[card.kind] += card.copies
    assert copies == {"city": 12, "dream": 72}
    cities = [card for card in cards if card.kind == "city"]
    pairs = {frozenset(item.value for item in _elements(city)) for city in cities}
    assert len(pairs) == len(cities) == 6
    assert all(len(pair) == 2 for pair in pairs)


def test_worldmonger_has_15_civilizations_and_21_cultures_with_200_copies() -> None:
    kinds = Counter[str]()
    copies = Counter[str]()
    for card in game("worldmonger").definitions:
        kinds[card.kind] += 1
        copies[card.kind] += card.copies
    assert kinds == {"civilization": 15, "stock": 15, "culture": 21}
    assert (copies["stock"], copies["culture"]) == (15 * 7, 200)


def _elements(city: Definition) -> tuple[Constant, ...]:
    return city.attributes["elements"].expression.arguments[0].items


def test_each_element_of_equilibrion_sums_to_zero() -> None:
    strengths = Counter[tuple[object, object]]()
    number = Counter[tuple[object, object]]()
    for card in game("equilibrion").definitions:
        if card.kind == "dream":
            group = constant(card, "nature"), constant(card, "element")
            strengths[group] += card.copies * constant(card, "strength")
            number[group] += card.copies
    chaos = (2, None)
    assert number.pop(chaos) == 8
    assert strengths.pop(chaos) == 8 * 5
    assert set(number.values()) == {8}
    assert set(strengths.values()) == {16}


def test_the_expansions_of_equilibrion_have_8_books_4_squares_and_8_metas() -> None:
    copies = Counter[str]()
    for card in game("equilibrion + arch + books").definitions:
        copies[card.kind] += card.copies
    assert copies == {"city": 16, "dream": 80, "book": 8}
    books = [card for card in game("equilibrion + books").definitions if card.kind == "book"]
    shown = {script.card for script in game("equilibrion + books").examples}
    assert shown == {card.id for card in books} and len(books) == 7
