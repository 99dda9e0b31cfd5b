"""`cardwright graph GAME NODE --ir`: the operations of a node, below the lines that say them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import cardwright
from cardwright import language_guide
from cardwright.apps.commands.main import group
from interpreter.program.assembling import assemble_program
from interpreter.program.operations import listing, written
from tests.interpreter.small import match_of, program_of

ROOT = Path(__file__).resolve().parents[3]
HIGH_CARD = str(ROOT / "examples" / "high-card")
COMMENT = re.compile(r"^ *# (\S+):(\d+):(\d+)  (.*)$")
OPERATION = re.compile(r"^ +(\d+)  (.*)$")


def run(*words):
    found = CliRunner().invoke(group, [*words])
    return found.exit_code, found.output


def test_an_event_is_shown_with_the_line_that_says_it():
    code, shown = run("graph", HIGH_CARD, "score-point", "--ir")

    assert code == 0
    head, name, names, above, change, end = shown.splitlines()
    assert head == "# score-point (player p)  examples/high-card/game.yaml:27:3"
    assert (name, names) == ("event score-point:", "  locals %0 p: player")
    assert above == "  # examples/high-card/game.yaml:28:9  add 1 to p.points"
    assert change.split(maxsplit=1)[1] == "Change operator=add state=player.points of=%0 value=1"
    assert end.split()[1:] == ["Return"]


@pytest.mark.parametrize(
    ("node", "bodies"),
    [
        ("play", ["action play:", "action play:"]),
        ("phase:play-cards", ["course:"]),
        ("deal", ["event deal:"]),
    ],
)
def test_all_bodies_of_a_node_are_shown(node, bodies):
    _, shown = run("graph", HIGH_CARD, node, "--ir")

    assert re.findall(r"^[a-z].*:$", shown, re.MULTILINE) == bodies


@pytest.mark.parametrize(
    ("id_", "nodes"),
    [("equilibrion", ("settle",)), ("res-arcana", ("card:athanor", "event:pay"))],
)
def test_what_is_shown_is_what_runs_and_every_comment_tells_the_truth(id_, nodes):
    game = cardwright.load(id_)
    players = game.model.players.low
    program = assemble_program(game.model, game.settings(players), players)
    texts = {}
    for node in nodes:
        for line in listing(program, node).splitlines():
            if found := OPERATION.match(line):
                assert written(program.operations[int(found[1])]) == found[2]
            if (found := COMMENT.match(line)) and line.startswith("  "):
                path, number, column, words = found.groups()
                folder = ROOT / "cards" if path.startswith("prelude/") else ROOT
                text = texts.setdefault(path, (folder / path).read_text(encoding="utf-8"))
                author = text.splitlines()[int(number) - 1]
                assert author[int(column) - 1 :].startswith(words)
    assert texts


def test_every_jump_leads_to_an_operation_of_the_same_body():
    game = cardwright.load("equilibrion")
    program = assemble_program(game.model, game.settings(1), 1)
    for body in listing(program, "settle").split("\n\n"):
        numbers = {int(found[1]) for line in body.splitlines() if (found := OPERATION.match(line))}
        jumps = {int(target) for target in re.findall(r"->(\d+)", body)}
        assert jumps and jumps <= numbers


def test_it_wants_one_node_as_text():
    for words in (("--ir",), ("play", "--ir", "--format", "dot")):
        code, shown = run("graph", HIGH_CARD, *words)
        assert code == 2
        assert "--ir prints the operations of one node, as text: name the node" in shown


def test_a_node_without_operations_and_one_that_is_not_there_are_said():
    code, shown = run("graph", HIGH_CARD, "zone:deck", "--ir")
    assert code == 2
    assert "`zone:deck` has no operations of its own" in shown

    code, shown = run("graph", HIGH_CARD, "score-pint", "--ir")
    assert code == 2
    assert "the nearest: score-point" in shown


FAULTY = """\
players: {count: 2, state: {points: int = 1}}
events:
  spread:
    do: |
      add 1 to me.points
      set me.points to 12 // (me.points - 2)
actions:
  go: {in: act, do: spread}
phases:
- {id: act, turns: players, repeat: true}
end: {when: "any(players, points > 90)", rank: [points]}
"""


def test_a_fault_points_to_the_text():
    match = match_of(program_of(FAULTY))
    if match.decision is not None:
        match.apply(0)

    assert match.outcome.kind == "fault"
    assert "(event spread, small/game.yaml:10:7)" in match.outcome.reason


def test_the_guide_shows_what_is_printed():
    text = language_guide()
    section = text.partition("score-point --ir\n\n")[2].partition("\n\n- Each operation")[0]
    example = "\n".join(line.removeprefix("    ") for line in section.split("\n"))

    assert run("graph", HIGH_CARD, "score-point", "--ir")[1].startswith(example)
