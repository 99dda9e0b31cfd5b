"""Short forms say what the long ones say: each is loaded beside the text that it stands for."""

from __future__ import annotations

import re

import pytest

ACTIONS_INSIDE = """\
actions:
  errand:
    in: act
    when: me.points > 0
    limit: 2 per turn
    do: add 1 to me.points
    actions:
      far:
        limit: 1 per turn
        cost: subtract 1 from me.points
        actions:
          sail: {do: add 3 to me.points, text: sail}
          ride:
      near: {in: rest, do: add 2 to me.points}
  nap: {in: act}
"""
ACTIONS_APART = """\
actions:
  errand: {actions: {}, in: act, when: me.points > 0, limit: 2 per turn, do: add 1 to me.points}
  far: {actions: {}, in: errand, limit: 1 per turn, cost: subtract 1 from me.points}
  sail: {in: far, do: add 3 to me.points, text: sail}
  ride: {in: far}
  near: {in: [errand, rest], do: add 2 to me.points}
  nap: {in: act}
"""
PHASES_BY_NAME = """\
setup:
  stirring: shuffle bag
  dealing: |
    for each p in players, add 1 to p.points
phases:
  act:
    turns: players
    phases:
      choosing: {offer: [errand, nap]}
      counting: add 1 to me.points
  rest: {turns: players, offer: [near]}
"""
PHASES_IN_LISTS = """\
setup:
- {id: stirring, do: shuffle bag}
- id: dealing
  do: |
    for each p in players, add 1 to p.points
phases:
- id: act
  turns: players
  phases:
  - {id: choosing, offer: [errand, nap]}
  - {id: counting, do: add 1 to me.points}
- {id: rest, turns: players, offer: [near]}
"""
EVENTS_SHORT = """\
events:
  earn (int n): add n to me.points
  spread (int n): |
    for each p in players, earn n by p
"""
EVENTS_LONG = """\
events:
  earn (int n): {do: add n to me.points}
  spread (int n):
    do: |
      for each p in players, earn n by p
"""
PLACE = re.compile(r"Span\([^()]*\)")


def said(model: object) -> str:
    """Return all that a part of a game says, without where it says so."""
    return PLACE.sub("", repr(model))


def loaded(load, **sections: str):
    found = load(**sections)
    assert found.diagnostics == ()
    return found.game


def test_actions_inside_a_group_are_those_that_name_it(load):
    phases = "phases:\n- {id: act, turns: players}\n- {id: rest, turns: players}\n"
    inside, apart = (
        loaded(load, phases=phases, actions=text) for text in (ACTIONS_INSIDE, ACTIONS_APART)
    )

    assert [each.id for each in inside.actions] == ["sail", "ride", "near", "nap"]
    assert [each.groups for each in inside.actions] == [("errand", "far")] * 2 + [("errand",), ()]
    assert inside.actions[2].phases == ("rest", "act")
    assert said(inside.actions) == said(apart.actions)
    assert said(inside.groups) == said(apart.groups)


def test_phases_by_name_are_a_list(load):
    named, listed = (
        loaded(load, phases=text, actions=ACTIONS_APART)
        for text in (PHASES_BY_NAME, PHASES_IN_LISTS)
    )

    assert [each.id for each in named.setup] == ["stirring", "dealing"]
    assert [each.id for each in named.phases[0].phases] == ["choosing", "counting"]
    assert said((named.setup, named.phases)) == said((listed.setup, listed.phases))


def test_an_event_of_steps_alone_is_one_with_do(load):
    short, long = (loaded(load, events=text).events for text in (EVENTS_SHORT, EVENTS_LONG))

    assert len(short["earn"][0].body.steps) == len(short["spread"][0].body.steps) == 1
    assert said([short["earn"], short["spread"]]) == said([long["earn"], long["spread"]])


