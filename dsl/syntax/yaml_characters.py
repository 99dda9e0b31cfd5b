"""Answer whether a text holds only characters that people can see and YAML agrees on."""

from __future__ import annotations

import re

from dsl.characters import DIRECTIONS, REFUSED, REFUSED_IN_NAMES
from dsl.diagnostics.diagnostic import Report
from dsl.source import Source, Span


def characters_are_allowed(source: Source, report: Report) -> bool:
    """Return whether a whole file may go to the YAML reader; else report the first character."""
    match = REFUSED.search(source.text)
    if match is None:
        return True
    _report(match.group(), Span(source, match.start(), match.end()), report)
    return False


def value_is_allowed(value: str, span: Span, report: Report) -> bool:
    """Return whether a value holds no such character by an escape; else report the scalar."""
    match = REFUSED.search(value)
    if match is None:
        return True
    _report(match.group(), span, report)
    return False


def name_is_allowed(name: str, span: Span, report: Report) -> bool:
    """Return whether the name of a file holds no such character; else report the file."""
    match = REFUSED_IN_NAMES.search(name)
    if match is None:
        return True
    _report(match.group(), span, report, " in the file's name")
    return False


def _report(char: str, span: Span, report: Report, place: str = "") -> None:
    """Report one character by its number."""
    number = f"U+{ord(char):04X}{place}"
    if 0xD800 <= ord(char) <= 0xDFFF:
        message = f"{number} is half of a character"
        report.add("lone-surrogate", message, span, "write the character itself")
    elif re.match(f"[{DIRECTIONS}]", char):
        message = f"{number} changes the direction of text"
        report.add("text-direction", message, span, "take it out: what is read is not what counts")
    else:
        message = f"{number} is a control character"
        report.add("control-character", message, span, "take it out")
