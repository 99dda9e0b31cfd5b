"""Define the one diagnostic of all stages; sort and render diagnostics.

Only visible characters reach the terminal, whatever a text holds: a rule package may come from a
stranger, and control characters could rewrite the screen.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypedDict

from dsl.characters import visible
from dsl.diagnostics.catalogue import FINDINGS, SEVERITIES
from dsl.diagnostics.wording import (
    Said,
    Slots,
    helps_of,
    is_alike,
    is_slip,
    message_of,
    said,
    texts,
)
from dsl.languages import OWN
from dsl.records import Record, Span

if TYPE_CHECKING:
    from dsl.diagnostics.catalogue import Severity

_SHORTEST: Final = 4
"""Letters of a word that is taken for another's slip without asking."""


class Label(Record):
    """A few words at a second place that matters."""

    span: Span
    text: str


class Instead(Said):
    """A help that says what to write for the words at fault.

    Attributes:
        text: What to write.
        is_sure: Whether nothing else can be meant, as far as words tell.
        span: What to write it for, where that is not the span of the finding.
    """

    text: str
    is_sure: bool
    span: Span | None

    def __new__(
        cls, words: str, text: str, is_sure: bool = False, span: Span | None = None
    ) -> Instead:
        """Create a help from its words and of what they advise."""
        made = str.__new__(cls, words)
        made.key, made.slots = "say.as-is", {"words": words}
        made.text, made.is_sure, made.span = text, is_sure, span
        return made

    @classmethod
    def of(cls, text: str, word: str = "") -> Instead:
        """Return the help to write a text; sure where the word is the same but for a slip."""
        is_same = is_alike(word, text) or is_slip(word, text)
        return cls(Said("say.write", text=text), text, is_same and len(word) >= _SHORTEST)

    @classmethod
    def sure(cls, text: str) -> Instead:
        """Return the help to write a text that alone can be meant."""
        return cls(Said("say.write", text=text), text, True)

    def in_language(self, language: str) -> Instead:
        """Return the help in a language."""
        return Instead(super().in_language(language), self.text, self.is_sure, self.span)


