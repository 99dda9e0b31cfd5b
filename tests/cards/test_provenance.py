"""Hold what cards say of their sources against tables made from what is known of each part."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import cardwright
from dsl.model.nouns import Definition

HERE = Path(__file__).parent
PARTS = {"quell": "any card matches", "powerless": "no power", "counting": "exact counting",
         "copies": "number of copies"}  # fmt: skip
"""What a part is called in English, where it is not its own name."""

with (HERE / "cerebria_origins.csv").open(encoding="utf-8") as table:
    ROWS = tuple(csv.DictReader(table))


def definitions(game: str) -> dict[str, Definition]:
    return {each.id: each for each in cardwright.load(game).model.definitions}


CEREBRIA = definitions("cerebria")
IDS = sorted({row["id"] for row in ROWS})


def test_the_table_has_every_card_with_its_parts() -> None:
    kinds = ("emotion", "mild-emotion", "strong-emotion", "spirit", "aspiration", "intention")
    assert {id_ for id_, each in CEREBRIA.items() if each.kind in kinds} == set(IDS)
    assert len(IDS) == 66 + 8 + 9 + 20


@pytest.mark.parametrize("id_", IDS)
def test_each_part_of_a_card_of_cerebria_is_under_its_source(id_: str) -> None:
    origins = CEREBRIA[id_].origins
    wanted = {row["part"]: row["origin"] for row in ROWS if row["id"] == id_}
    assert set(wanted.values()) <= set(origins) <= {*wanted.values(), "reconstructed"}
    for part, origin in wanted.items():
        word = PARTS.get(part, part).casefold()
        said = {key for key, text in origins.items() if word in _words(key, text["en"])}
        assert said == {origin}, part
    assert "Japanese name" in origins["reconstructed"]["en"]
    assert all(set(text) == {"en", "ja"} for text in origins.values())


def _words(key: str, text: str) -> str:
    """Return what a text says of the card, without what all of them say of their Japanese name."""
    return text.replace("Japanese name", "").casefold()


def test_no_vibe_intensity_or_pair_is_claimed_to_be_published() -> None:
    """Only one transcription by players has them."""
    for id_, card in CEREBRIA.items():
        if card.kind.endswith("emotion"):
            claimed = card.origins.get("published", {}).get("en", "")
            assert not any(word in claimed for word in ("Vibe", "Intensity", "pair")), id_


def test_only_the_names_of_civilizations_are_published() -> None:
    cards = definitions("worldmonger")
    civilizations = [each for each in cards.values() if each.kind == "civilization"]
    assert len(civilizations) == 15
    for each in civilizations:
        invented = each.id in ("hittites", "rome")
        published = {} if invented else {"published": "name"}
        deck = "name, deck and star" if invented else "deck and star"
        said = {key: text["en"] for key, text in each.origins.items()}
        assert said == {**published, "reconstructed": deck}


def test_values_of_cultures_are_never_claimed_to_be_known() -> None:
    for card in definitions("worldmonger").values():
        if card.kind == "culture":
            said = {key: text["en"] for key, text in card.origins.items()}
            assert card.provenance == "reconstructed" or "value" in said["reconstructed"]
            assert not any("value" in text for key, text in said.items() if key == "published")


def test_what_a_package_of_players_pages_takes_over_is_told() -> None:
    """What stands in no publication is listed as such, not under what is published."""
    manifest = cardwright.load("cerebria").model.manifest
    published = " ".join(text["en"] for text in manifest.published)
    other = " ".join(text["en"] for text in manifest.reconstructed)
    assert "All rules" not in published and "Intensit" not in published
    for words in (
        "Vibe, Intensity and pair", "conditions of six Aspirations", "order of the spheres",
        "6, 3 and 1 Fragments", "What Raze leaves", "Exalt", "opposite", "nine Hidden",
        "limit of the hand", "bonus of the wheel", "once a turn", "Network", "speaks for a team",
        "name of Love", "wheel from 8", "alternative decks",
    ):  # fmt: skip
        assert words in other, words
