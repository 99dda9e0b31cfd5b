"""Render findings for people, with their line and carets under it, and for programs.

Only visible characters reach the terminal, whatever a text holds: a rule package may come from a
stranger, and control characters could rewrite the screen.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from dsl.characters import visible
from dsl.diagnostics.diagnostic import Diagnostic
from dsl.diagnostics.order import in_order
from dsl.diagnostics.wording import texts
from dsl.languages import OWN
from dsl.source import Span

_MESSAGE_CHARACTERS = 400


def shortened(text: str) -> str:
    """Return a visible text, cut in its middle where the words it quotes are very long."""
    half = _MESSAGE_CHARACTERS // 2
    return visible(text if len(text) <= 2 * half else f"{text[:half]}…{text[-half:]}")


def render(diagnostic: Diagnostic, language: str = OWN[0]) -> str:
    """Return a finding as a terminal shows it, without a line end after the last line."""
    diagnostic = diagnostic.in_language(language)
    words = texts(language)
    own = [label for label in diagnostic.labels if label.span == diagnostic.span]
    others = [label for label in diagnostic.labels if label.span != diagnostic.span]
    lowest = max(
        s.source.position(s.start)[0] for s in (diagnostic.span, *(x.span for x in others))
    )
    width = len(str(lowest)) + 1
    head = f"{words[f'say.{diagnostic.severity}']}[{diagnostic.name} {diagnostic.code}]"
    lines = [f"{head}: {shortened(diagnostic.message)}"]
    lines += _section("-->", diagnostic.span, ", ".join(label.text for label in own), width)
    for label in others:
        lines += _section(":::", label.span, label.text, width)
    lines += [
        f"{' ' * width} = {words['say.help']}: {shortened(text)}" for text in diagnostic.helps
    ]
    return "\n".join(lines)


def _section(arrow: str, span: Span, words: str, width: int) -> list[str]:
    """Return the place and the source line of one span."""
    return [f"{' ' * width}{arrow} {visible(span.place)}", *span.snippet(words, width)]


def render_json(diagnostics: Iterable[Diagnostic]) -> str:
    """Return findings as a JSON list, in order."""
    return json.dumps([each.as_plain() for each in in_order(diagnostics)], ensure_ascii=False)
