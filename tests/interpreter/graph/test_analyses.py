"""Check the analyses: matching, loops, what is unused, and order of triggers."""

from __future__ import annotations

import pytest

from interpreter.effects.transitive import Conflicts
from interpreter.graph import graph
from interpreter.graph.findings import graph_diagnostics

TURNS = "phases:\n- {id: act, turns: players, do: begin}\n"
EVENTS = """\
events:
  begin: {do: gain 1}
  gain (int n): {do: add n to me.coin}
  win-fame: {do: add 1 to me.fame}
  pay-up: {do: "may, win-fame"}
"""


def rule(name: str, when: str, do: str) -> str:
    return f"- kind: card\n  id: {name}\n  triggers:\n  - {when}\n    do: {do}\n"


def names(game) -> list[str]:
    return [each.name for each in graph_diagnostics(game)]


@pytest.mark.parametrize(
    ("one", "other", "matters"),
    [
        ("add 1 to me.fame", "add 2 to me.fame", False),
        ("add 1 to me.fame", "set me.fame to 0", True),
        ("add 1 to me.fame", "add 1 to me.coin", False),
        ("add me.fame to me.coin", "add 1 to me.fame", True),
        ("set course to course + [me]", "set course to course + [me]", True),
        ("end game", "add 1 to me.fame", True),
        ("win-fame", "add 1 to me.fame", False),
    ],
)
def test_the_order_of_two_triggers(game, one, other, matters):
    cards = rule("imp", "after: gain", one) + rule("elf", "after: gain", other)
    conflicts = Conflicts(game(EVENTS + "cards:\n" + cards))

    assert conflicts.matter("imp:trigger.1", "elf:trigger.1") is matters
    assert conflicts.matter("elf:trigger.1", "imp:trigger.1") is matters


def test_what_is_checked_in_between_makes_order_matter(game):
    tail = TURNS + "end: {when: 'any(players, coin == 9)', rank: [fame]}\n"
    cards = rule("imp", "after: gain", "add 1 to me.coin")
    cards += rule("elf", "after: gain", "add 1 to me.fame")

    conflicts = Conflicts(game(EVENTS + "cards:\n" + cards, tail=tail))

    assert conflicts.matter("imp:trigger.1", "elf:trigger.1")


def test_listeners_count_for_the_order(game):
    cards = rule("imp", "after: gain", "win-fame") + rule("elf", "after: gain", "add 1 to me.coin")
    cards += rule("sprite", "after: win-fame", "set me.coin to 0")

    conflicts = Conflicts(game(EVENTS + "cards:\n" + cards))

    assert conflicts.matter("imp:trigger.1", "elf:trigger.1")


ADD = "{do: add n to me.coin}"
DONE = EVENTS.replace("do: gain 1", "do: 'gain 1; pay-up'")


@pytest.mark.parametrize(
    ("body", "name"),
    [
        (DONE, None),
        (EVENTS, "unused-event"),
        (DONE + "cards:\n" + rule("imp", "after: win-fame", "win-fame"), "unbounded-loop"),
        (DONE + "cards:\n" + rule("imp", "after: win-fame where me.fame < 3", "win-fame"), None),
        (DONE.replace(ADD, "{do: 'while me.fame < 3, add n to me.coin'}"), "unbounded-loop"),
        (DONE.replace(ADD, "{do: 'while me.coin < 3, add n to me.coin'}"), None),
        (DONE + "cards:\n" + rule("imp", "after: move to deck", "win-fame"), "dead-trigger"),
        (DONE + "actions:\n  rest: {do: win-fame}\n", "unoffered-action"),
    ],
)  # fmt: skip
def test_findings(game, body, name):
    found = [
        each for each in names(game(body)) if each not in ("unentered-zone", "unwritten-state")
    ]

    assert set(found) == (set() if name is None else {name})


def test_state_and_zones(game):
    found = {(each.name, each.span.text) for each in graph_diagnostics(game(DONE))}

    assert ("unwritten-state", "course") in found


def test_a_match_without_end(game):
    tail = TURNS + "end: {rank: [coin]}\n"

    assert "endless-match" in names(game(DONE, tail=tail))


def test_findings_need_no_whole_graph(game, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    monkeypatch.setattr(graph, "build_graph", lambda *given: made.append(given))
    text = EVENTS + "cards:\n" + rule("hoard", "after: pay-up", "gain 1")

    assert "dead-trigger" in names(game(text))
    assert made == []
