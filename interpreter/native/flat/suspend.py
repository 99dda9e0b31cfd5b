"""Suspension as a pass: functions that can wait can be left there, and gone on with.

A function that can reach the question keeps its locals in a frame in memory when the question
unwinds the stack. It takes them back when the answer rewinds it (as Asyncify of Binaryen does).
So a text may ask anywhere, and between two questions all is memory: copying that clones it.

The global `g_state` is NORMAL, UNWINDING or REWINDING; `g_fp` is the end of the frames. While the
stack is rewound, statements that wait are entered again, and all others are skipped.
"""

import ast
from collections.abc import Collection, Iterable

from dsl.records import Record
from interpreter.native.flat.syntax import FlatError, Function, call_name, label_of

NORMAL, UNWINDING, REWINDING = 0, 1, 2
AT, RESULT = "_at", "_r"
"""The locals with the number of the statement that waits, and with the value that it is to give."""


class Suspension(Record):
    """What waits, and what never does.

    Attributes:
        question: The function that waits.
        outside: Functions that stand around it: they begin, go on, and see it wait.
        never: How the names of functions begin in which it is never reached.
    """

    question: str
    outside: frozenset[str]
    never: tuple[str, ...]


def suspend(functions: Collection[Function], suspension: Suspension) -> frozenset[str]:
    """Change functions so that they can be left where they wait; return the names of those."""
    waiting = {suspension.question}
    never = {f.name for f in functions if f.name.startswith(suspension.never)}
    rest = [f for f in functions if f.name not in never | suspension.outside | waiting]
    grown = True
    while grown:
        grown = False
        for f in rest:
            if f.name not in waiting and f.calls & waiting:
                waiting.add(f.name)
                grown = True
    for f in rest:
        if f.name in waiting:
            _Pass(f, waiting).run()
    return frozenset(waiting)


