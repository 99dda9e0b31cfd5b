"""Keep the machines that scripts run on: one for a game, its options and its number of seats."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any

from dsl.model.game import Game
from dsl.model.scripts import Script
from dsl.model.steps import Body
from dsl.source import Span
from interpreter.lower.ops import Code
from interpreter.program.assembling import assemble_program
from interpreter.walk.assembly import assemble_machine
from interpreter.walk.machine import Machine
from interpreter.writing.module import CodeStore

PLAYER_COUNT = "player-count"


Bodies = dict[int, tuple[Body, Span]]
"""Statements of scripts by identity, in the order in which they were first run."""


@dataclass(slots=True)
class Prepared:
    """A machine with the statements of scripts that have been lowered for it.

    Attributes:
        bodies: Those run so far with blocks or by the walker: a machine of each lowers them in one
            order, so that their operations have the same numbers in what is compared.
    """

    machine: Machine
    bodies: Bodies
    codes: dict[int, Code] = field(default_factory=dict)

    def code_of(self, body: Body, span: Span) -> Code:
        """Return the code of a script's own statements."""
        self.bodies.setdefault(id(body), (body, span))
        if id(body) not in self.codes:
            for key, (each, place) in self.bodies.items():
                if key not in self.codes:
                    self.codes[key] = self.machine.program.assemble("event script", each, place)
            self.machine.extend_table()
        return self.codes[id(body)]


@dataclass(slots=True)
class Machines:
    """Machines made so far.

    Attributes:
        store: Where compiled code is kept between runs.
        watches: Whether they note what their matches come to; see `interpreter.script.coverage`.
        bodies: For each game, its options and seats the statements of scripts.
    """

    store: CodeStore | None = None
    watches: bool = False
    kept: dict[Any, Prepared] = field(default_factory=dict)
    bodies: dict[Hashable, Bodies] = field(default_factory=dict)

    def machine_of(self, game: Game, script: Script, *, walker: bool) -> Prepared:
        """Return the machine for a script."""
        options = options_of(game, script.options, len(script.players))
        setting = (game.digest, tuple(sorted(options.items())), len(script.players))
        key = (*setting, walker)
        if key not in self.kept:
            program = assemble_program(game, options, len(script.players))
            visited: set[int | Span] | None = set() if self.watches else None
            machine = assemble_machine(
                program, blocks=not walker, store=self.store, visited=visited
            )
            self.kept[key] = Prepared(machine, self.bodies.setdefault(setting, {}))
        return self.kept[key]


def options_of(game: Game, chosen: Mapping[str, object], seats: int) -> dict[str, object]:
    """Return every option with its value; what is not chosen has its default."""
    options = {id_: option.default for id_, option in game.options.items()}
    options.update(chosen)
    options[PLAYER_COUNT] = seats
    return options
