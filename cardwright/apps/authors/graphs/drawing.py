"""Draw the event graph of a game, or the part that answers a question, in a form and language.

The commands call `graph_of` and `overview_of`, which turn failures into mistakes in plain words.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import cardwright
from cardwright import Package
from cardwright.apps.authors.diff.references import Uses
from cardwright.apps.authors.graphs.naming import legend_words, node_names, word
from cardwright.apps.authors.graphs.overview import node_as_text, overview_in
from cardwright.apps.authors.graphs.page import as_page, card_as_text, turn_as_text
from cardwright.apps.face.words import AppMistake, find_cards
from cardwright.apps.pictures.drawing import call_nodes
from cardwright.apps.pictures.export import FORMS, NoGraphviz, NotDrawn, export
from cardwright.apps.pictures.parts import (
    around,
    card_of,
    near,
    outline,
    turn_of,
)
from cardwright.apps.text.names import Names
from dsl import nearest
from dsl.model.game import Game
from dsl.model.nouns import Definition
from interpreter import Graph, owners


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
Part: TypeAlias = Any


def drawn(game: Game, node: str | None, of: str | None, form: str, lang: str) -> str:
    """Return the graph of a game, the part around a node, or what answers a question.

    Raises:
        Graph.Unknown: There is no such node.
        UnclearCardError: No card, or several, are called so.
        NoGraphviz: SVG was asked for and `dot` is not there.
        NotDrawn: It is there and failed.
    """
    if node is not None and form == "text":
        return node_as_text(near(game, node), lang)
    names, legend = node_names(game, lang), legend_words(lang)
    if of is None and form != PAGE:
        return export(game, node, form, names, legend)
    whole = Graph(game)
    graph = whole.graph
    call_nodes(graph, names)
    part, focus = _part(whole, node, of, lang)
    if form == PAGE:
        return as_page(graph, part, focus, game, lang)
    if form != "text":
        return FORMS[form](part, focus, legend)
    if focus is None:
        return turn_as_text(part, game, lang)
    return card_as_text(part, game, found_card(game, of or ""), lang)


def _part(whole: Graph, node: str | None, of: str | None, lang: str) -> tuple[Part, str | None]:
    """Return the part that is asked for, and the node that it is about."""
    game, graph = whole.game, whole.graph
    if node is not None:
        focus = whole.find(node)
        return around(graph, focus), focus
    if of is not None and of != TURN:
        card = found_card(game, of)
        return card_part(graph, game, card, lang), f"card:{card.id}"
    found = outline(graph)
    is_small = of is None and len(found) <= MOST_AT_FIRST
    return found if is_small else turn_part(graph, game, lang), None


def turn_part(graph: Part, game: Game, lang: str) -> Part:
    """Return what happens in a round."""
    part = turn_of(graph, game, _Piles(game, lang))
    _frames(part, lang)
    return part


def card_part(graph: Part, game: Game, card: Definition, lang: str) -> Part:
    """Return what a card does and what touches it."""
    named = {use.unit for use in Uses(game).of(f"card:{card.id}")}
    shown = {f"{owner.sort}:{owner.name}": owner.node for owner in owners(game)}
    namers = sorted(shown.get(unit, unit) for unit in named)
    part = card_of(graph, game, card.id, namers, _Piles(game, lang))
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
    except NoGraphviz:
        raise NoGraphvizError from None
    except NotDrawn as error:
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
    except NoGraphviz:
        raise NoGraphvizError from None
    except NotDrawn as error:
        raise NotDrawnError(str(error)) from None