class _Pass:
    """The change of one function.

    Attributes:
        sites: How many statements that wait have been met.
        leaves: The tests behind them that leave the function, with their numbers.
        tests: How many conditions are kept over a wait.
    """

    def __init__(self, function: Function, waiting: Collection[str]) -> None:
        self.function, self.waiting = function, waiting
        self.sites, self.tests = 0, 0
        self.leaves: list[tuple[ast.If, int]] = []

    def run(self) -> None:
        """Write the function anew: what it saves, takes back, and skips."""
        f = self.function
        body = self.sequence(f.body)
        kept = [f"_c{n + 1}" for n in range(self.tests)]
        names = [*f.params, *f.own, *kept, AT]
        top = ast.BinOp(_name("g_fp"), ast.Add(), ast.Constant(len(names)))
        below = ast.BinOp(_name("g_fp"), ast.Sub(), ast.Constant(len(names)))
        save: list[ast.stmt] = [
            ast.Assign([_cell(n, ast.Store())], _name(name)) for n, name in enumerate(names)
        ]
        save += (_set("g_fp", top), ast.Return(ast.Constant(0)))
        restore: list[ast.stmt] = [_set("g_fp", below)]
        restore += (_set(name, _cell(n, ast.Load())) for n, name in enumerate(names))
        for test, site in self.leaves:
            test.body = [_set(AT, ast.Constant(site)), *save]
        first = ast.If(_is_state(REWINDING), restore, [_set(AT, ast.Constant(-1))])
        f.read([first, *body], {})

    def waits(self, node: ast.AST) -> bool:
        """Return whether a node calls what waits."""
        return any(call_name(n) in self.waiting for n in ast.walk(node))

    def sequence(self, statements: Iterable[ast.stmt]) -> list[ast.stmt]:
        """Return statements of which those that wait can be come back to."""
        out: list[ast.stmt] = []
        plain: list[ast.stmt] = []

        def flush() -> None:
            if plain:
                out.append(ast.If(_is_state(NORMAL), list(plain), []))
                plain.clear()

        for x in statements:
            if label_of(x) is not None:
                flush()
                out.append(x)
            elif self.waits(x):
                flush()
                out += self.waiting_statement(x)
            else:
                plain.append(x)
        flush()
        return out

    def waiting_statement(self, x: ast.stmt) -> list[ast.stmt]:
        """Return a statement that waits so that it can be left, and entered again."""
        if isinstance(x, ast.If):
            return self.branch(x)
        if isinstance(x, ast.While):
            return [self.loop(x)]
        if isinstance(x, ast.With):
            return [ast.With(x.items, self.sequence(x.body))]
        if not self.waits_once(x):
            raise self.error(x)
        self.sites += 1
        leave = ast.If(_is_state(UNWINDING), [], [])
        self.leaves.append((leave, self.sites))
        here = ast.Compare(_name(AT), [ast.Eq()], [ast.Constant(self.sites)])
        there = ast.BoolOp(ast.Or(), [_is_state(NORMAL), here])
        return [ast.If(there, self.kept(x, leave), [])]

    def kept(self, x: ast.stmt, leave: ast.stmt) -> list[ast.stmt]:
        """Return a statement that has its effect only where nothing waits any more."""
        if isinstance(x, ast.Return):
            value = x.value or ast.Constant(0)
            return [_set(RESULT, value), leave, ast.Return(_name(RESULT))]
        if isinstance(x, ast.Assign):
            return [_set(RESULT, x.value), leave, ast.Assign(x.targets, _name(RESULT))]
        if isinstance(x, ast.AugAssign):
            return [_set(RESULT, x.value), leave, ast.AugAssign(x.target, x.op, _name(RESULT))]
        return [x, leave]

    def waits_once(self, x: ast.stmt) -> bool:
        """Return whether a statement can be entered again: one call of it waits, in any case.

        Rewinding does the statement anew up to that call, so what stands before it must be the same
        then: variables of the function are.
        """
        if not isinstance(x, ast.Assign | ast.AugAssign | ast.Expr | ast.Return):
            return False
        if isinstance(x, ast.AugAssign) and not isinstance(x.target, ast.Name):
            return False
        every = list(ast.walk(x))
        many = sum(call_name(n) in self.waiting for n in every)
        unsure = (n for n in every if isinstance(n, ast.IfExp | ast.BoolOp))
        return many == 1 and not any(map(self.waits, unsure))

    def branch(self, x: ast.If) -> list[ast.stmt]:
        """Return a branch whose condition is kept, so that rewinding takes the same side."""
        self.tests += 1
        test = f"_c{self.tests}"
        if self.waits(x.test):
            first = self.waiting_statement(_set(test, x.test))
        else:
            number = ast.IfExp(x.test, ast.Constant(1), ast.Constant(0))
            first = [ast.If(_is_state(NORMAL), [_set(test, number)], [])]
        return [*first, ast.If(_name(test), self.sequence(x.body), self.sequence(x.orelse))]

    def loop(self, x: ast.While) -> ast.stmt:
        """Return a loop that rewinding enters only where it was left in its body."""
        if self.waits(x.test):
            raise self.error(x.test)
        first = self.sites + 1
        body = self.sequence(x.body)
        inside: list[ast.expr] = [
            _is_state(REWINDING),
            ast.Compare(_name(AT), [ast.GtE()], [ast.Constant(first)]),
            ast.Compare(_name(AT), [ast.LtE()], [ast.Constant(self.sites)]),
        ]
        goes_on = ast.BoolOp(ast.And(), [_is_state(NORMAL), x.test])
        return ast.While(ast.BoolOp(ast.Or(), [ast.BoolOp(ast.And(), inside), goes_on]), body, [])

    def error(self, node: ast.AST) -> FlatError:
        """Return what is said of a place that nothing can be come back to."""
        text = ast.unparse(ast.fix_missing_locations(node))
        return FlatError(f"{text} in {self.function.name}: nothing can wait there")


def _name(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def _set(name: str, value: ast.expr) -> ast.stmt:
    return ast.Assign([ast.Name(name, ast.Store())], value)


def _cell(offset: int, context: ast.expr_context) -> ast.expr:
    place = ast.BinOp(_name("g_fp"), ast.Add(), ast.Constant(offset))
    return ast.Subscript(_name("M"), place, context)


def _is_state(n: int) -> ast.expr:
    return ast.Compare(_name("g_state"), [ast.Eq()], [ast.Constant(n)])
