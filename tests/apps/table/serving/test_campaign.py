"""A campaign at a table: match after match, with what carries over, and nothing of it that somebody
is not to know."""

from __future__ import annotations

import re
from random import Random

import pytest

import cardwright
from tests.apps.table.serving.conftest import NO_BROWSER
from tests.apps.table.serving.test_kill import Server
from tests.browsing import opened

EVENINGS = """
id: evenings
version: "1"
language: 1
title: {en: Three evenings, ja: 三夜}
options:
  evening: {type: 1..3, default: 1, text: {en: evening, ja: 夜}}
  stash: {type: 0..9, default: 0, text: {en: Bo's stash, ja: ボーの蓄え}}
  mood: {type: maybe mood, default: none, text: {en: mood, ja: 気分}}
enums: {mood: {gay: {en: gay, ja: 陽気}, sad: {en: sad, ja: 悲しい}}}
kinds: {song: {attributes: {worth: {is: int, text: {en: worth, ja: 値}}}, start: deck, text: {en: song, ja: 歌}}}
cards:
- {each: {kind: song}, id: "song-{worth}", name: {en: "song {worth}", ja: "歌{worth}"}, worth: 1..6}
zones:
  deck: {of: song, order: stack, seen-by: nobody, text: {en: deck, ja: 山札}}
  player.hand: {of: song, seen-by: owner, text: {en: hand, ja: 手札}}
players:
  count: 2
  state:
    sung: {is: int = 0, text: {en: songs sung, ja: 歌った数}}
    saved: {is: int = 0, seen-by: owner, text: {en: saved, ja: 貯めた分}}
setup: |
  shuffle deck
  deal 1
  set last(players).saved to stash
actions:
  sing: {do: add 1 to me.sung, text: {en: sing, ja: 歌う}}
  rest: {text: {en: rest, ja: 休む}}
phases:
- {id: singing, turns: players, offer: [sing, rest], text: {en: Singing, ja: 歌}}
end:
  when: round > 1
  rank: sung
  keeps:
    evening: evening + 1 if evening < 3 else none
    stash: sum(last(players).hand, worth) if evening == 1 else stash
    mood: gay if sum(players, sung) > 0 else none
"""  # noqa: E501
"""Whoever sings wins; what Bo holds in the first match he alone knows in those after it."""
SING, REST = 0, 1


@pytest.fixture
def folder(tmp_path):
    found = tmp_path / "evenings"
    found.mkdir()
    (found / "game.yaml").write_text(EVENINGS, encoding="utf-8")
    return found


@pytest.fixture
def laid(serve, folder):
    return serve(str(folder)).set_up("evenings", campaign="yes")


def play(laid, ada: int = SING, bo: int = REST) -> None:
    assert laid.answer(0, ada) and laid.answer(1, bo)


def words(page: str) -> str:
    """Return what a page says of the campaign, without its tags."""
    found = re.search(r'<section class="next".*?</section>', page, re.DOTALL)
    return " ".join(re.sub("<[^>]+>", " ", found[0]).split()) if found else ""


def test_one_match_after_the_other_to_the_end_of_the_campaign(laid):
    assert "Match 1 ›" in laid.page(0) and not words(laid.page(0))
    play(laid)
    assert words(laid.page(0)).startswith("Match 2 of the campaign begins with: evening 2")
    assert words(laid.page(0)).endswith("mood gay Matches won: Ada 1 Bo 0")

    laid.post(0, "again", seed="new")
    assert "Match 2 ›" in laid.page(0) and "evening: 2" not in words(laid.page(0))
    play(laid, REST, SING)
    assert "Match 3 of the campaign begins with: evening 3" in words(laid.page(1))
    assert "Ada 1 Bo 1" in words(laid.page(0))

    laid.post(1, "again", seed="new")
    play(laid, REST, SING)
    said = words(laid.page(0))
    assert said == "With match 3 the campaign is over. Matches won: Ada 1 Bo 2"
    assert "A new campaign" in laid.page(0)

    laid.post(0, "again", seed="new")
    assert "Match 1 ›" in laid.page(0)
    play(laid)
    assert "evening 2" in words(laid.page(0)) and "Ada 1 Bo 0" in words(laid.page(0))