class PlainPlace(TypedDict):
    """A span for programs: lines and columns from 1, in characters, the end exclusive."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int


class PlainLabel(PlainPlace):
    """A second place for programs."""

    text: str


class PlainDiagnostic(PlainPlace):
    """A finding for programs."""

    name: str
    code: str
    severity: str
    message: str
    helps: list[str]
    labels: list[PlainLabel]


def _place(span: Span) -> PlainPlace:
    """Return a span as plain data."""
    line, column = span.source.position(span.start)
    end_line, end_column = span.source.position(span.end)
    return {
        "path": span.source.path,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
    }


class Diagnostic(Record):
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

    @classmethod
    def of(
        cls, key: str, span: Span, /, *helps: str, labels: tuple[Label, ...] = (), **slots: object
    ) -> Diagnostic:
        """Return a finding in the words of the catalogue: `unknown-zone.of-kind`.

        Args:
            key: The name of the finding and, after a dot, which of its messages.
            helps: Helps that follow those which the catalogue has for the message.
            slots: What fills the message and its helps.
        """
        every = (*helps_of(key, slots), *helps)
        return cls(key.partition(".")[0], message_of(key, slots), span, every, labels)

    @property
    def code(self) -> str:
        """Return the code: `NAM107`."""
        return FINDINGS[self.name].code

    @property
    def severity(self) -> Severity:
        """Return how bad it is."""
        return FINDINGS[self.name].severity

    @property
    def key(self) -> str:
        """Return the key of its message; its name where no catalogue has the message."""
        key = self.message.key if isinstance(self.message, Said) else self.name
        return key.removesuffix(".message")

    @property
    def slots(self) -> Slots:
        """Return what fills the slots of its message."""
        return self.message.slots if isinstance(self.message, Said) else {}

    @property
    def fix(self) -> Instead | None:
        """Return the help that can be carried out, if there is one."""
        return next((each for each in self.helps if isinstance(each, Instead)), None)

    def in_language(self, language: str) -> Diagnostic:
        """Return the finding with its texts in a language."""
        return Diagnostic(
            self.name,
            said(self.message, language),
            self.span,
            tuple(said(each, language) for each in self.helps),
            tuple(Label(each.span, said(each.text, language)) for each in self.labels),
        )

    def in_words(self, language: str = OWN[0]) -> str:
        """Return the message and, each on a line of its own, the helps."""
        found, word = self.in_language(language), Said("say.help").in_language(language)
        return "\n".join((found.message, *(f"{word}: {each}" for each in found.helps)))

    def rendered(self, language: str = OWN[0]) -> str:
        """Return a finding as a terminal shows it, without a line end after the last line."""
        found = self.in_language(language)
        words = texts(language)
        own = [label for label in found.labels if label.span == found.span]
        others = [label for label in found.labels if label.span != found.span]
        lowest = max(s.source.position(s.start)[0] for s in (found.span, *(x.span for x in others)))
        width = len(str(lowest)) + 1
        head = f"{words[f'say.{found.severity}']}[{found.name} {found.code}]"
        lines = [f"{head}: {shortened(found.message)}"]
        lines += _section("-->", found.span, ", ".join(label.text for label in own), width)
        for label in others:
            lines += _section(":::", label.span, label.text, width)
        lines += [f"{' ' * width} = {words['say.help']}: {shortened(text)}" for text in found.helps]
        return "\n".join(lines)

    def as_plain(self) -> PlainDiagnostic:
        """Return it as plain data."""
        return {
            "name": self.name,
            "code": self.code,
            "severity": self.severity,
            "message": self.message,
            **_place(self.span),
            "helps": list(self.helps),
            "labels": [{**_place(label.span), "text": label.text} for label in self.labels],
        }


@dataclass(slots=True)
class Report:
    """Collects the diagnostics of a load; stages add and go on.

    Attributes:
        taken: Words of the language that were declared as names.
    """

    diagnostics: list[Diagnostic] = field(default_factory=list)
    taken: set[str] = field(default_factory=set)

    def add(
        self,
        key: str,
        span: Span,
        /,
        *helps: str,
        labels: tuple[Label, ...] = (),
        **slots: object,
    ) -> None:
        """Add one finding: its key and place, helps beside those of the catalogue, its slots."""
        self.diagnostics.append(finding(key, span, *helps, labels=labels, **slots))


finding: Final = Diagnostic.of
"""What lint rules call it, who make most findings."""

MOST_SHOWN: Final = 1_000
"""Findings that people and programs are shown at once: a broken text may have a million."""

OF_ALL: Final = frozenset({"missing-section"})
"""What is said of a package as a whole, before anything in it."""

SortKey = tuple[bool, str, int, int, str, str]


def sort_key(diagnostic: Diagnostic) -> SortKey:
    """Return what orders findings: those of the whole package, then file, place, code."""
    span, is_of_part = diagnostic.span, diagnostic.name not in OF_ALL
    return (
        is_of_part,
        span.source.path,
        span.start,
        span.end,
        diagnostic.code,
        diagnostic.message,
    )


def in_order(diagnostics: Iterable[Diagnostic], *, at_once: bool = False) -> tuple[Diagnostic, ...]:
    """Return the findings in order, each name once at a place.

    Args:
        at_once: Only as many as are shown at once: warnings are left out before errors, and what
            stands further back before the rest.
    """
    found: dict[tuple[str, str, int, int], Diagnostic] = {}
    for diagnostic in sorted(diagnostics, key=sort_key):
        span = diagnostic.span
        found.setdefault((diagnostic.name, span.source.path, span.start, span.end), diagnostic)
    ordered = tuple(found.values())
    if not at_once or len(ordered) <= MOST_SHOWN:
        return ordered
    worst_first = sorted(ordered, key=lambda each: SEVERITIES.index(each.severity))
    return in_order(worst_first[:MOST_SHOWN])


_MESSAGE_CHARACTERS = 400


def shortened(text: str) -> str:
    """Return a visible text, cut in its middle where the words it quotes are very long."""
    half = _MESSAGE_CHARACTERS // 2
    return visible(text if len(text) <= 2 * half else f"{text[:half]}…{text[-half:]}")


def _section(arrow: str, span: Span, words: str, width: int) -> list[str]:
    """Return the place and the source line of one span."""
    return [f"{' ' * width}{arrow} {visible(span.place)}", *span.snippet(words, width)]


def render_json(diagnostics: Iterable[Diagnostic]) -> str:
    """Return findings as a JSON list, in order."""
    return json.dumps([each.as_plain() for each in in_order(diagnostics)], ensure_ascii=False)
