"""Rules text of effects that last: what they do, until when, and what comes then."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright
from cardwright.apps.text.rules import body_text, rules_text
from dsl.model.game import Game

PACKAGE = Path(__file__).parents[2] / "conformance" / "effects-that-last"
DEEDS = {
    "cage": (
        "Until the second beast leaves field, put that beast into the away. When that is over, if"
        " that beast is in the away, put that beast into the field of the owner of that beast.",
        "2つ目の獣がfieldを離れるまで、その獣をawayに置く。それが終わったら、"
        "その獣がawayにあるなら、その獣をその獣の所有者のfieldに置く。",
    ),
    "master": (
        "As long as the second beast is in your field and the mood of the second beast is calm,"
        " set the master of that beast to you.",
        "2つ目の獣が自分のfieldにある、かつ2つ目の獣の気分がcalmである間、その獣の主を自分にする。",
    ),
    "dull": (
        "Until dusk falls, subtract 1 from the strength of that beast; then set the mood of that"
        " beast to wild. When that is over, gain 1.",
        "日が暮れるまで、その獣の強さから1を引き、その後その獣の気分をwildにする。"
        "それが終わったら、1得る。",
    ),
    "hearten": (
        "Until the end of the turn, that beast becomes brave.",
        "手番の終わりまで、その獣を勇敢にする。",
    ),
    "rain": (
        "As long as the mood of that beast is not sad, set the weather to sad; then set your life"
        " to 5.",
        "その獣の気分がsadでない間、天気をsadにし、その後自分の命を5にする。",
    ),
}
NOTES = {
    "cage:wait.1": (
        "This lasts until that beast leaves field. When that is over, if that beast is in the away,"
        " put that beast into the field of the owner of that beast.",
        "これはその獣がfieldを離れるまで続く。それが終わったら、その獣がawayにあるなら、"
        "その獣をその獣の所有者のfieldに置く。",
    ),
    "master:wait.1": (
        "This lasts as long as that beast is in your field and the mood of that beast is calm.",
        "これはその獣が自分のfieldにある、かつその獣の気分がcalmである間続く。",
    ),
    "dull:wait.1": (
        "This lasts until dusk falls. When that is over, gain 1.",
        "これは日が暮れるまで続く。それが終わったら、1得る。",
    ),
    "hearten:wait.1": ("This lasts until the end of the turn.", "これは手番の終わりまで続く。"),
}


@pytest.fixture(scope="module")
def game() -> Game:
    """Return the game of effects that last."""
    return cardwright.load(PACKAGE).model


@pytest.mark.parametrize("event", DEEDS)
@pytest.mark.parametrize(("place", "lang"), [(0, "en"), (1, "ja")])
def test_an_event_says_how_long_what_it_does_lasts(game: Game, event: str, place: int, lang: str):
    [done] = game.events[event]

    assert body_text(game, done.body, lang) == DEEDS[event][place]


@pytest.mark.parametrize("card", NOTES)
@pytest.mark.parametrize(("place", "lang"), [(0, "en"), (1, "ja")])
def test_an_effect_that_has_begun_says_how_long_it_lasts(game, card, place, lang):
    definition = next(each for each in game.definitions if each.id == card)

    assert "\n".join(rules_text(game, definition, lang)) == NOTES[card][place]
