"""Hold where the parser stopped, and the words around."""

from __future__ import annotations

from dsl.records import record
from dsl.syntax.problem import Problem


@record
class Stop:
    """Where the parser stopped.

    Attributes:
        kind: The type of the token; `$END` at the end of a text, `_NL` at the end of a line.
        word: What stands there.
        head_start: Where the step begins.
        expected: The types of tokens that could have followed.
        before: The words of the same step before it.
        line: The words of the same line before it.
        rest: The words of the same line after it.
    """

    kind: str
    word: str
    start: int
    end: int
    expected: frozenset[str]
    before: tuple[str, ...]
    line: tuple[str, ...]
    rest: tuple[str, ...]
    head_start: int

    @property
    def at_end(self) -> bool:
        """Return whether the line or text ends here."""
        return self.kind in ("$END", "_NL", "_DEDENT")

    @property
    def last(self) -> str:
        """Return the word before, or an empty text."""
        return self.line[-1] if self.line else ""

    @property
    def head(self) -> str:
        """Return the first word of the step."""
        return self.before[0] if self.before else ""

    def problem(self, name: str, message: str, *helps: str) -> Problem:
        """Return the problem at this place."""
        return Problem(name, message, self.start, self.end, helps)
