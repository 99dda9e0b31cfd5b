"""The lobby: what it tells of a game, how one finds it, and how one plays at once."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from tests.apps.table.serving.conftest import MARK

GAMES = ("high-card", "tic-tac-toe", "war", "memory", "hearts")


@pytest.fixture
def found(serve):
    """Return a server of games with and without cards, a board and a genre."""
    return serve("examples/high-card", *GAMES[1:])


def titles(page: str) -> list[str]:
    return re.findall(r"<h[23]><bdi>([^<]*)<", page)


def test_a_game_tells_what_it_is_about_in_the_readers_language(found):
    english, japanese = (found.client.get(f"/?lang={lang}").text for lang in ("en", "ja"))

    assert "Avoid hearts and the queen of spades, unless you can take them all." in english
    assert "ハートとスペードのQを避ける。" in japanese
    assert "1–4 players" not in english and "4 players" in english
    assert titles(english)[0] == "High Card"  # of no genre, so before all genres
    assert re.findall(r'class="genre">([^<]*)<', english) == ["Tricks", "Matching and collecting",
                                                              "Boards", "Others"]  # fmt: skip


@pytest.mark.parametrize(
    ("query", "expected"),
    [("?q=queen", ["Hearts"]), ("?q=QUEEN%20unless", ["Hearts"]), ("?players=4&q=cards", None),
     ("?q=no-such-game", []), ("?players=x", None)],
)  # fmt: skip
def test_games_are_found_by_words_and_number_of_players(found, query, expected):
    answer = found.client.get(f"/{query}")

    assert answer.status_code == 200
    if expected is not None:
        assert titles(answer.text) == expected
    if "players=4" in query:
        assert "Tic-tac-toe" not in titles(answer.text) and titles(answer.text)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_picture_of_its_cards_or_its_board(found, game):
    answer = found.client.get(f"/cover/{game}/en.svg")

    drawn = ElementTree.fromstring(answer.text)
    ids = [each.get("id") for each in drawn.iter() if each.get("id")]
    assert len(ids) == len(set(ids))
    shapes = len([*drawn])
    assert shapes > 9 if game == "tic-tac-toe" else 1 <= shapes <= 5


def test_a_picture_is_of_a_game_that_is_there(found):
    assert found.client.get("/cover/chess/en.svg").status_code == 404
    assert found.client.get("/cover/hearts/xx.svg").status_code == 404


def test_who_plays_now_sits_down_at_once_against_programs(found):
    page = found.client.get("/").text
    form = re.search(r'action="(/new/tic-tac-toe[^"]*)">(.*?)</form>', page, re.DOTALL)
    fields = dict(re.findall(r'name="([\w-]+)" value="(\w+)"', form[2]))

    answer = found.client.post(form[1], data=fields)

    assert answer.url.path.startswith("/seat/") and MARK.search(answer.text)
    _, setting = found.site.tables.store.table(1)
    assert [seat["player"] for seat in setting["seats"]] == ["person", "quick"]


def test_how_long_a_game_takes_is_told_once_it_is_known(found):
    site = found.site
    assert "about" not in found.client.get("/?q=three-marks").text
    site.lobby.lengths.measure(site.games["tic-tac-toe"])  # 8 decisions at 7 seconds

    assert site.lobby.lengths.minutes(site.games["tic-tac-toe"]) == 1
    assert "about 1 min" in found.client.get("/").text


def test_options_are_in_words(serve):
    served = serve("dream-tricks")

    page = served.client.get("/new/dream-tricks?lang=ja").text

    values = dict(re.findall(r'<option value="([\w-]+)">([^<]*)</option>', page))
    chosen = served.site.games["dream-tricks"].game.model.enums["breaking"]
    said = {m: text["ja"] for m, text in zip(chosen.members, chosen.texts, strict=True)}
    assert {m: said[m] for m in said if m in values} == {m: values[m] for m in said if m in values}
    assert any(m in values for m in said)


def test_a_code_holds_the_link_of_a_seat(served):
    segno = pytest.importorskip("segno")
    laid = served.set_up()

    drawn = served.client.get(f"{laid.host}/code/0.svg").text

    expected = segno.make(f"http://127.0.0.1{laid.seats[0]}", micro=False)
    path = re.search(r'd="([^"]+)"', expected.svg_inline(scale=4, dark="#000", light="#fff"))
    assert path[1] in drawn
    assert served.client.get(f"{laid.host}/code/9.svg").status_code == 404
