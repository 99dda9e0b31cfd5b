"""The search of a page: it answers as the terminal does, word for word."""

from __future__ import annotations

import json
import random
import shutil
import subprocess

import pytest

from cardwright.apps.cards.web import answer, search_script, web_data
from tests.apps.cards.test_queries import ROOT, TABLES, base, table

NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="node is not there")
LANGUAGES = ("en", "ja")
GAMES = ("worldmonger", "dream-tricks", "equilibrion", "res-arcana", "cerebria")
MORE = {
    "worldmonger": [
        "", " ", "law code", "漢", "ＬＡＷ　code", "e", '"e"', "(" * 60 + "city", "-" * 60 + "city",
        "not " * 60 + "city", "city " * 500, "(" * 50 + "id:city" + ")" * 50, "𠮷野", '"𠮷" 村長',
        "/((.*)*)*zzz(a|a)*$/", "/((a{99}){99}){99}/", "/𠮷[/", "ci\x1b[31mty\u202e {guess}",
        "sort:name", "sort:-name,id show:name,worth,does", "sort:kind sort:-does show:costs,zone",
        "show:text kind:civilization", "sort:-dividend sort:text", "show:culture.worth,copies",
        "(city) (or)", "kind: culture (", "-worth>2 or -kind:culture", "value:/a/ or does:/./",
        "does:'draw 02'", 'does:"draw 002"', "reads:/e$/", "kind!=culture name!=city",
        "wörth:1", "STRASSE", "ß", "/ß/", "Ⅳ", "sort:copies,source show:expansion,source",
        "law’s", "ciṫý", "ヴィラ", "村", "ゔぃ", "vilager", '"l´aw"',
        "/œ/", "/law.?code’/", "láw code",
    ],
    "res-arcana": ["sort:-price,name show:price,subtypes", "sort:subtypes show:income,name",
                   "price:any price<4", "price!=gold kind:artifact price<=2", "price:/gold|黄金/",
                   'price:"2 gold"', "price:gold=2", 'price:"1 life 4 death"', "price!=生命1と死4",
                   "price:goldd=2",
                   "dragon’s", "draagon", "dragons", 'name:"Dragon`s"', "龍", "ﾄﾞﾗｺﾞﾝ", "どらごん",
                   'subtypes:"dragon"'],
    "dream-tricks": ["fragments>=10 color:green", "-fragments<10", "sort:-fragments show:fragments",
                     "color>red", "sort:color sort:-rank"],
    "cerebria": ["sort:vibe,team show:vibe,name,team", "sort:-absorb-bonus", "strong:none"],
}  # fmt: skip
PIECES = ["kind:", "culture", "(", ")", "or", "not", "-", '"', "/", "does:", "draw", ">=", "2",
          "worth", " ", " ", "村人", "「", "sort:", "show:", "name", ",", "[", "*", "\\", "、",
          "price", "changed:", "\u0130", "ﾀﾞ", "+", "=", "until:", "turn", "{", "}", "a", "^", "$",
          "|", ".", "?", "trash", "vilager", "costs:", "id:", "reads:", "𠮷", "\\d"]  # fmt: skip


def queries_of(game: str) -> list[str]:
    """Return the queries of both tables, and others that are likely to differ."""
    rows = (*table("found.yaml"), *table("refused.yaml"))
    chance = random.Random(game)
    wild = ("".join(chance.choice(PIECES) for _ in range(chance.randrange(1, 9)))
            for _ in range(250))  # fmt: skip
    return [*(row[1] for row in rows if row[0] == game), *MORE.get(game, ()), *wild]


def answered(game: str, query: str, lang: str) -> dict:
    """Return what the terminal answers, as a page does."""
    return json.loads(json.dumps(answer(query, base(game).index, lang, base(game)._older)))


def in_page(games: list[tuple[dict, list[str]]]) -> list:
    """Return what a page answers to queries of games, in each language."""
    listed = [{"data": data, "queries": queries} for data, queries in games]
    text = json.dumps({"script": search_script(), "games": listed})
    done = subprocess.run([NODE, str(TABLES / "in_page.js")], input=text.encode(), check=True,
                          capture_output=True, timeout=300)  # fmt: skip
    return json.loads(done.stdout)


@needs_node
def test_a_page_answers_as_the_terminal():
    games = [*GAMES, str(ROOT / "examples" / "duel")]
    asked = [(game, queries_of(game)) for game in games]
    found = in_page([(web_data(base(game).index), queries) for game, queries in asked])

    refused = 0
    for (game, queries), answers in zip(asked, found, strict=True):
        for query, by_language in zip(queries, answers, strict=True):
            for lang, said in zip(LANGUAGES, by_language, strict=True):
                assert said == answered(game, query, lang), (game, query)
                refused += said["error"] is not None
    assert 400 < refused < 2 * sum(len(queries) for _, queries in asked) - 300


@needs_node
def test_a_page_knows_the_older_versions_it_was_given():
    index = base("worldmonger").index
    data = web_data(index, {"v1": base("equilibrion").index, "v2": index})
    queries = ["changed:v1 kind:stock", "changed:v2", "-changed:v2", "変更:v3"]

    [[v1, v2, other, unknown]] = in_page([(data, queries)])

    assert len(v1[0]["rows"]) > 0 and v2[0]["rows"] == []
    assert len(other[0]["rows"]) == len(index.ids)
    assert "neither a folder with this game nor a git revision" in unknown[0]["error"]["shown"]


def test_the_data_of_a_page_is_plain():
    data = web_data(base("res-arcana").index)

    assert json.loads(json.dumps(data)) == data
    assert {"ids", "heads", "texts", "columns", "attributes", "labels", "shown"} <= data.keys()


def test_the_script_asks_for_nothing_and_ends_no_element():
    script = search_script()

    assert "</" not in script and "<!--" not in script
    for word in ("fetch(", "XMLHttpRequest", "import ", "eval(", "http:", "https:"):
        assert word not in script
