"""Translate the body of a function of Python into JavaScript.

The Python is that of the search and no more: no `with`, `async` or `nonlocal`; a method is called
where it is named; sets hold numbers and texts, which dictionaries are asked for too. What is not
understood is refused when a page is made.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import inspect
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import ModuleType
from typing import Any, Final

_RESERVED: Final = (
    " case catch class const default delete do enum export extends function instanceof interface"
    " let new package private protected public static super switch this throw typeof var void "
)
_BINARY: Final[Mapping[type[ast.operator], str]] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.FloorDiv: "div", ast.BitAnd: "and",
    ast.BitOr: "or",
}  # fmt: skip
_COMPARED: Final[Mapping[type[ast.cmpop], str]] = {
    ast.Eq: "$eq({}, {})", ast.NotEq: "!$eq({}, {})", ast.Is: "({} === {})",
    ast.IsNot: "({} !== {})", ast.In: "$has({1}, {0})", ast.NotIn: "!$has({1}, {0})",
    ast.Lt: "$lt({}, {})", ast.LtE: "$le({}, {})", ast.Gt: "$gt({}, {})", ast.GtE: "$ge({}, {})",
}  # fmt: skip


class Untranslated(ValueError):
    """Something that is not understood."""


def safe(name: str) -> str:
    """Return a name that JavaScript allows."""
    return f"{name}_" if f" {name} " in _RESERVED else name


def star(node: ast.FunctionDef) -> str:
    """Return the sign of a function that yields."""
    return "*" if any(isinstance(each, ast.Yield | ast.YieldFrom) for each in _own(node)) else ""


def _own(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts of a function, without those of inner functions and what loops inside of an
    expression call their things."""
    for each in ast.iter_child_nodes(node):
        if isinstance(each, ast.comprehension):
            yield from (e for part in (each.iter, *each.ifs) for e in (part, *_own(part)))
        elif not isinstance(each, ast.FunctionDef | ast.Lambda):
            yield each
            yield from _own(each)


