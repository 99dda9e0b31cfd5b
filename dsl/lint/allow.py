"""Remove findings that an author allows: `# allow: NAME — reason`, on the line or above it.

A comment without a reason allows nothing; one for something that is not found is reported itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from dsl.diagnostics.diagnostic import Diagnostic, Instead, finding, in_order
from dsl.diagnostics.wording import Said
from dsl.records import Record
from dsl.source import Source, Span

COMMENT = re.compile(r"#\s*allow:\s*(?P<name>[a-z0-9-]+)(?P<rest>[^\n]*)")
REASON = re.compile(r"^\s*(?:—|–|-+|:)\s*\S")


class Allowed(Record):
    """One comment.

    Attributes:
        line: The line of text it speaks of.
        span: The name in it.
        whole: All of it, and the blanks before.
    """

    name: str
    line: int
    has_reason: bool
    span: Span
    whole: Span


def without_allowed(
    found: Iterable[Diagnostic], sources: Iterable[Source]
) -> tuple[Diagnostic, ...]:
    """Return the findings that no comment allows, and those about the comments."""
    allowed = [each for source in sources for each in comments(source)]
    with_reason: dict[tuple[str, Source, int], Allowed] = {}
    for each in allowed:
        if each.has_reason:
            with_reason.setdefault((each.name, each.span.source, each.line), each)
    kept: list[Diagnostic] = []
    met: set[Span] = set()
    for diagnostic in found:
        span = diagnostic.span
        about = (diagnostic.name, span.source, span.source.position(span.start)[0])
        comment = with_reason.get(about)
        if comment is None or diagnostic.severity == "error":
            kept.append(diagnostic)
        else:
            met.add(comment.span)
    for comment in allowed:
        if not comment.has_reason:
            kept.append(finding("allow-without-reason", comment.span, name=comment.name))
        elif comment.span not in met:
            words = Said("unused-allow.remove")
            remove = Instead(words, "", is_sure=True, span=comment.whole)
            kept.append(finding("unused-allow", comment.span, remove, name=comment.name))
    return in_order(kept)


def comments(source: Source) -> Iterator[Allowed]:
    """Yield the `allow` comments of a file."""
    for match in COMMENT.finditer(source.text):
        line, _ = source.position(match.start())
        stands_alone = not source.line(line)[: match.start() - _line_start(match)].strip()
        yield Allowed(
            name=match["name"],
            line=line + 1 if stands_alone else line,
            has_reason=REASON.match(match["rest"]) is not None,
            span=Span(source, *match.span("name")),
            whole=_whole(source, match, stands_alone),
        )


def _whole(source: Source, match: re.Match[str], stands_alone: bool) -> Span:
    """Return a comment with its line, or with the blanks between it and what it stands behind."""
    if stands_alone:
        return Span(source, _line_start(match), min(match.end() + 1, len(source.text)))
    return Span(source, len(source.text[: match.start()].rstrip()), match.end())


def _line_start(match: re.Match[str]) -> int:
    """Return the offset at which the line of a match begins."""
    return match.string.rfind("\n", 0, match.start()) + 1
