"""Say what is wrong, where, and what to do: the one diagnostic type of all stages."""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl.records import record
from dsl.source import Span


@record
class Label:
    """A few words at a second place that matters."""

    span: Span
    text: str


@record
class Diagnostic:
    """One finding.

    Attributes:
        name: Kebab-case, as people type it: `unknown-zone`. Code and severity follow from it in
            the catalogue.
        message: One fragment, lower case, the user's words in backticks, says what is wrong.
        span: The word at fault, as narrow as can be.
        helps: Sentences that begin with a verb and say what to do; two at the most.
        labels: Other places.
    """

    name: str
    message: str
    span: Span
    helps: tuple[str, ...] = ()
    labels: tuple[Label, ...] = ()


@dataclass(slots=True)
class Report:
    """Collects the diagnostics of a load; stages add and go on."""

    diagnostics: list[Diagnostic] = field(default_factory=list)

    def add(
        self, name: str, message: str, span: Span, *helps: str, labels: tuple[Label, ...] = ()
    ) -> None:
        """Add one finding."""
        self.diagnostics.append(Diagnostic(name, message, span, helps, labels))