class Code:
    """The code of one function, that of inner ones included."""

    def __init__(
        self,
        name_of: Callable[[Any, str], str],
        brought: frozenset[str],
        scope: Mapping[str, Any],
        of: type | None = None,
        me: str = "",
    ) -> None:
        """Begin with what is outside of it.

        Args:
            name_of: Returns the name in JavaScript of a thing.
            brought: What Python brings along, by these names.
            scope: What names mean outside.
            of: The class whose method it is.
            me: What it calls the object whose method it is.
        """
        self._name_of, self._brought, self._scope = name_of, brought, dict(scope)
        self._of, self._me = of, me
        self._locals = set[str]()

    def function(self, node: ast.FunctionDef, head: str) -> str:
        """Return a function behind its head.

        Raises:
            Untranslated: Something in it is not understood.
        """
        parameters = [*node.args.args, *node.args.kwonlyargs]
        defaults = [*node.args.defaults, *filter(None, node.args.kw_defaults)]
        names = [each.arg for each in parameters]
        said = [*map(safe, names)]
        for at, default in enumerate(reversed(defaults), start=1):
            said[-at] += f" = {self._said(default)}"
        if node.args.kwarg:
            names.append(node.args.kwarg.arg)
            said.append(f"{safe(names[-1])} = new Map()")
        is_method = self._me != "" and names[:1] == [self._me]
        stored = {each.id for each in _own(node) if isinstance(each, ast.Name)
                  and isinstance(each.ctx, ast.Store)}  # fmt: skip
        stored |= {each.name for each in _own(node) if isinstance(each, ast.MatchAs) and each.name}
        stored |= {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
        stored -= {*names}
        outer, self._locals = self._locals, self._locals | {*names} | stored
        lead = f"const {self._me} = this;\n" if is_method else ""
        lead += f"let {', '.join(sorted(map(safe, stored)))};\n" if stored else ""
        text = f"{head}({', '.join(said[is_method:])}) {{\n{lead}{self._body(node.body)}}}\n"
        self._locals = outer
        return text

    # --- statements -------------------------------------------------------------------------------

    def _body(self, nodes: Iterable[ast.stmt]) -> str:
        return "".join(map(self._said, nodes))

    def _said(self, node: ast.AST) -> str:
        """Return a statement or an expression."""
        say = getattr(self, f"_{type(node).__name__.lower()}", None)
        if say is None:
            raise Untranslated(ast.unparse(node))
        return str(say(node))

    def _functiondef(self, node: ast.FunctionDef) -> str:
        return f"{safe(node.name)} = {self.function(node, f'function{star(node)} ')[:-1]};\n"

    def _return(self, node: ast.Return) -> str:
        return f"return {self._said(node.value) if node.value else 'null'};\n"

    def _expr(self, node: ast.Expr) -> str:
        is_idle = isinstance(node.value, ast.Constant) or "super()" in ast.unparse(node)
        return "" if is_idle else f"{self._said(node.value)};\n"

    def _assign(self, node: ast.Assign) -> str:
        value = self._said(node.value)
        for each in reversed(node.targets):
            value = self._stored(each, value)
        return f"{value};\n"

    def _annassign(self, node: ast.AnnAssign) -> str:
        return f"{self._stored(node.target, self._said(node.value))};\n" if node.value else ""

    def _augassign(self, node: ast.AugAssign) -> str:
        before = self._said(ast.parse(ast.unparse(node.target), mode="eval").body)
        name = _BINARY[type(node.op)]
        in_place = f"$i{name}" if f"$i{name}" in self._brought else f"${name}"
        after = f"{in_place}({before}, {self._said(node.value)})"
        return f"{self._stored(node.target, after)};\n"

    def _stored(self, target: ast.expr, value: str) -> str:
        if isinstance(target, ast.Subscript):
            return f"$put({self._said(target.value)}, {self._said(target.slice)}, {value})"
        return f"{self._target(target)} = {value}"

    def _target(self, node: ast.expr) -> str:
        if isinstance(node, ast.Name):
            return safe(node.id)
        if isinstance(node, ast.Tuple):  # a place without a name is passed over
            parts = map(self._target, node.elts)
            return f"[{', '.join('' if each == '_' else each for each in parts)}]"
        if isinstance(node, ast.Starred):
            return f"...{self._target(node.value)}"
        return self._said(node)

    def _delete(self, node: ast.Delete) -> str:
        cuts = (each for each in node.targets if isinstance(each, ast.Subscript))
        return "".join(f"$cut({self._said(e.value)}, {self._said(e.slice)});\n" for e in cuts)

    def _if(self, node: ast.If) -> str:
        rest = f" else {{\n{self._body(node.orelse)}}}" if node.orelse else ""
        return f"if ({self._asked(node.test)}) {{\n{self._body(node.body)}}}{rest}\n"

    def _while(self, node: ast.While) -> str:
        return f"while ({self._asked(node.test)}) {{\n{self._body(node.body)}}}\n"

    def _for(self, node: ast.For) -> str:
        head = f"for ({self._target(node.target)} of $iter({self._said(node.iter)}))"
        return f"{head} {{\n{self._body(node.body)}}}\n"

    def _break(self, node: ast.Break) -> str:
        return "break;\n"

    def _continue(self, node: ast.Continue) -> str:
        return "continue;\n"

    def _raise(self, node: ast.Raise) -> str:
        return f"throw {self._said(node.exc or node)};\n"

    def _try(self, node: ast.Try) -> str:
        found = ""
        for each in node.handlers:
            self._locals |= {each.name} if each.name else set()
            name = f"const {safe(each.name)} = error_;\n" if each.name else ""
            test = f"$isinstance(error_, {self._said(each.type or each)})"
            found += f"if ({test}) {{\n{name}{self._body(each.body)}}} else "
        return f"try {{\n{self._body(node.body)}}} catch (error_) {{\n{found}throw error_;\n}}\n"

    def _importfrom(self, node: ast.ImportFrom) -> str:
        module = importlib.import_module(str(node.module))
        self._scope |= {each.name: getattr(module, each.name) for each in node.names}
        return ""

    def _match(self, node: ast.Match) -> str:
        subject, found = self._said(node.subject), ""
        for case in node.cases:
            of: Any = case.pattern
            names = getattr(self._meant(of.cls), "__match_args__", ())
            fields = zip(of.patterns, names, strict=False)
            bound = "".join(f"{safe(each.name)} = {subject}.{name};\n" for each, name in fields)
            found += f"if ({subject} instanceof {self._said(of.cls)}) {{\n{bound}"
            found += f"{self._body(case.body)}}} else "
        return f"{found}{{}}\n"

    # --- names and calls --------------------------------------------------------------------------

    def _meant(self, node: ast.expr) -> Any:
        """Return the thing outside of the function that a name means; None for others."""
        if isinstance(node, ast.Subscript):  # `list[str]()` is a list
            of = self._meant(node.value)
            return of if isinstance(of, type) else None
        if isinstance(node, ast.Name) and node.id not in self._locals:
            return self._scope.get(node.id, getattr(builtins, node.id, None))
        if isinstance(node, ast.Attribute):
            of = self._meant(node.value)
            return getattr(of, node.attr) if isinstance(of, ModuleType) else None
        return None

    def _name(self, node: ast.Name) -> str:
        if node.id in self._locals:
            return safe(node.id)
        if node.id not in self._scope and not hasattr(builtins, node.id):
            raise Untranslated(node.id)
        return self._name_of(self._meant(node), node.id)

    def _attribute(self, node: ast.Attribute) -> str:
        thing = self._meant(node)
        if thing is not None:
            return self._name_of(thing, node.attr)
        return f"{self._said(node.value)}.{node.attr}"

    def _call(self, node: ast.Call) -> str:
        thing, func = self._meant(node.func), node.func
        given = [*map(self._said, node.args)]
        if thing is None and isinstance(func, ast.Attribute):
            is_own = isinstance(func.value, ast.Name) and func.value.id == self._me
            of = self._of if is_own else self._meant(func.value) or list
            given += self._named(node, getattr(of, func.attr, None))
            if f"$_{func.attr}" in self._brought:
                return f"$_{func.attr}({', '.join((self._said(func.value), *given))})"
        else:
            given += self._named(node, thing)
        if not isinstance(thing, type):
            return f"{self._said(func)}({', '.join(given)})"
        name = self._name_of(thing, thing.__name__)
        is_new = thing not in vars(builtins).values() or issubclass(thing, Exception)
        return f"{'new ' * is_new}{name}({', '.join(given)})"

    def _named(self, node: ast.Call, thing: Any) -> list[str]:
        """Return what a call gives by names, in the order of the parameters."""
        named = {each.arg: self._said(each.value) for each in node.keywords if each.arg != "strict"}
        if not named:
            return []
        if None in named or any(isinstance(each, ast.Starred) for each in node.args):
            raise Untranslated(ast.unparse(node))
        parameters = [each for each in inspect.signature(thing).parameters.values()
                      if each.name != "self"][len(node.args) :]  # fmt: skip
        found = list[str]()
        for each in parameters:
            if each.kind is inspect.Parameter.VAR_KEYWORD:
                pairs = (f"[{json.dumps(key)}, {value}]" for key, value in named.items())
                return [*found, f"new Map([{', '.join(pairs)}])"]
            found.append(named.pop(each.name, "undefined"))
        if named:
            raise Untranslated(ast.unparse(node))
        return found

    # --- expressions ------------------------------------------------------------------------------

    def _asked(self, node: ast.expr) -> str:
        """Return whether something holds."""
        if isinstance(node, ast.BoolOp):
            sign = " && " if isinstance(node.op, ast.And) else " || "
            return f"({sign.join(map(self._asked, node.values))})"
        is_answer = isinstance(node, ast.Compare) or self._is_not(node)
        return self._said(node) if is_answer else f"$bool({self._said(node)})"

    @staticmethod
    def _is_not(node: ast.expr) -> bool:
        return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)

    def _constant(self, node: ast.Constant) -> str:
        return "$Ellipsis" if node.value is ... else json.dumps(node.value)

    def _boolop(self, node: ast.BoolOp) -> str:
        *others, last = map(self._said, node.values)
        choice = "$bool(v) ? {} : v" if isinstance(node.op, ast.And) else "$bool(v) ? v : {}"
        for each in reversed(others):
            last = f"(v => {choice.format(last)})({each})"
        return last

    def _binop(self, node: ast.BinOp) -> str:
        return f"${_BINARY[type(node.op)]}({self._said(node.left)}, {self._said(node.right)})"

    def _unaryop(self, node: ast.UnaryOp) -> str:
        return (
            f"!{self._asked(node.operand)}"
            if self._is_not(node)
            else f"-{self._said(node.operand)}"
        )

    def _compare(self, node: ast.Compare) -> str:
        things = [*map(self._said, (node.left, *node.comparators))]
        pairs = zip(node.ops, things, things[1:], strict=False)
        return f"({' && '.join(_COMPARED[type(op)].format(*both) for op, *both in pairs)})"

    def _ifexp(self, node: ast.IfExp) -> str:
        return f"({self._asked(node.test)} ? {self._said(node.body)} : {self._said(node.orelse)})"

    def _namedexpr(self, node: ast.NamedExpr) -> str:
        return f"({safe(node.target.id)} = {self._said(node.value)})"

    def _lambda(self, node: ast.Lambda) -> str:
        names = [each.arg for each in node.args.args]
        outer, self._locals = self._locals, self._locals | {*names}
        text = f"(({', '.join(map(safe, names))}) => {self._said(node.body)})"
        self._locals = outer
        return text

    def _subscript(self, node: ast.Subscript) -> str:
        name = "$slice" if isinstance(node.slice, ast.Slice) else "$item"
        return f"{name}({self._said(node.value)}, {self._said(node.slice)})"

    def _slice(self, node: ast.Slice) -> str:
        if node.step:
            raise Untranslated(ast.unparse(node))
        return ", ".join(self._said(e) if e else "null" for e in (node.lower, node.upper))

    def _joinedstr(self, node: ast.JoinedStr) -> str:
        return f"[{', '.join(map(self._said, node.values))}].join('')"

    def _formattedvalue(self, node: ast.FormattedValue) -> str:
        said = f"$str({self._said(node.value)})"
        return f"$wide({said}, {self._said(node.format_spec)})" if node.format_spec else said

    def _list(self, node: ast.List | ast.Tuple | ast.Set) -> str:
        return f"[{', '.join(map(self._said, node.elts))}]"

    _tuple = _list

    def _set(self, node: ast.Set) -> str:
        return f"new Set({self._list(node)})"

    def _dict(self, node: ast.Dict) -> str:
        pairs = (f"[{self._said(key)}, {self._said(value)}]" if key else f"...{self._said(value)}"
                 for key, value in zip(node.keys, node.values, strict=True))  # fmt: skip
        return f"new Map([{', '.join(pairs)}])"

    def _starred(self, node: ast.Starred) -> str:
        return f"...$iter({self._said(node.value)})"

    def _yield(self, node: ast.Yield) -> str:
        return f"yield {self._said(node.value) if node.value else 'null'}"

    def _yieldfrom(self, node: ast.YieldFrom) -> str:
        return f"yield* $iter({self._said(node.value)})"

    def _generatorexp(self, node: Any) -> str:
        outer, loops = self._locals, ""
        for each in node.generators:
            row = self._said(each.iter)
            inner = (e.id for e in ast.walk(each.target) if isinstance(e, ast.Name))
            self._locals = self._locals | {*inner}
            loops += f"for (const {self._target(each.target)} of $iter({row})) "
            loops += "".join(f"if ({self._asked(test)}) " for test in each.ifs)
        said = self._said(node.elt)
        self._locals = outer
        return f"(function* () {{{loops}yield {said};}})()"

    def _listcomp(self, node: ast.ListComp) -> str:
        return f"[...{self._generatorexp(node)}]"

    def _setcomp(self, node: ast.SetComp) -> str:
        return f"new Set({self._generatorexp(node)})"
