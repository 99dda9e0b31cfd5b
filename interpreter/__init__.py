"""The machine: from a checked model to an event graph, to running matches. Never sees YAML.

Applications import these names and nothing deeper; each is brought in when it is first asked for.

- `Ask`: an open question of a state: who answers, and the options as values.
- `Decision`: an open question in words: labels, texts, its place in the rules.
- `Effects`: what every text of a game reads, writes, does and asks, and what it leads to.
- `EventRecord`: something that happened, as a seat may know it.
- `Following`: follows the matches of a machine in the native engine, for searches.
- `Graph`: the event graph of a game: its nodes, its edges, what its texts read and write.
- `Machine`: what runs the matches of one game with its options and seats.
- `Owner`: an entry of a game with its steps and expressions: an action, an event, a rule.
- `PartialChoice`: a choice of several parts that a person makes in any order.
- `Program`: a game with its options and seats, ready to run.
- `Records`: plays random matches in the native engine; keeps what happened as rows of numbers.
- `Rows`: what rows of numbers of the native engine tell of a match.
- `SeatView`: what a seat can tell of a match, and values in its words.
- `State`: all of a match as data.
- `Value`: a value at run time.
- `Worlds`: the positions that a seat cannot tell from one.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from interpreter.effects.transitive import Effects
    from interpreter.graph.graph import Graph
    from interpreter.lower.owners import Owner
    from interpreter.native.following import Following
    from interpreter.native.memory import Rows
    from interpreter.native.playouts import Records
    from interpreter.observe.determinize import Worlds
    from interpreter.observe.events import EventRecord
    from interpreter.observe.view import SeatView
    from interpreter.program.program import Program
    from interpreter.state.record import State
    from interpreter.state.values import Value
    from interpreter.walk.decision import Ask
    from interpreter.walk.machine import Machine
    from interpreter.walk.match import Decision
    from interpreter.walk.picking import PartialChoice

_HOMES = {
    "Effects": "interpreter.effects.transitive",
    "Graph": "interpreter.graph.graph",
    "Owner": "interpreter.lower.owners",
    "Following": "interpreter.native.following",
    "Records": "interpreter.native.playouts",
    "Rows": "interpreter.native.memory",
    "Worlds": "interpreter.observe.determinize",
    "EventRecord": "interpreter.observe.events",
    "SeatView": "interpreter.observe.view",
    "Program": "interpreter.program.program",
    "State": "interpreter.state.record",
    "Value": "interpreter.state.values",
    "Ask": "interpreter.walk.decision",
    "Machine": "interpreter.walk.machine",
    "Decision": "interpreter.walk.match",
    "PartialChoice": "interpreter.walk.picking",
}

__all__ = [
    "Ask",
    "Decision",
    "Effects",
    "EventRecord",
    "Following",
    "Graph",
    "Machine",
    "Owner",
    "PartialChoice",
    "Program",
    "Records",
    "Rows",
    "SeatView",
    "State",
    "Value",
    "Worlds",
]


def __getattr__(name: str) -> Any:
    """Return a public name from the module that has it."""
    if name not in _HOMES:
        raise AttributeError(f"module `interpreter` has no `{name}`")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    """Return the public names."""
    return sorted(__all__)
