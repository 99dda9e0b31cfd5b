"""Hold what the texts of one script or example may name: its players and its own card."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final

from dsl.check.expressions.names import definition_constant
from dsl.check.expressions.names_declared import unknown
from dsl.check.scopes.draft import Draft
from dsl.check.scopes.places import scope_at
from dsl.check.scopes.scope import Scope
from dsl.check.scopes.types import kind_fits
from dsl.check.steps.bodies import check_condition_formula, check_formula
from dsl.check.texts.shapes import walk_nodes
from dsl.check.texts.trees_of import expression_of
from dsl.model.expressions import Constant, Primitive
from dsl.model.steps import Formula
from dsl.model.types import UNKNOWN, EntityType, Type, plain_type
from dsl.records import record
from dsl.syntax.documents import Node, Scalar
from dsl.syntax.trees import Expression, Name

USUAL_NAMES: Final = ("ada", "bo", "cy", "di", "ed", "flo", "gus", "hal")
WORD: Final = re.compile(r"[a-zA-Z][\w-]*")


@record(kw_only=True)
class Stage:
    """Where a script or example plays.

    Attributes:
        players: Names by seat.
        card: Id of the card an example stands on, or None.
    """

    draft: Draft
    players: tuple[str, ...]
    card: str | None

    @property
    def seats(self) -> dict[str, int]:
        """Return the seat of every name; `you` is the second player."""
        seats = {name: seat for seat, name in enumerate(self.players)}
        return {**({"you": 1} if len(self.players) > 1 else {}), **seats}

    @property
    def kind(self) -> str | None:
        """Return the kind of the example's own card."""
        return None if self.card is None else self.draft.world.definitions.get(self.card)

    def player(self, scalar: Scalar) -> str | None:
        """Return the player a text names; `me` is the first."""
        word = "me" if scalar.text == "me" else scalar.text
        if word == "me":
            return self.players[0]
        if word in self.seats:
            return self.players[self.seats[word]]
        names = [*self.seats, "me"]
        unknown(self.draft.report, "unknown-name", "player", word, scalar.span, names)
        return None

    def scope(self) -> Scope:
        """Return the scope of the script's expressions; `me` is the first player."""
        return scope_at(self.draft.world, self_kind=self.kind, has_me="yes", place="script")

    def formula(self, node: Node | None, expected: Type) -> Formula:
        """Return an expression of a type."""
        tree = expression_of(node, self.draft.report)
        if tree is None:
            return Formula((), 0, Constant(None, UNKNOWN))
        return self.tree_formula(tree, expected)

    def tree_formula(self, tree: Expression, expected: Type) -> Formula:
        """Return a parsed expression of a type; a card's id stands for its one copy."""
        copy = self._copy_named(tree, expected)
        return copy if copy is not None else check_formula(tree, self.scope(), expected)

    def _copy_named(self, tree: Expression, expected: Type) -> Formula | None:
        """Return the copy of a card where its id stands in the place of a copy."""
        world = self.draft.world
        if not isinstance(tree, Name) or tree.text in self.seats or tree.text == "self":
            return None
        kind, wanted = world.definitions.get(tree.text), plain_type(expected)
        if (
            kind is None
            or not isinstance(wanted, EntityType)
            or not kind_fits(kind, wanted.kind, world)
        ):
            return None
        definition = definition_constant(tree.text, world)
        return Formula((), 0, Primitive("unique-entity", (definition,), EntityType(kind)))

    def condition(self, node: Node | None) -> Formula:
        """Return a condition."""
        tree = expression_of(node, self.draft.report)
        if tree is None:
            return Formula((), 0, Constant(None, UNKNOWN))
        return check_condition_formula(tree, self.scope())

    @contextmanager
    def seated(self) -> Iterator[None]:
        """Let expressions name the players for a while."""
        world = self.draft.world
        before, world.seats = world.seats, self.seats
        yield
        world.seats = before


def usual_players(nodes: Iterable[Node], draft: Draft) -> tuple[str, ...]:
    """Return the players of an example that names none: as few as may be, and all it mentions."""
    words = {word for node in nodes for each in walk_nodes(node) if isinstance(each, Scalar)
             for word in WORD.findall(each.text)}  # fmt: skip
    mentioned = [seat for seat, name in enumerate(USUAL_NAMES) if name in words]
    least = max(draft.players.low, 2 if "you" in words else 1, *(seat + 1 for seat in mentioned), 1)
    return USUAL_NAMES[: max(1, min(least, draft.players.high, len(USUAL_NAMES)))]
