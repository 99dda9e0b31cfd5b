"""Translate functions of Python into JavaScript, with all that they use.

Functions, records and other classes become what they are in JavaScript. Other values are written as
they are when a page is made; so are the answers of functions that are cached and take nothing.
`python.js` has what Python brings along: `$len` is `len`, `$_join` the method `join`.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import json
import re
import textwrap
from collections.abc import Iterable, Mapping
from contextvars import ContextVar
from pathlib import Path
from types import BuiltinFunctionType, FunctionType
from typing import Any, Final

from cardwright.apps.cards.web.code import Code, Untranslated, safe, star

RUNTIME: Final = Path(__file__).with_name("python.js").read_text(encoding="utf-8")
_BROUGHT: Final = frozenset(
    re.findall(r"^(?:function\*?|const|class) (\$\w+)", RUNTIME, re.MULTILINE)
)
_PYTHONS_OWN: Final = ("__getattr__", "__repr__", "__str__", "__iter__")
"""Methods that a page does not need."""


class Translation:
    """JavaScript that grows with each function that is asked for.

    Attributes:
        pieces: What was made so far.
    """

    def __init__(self, given: Mapping[Any, str]) -> None:
        """Begin with what stands in JavaScript for some functions, classes and values."""
        self._names = {id(each): name for each, name in given.items()}
        self._kept = [*given]
        """Holds what has a name, so that nothing else gets its number."""
        self.pieces: list[str] = []

    def name_of(self, thing: Any, called: str) -> str:
        """Return the name of a function, class or value, which is made if need be.

        Raises:
            Untranslated: It, or something that it uses, is not understood.
        """
        if id(thing) not in self._names:
            is_brought = isinstance(thing, BuiltinFunctionType)
            if is_brought or getattr(builtins, called, self) is thing:
                name = f"${called}"
                if name not in _BROUGHT:
                    raise Untranslated(called)
                return name
            is_taken = called in self._names.values()
            name = f"{called}_{len(self._kept)}" if is_taken else called
            self._names[id(thing)] = name
            self._kept.append(thing)
            self.pieces.append(self._made(thing, name))
        return self._names[id(thing)]

    def value(self, thing: Any) -> str:
        """Return a value as it is written."""
        return self._names.get(id(thing)) or self._written(thing)

    def _made(self, thing: Any, name: str) -> str:
        if hasattr(thing, "cache_info") and not inspect.signature(thing).parameters:
            return f"const {name} = (value => () => value)({self.value(thing())});\n"
        if not isinstance(thing, type) and not callable(thing):
            return f"const {name} = {self._written(thing)};\n"
        thing = inspect.unwrap(thing)
        scope = vars(inspect.getmodule(thing))
        node = ast.parse(textwrap.dedent(inspect.getsource(thing))).body[0]
        if isinstance(node, ast.ClassDef):
            return self._class(thing, node, name, scope)
        if not isinstance(thing, FunctionType) or not isinstance(node, ast.FunctionDef):
            raise Untranslated(name)
        code = Code(self.name_of, _BROUGHT, scope)
        return code.function(node, f"function{star(node)} {name}")

    def _class(self, of: type, node: ast.ClassDef, name: str, scope: Mapping[str, Any]) -> str:
        is_dict = of.__mro__[1] is dict
        lines = [f"class {name}{' extends Map' * is_dict} {{\n"]
        defined = [each for each in node.body if isinstance(each, ast.FunctionDef)]
        if not is_dict and all(each.name != "__init__" for each in defined):
            fields = inspect.signature(of).parameters
            given = (
                safe(name) + (f" = {self.value(f.default)}" if f.default is not f.empty else "")
                for name, f in fields.items()
            )
            stored = (f"this.{each} = {safe(each)};" for each in fields)
            lines.append(f"constructor({', '.join(given)}) {{{''.join(stored)}}}\n")
        for each in defined:
            if each.name in _PYTHONS_OWN:
                continue
            sorts = {ast.unparse(decorator) for decorator in each.decorator_list}
            is_static = "staticmethod" in sorts
            head = "static " if is_static else "get " if "property" in sorts else ""
            head += star(each) + ("constructor" if each.name == "__init__" else each.name)
            me = "" if is_static else each.args.args[0].arg
            lines.append(Code(self.name_of, _BROUGHT, scope, of, me).function(each, head))
        return "".join((*lines, "}\n"))

    def _written(self, thing: Any) -> str:
        if thing is None or isinstance(thing, str | int):
            return json.dumps(thing)
        if isinstance(thing, re.Pattern):
            flags = "i" * bool(thing.flags & re.IGNORECASE)
            return f"$pattern({json.dumps(thing.pattern)}, {json.dumps(flags)})"
        if isinstance(thing, Mapping):
            pairs = (f"[{self.value(key)},{self.value(each)}]" for key, each in thing.items())
            return f"new Map([{','.join(pairs)}])"
        if isinstance(thing, frozenset):
            return f"new Set([{self._row(sorted(thing))}])"
        if isinstance(thing, list | tuple):
            return f"[{self._row(thing)}]"
        if isinstance(thing, ContextVar):  # nothing is around a page
            return "new Map()"
        if callable(thing):
            return self.name_of(thing, thing.__name__)
        of = type(thing)
        return f"$filled({self.name_of(of, of.__name__)}, {self.value(vars(thing))})"

    def _row(self, things: Iterable[Any]) -> str:
        return ",".join(map(self.value, things))
