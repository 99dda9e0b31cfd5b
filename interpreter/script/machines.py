"""Keep the machines that scripts run on: one for a game, its options and its number of seats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from dsl.model.game import Game
from dsl.model.scripts import Script
from dsl.model.steps import Body
from dsl.source import Span
from interpreter.compile.program import assemble_program
from interpreter.graph.ops import Code
from interpreter.run.assembly import assemble_machine
from interpreter.run.machine import Machine
from interpreter.writing.module import CodeStore

PLAYER_COUNT = "player-count"


@dataclass(slots=True)
class Prepared:
    """A machine with the statements of scripts that have been lowered for it."""

    machine: Machine
    codes: dict[int, tuple[Body, Code]] = field(default_factory=dict)

    def code_of(self, body: Body, span: Span) -> Code:
        """Return the code of a script's own statements."""
        if id(body) not in self.codes:
            code = self.machine.program.assemble("event script", body, span)
            self.machine.extend_table()
            self.codes[id(body)] = (body, code)
        return self.codes[id(body)][1]


@dataclass(slots=True)
class Machines:
    """Machines made so far.

    Attributes:
        store: Where compiled code is kept between runs.
        watches: Whether they note what their matches come to; see `interpreter.script.coverage`.
    """

    store: CodeStore | None = None
    watches: bool = False
    kept: dict[Any, Prepared] = field(default_factory=dict)

    def machine_of(self, game: Game, script: Script, *, walker: bool) -> Prepared:
        """Return the machine for a script."""
        options = options_of(game, script.options, len(script.players))
        key = (game.digest, tuple(sorted(options.items())), len(script.players), walker)
        if key not in self.kept:
            program = assemble_program(game, options, len(script.players))
            visited: set[int | Span] | None = set() if self.watches else None
            machine = assemble_machine(
                program, blocks=not walker, store=self.store, visited=visited
            )
            self.kept[key] = Prepared(machine)
        return self.kept[key]


def options_of(game: Game, chosen: Mapping[str, object], seats: int) -> dict[str, object]:
    """Return every option with its value; what is not chosen has its default."""
    options = {id_: option.default for id_, option in game.options.items()}
    options.update(chosen)
    options[PLAYER_COUNT] = seats
    return options