@pytest.mark.parametrize(
    ("section", "text", "words"),
    [
        ("events", "events:\n  earn (int n): add n to me.pints\n", "pints"),
        ("phases", "phases:\n  act: add 1 to start-player.pints\n", "pints"),
        ("phases", "phases:\n  act: {turns: playrs, offer: [pass]}\n", "playrs"),
        ("actions", "actions: {go: {in: act, actions: {far: {do: add 1 to me.pints}}}}\n", "pints"),
        ("actions", "actions: {go: {in: act, actions: {far: {when: me.pints > 0}}}}\n", "pints"),
    ],
)
def test_a_mistake_is_told_at_its_place(findings, section: str, text: str, words: str):
    assert words in {each for _, each in findings(**{section: text})}


def test_a_group_without_actions_inside_is_told(findings):
    assert findings(actions="actions: {go: {in: act, actions: {}}}\n") == [("bad-group", "go")]


def test_an_action_may_not_be_in_another_group_as_well(findings):
    text = """\
actions:
  go: {in: act, actions: {far: {in: stay}}}
  stay: {in: act, actions: {near: {do: pass}}}
"""
    assert findings(actions=text) == [("bad-group", "stay")]


ENGLISH = """\
translation: en
values: {wealth: "wealth of {p}"}
events: {earn: "{me} earns {n}", rest: rest}
actions: {nap: take a nap}
setup: {dealing: Dealing}
phases: {act: {text: Acting, phases: {choosing: Choosing}}}
"""
JAPANESE = """\
translation: ja
values: {wealth: "{p}の富"}
events: {earn: "{me}は{n}を得る", rest: 休む}
actions: {nap: 昼寝をする}
setup: {dealing: 配札}
phases: {act: {text: 行動, phases: {choosing: 選択}}}
"""
WITHOUT_TEXTS = {
    "events": "events:\n  earn (int n): add n to me.points\n  rest:\n",
    "values": "values:\n  wealth(player p) -> int: p.points\n",
    "actions": "actions:\n  nap: {do: earn wealth(me); rest}\n",
    "phases": """\
setup: {dealing: shuffle bag}
phases: {act: {turns: players, phases: {choosing: {offer: [nap]}}}}
""",
}


def test_texts_may_stand_in_translation_files_alone(load):
    files = {"texts/en.yaml": ENGLISH, "texts/ja.yaml": JAPANESE}
    game = loaded(load, files=files, **WITHOUT_TEXTS)

    assert game.events["earn"][0].text == {"en": "{me} earns {n}", "ja": "{me}は{n}を得る"}
    assert game.events["rest"][0].text == {"en": "rest", "ja": "休む"}
    assert game.values["wealth"][0].text == {"en": "wealth of {p}", "ja": "{p}の富"}
    assert game.actions[0].text == {"en": "take a nap", "ja": "昼寝をする"}
    assert game.setup[0].text == {"en": "Dealing", "ja": "配札"}
    assert game.phases[0].text == {"en": "Acting", "ja": "行動"}
    assert game.phases[0].phases[0].text == {"en": "Choosing", "ja": "選択"}


def test_a_text_of_something_that_is_not_there_is_still_told(findings):
    files = {"texts/en.yaml": "translation: en\nevents: {ern: earns}\n"}
    assert findings(files, **WITHOUT_TEXTS) == [("unknown-text", "earns")]


def test_a_slot_that_such_a_text_does_not_have_is_told(findings):
    files = {"texts/en.yaml": 'translation: en\nevents: {earn: "{m} earns"}\n'}
    assert findings(files, **WITHOUT_TEXTS) == [("unknown-slot", "{m}")]


def test_a_word_of_the_prelude_that_a_game_has_itself_is_the_one_translated(load):
    files = {"texts/en.yaml": 'translation: en\nevents: {draw: "{me} draws {n}"}\n'}
    draw = "events:\n  draw (int n): move top(bag, n) to me.hand\n"
    game = loaded(load, files=files, events=draw, actions="actions: {go: {in: act, do: draw 1}}\n")

    assert game.events["draw"][0].text == {"en": "{me} draws {n}"}
