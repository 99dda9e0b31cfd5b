"""What a card carries besides rules: read, joined with its table's, in columns, in no digest."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.api.folders import prelude_folder
from dsl.keys.nouns import AboutKeys
from dsl.load import Loaded, load_package
from dsl.model.nouns import ABOUT, Definition
from tests.dsl.tables.harbour import GAME


def loaded(tmp_path: Path, text: str, table: str = "") -> Loaded:
    folder = tmp_path / "harbour"
    (folder / "cards").mkdir(parents=True, exist_ok=True)
    (folder / "game.yaml").write_text(GAME, "utf-8")
    (folder / "more.yaml").write_text(text, "utf-8")
    if table:
        (folder / "cards" / "boats.csv").write_text(table, "utf-8")
    return load_package(folder, "harbour", prelude_folder())


def card(found: Loaded, id_: str) -> Definition:
    assert found.game is not None, [each.message for each in found.diagnostics]
    return next(each for each in found.game.definitions if each.id == id_)


def test_a_card_says_known_words_and_words_of_its_own(tmp_path: Path) -> None:
    about = "{number: 3, tags: [sea, {en: old, ja: 古い}], flavour: {en: Hm.}, mood: {ja: 静か}}"
    text = f"cards: [{{id: raft, kind: boat, name: Raft, about: {about}}}]"

    assert AboutKeys.form.names == ABOUT
    assert card(loaded(tmp_path, text), "raft").about == {
        "number": ({"en": "3"},),
        "tags": ({"en": "sea"}, {"en": "old", "ja": "古い"}),
        "flavour": ({"en": "Hm."},),
        "mood": ({"ja": "静か"},),
    }


def test_a_row_adds_to_what_its_table_says(tmp_path: Path) -> None:
    found = loaded(
        tmp_path,
        """
cards:
- each: {kind: boat, about: {set: Base, rarity: rare}}
  rows:
  - {id: raft, name: Raft, about: {number: 1, rarity: common}}
  - {id: tub, name: Tub}
""",
    )

    assert card(found, "raft").about == {
        "set": ({"en": "Base"},), "rarity": ({"en": "common"},), "number": ({"en": "1"},),
    }  # fmt: skip
    assert card(found, "tub").about == {"set": ({"en": "Base"},), "rarity": ({"en": "rare"},)}


@pytest.mark.parametrize("text", [
    "cards: [{id: raft, kind: boat, name: Raft, about: {artist: ARTIST}}]",
    "cards: [{each: {kind: boat, about: {artist: ARTIST}}, rows: [{id: raft, name: Raft}]}]",
    "cards: [{id: raft, kind: boat, name: Raft}]\nlook: {boat: {color: COLOUR}}",
])  # fmt: skip
def test_no_digest_of_rules_knows_it(tmp_path: Path, text: str) -> None:
    one = loaded(tmp_path, text.replace("ARTIST", "Ann").replace("COLOUR", "red"))
    two = loaded(tmp_path, text.replace("ARTIST", "Bo").replace("COLOUR", "blue"))

    assert one.game is not None and two.game is not None
    assert one.game.digest == two.game.digest
    assert card(one, "raft").digest == card(two, "raft").digest
    assert one.game.text_digest != two.game.text_digest


def test_rules_stay_in_the_digest(tmp_path: Path) -> None:
    text = "cards: [{id: raft, kind: boat, name: Raft, copies: 1, about: {artist: Ann}}]"
    one, two = loaded(tmp_path, text), loaded(tmp_path, text.replace("copies: 1", "copies: 2"))

    assert one.game is not None and two.game is not None
    assert one.game.digest != two.game.digest


def test_it_stands_in_columns_of_a_table(tmp_path: Path) -> None:
    heads = "Name,Artist,No.,about: Tags,Flavour Text,Flavour (ja),about: Mood\n"
    table = f"{heads}Raft,Bo,7,sea; old,Hm.,うむ,calm\n"
    found = loaded(tmp_path, "", table)

    assert [each.message for each in found.diagnostics if each.severity != "advice"] == []
    assert card(found, "raft").about == {
        "artist": ({"en": "Bo"},), "number": ({"en": "7"},),
        "tags": ({"en": "sea"}, {"en": "old"}), "flavour": ({"en": "Hm.", "ja": "うむ"},),
        "mood": ({"en": "calm"},),
    }  # fmt: skip


def test_a_wrong_shape_is_a_finding_at_its_place(tmp_path: Path) -> None:
    found = loaded(tmp_path, "cards: [{id: raft, kind: boat, name: Raft, about: [Ann]}]")

    assert [(each.severity, each.span.text) for each in found.diagnostics][:1] == [
        ("error", "[Ann]")
    ]
