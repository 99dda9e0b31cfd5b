"""Answer whether a text holds only characters that people can see and YAML agrees on."""

from __future__ import annotations

import re

from dsl.diagnostics.diagnostic import Report
from dsl.source import Source, Span

# NEL, LS and PS are line ends for YAML 1.1 and not for YAML 1.2; a second byte order mark and
# control characters are nothing anybody means to write.
_REFUSED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")


def characters_are_allowed(source: Source, report: Report) -> bool:
    """Return whether a whole file may go to the YAML reader; else report the first character."""
    match = _REFUSED.search(source.text)
    if match is None:
        return True
    _report(match.group(), Span(source, match.start(), match.end()), report)
    return False


def value_is_allowed(value: str, span: Span, report: Report) -> bool:
    """Return whether a value holds no such character by an escape; else report the scalar."""
    match = _REFUSED.search(value)
    if match is None:
        return True
    _report(match.group(), span, report)
    return False


def _report(char: str, span: Span, report: Report) -> None:
    """Report one character by its number."""
    number = f"U+{ord(char):04X}"
    if 0xD800 <= ord(char) <= 0xDFFF:
        message = f"{number} is half of a character"
        report.add("lone-surrogate", message, span, "write the character itself")
    else:
        message = f"{number} is a control character"
        report.add("control-character", message, span, "take it out")
