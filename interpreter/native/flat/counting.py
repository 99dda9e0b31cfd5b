"""Counting as a pass: functions count what they do, so that nothing goes on for ever.

What is done in one go counts by the operators and calls of its text. That is known beforehand, so
it belongs to those that call a function, unless it is much: then the function counts it as it
begins. Each turn of a loop counts anew; a loop over a range counts all its turns as it begins. What
a text counts by `work(n)` is added.

A question begins the count anew. So what stands behind one, up to the next, counts there.
"""

import ast
from collections.abc import Collection, Sequence

from dsl.records import Record
from interpreter.native.flat.blocks import Flow
from interpreter.native.flat.syntax import MARKS, Function, call_name, constant, label_of

COUNT, TOTAL = "work", "g_work"
"""The function that counts, and ends what has counted too much; the global to which it adds."""
LIGHT = 1_000
"""What counts no more than this counts with those that call it."""
CALL = 20
"""What a call counts of a function that counts by itself."""
TURNS = "_w"
"""The local that counts the turns of loops within which nothing is called."""
COUNTED = ast.BinOp | ast.Subscript | ast.Compare | ast.UnaryOp | ast.Call
LEAVING = MARKS | {"trap"}


class Counting(Record):
    """What counts, and what does not.

    Attributes:
        never: Functions that do not count what they do.
        steps: Functions that look at what was counted, too.
        question: The function within which the count begins anew.
    """

    never: frozenset[str]
    steps: frozenset[str]
    question: str


def count(functions: Sequence[Function], counting: Counting) -> None:
    """Change functions so that they count."""
    pass_ = _Pass(functions, counting)
    for f in reversed(functions):  # those that are called mostly stand behind
        pass_.of_function(f.name)


class _Pass:
    """The change of all functions.

    Attributes:
        functions: Those that count, by name.
        costs: What calls of them count; None while that is being found out.
        asking: The functions in which the count can begin anew.
    """

    def __init__(self, functions: Sequence[Function], counting: Counting) -> None:
        silent = {*counting.never, COUNT}
        self.counting = counting
        self.functions = {f.name: f for f in functions if f.name not in silent}
        self.costs: dict[str, int | None] = {}
        self.asking, grown = {counting.question}, True
        while grown:
            more = {f.name for f in functions if f.calls & self.asking} - self.asking
            self.asking |= more
            grown = bool(more)

    def of_function(self, name: str) -> int:
        """Return what a call of a function counts; let it count the rest itself."""
        f = self.functions.get(name)
        if f is None:
            return 1
        if name in self.costs:
            return self.costs[name] or CALL
        self.costs[name] = None
        text = _Text(self)
        body, cost = text.statements(f.body)
        # one that comes back to itself counts as it begins
        comes_back = any(self.costs.get(other, 0) is None for other in f.calls)
        if is_heavy := cost > LIGHT or comes_back:
            body = [_count(ast.Constant(cost)), *body]
        if text.has_turns:
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

    def __init__(self, all_: _Pass) -> None:
        self.all, self.bounds, self.has_turns = all_, 0, False

    def cost(self, *nodes: ast.AST) -> int:
        """Return what expressions count."""
        found = 0
        for node in nodes:
            for part in ast.walk(node):
                if isinstance(part, COUNTED):
                    name = call_name(part)
                    found += 1 if name is None else self.all.of_function(name)
        return found

    def statements(self, given: Sequence[ast.stmt]) -> tuple[list[ast.stmt], int]:
        """Return statements that count, and what they do not count themselves: what is done in one
        go, up to the first question."""
        parts, costs = list[list[ast.stmt]](), list[int]()
        for x in given:
            part, cost = self.statement(x)
            parts.append(part)
            costs.append(cost)
        asks = [self.asks(x) for x in given]
        labels = {label: n for n, x in enumerate(given) if (label := label_of(x)) is not None}
        # behind a question the count begins anew, and so it may behind a label
        begins = {n for n, does in enumerate(asks) if does}
        if begins:
            begins |= {*labels.values()}
        for n in begins:
            if behind := _in_one_go(costs, n + 1, begins):
                parts[n].append(_add(ast.Constant(behind)))
        for label, last in Flow("", given).loops.items() if labels else ():
            first = labels[label]
            turn = ast.Constant(sum(costs[first : last + 1]))
            has_step = any(map(self.is_step, given[first : last + 1]))
            parts[first].append(_add(turn) if has_step else _count(turn))
        return [x for part in parts for x in part], _in_one_go(costs, 0, begins)

    def asks(self, node: ast.AST) -> bool:
        """Return whether a question may be asked within a statement."""
        return any(call_name(part) in self.all.asking for part in ast.walk(node))

    def is_step(self, node: ast.AST) -> bool:
        """Return whether a statement looks at what was counted."""
        return isinstance(node, ast.Expr) and call_name(node.value) in self.all.counting.steps

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
        names = {call_name(part) for part in ast.walk(x)}
        leaves = any(isinstance(part, ast.Return) for part in ast.walk(x))
        x.body, cost = self.statements(x.body)
        cost += self.cost(x.test) + 1
        turn = ast.Constant(cost)
        if names & (self.all.functions.keys() | {COUNT}):
            x.body = [_count(turn), *x.body]
            return [x]
        if leaves or names & LEAVING:
            x.body = [_add(turn), *x.body]
            return [x]
        self.has_turns = True
        x.body = [_add(turn, TURNS), *x.body]
        return [x, _add(_name(TURNS)), _set(TURNS, ast.Constant(0))]

    def range(self, x: ast.For) -> tuple[list[ast.stmt], int]:
        """Return a loop over a range that counts all turns as it begins, and what it counts in one
        go: all, if it has few turns and their number is written."""
        assert isinstance(x.iter, ast.Call)
        names = {call_name(part) for part in ast.walk(x) if isinstance(part, ast.Call)}
        is_innermost = not (names & self.all.functions.keys() or _has_loops(x.body))
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
        each = ast.BinOp(turns, ast.Mult(), ast.Constant(cost))
        # of an innermost loop what is around it looks at what was counted
        counts = _add(each) if is_innermost else _count(each)
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


def _in_one_go(costs: Sequence[int], first: int, begins: Collection[int]) -> int:
    """Return what statements count from one on, up to the first at which a count begins."""
    found = 0
    for n in range(first, len(costs)):
        found += costs[n]
        if n in begins:
            break
    return found


def _has_loops(statements: Sequence[ast.stmt]) -> bool:
    every = (part for x in statements for part in ast.walk(x))
    return any(isinstance(part, ast.For | ast.While) for part in every)


def _name(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def _set(name: str, value: ast.expr) -> ast.stmt:
    return ast.Assign([ast.Name(name, ast.Store())], value)


def _add(number: ast.expr, to: str = TOTAL) -> ast.stmt:
    return ast.AugAssign(ast.Name(to, ast.Store()), ast.Add(), number)


def _count(number: ast.expr) -> ast.stmt:
    return ast.Expr(ast.Call(_name(COUNT), [number], []))
