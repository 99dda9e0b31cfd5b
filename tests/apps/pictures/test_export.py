"""Check the forms of the event graph, and what of it they show."""

from __future__ import annotations

import io
import json

import networkx as nx
import pytest

from cardwright.apps.pictures import parts as module
from cardwright.apps.pictures.drawing import EDGES, NODES
from cardwright.apps.pictures.parts import FORMS, NoGraphviz, export
from dsl.load import load_package
from interpreter.graph.graph import UnknownNode, build_graph
from tests.system import needs_dot

GAMES = ("dream-tricks", "equilibrion")


@pytest.fixture(params=GAMES)
def shipped(request, cards):
    loaded = load_package(cards / request.param, request.param, cards / "prelude")
    assert loaded.game is not None
    return loaded.game


def test_every_sort_and_kind_has_a_style(shipped):
    graph = build_graph(shipped)

    assert {sort for _, sort in graph.nodes(data="sort")} <= set(NODES)
    assert {kind for *_, kind in graph.edges(data="kind")} <= set(EDGES)


def test_json_holds_everything_and_comes_back(shipped):
    data = json.loads(export(shipped, None, "json"))
    graph = nx.node_link_graph(data, edges="edges")

    assert set(graph) == set(build_graph(shipped))
    assert graph.number_of_edges() == build_graph(shipped).number_of_edges()


def test_graphml_comes_back(shipped):
    text = export(shipped, None, "graphml")
    graph = nx.read_graphml(io.BytesIO(text.encode()), force_multigraph=True)

    assert set(graph) == set(build_graph(shipped))


def test_the_outline_has_no_steps(shipped):
    for form in ("dot", "mermaid"):
        assert export(shipped, None, form).isprintable() is False
    dot = export(shipped, None, "dot")
    assert '"phase:' in dot and "/1" not in dot


def test_a_node_comes_with_its_steps(shipped):
    event = next(node for node in shipped.events if not shipped.events[node][0].native)

    assert f"event:{event}/1" in export(shipped, event, "dot")
    assert f"event:{event}/1" in export(shipped, f"event:{event}/1", "dot")
    assert export(shipped, event, "mermaid").startswith("flowchart TB")


def test_an_unknown_node_gets_a_guess(shipped):
    event = next(iter(shipped.events))

    with pytest.raises(UnknownNode) as caught:
        export(shipped, event + "x", "dot")
    assert caught.value.guess == event


@needs_dot
def test_svg_where_graphviz_is(shipped):
    assert "<svg" in export(shipped, None, "svg")


def test_svg_where_it_is_not(shipped, monkeypatch):
    monkeypatch.setattr(module.shutil, "which", lambda name: None)

    with pytest.raises(NoGraphviz):
        export(shipped, None, "svg")


def test_all_forms_are_there():
    assert list(FORMS) == ["text", "dot", "mermaid", "json", "graphml", "svg"]
