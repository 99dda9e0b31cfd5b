"""Draw the event graph, or a part that answers a question; write it as a page or as text.

The page is one file with search and zoom that loads nothing. The text describes the picture of a
turn or of a card. `graph_of` and `overview_of` turn failures into mistakes in plain words.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path
from typing import Any, Final, TypeAlias

import cardwright
from cardwright import Package
from cardwright.apps.authors.diff.references import Uses
from cardwright.apps.authors.graphs.naming import (
    box_word,
    legend_words,
    node_names,
    searched_names,
    word,
)
from cardwright.apps.authors.graphs.overview import WIDTH, node_as_text, overview_in
from cardwright.apps.face.words import AppMistake, card_name, find_cards, in_language
from cardwright.apps.pictures import parts
from cardwright.apps.pictures.drawing import EDGES, NODES, call_nodes, folded
from cardwright.apps.text.names import Names
from cardwright.apps.text.rules import rules_text
from dsl import Language, nearest
from dsl.model.game import Game, Phase
from dsl.model.nouns import Definition
from interpreter import Graph, Owner

Part: TypeAlias = Any
_LISTENING: Final = ("before", "after", "instead", "forbids")
_INDENT: Final = "  "


def turn_as_text(part: Part, game: Game, lang: str) -> str:
    """Return the phases of a round in order, with what each offers and which rules act there."""
    return "\n".join(_phases(part, game.phases, 0, lang))


def _phases(part: Part, phases: Iterable[Phase], depth: int, lang: str) -> Iterator[str]:
    """Yield the lines of phases, of those inside them behind their own."""
    for phase in phases:
        node, pad = f"phase:{phase.id}", _INDENT * depth
        yield pad + part.nodes[node]["label"]
        told: dict[str, list[str]] = {"offers": [], "does": []}
        for _, other, kind in Graph.leaving(part, node):
            if kind in told and part.nodes[other]["sort"] != "phase":
                told[kind].append(other)
        for kind, nodes in told.items():
            text = box_word(lang, f"to-{kind}", names=_names(part, nodes, lang))
            yield from _said(text, pad, nodes)
        rules = list(dict.fromkeys(_acting(part, [node, *told["offers"]])))
        yield from _said(word(lang, "rules-there", names=_names(part, rules, lang)), pad, rules)
        yield from _phases(part, phase.phases or (), depth + 1, lang)


def _acting(part: Part, nodes: list[str]) -> Iterator[str]:
    """Yield the rules that listen to what nodes make happen, or change what they look at."""
    for node in nodes:
        for _, other, kind in Graph.leaving(part, node):
            if kind == "does":
                yield from (
                    rule for _, rule, how in Graph.leaving(part, other) if how in _LISTENING
                )
            elif kind == "reads":
                yield from (
                    rule for rule, _, how in Graph.entering(part, other) if how == "modifies"
                )


def _said(text: str, pad: str, nodes: list[str]) -> Iterator[str]:
    """Yield a text folded into lines, where there are nodes that it names."""
    if nodes:
        first, *rest = folded(text, WIDTH)
        yield f"{pad}{2 * _INDENT}{first}"
        yield from (f"{pad}{3 * _INDENT}{line}" for line in rest)


def _names(part: Part, nodes: list[str], lang: str) -> str:
    """Return the names of nodes in a row, each once."""
    return word(lang, "semicolon").join(
        dict.fromkeys(str(part.nodes[node]["label"]) for node in nodes)
    )


def card_as_text(part: Part, game: Game, card: Definition, lang: str) -> str:
    """Return what a card says, and of each of its rules what it does and what touches it."""
    center = f"card:{card.id}"
    lines = [f"{card_name(game, card, lang)}  ({card.id})"]
    lines += [f"{_INDENT}{line}" for line in rules_text(game, card, lang)]
    lines += _ends(part, center, lang)
    for _, rule, kind in Graph.leaving(part, center):
        if kind == "bears":
            lines += ["", part.nodes[rule]["label"], *_ends(part, rule, lang)]
    return "\n".join(lines)


def _ends(part: Part, node: str, lang: str) -> Iterator[str]:
    """Yield what leads to a node and from it, by kind."""
    for way, links in (("from", Graph.entering(part, node)), ("to", Graph.leaving(part, node))):
        found: dict[str, list[str]] = {}
        for one, other, kind in links:
            if kind != "bears":
                found.setdefault(kind, []).append(one if way == "from" else other)
        for kind, ends in found.items():
            text = box_word(lang, f"{way}-{kind}", names=_names(part, ends, lang))
            yield from _said(text, "", ends)


STATIC: Final = Path(__file__).parent / "static"
INSIDE: Final = ("step", "decision")
DASHES: Final = {"bold": "solid"}
_TEXTS: Final = ("search", "start", "fit", "closer", "farther", "theme", "hint")
"""The texts of the page itself, by the names of its slots."""


def as_page(graph: Part, part: Part, focus: str | None, game: Game, lang: str) -> str:
    """Return a page of a graph.

    Args:
        graph: The whole one, its nodes named; steps are told with the node they are in.
        part: What is shown first. It may have piles and edges of its own.
        focus: The node that is chosen first.
    """
    start = [node for node in part if part.nodes[node]["sort"] not in INSIDE]
    found = {key: word(lang, f"say-{key}") for key in ("all", "members", "steps", "none")}
    for kind in EDGES:
        for way in ("from", "to"):
            found[f"{way}-{kind}"] = box_word(lang, f"{way}-{kind}", names="").rstrip(": ")
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
        "words": found,
    }
    slots = {key: word(lang, f"page-{key}") for key in _TEXTS}
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


def _edges(graph: Part) -> set[tuple[str, str, str]]:
    """Return the edges between nodes that are no steps."""
    sorts = dict(graph.nodes(data="sort"))
    return {
        (one, other, kind)
        for one, other, kind in Graph.edges(graph)
        if sorts[one] not in INSIDE and sorts[other] not in INSIDE
    }


def _nodes(graph: Part, part: Part, game: Game, lang: str) -> Iterator[dict[str, object]]:
    """Yield all that is told of each node."""
    other = next(each for each in Language.OWN if each != lang)
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


class UnknownNodeError(AppMistake, LookupError):
    """The event graph has no node of this name. `guess` is the nearest one, or None."""

    def __init__(self, word: str, guess: str | None) -> None:
        super().__init__("unknown-node", word=word, guess=guess or "-")


class UnclearCardError(AppMistake, LookupError):
    """No card, or several, are called so. `others` are those that may be meant."""

    def __init__(self, key: str, word: str, others: str) -> None:
        super().__init__(key, word=word, others=others)


class NoGraphvizError(AppMistake, RuntimeError):
    """The program `dot` is not installed."""

    def __init__(self) -> None:
        super().__init__("no-graphviz")


class NotDrawnError(AppMistake, RuntimeError):
    """The program `dot` could not draw something."""

    def __init__(self, reason: str) -> None:
        super().__init__("dot-failed", reason=reason)


TURN: Final = "turn"
"""The question for a round; every other is a card."""
PAGE: Final = "html"
MOST_AT_FIRST: Final = 40
"""With more nodes in its outline a game's page begins with a round."""
_MOST: Final = 5


