"""Answer whether two conditions over options can never both hold, by trying all values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from itertools import islice, product
from typing import Any, Final

from dsl.model import expressions as nodes
from dsl.model.expressions import Expression
from dsl.model.nouns import Option
from dsl.model.types import INT, Type
from dsl.model.walk import walk
from dsl.words.arithmetic import Fault
from dsl.words.folding import UnsettledError, settled
from dsl.words.vocabulary import counted

MOST_ASSIGNMENTS: Final = 10_000
PLAYERS: Final = "player-count"


def without_player_counts(node: Any) -> Any:
    """Return a node in which every `count(players)` is read like an option."""
    source = counted(node)
    if source is not None:
        return nodes.OptionValue(PLAYERS, INT) if _is_players(source) else node
    if isinstance(node, tuple):
        return tuple(without_player_counts(item) for item in node)
    if is_dataclass(node) and not isinstance(node, Type | type):
        changed = {f.name: without_player_counts(getattr(node, f.name)) for f in fields(node)}
        return replace(node, **changed)
    return node


def _is_players(node: Expression) -> bool:
    """Return whether a list is that of all players."""
    return isinstance(node, nodes.Players) and node.opponents_of is None


def are_exclusive(first: Expression, second: Expression, options: Mapping[str, Option]) -> bool:
    """Return whether no assignment of options makes both hold; false where that is not known."""
    first, second = without_player_counts(first), without_player_counts(second)
    try:
        assigned = [*_assignments((first, second), options)]
        return bool(assigned) and not any(
            settled(first, values, None) and settled(second, values, None) for values in assigned
        )
    except (UnsettledError, Fault):
        return False


def worths(
    number: Expression, only_if: Expression | None, options: Mapping[str, Option]
) -> Iterator[int]:
    """Yield what a number comes to for all values of the options that it reads, where a condition
    holds; nothing where these are too many.

    Raises:
        Fault: It cannot be worked out for one of them, be the condition true or not.
    """
    number, condition = without_player_counts(number), without_player_counts(only_if)
    try:
        for values in _assignments((number, condition), options):
            worth = settled(number, values, None)
            if condition is None or settled(condition, values, None):
                yield worth
    except UnsettledError:
        return


def _assignments(read: Any, options: Mapping[str, Option]) -> Iterator[dict[str, object]]:
    """Yield each assignment of the options that expressions read; none where these are too many or
    not all known."""
    names = sorted({node.option for node in walk(read) if isinstance(node, nodes.OptionValue)})
    choices = [options[name].choices if name in options else () for name in names]
    if not all(choices):
        return
    assignments = list(islice(product(*choices), MOST_ASSIGNMENTS + 1))
    if len(assignments) <= MOST_ASSIGNMENTS:
        yield from _assigned(names, assignments)


def _assigned(
    names: list[str], assignments: list[tuple[object, ...]]
) -> Iterator[dict[str, object]]:
    """Yield each assignment as a table."""
    for assignment in assignments:
        yield dict(zip(names, assignment, strict=True))