def test_what_carries_over_is_said_in_the_readers_language(laid):
    play(laid)
    said = words(laid.page(0, "lang=ja"))
    assert said.startswith("キャンペーン第2戦に引き継ぐもの: 夜 2") and "気分 陽気" in said
    assert "次の対戦へ" in laid.page(0, "lang=ja")


def test_a_campaign_goes_on_when_the_server_is_again(serve, folder, laid):
    play(laid)
    said = words(laid.page(0))
    laid.served = serve(str(folder))
    assert words(laid.page(0)) == said != ""

    laid.post(0, "again", seed="new")
    laid.answer(0, SING)
    laid.served = serve(str(folder))

    assert "Match 2 ›" in laid.page(0)
    assert laid.answer(1, REST)
    assert "Match 3 of the campaign begins with: evening 3" in words(laid.page(0))
    assert "Ada 2 Bo 0" in words(laid.page(0))


def test_those_watching_see_it_and_earlier_matches_are_looked_back_at(laid):
    play(laid)
    laid.post(0, "again", seed="new")
    play(laid)
    get = laid.served.client.get

    assert "Match 3 of the campaign begins with" in words(get(f"{laid.watch}?lang=en").text)
    for number in (1, 2):
        past = get(f"{laid.seats[1]}/past/99?match={number}").text
        assert f"Match {number} ›" in past and "The end" in past


def test_policies_play_by_what_carried_over(serve, folder):
    text = EVENINGS.replace("rest: {text", "rest: {when: evening > 1, text")
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    laid = serve(str(folder)).set_up("evenings", "person greedy", campaign="yes")
    for number in (1, 2):
        while not words(laid.page(0)):
            laid.answer(0)
        assert f"Match {number + 1} of the campaign" in words(laid.page(0))
        laid.post(0, "again", seed="new")


def test_a_match_that_is_not_decided_is_played_once_more(serve, folder):
    text = EVENINGS.replace("rank: sung", "winners: players where sung > 0").replace(
        "evening + 1 if evening < 3 else none", "evening + 1"
    )  # the fourth evening cannot be
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    laid = serve(str(folder)).set_up("evenings", campaign="yes", **{"option-evening": "2"})
    play(laid)
    laid.post(0, "again", seed="new")
    play(laid)
    said = words(laid.page(0))
    assert said.startswith("Match 2 was not decided. It keeps nothing and is played once more.")
    assert "Ada 1 Bo 0" in said

    laid.post(0, "again", seed="new")
    assert "Match 2 ›" in laid.page(0)


def test_a_game_that_keeps_nothing_is_offered_as_no_campaign(served, serve, folder):
    assert 'name="campaign"' not in served.client.get("/new/high-card").text
    laid = served.set_up(campaign="yes")
    laid.play_out()
    assert "Again, a new deal" in laid.page(0)

    other = serve(str(folder))
    assert 'name="campaign"' in other.client.get("/new/evenings").text
    alone = other.set_up("evenings")
    play(alone)
    assert "Again, a new deal" in alone.page(0) and not words(alone.page(0))
    assert "Match 1 ›" not in alone.page(0)


# --- what nobody is to know ---------------------------------------------------------------------


def stash_of(seed: int, folder) -> int:
    match = cardwright.load(folder).start(2, seed)
    return int(match.value("sum(last(players).hand, worth)"))


def pages(served, seed: int, seat: int) -> list[str]:
    """Return all that a seat, or one who watches (2), is sent in a campaign that begins with a
    seed; the numbers of matches and secrets, which say nothing of hidden cards, are left out."""
    laid = served.set_up("evenings", campaign="yes", seed=str(seed))
    served.site.tables._chance = Random(3)  # the later matches begin alike
    path = [*laid.seats, laid.watch][seat]
    table = served.site.tables.store.tables()
    found = []
    for _ in range(3):
        play(laid)
        found.append(served.client.get(f"{path}?lang=en").text)
        laid.post(0, "again", seed="new")
        if len(found) < 3:
            found.append(served.client.get(f"{path}?lang=en").text)
            found.append(served.client.get(f"{path}/past/0?lang=en").text)
    assert table == served.site.tables.store.tables()
    gone = (
        r'/(?:seat|watch)/[\w-]{22}|data-(?:mark|age|epoch)="[^"]*"|-match-\d+|"mark" value="[^"]*"'
    )
    return [re.sub(gone, "", page) for page in found]


