"""Turn the line ends of an effect into the tokens that open and close blocks.

Line ends inside brackets are dropped. The parser asks for an object with `process` and
`always_accept`; it keeps no state between texts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from lark import Token

from dsl.syntax.limits import EFFECT_DEPTH
from dsl.syntax.problem import Problem

_OPENING = frozenset({"LPAR", "LSQB"})
_CLOSING = frozenset({"RPAR", "RSQB"})


class Layout:
    """Adds `_INDENT` and `_DEDENT` to a stream of tokens."""

    always_accept: ClassVar[tuple[str, ...]] = ("_NL",)

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """Yield the tokens of a text, with blocks marked."""
        open_brackets = 0
        has_begun = False
        levels = [0]
        for token in stream:
            if token.type == "_NL":
                if open_brackets == 0 and has_begun:
                    yield token
                    yield from _change_level(token, levels)
                continue
            has_begun = True
            open_brackets += (token.type in _OPENING) - (token.type in _CLOSING)
            yield token


def _change_level(line_end: Token, levels: list[int]) -> Iterator[Token]:
    """Yield what the indentation of the next line opens or closes."""
    indentation = line_end.rsplit("\n", 1)[1]
    depth = len(indentation)
    if depth > levels[-1]:
        levels.append(depth)
        _check_depth(levels, line_end)
        yield Token.new_borrow_pos("_INDENT", indentation, line_end)
    while depth < levels[-1]:
        levels.pop()
        yield Token.new_borrow_pos("_DEDENT", indentation, line_end)
    if depth != levels[-1]:
        raise Problem(
            "bad-indentation",
            "this line stands between two blocks",
            line_end.end_pos or 0,
            None,
            ("indent the line like another line of the block it belongs to",),
        )


def _check_depth(levels: list[int], line_end: Token) -> None:
    """Refuse blocks nested too deep."""
    if len(levels) > EFFECT_DEPTH:
        raise Problem(
            "effect-too-deep",
            f"blocks are nested more than {EFFECT_DEPTH} levels deep",
            line_end.end_pos or 0,
            None,
            ("move the inner steps into an event of their own",),
        )
