"""Write the event graph as a page that can be searched and zoomed: one file, nothing loaded."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any, Final, TypeAlias

from cardwright.api.names import in_language
from cardwright.apps.authors.graphs.naming import WORDS, node_names, searched_names, word
from cardwright.apps.authors.overview.words import word as link_word
from cardwright.apps.text.names import Names
from cardwright.apps.text.rules import rules_text
from dsl.languages import OWN
from dsl.model.game import Game
from interpreter.graph.drawing import EDGES, NODES
from interpreter.graph.walk import edges

STATIC: Final = Path(__file__).parent / "static"
INSIDE: Final = ("step", "decision")
DASHES: Final = {"bold": "solid"}
Graph: TypeAlias = Any


def as_page(graph: Graph, part: Graph, focus: str | None, game: Game, lang: str) -> str:
    """Return a page of a graph.

    Args:
        graph: The whole one, its nodes named; steps are told with the node they are in.
        part: What is shown first. It may have piles and edges of its own.
        focus: The node that is chosen first.
    """
    start = [node for node in part if part.nodes[node]["sort"] not in INSIDE]
    data = {
        "nodes": list(_nodes(graph, part, game, lang)),
        "edges": sorted(_edges(graph) | _edges(part)),
        "start": start,
        "focus": focus,
        "sorts": {s: [n.fill, n.line, word(lang, f"sort-{s}")] for s, n in NODES.items()},
        "kinds": {
            kind: [edge.colour, DASHES.get(edge.line, edge.line), word(lang, f"edge-{kind}")]
            for kind, edge in EDGES.items()
        },
        "words": _words(lang),
    }
    slots = {key: word(lang, f"page-{key}") for key in _keys()}
    slots |= {"title": in_language(game.manifest.title, lang, game.manifest.default_language)}
    slots |= {"lang": lang, "legend": word(lang, "legend")}
    slots = {key: escape(text) for key, text in slots.items()}
    slots |= {
        "css": _read("graph.css"),
        "cytoscape": _read("cytoscape.min.js"),
        "js": _read("graph.js"),
        "data": json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
    }
    first, *pieces = _read("graph.html").split("@")
    return first + "".join(
        slots[piece] if place % 2 == 0 else piece for place, piece in enumerate(pieces)
    )


def _read(name: str) -> str:
    return (STATIC / name).read_text("utf-8")


def _keys() -> Iterator[str]:
    """Yield the names of the texts that stand in the page itself."""
    yield from (key.removeprefix("page-") for key in WORDS if key.startswith("page-"))


def _words(lang: str) -> dict[str, str]:
    """Return the words that the script writes: over neighbours, members and steps."""
    found = {key: word(lang, f"say-{key}") for key in ("all", "members", "steps", "none")}
    for kind in EDGES:
        for way in ("from", "to"):
            found[f"{way}-{kind}"] = link_word(lang, f"{way}-{kind}", names="").rstrip(": ")
    return found


def _edges(graph: Graph) -> set[tuple[str, str, str]]:
    """Return the edges between nodes that are no steps."""
    sorts = dict(graph.nodes(data="sort"))
    return {
        (one, other, kind)
        for one, other, kind in edges(graph)
        if sorts[one] not in INSIDE and sorts[other] not in INSIDE
    }


def _nodes(graph: Graph, part: Graph, game: Game, lang: str) -> Iterator[dict[str, object]]:
    """Yield all that is told of each node."""
    other = next(each for each in OWN if each != lang)
    names, others = node_names(game, lang), node_names(game, other)
    cards = {f"card:{each.id}": each for each in game.definitions}
    kinds = Names(game, lang)
    steps: dict[str, list[str]] = {}
    for _, data in graph.nodes(data=True):
        if data["sort"] in INSIDE:
            steps.setdefault(str(data["owner"]), []).append(f"{data['label']}  ({data['line']})")
    known = {**dict(graph.nodes(data=True)), **dict(part.nodes(data=True))}
    for card, definition in cards.items():
        line, column = definition.span.source.position(definition.span.start)
        place = {"path": definition.span.source.path, "line": line, "column": column}
        known.setdefault(card, {"sort": "card", "label": names[card], **place})
    for node, data in known.items():
        if data["sort"] in INSIDE:
            continue
        told: dict[str, object] = {
            "id": node,
            "sort": data["sort"],
            "name": str(data["label"]),
            "other": others.get(node, ""),
            "find": searched_names({node: str(data["label"])}, others, node),
            "about": word(lang, f"sort-{data['sort']}"),
            "place": f"{data['path']}:{data['line']}:{data['column']}" if data["path"] else "",
            "steps": steps.get(node, []),
        }
        if node in cards:
            told["about"] = f"{told['about']}: {kinds.kind(cards[node].kind)}"
            told["text"] = list(rules_text(game, cards[node], lang))
        if "members" in data:
            told["members"] = str(data["members"]).split()
        yield told