def test_what_one_player_alone_knows_does_not_reach_the_others(serve, folder):
    """Two worlds: in the first match Bo holds other cards, Ada the same."""
    served = serve(str(folder))
    ada = {}
    for seed in range(60):
        match = cardwright.load(folder).start(2, seed)
        ada.setdefault(int(match.value("sum(first(players).hand, worth)")), []).append(seed)
    one, other = next(
        (seeds[0], each) for seeds in ada.values() for each in seeds
        if stash_of(each, folder) != stash_of(seeds[0], folder)
    )  # fmt: skip

    assert pages(served, one, 0) == pages(served, other, 0)
    assert pages(served, one, 2) == pages(served, other, 2)
    assert pages(served, one, 1) != pages(served, other, 1)


def test_whoever_can_tell_what_carries_over_is_shown_it_and_others_are_told_that_there_is_something(
    laid, folder
):
    play(laid)
    hidden = "Bo's stash something that you cannot see"
    own = f"Bo's stash {stash_of(5, folder)} "
    assert hidden in words(laid.page(0)).replace("&#39;", "'")
    assert own in words(laid.page(1)).replace("&#39;", "'")

    laid.post(0, "again", seed="new")
    play(laid)  # now it is an option that is kept as it is: nobody has learned it
    assert hidden in words(laid.page(0)).replace("&#39;", "'")
    assert own in words(laid.page(1)).replace("&#39;", "'")


def test_the_record_waits_where_it_would_tell_of_the_next_match(laid):
    get = laid.served.client.get
    for number in (1, 2, 3):
        play(laid)
        is_last = number == 3
        assert get(f"{laid.seats[0]}/record").status_code == (200 if is_last else 409)
        assert ("Download the record" in laid.page(0)) is is_last
        if not is_last:
            laid.post(0, "again", seed="new")


def test_a_record_that_says_nothing_of_the_next_match_is_given(serve, folder):
    text = re.sub("    stash: sum.*\n", "", EVENINGS)
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    laid = serve(str(folder)).set_up("evenings", campaign="yes")
    play(laid)
    assert laid.served.client.get(f"{laid.seats[0]}/record").status_code == 200


def test_nobody_can_have_the_deal_of_the_last_match_again(laid):
    play(laid)
    assert 'value="same"' not in laid.page(0)
    laid.post(0, "again", seed="same")
    assert laid.served.site.tables.store.match(1).seed != 5


# --- in a browser ---------------------------------------------------------------------------------


def test_a_campaign_is_played_in_a_browser(folder, tmp_path):
    server = Server(tmp_path / "tables", str(folder))
    for browser in opened(NO_BROWSER):
        page = browser.new_page(viewport={"width": 390, "height": 844})
        page.goto(f"{server.url}/new/evenings?lang=en")
        page.locator("#campaign").check()
        page.locator("form.setting button.button").click()
        page.locator('a[href^="/seat/"]').first.click()
        for number in (2, 3, 4):
            page.wait_for_selector("#part[data-mark]")
            while not page.locator("[data-following]").count():
                button = page.locator(".deeds [data-answer], .deeds button").first
                if button.is_visible():
                    button.click()
                page.wait_for_timeout(150)
            said = page.locator("[data-following]").inner_text()
            assert (f"Match {number} of the campaign" in said) is (number < 4), said
            box = page.locator("[data-following] h3").bounding_box()
            assert box is not None and box["y"] + box["height"] < 844
            if number < 4:
                page.get_by_role("button", name="Next match").click()
                page.wait_for_selector(f"[data-headline]:has-text('Match {number}')")
        assert "the campaign is over" in said
    server.kill()
