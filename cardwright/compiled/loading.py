"""Put a machine of compiled parts together."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from cardwright.compiled.building import (
    Telling,
    game_module,
    machine_package,
    package_name,
    quietly,
)
from cardwright.compiled.sources import BOUND
from cardwright.compiled.typed import typed
from interpreter.compile.program import assemble_program

if TYPE_CHECKING:
    from dsl.model.game import Game
    from interpreter.run.machine import Machine

_machines: dict[tuple[Any, ...], Machine] = {}
"""A compiled module is bound to one machine for the life of the process."""


def compiled_machine(
    model: Game, options: Mapping[str, object], players: int, tell: Telling = quietly
) -> Machine:
    """Return the compiled machine of a game with its options; what is missing is built.

    Raises:
        NotBuilt: It cannot be built.
    """
    key = (model.digest, players, tuple(sorted((name, repr(o)) for name, o in options.items())))
    if key not in _machines:
        folder = machine_package(tell)
        if str(folder) not in sys.path:
            sys.path.append(str(folder))
        package = package_name(folder)
        program = assemble_program(model, options, players)
        assembly = import_module(f"{package}.run.assembly")

        def functions(text: str, namespace: Mapping[str, Any]) -> Mapping[str, Any]:
            def source(loosely: bool) -> str:
                return typed(text, namespace, repr(key), program, loosely=loosely)

            name = game_module(folder, f"{key!r} {text}", source, tell)
            vars(import_module(f"{package}.{BOUND}"))["namespace"] = namespace
            return vars(import_module(name))

        machine = assembly.assemble_machine(program, store=Functions(functions))
        import_module(f"{package}.run.start").start_state(machine, 0, events=False)
        _machines[key] = machine
    return _machines[key]


class Functions:
    """Makes the functions of a game's generated module by compiling it."""

    def __init__(self, make: Callable[[str, Mapping[str, Any]], Mapping[str, Any]]) -> None:
        self.functions = make
