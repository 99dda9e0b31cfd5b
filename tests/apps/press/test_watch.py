"""Watch: what is saved is shown, what is wrong is told on the page, and no stranger is answered."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from cardwright.api.loading import find_package
from cardwright.apps.press.watching import Watch, server_of
from tests.dsl.tables.harbour import GAME

TABLE = "id,name,kind,artist\nraft,Raft,boat,Ann\ntub,Tub,boat,Bo\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "harbour"
    (folder / "cards").mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME, "utf-8")
    (folder / "cards" / "boats.csv").write_text(TABLE, "utf-8")
    return folder


@pytest.fixture
def watch(folder: Path) -> Watch:
    found = Watch(find_package(str(folder), ()), "en")
    assert found.look()
    return found


def save(folder: Path, text: str, name: str = "cards/boats.csv") -> None:
    (folder / name).write_text(text, "utf-8")


def test_a_saved_card_comes_first_with_a_new_face(watch: Watch, folder: Path) -> None:
    before = watch.state(0)
    versions = {card["id"]: card["v"] for card in before["cards"]}
    assert not watch.look()

    save(folder, TABLE.replace("Tub", "Great Tub"))
    assert watch.look()
    after = watch.state(before["number"])

    assert [card["name"] for card in after["cards"]] == ["Great Tub", "Raft"]
    assert after["changed"] == ["tub"] and after["number"] > before["number"]
    assert {card["id"] for card in after["cards"] if card["v"] != versions[card["id"]]} == {"tub"}
    assert "Great Tub" in (watch.face("tub") or "")


def test_a_mistake_is_a_finding_and_the_cards_stay(watch: Watch, folder: Path) -> None:
    save(folder, TABLE.replace("boat,Bo", "bird,Bo"))
    watch.look()
    broken = watch.state(0)
    save(folder, TABLE)
    watch.look()

    assert broken["findings"][0]["severity"] == "error"
    assert "boats.csv:3" in broken["findings"][0]["text"]
    assert {card["id"] for card in broken["cards"]} == {"raft", "tub"}
    assert [each for each in watch.state(0)["findings"] if each["severity"] == "error"] == []


def test_mistakes_in_scripts_are_told_after_the_cards(watch: Watch, folder: Path) -> None:
    (folder / "scripts").mkdir()
    save(folder, "start: {player: {goods: 1 tide}}\nsteps: [over]\n", "scripts/tide.yaml")
    watch.look()
    state = watch.state(0)

    assert {card["id"] for card in state["cards"]} == {"raft", "tub"}
    assert any("tide.yaml:1" in each["text"] for each in state["findings"])


def test_what_changes_other_faces_is_shown_too(watch: Watch, folder: Path) -> None:
    before = {card["id"]: card["v"] for card in watch.state(0)["cards"]}
    save(folder, "look: {boat: {color: crimson}}\n", "look.yaml")
    watch.look()
    after = {card["id"]: card["v"] for card in watch.state(0)["cards"]}

    assert all(after[id_] != version for id_, version in before.items())


def test_a_text_without_room_is_told_with_its_card(watch: Watch, folder: Path) -> None:
    save(
        folder,
        f"cards: [{{id: ark, kind: boat, name: Ark, text: {'long words ' * 300}}}]\n",
        "ark.yaml",
    )
    watch.look()

    assert any("`ark`" in each["text"] for each in watch.state(0)["findings"])
    assert (watch.face("ark") or "").startswith("<svg")


@pytest.fixture
def port(watch: Watch) -> Iterator[int]:
    server = server_of(watch, 0)
    Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_port
    server.shutdown()
    server.server_close()


def asked(port: int, path: str, **headers: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


def test_the_server_gives_page_state_and_faces(port: int) -> None:
    status, page = asked(port, "/")
    state: dict[str, Any] = json.loads(asked(port, "/state?after=0")[1])

    assert status == 200 and "http" not in page.replace("http-equiv", "")
    assert {card["id"] for card in state["cards"]} == {"raft", "tub"}
    assert asked(port, "/face/raft.svg")[1].startswith("<svg")
    assert asked(port, "/face/..%2fgame.yaml.svg")[0] == asked(port, "/etc/passwd")[0] == 404


def test_a_stranger_is_refused(port: int) -> None:
    assert asked(port, "/state?after=0", host="example.org")[0] == 403