def drawn(game: Game, node: str | None, of: str | None, form: str, lang: str) -> str:
    """Return the graph of a game, the part around a node, or what answers a question.

    Raises:
        Graph.Unknown: There is no such node.
        UnclearCardError: No card, or several, are called so.
        NoGraphviz: SVG was asked for and `dot` is not there.
        NotDrawn: It is there and failed.
    """
    if node is not None and form == "text":
        return node_as_text(parts.near(game, node), lang)
    names, legend = node_names(game, lang), legend_words(lang)
    if of is None and form != PAGE:
        return parts.export(game, node, form, names, legend)
    whole = Graph(game)
    graph = whole.graph
    call_nodes(graph, names)
    part, focus = _part(whole, node, of, lang)
    if form == PAGE:
        return as_page(graph, part, focus, game, lang)
    if form != "text":
        return parts.FORMS[form](part, focus, legend)
    if focus is None:
        return turn_as_text(part, game, lang)
    return card_as_text(part, game, found_card(game, of or ""), lang)


def _part(whole: Graph, node: str | None, of: str | None, lang: str) -> tuple[Part, str | None]:
    """Return the part that is asked for, and the node that it is about."""
    game, graph = whole.game, whole.graph
    if node is not None:
        focus = whole.find(node)
        return parts.around(graph, focus), focus
    if of is not None and of != TURN:
        card = found_card(game, of)
        return card_part(graph, game, card, lang), f"card:{card.id}"
    found = parts.outline(graph)
    is_small = of is None and len(found) <= MOST_AT_FIRST
    return found if is_small else turn_part(graph, game, lang), None


