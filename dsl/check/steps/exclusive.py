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
    names = sorted({node.option for node in (*walk(first), *walk(second))
                    if isinstance(node, nodes.OptionValue)})  # fmt: skip
    choices = [options[name].choices if name in options else () for name in names]
    if not all(choices):
        return False
    assignments = list(islice(product(*choices), MOST_ASSIGNMENTS + 1))
    if len(assignments) > MOST_ASSIGNMENTS:
        return False
    try:
        return not any(
            settled(first, values, None) and settled(second, values, None)
            for values in _assigned(names, assignments)
        )
    except (UnsettledError, Fault):
        return False


def _assigned(
    names: list[str], assignments: list[tuple[object, ...]]
) -> Iterator[dict[str, object]]:
    """Yield each assignment as a table."""
    for assignment in assignments:
        yield dict(zip(names, assignment, strict=True))
