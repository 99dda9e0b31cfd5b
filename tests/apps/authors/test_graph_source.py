"""`cardwright graph GAME NODE --source`: what the machine runs, below the lines that say it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import cardwright
from cardwright.api.folders import language_guide
from cardwright.apps.commands.main import group
from interpreter.program.analysis import analyse
from interpreter.program.assembling import assemble_program
from interpreter.writing.listing import functions_of, listing
from interpreter.writing.module import FastEvaluator, Module
from tests.interpreter.small import match_of, program_of

ROOT = Path(__file__).resolve().parents[3]
HIGH_CARD = str(ROOT / "examples" / "high-card")
COMMENT = re.compile(r"^ *# (\S+):(\d+):(\d+)  (.*)$")


def run(*words):
    found = CliRunner().invoke(group, [*words])
    return found.exit_code, found.output


def test_an_event_is_shown_with_the_line_that_says_it():
    code, shown = run("graph", HIGH_CARD, "score-point", "--source")

    assert code == 0
    assert shown.startswith(
        "# score-point (player p)  examples/high-card/game.yaml:27:3\n# l0 is player p\ndef plain_"
    )
    line = "examples/high-card/game.yaml:28:9  add 1 to p.points"
    assert re.search(rf"\n    # {re.escape(line)}\n    place = \d+ \+ l0 \* \d+\n", shown)


@pytest.mark.parametrize(
    ("node", "begins"),
    [
        ("play", ("plain", "block")),
        ("phase:play-cards", ("block",)),
        ("deal", ("plain", "block")),
    ],
)
def test_each_kind_of_function_of_a_node_is_shown(node, begins):
    _, shown = run("graph", HIGH_CARD, node, "--source")
    names = re.findall(r"^def (\w+)_\d+\(", shown, re.MULTILINE)

    assert {*begins} <= {*names}


@pytest.mark.parametrize(
    ("id_", "nodes"),
    [("equilibrion", ("settle",)), ("res-arcana", ("card:athanor", "event:pay"))],
)
def test_what_is_shown_is_what_runs_and_every_comment_tells_the_truth(id_, nodes):
    game = cardwright.load(id_)
    players = game.model.players.low
    program = assemble_program(game.model, game.settings(players), players)
    analysis = analyse(program)
    module = Module(program, analysis, FastEvaluator(program, analysis))
    run_as = {name: [*lines] for name, lines in functions_of(module).items()}
    compile(module.text, id_, "exec")
    texts = {}
    for node in nodes:
        for function in filter(None, listing(program, node).split("\n\n")):
            lines = [line for line in function.split("\n") if not line.lstrip().startswith("# ")]
            name = re.match(r"def (\w+)\(", lines[0])[1]
            assert lines == run_as[name]
            for path, number, column, words in filter(None, map(_comment, function.split("\n"))):
                folder = ROOT / "cards" if path.startswith("prelude/") else ROOT
                text = texts.setdefault(path, (folder / path).read_text(encoding="utf-8"))
                author = text.splitlines()[number - 1]
                assert author[column - 1 :].startswith(words)
    assert texts


def _comment(line):
    found = COMMENT.match(line)
    return found and (found[1], int(found[2]), int(found[3]), found[4])


def test_it_wants_one_node_as_text():
    for words in (("--source",), ("play", "--source", "--format", "dot")):
        code, shown = run("graph", HIGH_CARD, *words)
        assert code == 2
        assert "--source prints the functions of one node, as text: name the node" in shown


def test_a_node_without_functions_and_one_that_is_not_there_are_said():
    code, shown = run("graph", HIGH_CARD, "zone:deck", "--source")
    assert code == 2
    assert "`zone:deck` has no function of its own" in shown

    code, shown = run("graph", HIGH_CARD, "score-pint", "--source")
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


@pytest.mark.parametrize("blocks", [True, False], ids=["blocks", "walker"])
def test_a_fault_in_what_was_written_points_to_the_text(blocks):
    match = match_of(program_of(FAULTY), blocks=blocks)
    if match.decision is not None:
        match.apply(0)

    assert match.outcome.kind == "fault"
    assert "(event spread, small/game.yaml:10:7)" in match.outcome.reason


def test_the_guide_shows_what_is_printed():
    text = language_guide()
    section = text.partition("score-point --source\n\n")[2].partition("\n\n- `plain_N`")[0]
    example = "\n".join(line.removeprefix("    ") for line in section.split("\n"))

    assert run("graph", HIGH_CARD, "score-point", "--source")[1].startswith(example)
