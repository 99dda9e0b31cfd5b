"""Search as people type it: what is alike to a reader is alike in a query."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardwright.api.loading import find_package
from cardwright.apps.cards.folding import folded, is_short, joined, says
from cardwright.apps.cards.query import cells
from cardwright.apps.cards.store import Cardbase
from cardwright.apps.cards.web import web_data
from tests.apps.cards.test_queries import base
from tests.apps.cards.test_web_search import in_page, needs_node

NAMES = {
    "vital": "Élan Vital", "cafe": "Café Noir", "queen": "Queen’s Œuvre", "widow": "Widow O'Rourke",
    "smith": "Ærøskøbing Łódź", "dragon": "龍の劍", "knight": "ナイト", "wide": "Ｋｎｉｇｈｔ",
}  # fmt: skip
FOUND = {
    "elan": "vital", "ELAN VITAL": "vital", "e\u0301lan": "vital", "café": "cafe", "CAFE": "cafe",
    '"cafe noir"': "cafe", "oeuvre": "queen", "œuvre": "queen", "ŒUVRE": "queen",
    "queen's": "queen", "queen’s": "queen", "queens": "queen", "queen`s": "queen",
    "orourke": "widow", "o’rourke": "widow", "O＇Rourke": "widow", "aeroskobing": "smith",
    "lodz": "smith", "竜": "dragon", "龍": "dragon", "劍": "dragon", "剣": "dragon",
    "竜の剣": "dragon", "ﾅｲﾄ": "knight", "ないと": "knight", "knight -ナイト": "wide",
    "name:queens": "queen", "/queen.s/": "queen", "/qu[e]en’s/": "queen", "/œuvre/": "queen",
}  # fmt: skip
GAMES = ("worldmonger", "res-arcana", "dream-tricks", "cerebria", "equilibrion")


@pytest.fixture(scope="module")
def named(tmp_path_factory):
    folder = tmp_path_factory.mktemp("named")
    cards = "".join(
        f"- {{id: {id_}, kind: card, name: {{en: {json.dumps(name, ensure_ascii=False)}}}}}\n"
        for id_, name in NAMES.items()
    )
    (folder / "game.yaml").write_text(
        "id: named\nversion: '1'\nlanguage: 1\ntitle: {en: Named}\n"
        "kinds: {card: {text: {en: card}}}\n"
        "players: {count: 1}\nzones: {box: {of: card, seen-by: everyone, text: {en: box}}}\n"
        "phases: [{id: play, turns: players, offer: [pass], text: {en: Play}}]\n"
        f"end: {{when: round > 1, rank: 0}}\ncards:\n{cards}",
        encoding="utf-8",
    )
    return Cardbase(find_package(str(folder)))


@pytest.mark.parametrize(("query", "id_"), FOUND.items())
def test_what_a_reader_takes_for_one_word_is_one(named, query, id_):
    assert [named.index.ids[row] for row in named.find(query).rows] == [id_]


@needs_node
def test_a_page_folds_alike(named):
    [answers] = in_page([(web_data(named.index), [*FOUND])])

    for (query, id_), (english, _) in zip(FOUND.items(), answers, strict=True):
        assert [named.index.ids[row] for row in english["rows"]] == [id_], query


@given(st.text(max_size=20))
def test_what_is_folded_is_folded_for_good(text):
    assert folded(folded(text)) == folded(text)
    assert says(folded(text), folded(text))
    assert folded(unicodedata.normalize("NFD", text)) == folded(unicodedata.normalize("NFC", text))
    assert "'" not in joined(text)


def test_one_kanji_is_a_word_and_one_letter_is_none():
    assert not is_short("村") and is_short("e") and is_short("")


@pytest.mark.parametrize("game", GAMES)
def test_what_is_printed_of_an_attribute_can_be_asked(game):
    index = base(game).index
    asked = 0
    for column in index.attributes:
        name = f"{column['kind']}.{column['name']}"
        for value, (_, *words) in enumerate(column["values"]):
            rows = {row for row, each in enumerate(column["rows"]) if each == value}
            for lang, printed in zip(("en", "ja"), words, strict=True):
                if printed and '"' not in printed:
                    found = base(game).find(f'{name}:"{printed}"')
                    shown = {*cells(name, rows, lang, index)}
                    assert rows <= {*found.rows, *found.depends}, (name, printed, shown)
                    asked += 1
    assert asked > 20 or game == "equilibrion"
