"""The page of what examples and scripts come to: colours of the graph, beginnings of scripts."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import cardwright
from cardwright.api.scripts import Coverage
from cardwright.apps.commands.main import group
from cardwright.apps.lab.reporting.page import ALL, NONE, SOME, missing, picture
from dsl.load import check_script_text
from interpreter.graph.steps import executable_nodes
from tests.system import needs_dot

GAME = Path(__file__).resolve().parents[3] / "examples" / "classics" / "durak"


@pytest.fixture(scope="module")
def model():
    return cardwright.load(GAME).model


def test_every_place_that_is_not_reached_has_a_script_that_checks(model):
    nodes = executable_nodes(model)
    found = [*missing(Coverage.of_nodes("durak", nodes, ()), model)]

    assert len(found) == len({node.key for node in nodes})
    for each in found:
        scripts, findings = check_script_text(each.script, "new.yaml", model)
        assert (len(scripts), findings) == (1, ()), each.script
    taking = next(each for each in found if each.words == "action take")
    assert "given: {phase: defending}\nsteps:\n- ada: [take]\n" in taking.script


@needs_dot
def test_nodes_have_the_colour_of_what_was_reached(model):
    nodes = executable_nodes(model)
    every = Coverage.of_nodes("durak", nodes, [node.key for node in nodes])
    lone = Coverage.of_nodes("durak", nodes, [n.key for n in nodes if n.words == "action take"])

    assert (ALL in picture(every, model), NONE in picture(every, model)) == (True, False)
    drawn = picture(lone, model)
    assert NONE in drawn and (SOME in drawn or ALL in drawn)


@needs_dot
def test_a_page_a_game(tmp_path: Path):
    words = ["test", str(GAME), "-j", "1", "--coverage", "--html", str(tmp_path)]
    done = CliRunner().invoke(group, ["--lang", "ja", *words])
    page = (tmp_path / "durak.html").read_text(encoding="utf-8")

    assert done.exit_code == 0
    assert "<svg" in page and "通っていない箇所: 0" in page and 'lang="ja"' in page
    assert str(tmp_path / "durak.html") in done.stderr


def test_it_goes_with_coverage_alone(tmp_path: Path):
    done = CliRunner().invoke(group, ["--lang", "en", "test", str(GAME), "--html", str(tmp_path)])

    assert done.exit_code == 2 and "--html" in done.stderr
