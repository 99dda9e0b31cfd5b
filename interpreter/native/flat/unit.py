"""The functions of a module, as the code of each of them refers to the others."""

from collections.abc import Collection, Mapping, Sequence

from interpreter.native.flat.syntax import Function

SMALL = 90
"""Functions of no more expressions and statements can be inlined."""


class Unit:
    """All functions of a module, as the code of one of them refers to them.

    Attributes:
        globals: The numbers of the globals, by name.
        functions: The functions, in the order of their numbers.
        number: The numbers of the functions, by name.
        small: The functions that are inlined, by name.
    """

    def __init__(
        self, functions: Sequence[Function], globals_: Sequence[str], never: Collection[str]
    ) -> None:
        """Number the functions; those in `never` are never inlined."""
        self.functions = functions
        self.globals: Mapping[str, int] = {name: n for n, name in enumerate(globals_)}
        self.number = {f.name: n for n, f in enumerate(functions)}
        self.small = {f.name: f for f in functions if f.name not in never and is_small(f)}


def is_small(f: Function) -> bool:
    """Return whether a function can stand in the place of its calls."""
    return f.size <= SMALL and f.name not in f.calls and not f.calls & {"label", "goto", "block"}
