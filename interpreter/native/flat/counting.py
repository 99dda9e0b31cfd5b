"""Counting as a pass: functions count what they do, so that nothing goes on for ever.

What is done in one go counts by the operators and calls of its text. That is known beforehand, so
it belongs to those that call a function, unless it is much: then the function counts it as it
begins. Each turn of a loop counts anew; a loop over a range counts all its turns as it begins. What
a text counts by `work(n)` is added.
"""

import ast
from collections.abc import Collection, Sequence

from interpreter.native.flat.blocks import Flow
from interpreter.native.flat.syntax import MARKS, Function, call_name, constant, label_of

COUNT, TOTAL = "work", "g_work"
"""The function that counts, and ends what has counted too much; the global to which it adds."""
LIGHT = 400
"""What counts no more than this counts with those that call it."""
CALL = 20
"""What a call counts of a function that counts by itself."""
TURNS = "_w"
"""The local that counts the turns of loops within which nothing is called."""
COUNTED = ast.BinOp | ast.Subscript | ast.Compare | ast.UnaryOp | ast.Call
LEAVING = MARKS | {"trap"}


def count(functions: Sequence[Function], never: Collection[str]) -> None:
    """Change functions so that they count; those in `never` do not."""
    counting = _Counting({f.name: f for f in functions if f.name not in {*never, COUNT}})
    for f in reversed(functions):  # those that are called mostly stand behind
        counting.of_function(f.name)


class _Counting:
    """What functions count.

    Attributes:
        functions: Those that count, by name.
        costs: What calls of them count; None while that is being found out.
    """

    def __init__(self, functions: dict[str, Function]) -> None:
        self.functions = functions
        self.costs: dict[str, int | None] = {}

    def of_function(self, name: str) -> int:
        """Return what a call of a function counts; let it count the rest itself."""
        f = self.functions.get(name)
        if f is None:
            return 1
        if name in self.costs:
            return self.costs[name] or CALL
        self.costs[name] = None
        body, cost, has_turns = _Text(self).function(f)
        # one that comes back to itself counts as it begins
        comes_back = any(self.costs.get(other, 0) is None for other in f.calls)
        if is_heavy := cost > LIGHT or comes_back:
            body = [_count(ast.Constant(cost)), *body]
        if has_turns:
            body = [_set(TURNS, ast.Constant(0)), *body]
        size = f.size
        f.read(body, {})
        f.size = size  # what counts is as small as it was: it is inlined as before
        self.costs[name] = CALL if is_heavy else cost + 1
        return self.costs[name] or CALL


