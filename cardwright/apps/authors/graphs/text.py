"""Describe in words what the picture of a turn or of a card shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, TypeAlias

from cardwright.api.names import card_name
from cardwright.apps.authors.graphs.naming import word
from cardwright.apps.authors.overview.forms import WIDTH
from cardwright.apps.authors.overview.words import word as link_word
from cardwright.apps.text.rules import rules_text
from dsl.model.game import Game
from dsl.model.nouns import Definition
from dsl.model.rules import Phase
from interpreter.graph.drawing import folded
from interpreter.graph.walk import in_edges, out_edges

Graph: TypeAlias = Any
_LISTENING: Final = ("before", "after", "instead", "forbids")
_INDENT: Final = "  "


def turn_as_text(part: Graph, game: Game, lang: str) -> str:
    """Return the phases of a round in order, with what each offers and which rules act there."""
    return "\n".join(_phases(part, game.phases, 0, lang))


def _phases(part: Graph, phases: Iterable[Phase], depth: int, lang: str) -> Iterator[str]:
    """Yield the lines of phases, of those inside them behind their own."""
    for phase in phases:
        yield from _phase(part, f"phase:{phase.id}", depth, lang)
        yield from _phases(part, phase.phases or (), depth + 1, lang)


def _phase(part: Graph, phase: str, depth: int, lang: str) -> Iterator[str]:
    """Yield the lines of a phase."""
    pad = _INDENT * depth
    yield pad + part.nodes[phase]["label"]
    told: dict[str, list[str]] = {"offers": [], "does": []}
    for _, other, kind in out_edges(part, phase):
        if kind in told and part.nodes[other]["sort"] != "phase":
            told[kind].append(other)
    for kind, nodes in told.items():
        yield from _said(link_word(lang, f"to-{kind}", names=_names(part, nodes, lang)), pad, nodes)
    rules = list(dict.fromkeys(_acting(part, [phase, *told["offers"]])))
    yield from _said(word(lang, "rules-there", names=_names(part, rules, lang)), pad, rules)


def _acting(part: Graph, nodes: list[str]) -> Iterator[str]:
    """Yield the rules that listen to what nodes make happen, or change what they look at."""
    for node in nodes:
        for _, other, kind in out_edges(part, node):
            if kind == "does":
                yield from (rule for _, rule, how in out_edges(part, other) if how in _LISTENING)
            elif kind == "reads":
                yield from (rule for rule, _, how in in_edges(part, other) if how == "modifies")


def _said(text: str, pad: str, nodes: list[str]) -> Iterator[str]:
    """Yield a text folded into lines, where there are nodes that it names."""
    if nodes:
        first, *rest = folded(text, WIDTH)
        yield f"{pad}{2 * _INDENT}{first}"
        yield from (f"{pad}{3 * _INDENT}{line}" for line in rest)


def _names(part: Graph, nodes: list[str], lang: str) -> str:
    """Return the names of nodes in a row, each once."""
    comma = "、" if lang == "ja" else "; "
    return comma.join(dict.fromkeys(str(part.nodes[node]["label"]) for node in nodes))


def card_as_text(part: Graph, game: Game, card: Definition, lang: str) -> str:
    """Return what a card says, and of each of its rules what it does and what touches it."""
    center = f"card:{card.id}"
    lines = [f"{card_name(game, card, lang)}  ({card.id})"]
    lines += [f"{_INDENT}{line}" for line in rules_text(game, card, lang)]
    lines += _ends(part, center, lang)
    for _, rule, kind in out_edges(part, center):
        if kind == "bears":
            lines += ["", part.nodes[rule]["label"], *_ends(part, rule, lang)]
    return "\n".join(lines)


def _ends(part: Graph, node: str, lang: str) -> Iterator[str]:
    """Yield what leads to a node and from it, by kind."""
    for way, links in (("from", in_edges(part, node)), ("to", out_edges(part, node))):
        found: dict[str, list[str]] = {}
        for one, other, kind in links:
            if kind != "bears":
                found.setdefault(kind, []).append(one if way == "from" else other)
        for kind, ends in found.items():
            text = link_word(lang, f"{way}-{kind}", names=_names(part, ends, lang))
            yield from _said(text, "", ends)
