"""Answer what text a file holds, whatever its line ends, or why it cannot be read."""

from __future__ import annotations

from codecs import BOM_UTF8
from pathlib import Path

from dsl.diagnostics.diagnostic import Report
from dsl.files import FileTooLarge, NoPlainFile, read_plain
from dsl.source import Source, Span
from dsl.syntax.limits import FILE_BYTES


def read_source(path: Path, shown: str, report: Report) -> Source | None:
    """Return the text of a file, or None after a diagnostic.

    Args:
        shown: The path as people named it.
    """
    data = bytes_of(path, shown, report)
    return None if data is None else source_of(data, shown, report)


def bytes_of(path: Path | str, shown: str, report: Report) -> bytes | None:
    """Return what a plain file holds, or None after a diagnostic."""
    try:
        return read_plain(path, FILE_BYTES)
    except FileTooLarge:
        message = f"the file has more than {FILE_BYTES} bytes"
        _refuse(report, "file-too-large", message, shown, "split it into several files")
    except NoPlainFile:
        message = "the file is a pipe, a device or the like"
        _refuse(report, "unreadable-file", message, shown, "put a file of text there")
    except OSError as error:
        why = error.strerror or "unknown reason"
        _refuse(report, "unreadable-file", f"the file cannot be read: {why.lower()}", shown)
    return None


def source_of(data: bytes, shown: str, report: Report) -> Source | None:
    """Return bytes as a source, without byte order mark and with `\\n` line ends."""
    data = data.removeprefix(BOM_UTF8)
    try:
        text = data.decode("utf-8")
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
    before = plain_line_ends(data[:start].decode("utf-8"))
    after = plain_line_ends(data[start:].decode("utf-8", "replace"))
    message = f"the byte {data[start]:#04x} is not UTF-8"
    span = Span(Source(shown, before + after), len(before), len(before) + 1)
    report.add("not-utf8", message, span, "save the file as UTF-8")
