"""Say how the values are found that rules call by their names: those of the ranks first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardwright.apps.text.course import meaning_of_value
from cardwright.apps.text.names import Names
from dsl.model.expressions import ValueCall
from dsl.model.game import Game
from dsl.model.rules import Value
from dsl.model.walk import walk


def scoring(names: Names) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return what each value is called that rules read by its name and that stand on no card, and
    how it is found, a sentence each."""
    return tuple(meaning_of_value(value, names) for value in _read(_rules(names.game), names))


def _rules(game: Game) -> Iterator[object]:
    """Yield the rules that people read with the game, as it is played backwards: its end first."""
    yield game.end
    yield from (action for action in game.actions if action.card is None)
    yield from (game.phases, game.setup)
    yield from game.events.values()
    yield from (rule for rule in game.rules if rule.card is None)


def _read(rules: Iterable[object], names: Names) -> Iterator[Value]:
    """Yield each value that is read by its name, by way of others too, once."""
    waiting, seen = [*rules], set[str]()
    while waiting:
        for node in walk(waiting.pop(0)):
            if isinstance(node, ValueCall) and node.value not in seen:
                seen.add(node.value)
                found = names.game.values.get(node.value, ())
                yield from (value for value in found if value.text or value.depth)
                waiting += [value.body for value in found]
