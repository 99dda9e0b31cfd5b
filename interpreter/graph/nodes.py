"""List the nodes of the event graph that are carried out or read in a match, by their places.

A node is a stretch of the game's own text: a phase, an action and each of its parameters, an
event, a value, a rule, the end, each step of their bodies and costs, and each attribute that reads
the match. What the prelude and the machine bring is not the game's.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.model import rules, steps
from dsl.model.game import Game
from dsl.model.traits import Looking
from dsl.model.walk import walk
from dsl.records import Record, Span
from interpreter.graph.steps import label_of, sort_of
from interpreter.lower.owners import Owner
from interpreter.lower.rules import lower_owner


class Node(Record):
    """A node with its place.

    Attributes:
        sort: As in the graph; also `attribute`.
        words: The line on which it is written, or for what holds steps its name and parameters.
        card: The card it stands on, or None.
    """

    sort: str
    span: Span
    words: str
    card: str | None

    @property
    def key(self) -> tuple[str, int, int]:
        """What stays the same when the game is read anew: path, start, end."""
        return key_of(self.span)

    @property
    def line(self) -> str:
        """Its words with a space for every stretch of blanks and line ends."""
        return " ".join(self.words.split())

    def as_plain(self) -> dict[str, str | int]:
        """Return it as plain data."""
        line, column = self.span.source.position(self.span.start)
        file, sort = self.span.source.path, self.sort
        return {"file": file, "line": line, "column": column, "sort": sort, "text": self.line}


def key_of(span: Span) -> tuple[str, int, int]:
    """Return the path, start and end of a span."""
    return span.source.path, span.start, span.end


def executable_nodes(game: Game) -> tuple[Node, ...]:
    """Return the nodes of a game, each place once.

    What a kind says for all its cards belongs to no card.
    """
    found: dict[tuple[str, int, int], Node] = {}
    shared: set[tuple[str, int, int]] = set()
    for node in _all(game):
        known = found.setdefault(node.key, node)
        if known.card != node.card:
            shared.add(node.key)
    for key in shared:
        node = found[key]
        found[key] = Node(node.sort, node.span, node.words, None)
    return tuple(found.values())


def _all(game: Game) -> Iterator[Node]:
    """Yield the nodes of a game, shared ones again for each card."""
    for owner in Owner.all_in(game):
        if owner.span is not None and not owner.is_shared and not owner.is_native:
            has_name = owner.sort not in ("always", "end")
            words = label_of(owner) if has_name else _rest_of_line(owner.span)
            yield Node(owner.sort, owner.span, f"{owner.sort} {words}", owner.card)
            lowered = lower_owner(owner)
            for part in lowered.parts:
                place = part.of.span
                if isinstance(part.of, rules.Parameter):
                    yield Node("decision", place, _rest_of_line(place), owner.card)
                else:
                    sort = "cost" if lowered.role_of(part) == "cost" else sort_of(part.of)
                    yield Node(sort, place, place.text.partition("\n")[0], owner.card)
    for definition in game.definitions:
        for name, span in definition.attribute_spans.items():
            formula = definition.attributes.get(name)
            if formula is not None and reads_the_match(formula):
                yield Node("attribute", span, span.text, definition.id)


def reads_the_match(formula: steps.Formula) -> bool:
    """Return whether an attribute is more than a printed value."""
    return any(isinstance(each, Looking) for each in walk(formula.expression))


def _rest_of_line(span: Span) -> str:
    """Return the line on which a span begins, from there on."""
    line, column = span.source.position(span.start)
    return span.source.line(line)[column - 1 :].strip()
