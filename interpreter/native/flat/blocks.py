"""Basic blocks as WebAssembly has them: jumps forward leave blocks, jumps back go round loops.

The order of the text is kept. A label that is jumped to from before begins behind the end of a
block; one that is jumped to from behind begins a loop up to the last such jump.
"""

import ast
from collections.abc import Sequence

from interpreter.native.flat import opcodes as op
from interpreter.native.flat.code import Code
from interpreter.native.flat.syntax import FlatError, call_name, label_of, target_of


class Flow:
    """The jumps of a function between its statements of the first level.

    Attributes:
        at: Where the labels stand.
        loops: The labels that are jumped back to, with the last statement of their loops.
        forward: The labels that are jumped to from before, with the first such statement.
    """

    def __init__(self, name: str, statements: Sequence[ast.stmt]) -> None:
        self.name = name
        self.at: dict[str, int] = {}
        for n, x in enumerate(statements):
            if (label := label_of(x)) is not None:
                self.at[label] = n
        self.loops: dict[str, int] = {}
        self.forward: dict[str, int] = {}
        for n, label in self.jumps(statements):
            if n >= self.at[label]:
                self.loops[label] = n
            else:
                self.forward.setdefault(label, n)
        self.nest()

    def jumps(self, statements: Sequence[ast.stmt]) -> list[tuple[int, str]]:
        """Return where jumps stand and where they go."""
        found = []
        for n, x in enumerate(statements):
            for node in ast.walk(x):
                if isinstance(node, ast.Call) and call_name(node) == "goto":
                    label = target_of(node)
                    if label not in self.at:
                        raise FlatError(f"{label} in {self.name}: no label of the first level")
                    found.append((n, label))
        return found

    def nest(self) -> None:
        """Make loops longer until each lies within another or outside of it."""
        at, loops = self.at, self.loops
        changed = True
        while changed:
            changed = False
            for a in loops:
                for b in loops:
                    if at[a] < at[b] <= loops[a] < loops[b]:
                        loops[a], changed = loops[b], True

    def blocks(self) -> dict[str | None, list[str]]:
        """Return which forward labels have their blocks in which loop, the outermost first."""
        found: dict[str | None, list[str]] = {}
        for label in sorted(self.forward, key=lambda name: -self.at[name]):
            around = [a for a in self.loops if self.at[a] < self.at[label] <= self.loops[a]]
            inner = max(around, key=lambda a: self.at[a], default=None)
            if inner is not None and self.forward[label] < self.at[inner]:
                raise FlatError(f"{label} in {self.name}: a jump into a loop")
            found.setdefault(inner, []).append(label)
        return found


def write_blocks(code: Code) -> None:
    """Write the body of a function with its basic blocks."""
    statements = code.root.body
    if not code.root.calls & {"label", "goto"}:
        code.statements(statements)
        return
    flow = Flow(code.root.name, statements)
    inside = flow.blocks()
    starts = {n: label for label, n in flow.at.items()}

    def begin(loop: str | None) -> None:
        for label in inside.get(loop, ()):
            code.open(op.BLOCK, "forward " + label)

    begin(None)
    for n, x in enumerate(statements):
        here = starts.get(n)
        if here in flow.forward:
            code.close()
        if here is not None and here in flow.loops:
            code.open(op.LOOP, "loop " + here)
            begin(here)
        for label, at in flow.at.items():
            depth = code.labels.get(("loop " if at <= n else "forward ") + label)
            if depth is not None:
                code.labels[label] = depth
        code.statement(x)
        for last in flow.loops.values():
            if last == n:
                code.close()