def turn_part(graph: Part, game: Game, lang: str) -> Part:
    """Return what happens in a round."""
    part = parts.turn_of(graph, game, _Piles(game, lang))
    _frames(part, lang)
    return part


def card_part(graph: Part, game: Game, card: Definition, lang: str) -> Part:
    """Return what a card does and what touches it."""
    named = {use.unit for use in Uses(game).of(f"card:{card.id}")}
    shown = {f"{owner.sort}:{owner.name}": owner.node for owner in Owner.all_in(game)}
    namers = sorted(shown.get(unit, unit) for unit in named)
    part = parts.card_of(graph, game, card.id, namers, _Piles(game, lang))
    part.nodes[f"card:{card.id}"]["label"] = node_names(game, lang)[f"card:{card.id}"]
    _frames(part, lang)
    return part


def found_card(game: Game, called: str) -> Definition:
    """Return the card of an id or a name in any language, or the one whose name begins so.

    Raises:
        UnclearCardError: There is none, or several.
    """
    found = find_cards(game, called)
    if len(found) == 1:
        return found[0]
    if found:
        ids = [each.id for each in found]
        more = ["…"] if len(ids) > _MOST else []
        raise UnclearCardError("several-graph-cards", called, ", ".join(ids[:_MOST] + more))
    known = [text for each in game.definitions for text in (each.id, *each.name.values())]
    raise UnclearCardError("no-graph-card", called, nearest(called, known) or TURN)


class _Piles:
    """Names piles of like things on cards."""

    def __init__(self, game: Game, lang: str) -> None:
        self.names, self.lang = Names(game, lang), lang

    def __call__(self, sort: str, kind: str, number: int) -> str:
        """Return a kind with how many of a sort its cards have."""
        what = word(self.lang, f"many-{sort}", number=number)
        return word(self.lang, "pile", kind=self.names.kind(kind), what=what)


def _frames(part: Part, lang: str) -> None:
    """Name the frame around the phases."""
    for _, data in part.nodes(data=True):
        if data["group"] == "course":
            data["frame"] = word(lang, "course")


def graph_of(
    package: Package,
    node: str | None,
    form: str,
    cache: bool = True,
    lang: str = "en",
    of: str | None = None,
) -> str:
    """Return the event graph of a game, or the part around a node, in a format; what is near a node
    in the words of a language.

    Args:
        of: A question in the place of a node: `turn`, or the id or name of a card.

    Raises:
        UnknownNodeError: There is no such node.
        UnclearCardError: No card, or several, are called so.
        NoGraphvizError: SVG was asked for and `dot` is not there.
        NotDrawnError: It is there and failed.
    """
    try:
        return drawn(cardwright.load(package, cache=cache, whole=True).model, node, of, form, lang)
    except Graph.Unknown as error:
        raise UnknownNodeError(error.word, error.guess) from None
    except parts.NoGraphviz:
        raise NoGraphvizError from None
    except parts.NotDrawn as error:
        raise NotDrawnError(str(error)) from None


def operations_of(package: Package, node: str, cache: bool = True) -> str:
    """Return the operations of a node, with the author's lines as comments; "" where it has none.

    Raises:
        UnknownNodeError: There is no such node.
    """
    try:
        return cardwright.load(package, cache=cache, whole=True).operations(node)
    except Graph.Unknown as error:
        raise UnknownNodeError(error.word, error.guess) from None


def overview_of(package: Package, form: str, lang: str, cache: bool = True) -> str:
    """Return the event graph of a game on one page, in a format and language.

    Raises:
        NoGraphvizError: SVG was asked for and `dot` is not there.
        NotDrawnError: It is there and failed.
    """
    try:
        return overview_in(cardwright.load(package, cache=cache, whole=True).model, form, lang)
    except parts.NoGraphviz:
        raise NoGraphvizError from None
    except parts.NotDrawn as error:
        raise NotDrawnError(str(error)) from None