class _Text:
    """The text of one function.

    Attributes:
        bounds: How many bounds of loops are kept in locals.
        has_turns: Whether turns are counted in a local.
    """

    def __init__(self, counting: _Counting) -> None:
        self.counting, self.bounds, self.has_turns = counting, 0, False

    def function(self, f: Function) -> tuple[list[ast.stmt], int, bool]:
        """Return the statements, what they count in one go, and whether turns are counted."""
        body, cost = self.statements(f.body)
        return body, cost, self.has_turns

    def cost(self, *nodes: ast.AST) -> int:
        """Return what expressions count."""
        found = 0
        for node in nodes:
            for part in ast.walk(node):
                if isinstance(part, COUNTED):
                    name = call_name(part)
                    found += 1 if name is None else self.counting.of_function(name)
        return found

    def statements(self, given: Sequence[ast.stmt]) -> tuple[list[ast.stmt], int]:
        """Return statements that count the turns of their loops, and what they count besides."""
        parts, costs = list[list[ast.stmt]](), list[int]()
        for x in given:
            part, cost = self.statement(x)
            parts.append(part)
            costs.append(cost)
        labels = {label: n for n, x in enumerate(given) if (label := label_of(x)) is not None}
        for label, last in Flow("", given).loops.items() if labels else ():
            first = labels[label]
            parts[first].append(_count(ast.Constant(sum(costs[first : last + 1]))))
        return [x for part in parts for x in part], sum(costs)

    def statement(self, x: ast.stmt) -> tuple[list[ast.stmt], int]:
        """Return what becomes of a statement, and what it counts in one go."""
        if isinstance(x, ast.If):
            x.body, then = self.statements(x.body)
            x.orelse, otherwise = self.statements(x.orelse)
            return [x], self.cost(x.test) + max(then, otherwise)
        if isinstance(x, ast.While):
            return self.loop(x), 1
        if isinstance(x, ast.For):
            return self.range(x)
        if isinstance(x, ast.With):
            x.body, cost = self.statements(x.body)
            return [x], cost
        if isinstance(x, ast.Expr) and call_name(x.value) == COUNT:
            assert isinstance(x.value, ast.Call)
            number = constant(x.value.args[0])
            return ([x], 1) if number is None else ([ast.Pass()], number)
        return [x], self.cost(x)

    def loop(self, x: ast.While) -> list[ast.stmt]:
        """Return a loop that counts each turn; one that calls nothing counts them in a local."""
        own = self.counting.functions
        names = {call_name(part) for part in ast.walk(x)}
        leaves = any(isinstance(part, ast.Return) for part in ast.walk(x))
        x.body, cost = self.statements(x.body)
        cost += self.cost(x.test) + 1
        if leaves or names & (own.keys() | LEAVING | {COUNT}):
            x.body = [_count(ast.Constant(cost)), *x.body]
            return [x]
        self.has_turns = True
        x.body = [_add(TURNS, ast.Constant(cost)), *x.body]
        return [x, _add(TOTAL, _name(TURNS)), _set(TURNS, ast.Constant(0))]

    def range(self, x: ast.For) -> tuple[list[ast.stmt], int]:
        """Return a loop over a range that counts all turns as it begins, and what it counts in one
        go: all, if it has few turns and their number is written."""
        assert isinstance(x.iter, ast.Call)
        names = {call_name(part) for part in ast.walk(x) if isinstance(part, ast.Call)}
        is_innermost = not (names & self.counting.functions.keys() or _has_loops(x.body))
        x.body, cost = self.statements(x.body)
        cost += 2
        low, high = x.iter.args if len(x.iter.args) == 2 else (ast.Constant(0), x.iter.args[0])
        first, last = constant(low), constant(high)
        if first is not None and last is not None:
            every = max(last - first, 0) * cost
            return ([x], every) if every <= LIGHT else ([_count(ast.Constant(every)), x], 1)
        own = self.cost(low, high)
        before = list[ast.stmt]()
        is_length = isinstance(high, ast.Subscript) and constant(low) == 0
        high, low = self.kept(high, before), self.kept(low, before)
        x.iter.args = [low, high]
        turns = high if constant(low) == 0 else ast.BinOp(high, ast.Sub(), low)
        every = ast.BinOp(turns, ast.Mult(), ast.Constant(cost))
        # what is around an innermost loop is looked at there
        counts = _add(TOTAL, every) if is_innermost else _count(every)
        if not is_length:
            counts = ast.If(ast.Compare(high, [ast.Gt()], [low]), [counts], [])
        return [*before, counts, x], own + 1

    def kept(self, bound: ast.expr, before: list[ast.stmt]) -> ast.expr:
        """Return a variable or number for a bound of a loop."""
        if isinstance(bound, ast.Name) or constant(bound) is not None:
            return bound
        self.bounds += 1
        name = f"_b{self.bounds}"
        before.append(_set(name, bound))
        return _name(name)


def _name(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def _set(name: str, value: ast.expr) -> ast.stmt:
    return ast.Assign([ast.Name(name, ast.Store())], value)


def _add(name: str, number: ast.expr) -> ast.stmt:
    return ast.AugAssign(ast.Name(name, ast.Store()), ast.Add(), number)


def _has_loops(statements: Sequence[ast.stmt]) -> bool:
    every = (part for x in statements for part in ast.walk(x))
    return any(isinstance(part, ast.For | ast.While) for part in every)


def _count(number: ast.expr) -> ast.stmt:
    return ast.Expr(ast.Call(_name(COUNT), [number], []))
