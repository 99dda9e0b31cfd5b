"""Two things never have one name in a rule's text, and what is looked at first is told first."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardwright.apps.text.course import steps_text
from cardwright.apps.text.names import Names
from tests.interpreter.small import program_of

GAME = """\
enums:
  role: [assassin, owl]
kinds:
  pit:
    unique: true
    attributes: {number: int, likes: list of role}
    state: {seeds: {is: int = 3, text: seeds}, flag: {is: maybe player, text: flag}}
    text: pit
cards:
- each: {kind: pit, likes: [owl]}
  id: pit-{number}
  number: 1..4
layout:
  board: {rows: [[pit-1, pit-2, pit-3, pit-4]]}
players:
  count: 2
  state: {coins: {is: int = 2, text: coins}, passed: {is: bool = false, text: has passed}}
state:
  dry: {is: bool = false, text: dry}
  total: {is: int = 0, text: total}
values:
  solvent(player p) -> bool: {is: p.coins > 0, text: "{p} still has coins"}
  across(pit x) -> pit: (every pit)[5 - x.number]
actions:
  test:
    choose: {h: every pit}
    do: |
BODY
phases:
- {id: playing, turns: players, offer: [test]}
end: {when: round == 5, winners: players}
"""


def said(body: str, lang: str = "en") -> str:
    lines = "\n".join(f"      {line}" for line in body.split("\n"))
    game = program_of(GAME.replace("BODY", lines)).game
    return " ".join(steps_text(game.actions[0].body, Names(game, lang)))


SORTS = {
    "let": "let {name} = across((every pit)[1 + ({seed} + total) % 4])",
    "choose": "choose {name} from every pit where seeds != {seed}",
}


@settings(max_examples=40, deadline=None)
@given(sorts=st.lists(st.sampled_from([*SORTS]), min_size=2, max_size=5), loops=st.integers(0, 3))
def test_every_thing_of_a_kind_has_a_name_of_its_own(sorts: list[str], loops: int) -> None:
    """Each is given another number of seeds, by which its name in the text is known."""
    names = [f"thing-{'abcde'[n]}" for n in range(len(sorts))]
    lines = [
        SORTS[sort].format(name=name, seed=number + 5)
        for number, (sort, name) in enumerate(zip(sorts, names, strict=True))
    ]
    inner = [f"loop-{'xyz'[number]}" for number in range(loops)]
    depth = ""
    body: list[str] = []
    for name in inner:
        body.append(f"{depth}for each {name} in beside(h):")
        depth += "  "
    every = [*names, *inner]
    for number, name in enumerate(every):
        body += [f"{depth}set {name}.seeds to {100 + number}", f"{depth}add 1 to {name}.seeds"]
    text = said("\n".join([*lines, *body]))

    called = [
        match[1]
        for number in range(len(every))
        if (match := re.search(rf"the seeds of ([^;.:]+?) to {100 + number}\b", text, re.I))
    ]
    assert len(called) == len({*called}) == len(every), text
    assert not {*called} & {"it"}


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (
            "let closed = all(beside(h), flag == me)\nfor each x in beside(h), set x.flag to none\n"
            "if closed, add 1 to me.coins",
            "Note whether there is none among the places beside that pit whose flag is not you. "
            "For each of the places beside that pit (“x”): set the flag of “x” to nobody. If that "
            "was so, add 1 to your coins.",
        ),
        (
            "let before = total\nadd 5 to total\nset me.coins to before",
            "Note the total. Add 5 to the total. Set your coins to that number.",
        ),
        (
            "let rich = me.coins > 5\nlet flagged = h.flag is none\nset me.coins to 0\n"
            "set h.flag to me\nif rich and not flagged, set dry to true",
            "Note whether your coins are more than 5. Note as “flagged” whether there is no "
            "flag of that pit. Set your coins to 0. Set the flag of that pit to you. If that was "
            "so and “flagged” was not so, the game becomes dry.",
        ),
        (
            "let before = total\nset me.coins to before\nadd 5 to total",
            "Set your coins to the total. Add 5 to the total.",
        ),
        (
            "let n = total\nif dry:\n  set me.coins to n\nadd 1 to total",
            "If the game is dry, set your coins to the total. Add 1 to the total.",
        ),
        (
            "let n = total\nrepeat 2 times:\n  add n to total",
            "Note the total. 2 times: add that number to the total.",
        ),
    ],
)
def test_what_changes_between_is_noted_before(body: str, text: str) -> None:
    assert said(body) == text


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("if solvent(me), end game", "If you still have coins, the game ends."),
        ("if not solvent(me), end game", "If you do not still have coins, the game ends."),
        ("if solvent(next(me)), end game", "If the player after you still has coins, the game "
         "ends."),
        ("if not dry, set dry to true", "If the game is not dry, the game becomes dry."),
        ("set me.passed to true", "From now on you have passed."),
        ("set next(me).passed to false", "From now on the player after you has not passed."),
        ("if not me.passed, end game", "If you have not passed, the game ends."),
        (
            "if any(r in every role, any(beside(h), flag == me and r in likes)), end game",
            "If there is one among assassin, owl for which there is one among the places beside "
            "that pit whose flag is you and for which that role is among its likes, the game ends.",
        ),
    ],
)  # fmt: skip
def test_verbs_and_pronouns_are_those_of_who_is_meant(body: str, text: str) -> None:
    assert said(body) == text


def test_japanese_tells_state_of_the_table_as_that_of_the_game() -> None:
    """Before a noun it would be read of the noun."""
    body = "for each x in every pit where not dry or x.seeds > 2, add 1 to total"

    assert said(body, "ja") == (
        "ゲームがdryでないかseedsが2より大きいpitそれぞれについて：totalに1を加える。"
    )
    assert said("if not dry, end game", "ja") == "dryでないなら、ゲームが終わる。"


def test_japanese_names_two_things_as_two() -> None:
    text = said(
        "let last = across((every pit)[1 + (5 + total) % 4])\n"
        "let beyond = across((every pit)[1 + (6 + total) % 4])\n"
        "add 1 to last.seeds\nadd 1 to last.seeds\nadd 1 to beyond.seeds\nadd 2 to beyond.seeds",
        "ja",
    )

    assert "pitAとして覚えておく" in text
