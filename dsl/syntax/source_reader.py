"""Answer what text a file holds, whatever its line ends, or why it cannot be read."""

from __future__ import annotations

from pathlib import Path

from dsl.diagnostics.diagnostic import Report
from dsl.source import Source, Span
from dsl.syntax.limits import FILE_BYTES


def read_source(path: Path, shown: str, report: Report) -> Source | None:
    """Return the text of a file, or None after a diagnostic.

    Args:
        shown: The path as people named it.
    """
    try:
        with path.open("rb") as file:
            data = file.read(FILE_BYTES + 1)
    except OSError as error:
        why = error.strerror or "unknown reason"
        _refuse(report, "unreadable-file", f"the file cannot be read: {why.lower()}", shown)
        return None
    if len(data) > FILE_BYTES:
        message = f"the file has more than {FILE_BYTES} bytes"
        _refuse(report, "file-too-large", message, shown, "split it into several files")
        return None
    return source_of(data, shown, report)


def source_of(data: bytes, shown: str, report: Report) -> Source | None:
    """Return bytes as a source, without byte order mark and with `\\n` line ends."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        _refuse_bytes(report, data, error.start, shown)
        return None
    return Source(shown, plain_line_ends(text))


def plain_line_ends(text: str) -> str:
    """Return a text with `\\n` at the end of every line."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _refuse(report: Report, name: str, message: str, shown: str, *helps: str) -> None:
    """Report a file as a whole."""
    report.add(name, message, Span(Source(shown, ""), 0, 0), *helps)


def _refuse_bytes(report: Report, data: bytes, start: int, shown: str) -> None:
    """Report the first byte that is no UTF-8, at its place in what can be read."""
    before = plain_line_ends(data[:start].decode("utf-8-sig"))
    after = plain_line_ends(data[start:].decode("utf-8", "replace"))
    message = f"the byte {data[start]:#04x} is not UTF-8"
    span = Span(Source(shown, before + after), len(before), len(before) + 1)
    report.add("not-utf8", message, span, "save the file as UTF-8")
