"""Faces that pages show are those of the match: by its rules and its options."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import cardwright
from cardwright.apps.screen import Viewer
from tests.apps.table.serving.conftest import SMALL
from tests.apps.table.serving.test_designer import Panel

SMALL_FACE = re.compile(r'<img src="/small/([^"]+\.svg)"[^>]* data-face')
"""What the page's script shows large when it is asked for: the face of the same card."""
OPTION = """options:
  high: {type: int, default: 3, text: {en: high, ja: 高}}
"""


def whole_faces(page: str) -> list[str]:
    """Return where the large faces of the cards of a page are."""
    return [f"/face/{path}" for path in SMALL_FACE.findall(page)]


def faces_of(served, laid) -> list[str]:
    """Return the pictures that the first seat's page shows; all of them are there."""
    found = [served.client.get(path) for path in whole_faces(laid.page(0))]
    assert found and {answer.status_code for answer in found} == {200}
    return [answer.text for answer in found]


def test_what_cards_are_worth_by_an_option_is_that_of_each_table(serve, tmp_path) -> None:
    folder = tmp_path / "high-card"
    shutil.copytree(SMALL, folder)
    rules = folder / "game.yaml"
    text = rules.read_text().replace("kinds:\n", f"{OPTION}kinds:\n", 1)
    text = text.replace("{rank: {is", "{worth: {is: int, text: {en: worth, ja: 値}}, rank: {is")
    rules.write_text(text.replace("  rank: 1..13\n", "  rank: 1..13\n  worth: high * 100\n"))
    served = serve(str(folder))
    usual = served.set_up()
    other = served.set_up(**{"option-high": "7"})

    assert all(">300<" in face and ">700<" not in face for face in faces_of(served, usual))
    assert all(">700<" in face and ">300<" not in face for face in faces_of(served, other))


def test_a_page_shows_the_small_face_of_each_card_and_its_whole_face_on_demand(serve) -> None:
    served = serve(SMALL)
    page = served.set_up().page(0)
    small = re.findall(r'<img src="/small/([^"]+\.svg)"', page)

    assert small
    assert [f"/face/{path}" for path in small] == whole_faces(page)
    for path in small:
        answer = served.client.get(f"/small/{path}")
        assert answer.status_code == 200
        assert answer.text != served.client.get(f"/face/{path}").text


def test_faces_are_there_when_the_rules_have_changed_under_a_match(serve, tmp_path) -> None:
    folder = tmp_path / "high-card"
    shutil.copytree(SMALL, folder)
    panel = Panel(serve(str(folder), is_designer=True), folder)
    panel.look()

    panel.save("setup: shuffle deck; deal 5", "setup: shuffle deck; deal 3")

    assert len(faces_of(panel.served, panel.laid)) == 3


def test_tokens_of_cards_and_backs_of_kinds_are_pictures_too(serve) -> None:
    served = serve(SMALL)
    [path, *_] = re.findall(r'<img src="(/small/[^"]+\.svg)"', served.set_up().page(0))
    token = served.client.get(path.replace("/small/", "/token/"))
    folder = path.replace("/small/", "/back/").rpartition("/")[0]
    back = served.client.get(f"{folder}/playing-card.svg")

    assert token.status_code == back.status_code == 200
    assert "immutable" in back.headers["cache-control"]
    # a card's own name tells no back: it would tell the card
    card = path.rpartition("/")[2]
    assert served.client.get(f"{folder}/{card}").status_code == 404


def test_faces_with_pictures_are_asked_for_again(serve, tmp_path) -> None:
    folder = tmp_path / "high-card"
    shutil.copytree(SMALL, folder)
    (folder / "look.yaml").write_text("look: {playing-card: {middle: [], icon: art/star.svg}}\n")
    (folder / "art").mkdir()
    (folder / "art" / "star.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h7v7z"/></svg>'
    )
    served = serve(str(folder))
    [path, *_] = whole_faces(served.set_up().page(0))
    answer = served.client.get(path)

    assert answer.headers["cache-control"] == "public, max-age=60"
    assert "M 1 1 L 8 1 L 8 8 Z" in answer.text


TURNED = re.compile(r'class="back[^"]*"[^>]*>\s*(?:<img src="(/back/[^"]+)")?')


def test_cards_that_lie_face_down_show_the_back_of_their_pile(serve) -> None:
    games = ("dream-tricks", "worldmonger", "res-arcana", "memory", "duel")
    examples = Path(SMALL).parent
    served = serve(*(str(examples / each) if each == "duel" else each for each in games))
    for game in games:
        backs = TURNED.findall(served.set_up(game).page(0))

        assert backs and "" not in backs, game
        for path in {*backs}:
            answer = served.client.get(path)
            assert (answer.status_code, answer.text[:4]) == (200, "<svg"), path
            assert "<text" not in answer.text, "on a table its words would be too small to read"


def test_a_pile_of_cards_with_several_backs_shows_none_of_them(serve) -> None:
    """In such a pile no picture tells what lies there."""
    wording = Viewer(cardwright.load("res-arcana"), "en").wording

    assert wording.back("artifact")
    assert wording.back("component") == ""
    assert wording.back("no-such-kind") == ""
