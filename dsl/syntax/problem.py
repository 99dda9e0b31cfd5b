"""Carry what is wrong in an effect text out of the parser, to be reported at one place."""

from __future__ import annotations

from dsl.diagnostics.diagnostic import Report
from dsl.syntax.documents import Scalar
from dsl.syntax.number_forms import NAME, number_at


class Problem(Exception):
    """One mistake in an effect text.

    Attributes:
        name: The name of the diagnostic.
        start: Where in the text; an end of None means the word that stands there.
    """

    def __init__(
        self, name: str, message: str, start: int, end: int | None, helps: tuple[str, ...] = ()
    ) -> None:
        """Keep what the diagnostic will say."""
        super().__init__(message)
        self.name = name
        self.message = message
        self.start = start
        self.end = end
        self.helps = helps

    def report_to(self, report: Report, scalar: Scalar) -> None:
        """Add the diagnostic, at its place in the file."""
        number = number_at(scalar.text, self.start)
        if number is not None:
            span = scalar.part(number.start, number.end)
            report.add(NAME, number.message, span, number.help)
            return
        length = len(scalar.text)
        start = min(self.start, length)
        end = min(_word_end(scalar.text, start) if self.end is None else self.end, length)
        report.add(self.name, self.message, scalar.part(start, end), *self.helps)


def _word_end(text: str, start: int) -> int:
    """Return the end of the word that begins at an offset, at least one character on."""
    end = start
    while end < len(text) and (text[end].isalnum() or text[end] in "-_"):
        end += 1
    return max(end, min(start + 1, len(text)))
