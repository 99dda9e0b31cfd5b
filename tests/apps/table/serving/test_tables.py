"""People at tables: playing, taking back, looking back, one screen for several, again."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import subprocess
import sys
from concurrent.futures import Future
from pathlib import Path
from subprocess import PIPE

import pytest

import cardwright
from cardwright.apps.screen import Viewer
from cardwright.apps.table.serving.drawing import stacked
from tests.apps.policies.test_endless import NEVER
from tests.apps.table.serving.conftest import MARK, OPTION, SMALL

STEP = re.compile(r"/past/(\d+)\?")


def told(page: str) -> str:
    """Return a page without the marks of what is new on it."""
    page = re.sub(r'<template.*?</template>|data-moves="[^"]*"', "", page, flags=re.DOTALL)
    return re.sub(r' data-(mark|age|card)="[^"]+"| fresh', "", page)


def decisions(served, laid) -> tuple[int, ...]:
    """Return the answers of the match at a table."""
    return served.site.tables.store.match(1).answers


def test_a_match_is_played_through_its_pages_and_kept(served):
    laid = served.set_up()

    laid.play_out()

    kept = served.site.tables.store.match(1)
    match = cardwright.load(SMALL).start(2, 5, ["Ada", "Bo"])
    for answer in kept.answers:
        match.apply(answer)
    assert match.over and kept.seed == 5
    assert f"{match.names[match.outcome.winners[0]]} won" in laid.page(0)


def test_the_rules_open_where_the_match_is(served):
    laid = served.set_up()
    page = served.client.get(laid.seats[0] + "/rules?lang=en").text

    opened = re.findall(r"<details open>.*?</details>", page, flags=re.DOTALL)
    marked = re.findall(r'class="depth0 here">([^:]*):', page)
    headline = re.search(r"data-headline>([^<]*)", laid.page(0))[1]
    assert len(opened) == len(marked) == 1
    assert marked[0].casefold() in headline.casefold()


def test_the_same_table_is_there_when_the_server_is_again(serve):
    served = serve()
    laid = served.set_up()
    for _ in range(3):
        laid.answer(0)
        laid.answer(1)
    before = [told(laid.page(0)), told(laid.page(1))]

    laid.served = serve()

    assert [told(laid.page(0)), told(laid.page(1))] == before
    assert laid.answer(0) or laid.answer(1)


def test_more_answers_than_a_save_holds_are_there_again(serve, monkeypatch):
    monkeypatch.setattr("cardwright.apps.table.serving.table.SAVED_EVERY", 3)
    served = serve()
    laid = served.set_up()
    for _ in range(2):
        laid.answer(0)
        laid.answer(1)
    kept = served.site.tables.store.match(1)
    before = told(laid.page(0))

    laid.served = serve()

    assert (kept.saved, len(kept.answers)) == (3, 4)
    assert told(laid.page(0)) == before


@pytest.mark.parametrize("roles", ["person random", "greedy person", "random greedy"])
def test_policies_play_until_a_person_is_asked(served, roles):
    laid = served.set_up(roles=roles)

    def table():
        return served.client.portal.call(served.site.tables.table, 1)

    for _ in range(40):
        for seat in range(len(laid.seats)):
            laid.answer(seat)
        served.client.portal.call(wait_for, served.site.tables)
        if table().match.over:
            break

    assert table().match.over


def test_policies_that_play_without_end_end_in_a_draw(serve, tmp_path):
    folder = tmp_path / "never-ends"
    folder.mkdir()
    (folder / "game.yaml").write_text(NEVER, "utf-8")
    served = serve(str(folder))
    served.set_up("never-ends", roles="random random")
    served.client.portal.call(wait_for, served.site.tables)
    match = served.client.portal.call(served.site.tables.table, 1).match

    assert match.outcome.kind == "draw"
    assert match.outcome.reason.startswith("no-end: 100 decisions")


async def wait_for(tables) -> None:
    """Wait until no policy is thinking."""
    for task in tuple(tables._thinking.values()):
        await task


def test_an_answer_to_a_question_that_is_gone_is_refused(served):
    laid = served.set_up()
    mark = MARK.search(laid.page(0))[1]
    laid.answer(0)

    laid.post(0, "answer", 409, mark=mark, option="0")
    laid.post(1, "answer", 409, mark=mark, option="0")
    mark = MARK.search(laid.page(1))[1]
    laid.post(1, "answer", 409, mark=mark, option="99")

    assert len(decisions(served, laid)) == 1


def test_a_question_after_taking_back_is_another_one(served):
    laid = served.set_up(roles="person random")
    mark = MARK.search(laid.page(0))[1]
    laid.answer(0)
    served.client.portal.call(wait_for, served.site.tables)
    laid.post(0, "undo")

    laid.post(0, "answer", 409, mark=mark, option="0")


def test_alone_with_policies_one_takes_back_what_one_likes(served):
    laid = served.set_up(roles="person random")
    first = OPTION.findall(laid.page(0))
    laid.answer(0)
    served.client.portal.call(wait_for, served.site.tables)

    laid.post(0, "undo")

    assert OPTION.findall(laid.page(0)) == first
    assert decisions(served, laid) == ()
    laid.post(0, "undo", 409)


def test_where_somebody_else_has_answered_all_have_to_agree(served):
    laid = served.set_up(roles="person person person")
    for seat in range(3):
        laid.answer(seat)

    laid.post(0, "undo")

    assert len(decisions(served, laid)) == 3
    assert "Ada would like to take back" in laid.page(1)
    assert "would like" not in laid.page(0)
    laid.post(0, "agree", 409, does="yes")
    laid.post(1, "agree", does="yes")
    assert len(decisions(served, laid)) == 3
    laid.post(1, "agree", 409, does="yes")
    laid.post(2, "agree", does="yes")
    assert decisions(served, laid) == ()


def test_one_who_would_rather_not_ends_the_plea(served):
    laid = served.set_up()
    laid.answer(0)
    laid.answer(1)
    laid.post(0, "undo")

    laid.post(1, "agree", does="no")

    assert "would like" not in laid.page(1)
    assert len(decisions(served, laid)) == 2


def test_a_step_that_nobody_has_seen_is_ones_own(served):
    laid = served.set_up()
    laid.answer(0)

    laid.post(0, "undo")

    assert decisions(served, laid) == ()


def test_several_people_at_one_screen_hand_it_over(served):
    laid = served.set_up(roles="shared shared")
    assert len(laid.seats) == 1
    handed = laid.page(0)
    assert "Hand the screen to Ada" in handed and not OPTION.findall(handed)

    mine = laid.page(0, "as=0")
    assert OPTION.findall(mine)
    laid.post(0, "answer", mark=MARK.search(mine)[1], option="0")

    handed = laid.page(0, "as=0")
    assert "Hand the screen to Bo" in handed
    assert "/small/" not in handed
    assert OPTION.findall(laid.page(0, "as=1"))


def test_at_a_shared_screen_nobodys_hand_is_seen_before_somebody_says_who_they_are(served):
    laid = served.set_up(roles="shared shared person")
    for seat in (0, 1):
        mine = laid.page(0, f"as={seat}")
        laid.post(0, "answer", mark=MARK.search(mine)[1], option="0")

    assert "/small/" not in laid.page(0)
    assert "/small/" in laid.page(0, "as=1")


def test_what_cannot_be_kept_was_never_answered(served, monkeypatch):
    laid = served.set_up()
    before = told(laid.page(0))
    mark, option = MARK.search(before)[1], OPTION.findall(before)[0]

    def full(*_):
        done = Future()
        done.set_exception(sqlite3.OperationalError("database or disk is full"))
        return done

    with monkeypatch.context() as patched:
        patched.setattr(served.site.tables.store, "add_answer", full)
        with pytest.raises(sqlite3.OperationalError):
            laid.post(0, "answer", 500, mark=mark, option=option)

    assert told(laid.page(0)) == before
    laid.post(0, "answer", mark=mark, option=option)


def test_history_is_what_the_seat_knew_then(served):
    laid = served.set_up()
    hand = re.findall(r"/small/[^/]+/en/(card-\d+)", laid.page(0))
    laid.play_out()

    first = served.client.get(f"{laid.seats[0]}/past/0").text
    last = served.client.get(f"{laid.seats[0]}/past/9999").text

    assert re.findall(r"/small/[^/]+/en/(card-\d+)", first) == hand
    assert "Step 1 of" in first and STEP.search(first)
    assert "won" in last or "Step" in last
    other = served.client.get(f"{laid.seats[1]}/past/0").text
    assert re.findall(r"/small/[^/]+/en/(card-\d+)", other) != hand


def test_again_with_the_same_and_with_a_new_seed(served):
    laid = served.set_up()
    hand = re.findall(r"/small/[^/]+/en/(card-\d+)", laid.page(0))
    laid.post(0, "again", 409, seed="same")
    laid.play_out()

    laid.post(1, "again", seed="same")
    same = re.findall(r"/small/[^/]+/en/(card-\d+)", laid.page(0))
    laid.play_out()
    laid.post(0, "again", seed="new")

    assert same == hand
    assert served.site.tables.store.match(1).seed != 5
    assert laid.answer(0) or laid.answer(1)


def test_the_record_is_given_when_the_match_is_over(served):
    laid = served.set_up()
    assert served.client.get(f"{laid.seats[0]}/record").status_code == 409
    laid.play_out()

    found = served.client.get(f"{laid.seats[0]}/record")

    assert 'filename="high-card-5.cardwright-trajectory"' in found.headers["content-disposition"]
    assert cardwright.replay(found.content, cardwright.load(SMALL)).difference is None


def test_a_link_is_made_anew_and_the_host_is_told(served):
    laid = served.set_up()

    new = laid.post(0, "renew").partition("?")[0]

    assert served.client.get(laid.seats[0]).status_code == 404
    assert served.client.get(new).status_code == 200
    host = served.client.get(laid.host).text
    assert laid.seats[0] not in host and laid.seats[1] in host and new not in host


def test_options_and_scenarios_are_those_of_the_form(serve):
    served = serve("dream-tricks")
    more = {"option-deals": "3", "option-promise-breaking": "forbidden"}
    served.set_up("dream-tricks", **more)

    setting = served.site.tables.store.table(1)[1]

    assert setting["options"] == {"deals": "3", "promise-breaking": "forbidden"}
    table = served.client.portal.call(served.site.tables.table, 1)
    assert table.game.options["deals"] == 3


def test_there_are_so_many_tables_and_no_more(serve):
    served = serve(most=2)
    for _ in range(2):
        served.set_up()

    answer = served.client.post("/new/high-card", data={"players": "2"})

    assert answer.status_code == 409
    assert "There are 2 tables already" in answer.text


def test_a_table_whose_rules_are_gone_says_so(serve, tmp_path):
    served = serve()
    laid = served.set_up()
    text = json.dumps({"id": "x", "shown": "x", "places": []})
    import zlib

    served.client.__exit__(None, None, None)
    other = sqlite3.connect(tmp_path / "tables")
    other.execute("UPDATE rules SET texts = ?", (zlib.compress(text.encode()),))
    other.commit()
    other.close()

    answer = serve().client.get(laid.seats[0])

    assert answer.status_code == 410
    assert "This match cannot be opened" in answer.text


def test_a_table_goes_on_by_its_rules_though_the_files_have_changed(serve, tmp_path):
    folder = tmp_path / "high-card"
    shutil.copytree(SMALL, folder)
    laid = serve(str(folder)).set_up()
    laid.answer(0)
    before = told(laid.page(1))
    rules = Path(folder / "game.yaml")
    rules.write_text(rules.read_text().replace("deal 5", "deal 2"))

    laid.served = serve(str(folder))

    assert told(laid.page(1)) == before
    laid.play_out()
    assert len(laid.served.site.tables.store.match(1).answers) == 8


def test_cards_that_look_the_same_are_drawn_once_with_their_number():
    """40 Villagers less 6 for each of four civilizations lie in the supply: 16, drawn as one."""
    game = cardwright.load("worldmonger")
    view = Viewer(game, "en").view(game.start(players=4, seed=1), 0)
    supply = next(area for area in view.areas if area.name == "supply")

    drawn = {card.name: number for card, number in stacked(supply, view)}

    assert drawn["Villager"] == 16
    assert sum(drawn.values()) == supply.count == len(supply.cards)


def test_a_thinking_process_whose_server_is_gone_ends_without_a_word(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "cardwright.apps.table.serving.thinking",
        str(tmp_path / "none"),
    ]
    with subprocess.Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdout.close()
        process.stdin.write(b"{}\n")
        process.stdin.flush()

        assert process.stderr.read() == b""
