"""Format a file of a package: indentation, blanks, empty lines, effect texts.

Only what stands between the tokens of YAML changes, and blanks inside effect texts: comments, the
order of keys, quotes and line breaks stay. What would read differently afterwards is left alone.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

import yaml

from dsl.diagnostics.diagnostic import Report
from dsl.model.documents import Document, Mapping, Node, Sequence
from dsl.records import Source
from dsl.syntax.effect_style import INDENT, in_style, style_edits, with_edits
from dsl.syntax.yaml_reader import read_documents

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_OPENING: Final = (yaml.FlowMappingStartToken, yaml.FlowSequenceStartToken)
_CLOSING: Final = (yaml.FlowMappingEndToken, yaml.FlowSequenceEndToken)
_REFUSED: Final = (yaml.AnchorToken, yaml.AliasToken, yaml.TagToken, yaml.DirectiveToken)


def format_file(text: str, effects: Collection[int]) -> str | None:
    """Return a file in style; None where it cannot be read, or would read differently.

    Args:
        effects: The offsets at which the effect texts begin, quotes and `|` included.
    """
    before = _documents(text)
    if before is None:
        return None
    for known in (effects, ()):
        try:
            found = _Writer(text, frozenset(known)).written()
        except (yaml.YAMLError, _Unusual):
            return None
        after = _documents(found)
        if after is not None and list(map(_said, before)) == list(map(_said, after)):
            return found
    return None


def _documents(text: str) -> tuple[Document, ...] | None:
    """Return the documents of a text without mistakes; None where it has some, or says nothing."""
    report = Report()
    found = read_documents(Source("", text), report)
    return found if found and not report.diagnostics else None


def _said(part: Document | Node) -> object:
    """Return what a part says; blanks in effect texts aside."""
    if isinstance(part, Document):
        return _said(part.root)
    if isinstance(part, Mapping):
        return tuple((_said(each.key), _said(each.value)) for each in part.entries)
    if isinstance(part, Sequence):
        return [_said(each) for each in part.items]
    return in_style(part.text.strip()), part.is_plain


class _Unusual(Exception):
    """The file uses a part of YAML that rules do without."""


@dataclass(slots=True)
class _Block:
    """A list or mapping that is open; columns as written and in style, from 0."""

    is_list: bool
    written: int
    column: int | None = None
    is_flow: bool = False


class _Writer:
    """Writes the tokens of a text anew.

    Attributes:
        column: Where the next character goes.
        shift: How much further right the line at hand begins than it did.
    """

    def __init__(self, text: str, effects: frozenset[int]) -> None:
        self.text = text
        self.effects = effects
        self.parts: list[str] = []
        self.column = 0
        self.shift = 0
        self.blocks: list[_Block] = []
        self.closed: list[_Block] = []
        self.before: yaml.Token | None = None
        self.end = 0

    def written(self) -> str:
        """Return the whole text in style."""
        for token in yaml.scan(self.text, Loader=_LOADER):
            if isinstance(token, _REFUSED):
                raise _Unusual
            if isinstance(token, yaml.BlockMappingStartToken | yaml.BlockSequenceStartToken):
                is_list = isinstance(token, yaml.BlockSequenceStartToken)
                self.blocks.append(_Block(is_list, token.start_mark.column))
            elif isinstance(token, yaml.BlockEndToken):
                self.closed.append(self.blocks.pop())
            elif token.start_mark.index < token.end_mark.index:
                self._token(token)
        tail = self._lines(self.text[self.end :], 0, 0)
        return ("".join(self.parts) + tail).rstrip() + "\n"

    def _token(self, token: yaml.Token) -> None:
        """Write a token and the blank before it."""
        if isinstance(token, yaml.KeyToken):
            raise _Unusual
        start = token.start_mark.index
        blank = self.text[self.end : start]
        if "\n" in blank or self.before is None:
            column = self._column(token)
            self._write(self._lines(blank, token.start_mark.column, column))
            self._write(" " * (column - self.column))
            self.shift = column - token.start_mark.column
        else:
            self._write(self._between(token, blank))
        self.closed.clear()
        self._place(token)
        self._write(self._text_of(token))
        self.before = token

    def _place(self, token: yaml.Token) -> None:
        """Note where the blocks begin that begin with a token."""
        for block in self.blocks:
            if block.column is None:
                block.column = self.column
        if isinstance(token, _OPENING):
            self.blocks.append(_Block(False, token.start_mark.column, self.column, is_flow=True))
        elif isinstance(token, _CLOSING):
            self.blocks.pop()

    def _column(self, token: yaml.Token) -> int:
        """Return the column of a token that is the first of its line."""
        if not self.blocks or isinstance(token, yaml.DocumentStartToken | yaml.DocumentEndToken):
            return 0
        flow = next((block for block in self.blocks if block.is_flow), None)
        if flow is not None:
            return max(0, token.start_mark.column + (flow.column or 0) - flow.written)
        for outer, block in zip((None, *self.blocks), self.blocks, strict=False):
            if block.column is None:
                block.column = self._column_in(outer, block)
        top = self.blocks[-1]
        assert top.column is not None
        is_entry = isinstance(token, yaml.BlockEntryToken) or token.start_mark.column == top.written
        return top.column if is_entry else top.column + INDENT

    def _column_in(self, outer: _Block | None, block: _Block) -> int:
        """Return where a block begins on a line of its own; a list stands below its key."""
        if outer is None or outer.column is None:
            return 0
        return outer.column if block.is_list and not outer.is_list else outer.column + INDENT

    def _between(self, token: yaml.Token, blank: str) -> str:
        """Return what stands between two tokens of one line."""
        before = self.before
        if isinstance(token, (yaml.ValueToken, yaml.FlowEntryToken, *_CLOSING)):
            is_gone = isinstance(before, yaml.ValueToken)
            return blank if is_gone else ""
        if isinstance(before, _OPENING):
            return ""
        if isinstance(before, yaml.ValueToken | yaml.BlockEntryToken | yaml.FlowEntryToken):
            return " "
        return blank

    def _lines(self, blank: str, written: int, column: int) -> str:
        """Return what stands between two tokens of two lines, up to the last line's indentation.

        Args:
            written: Where the next token stood; a comment like it goes where it goes.
        """
        first, *others = blank.split("\n")
        is_start = self.before is None
        found = [first.strip() if is_start else self._beside(first)]
        columns = {block.written: block.column for block in (*self.blocks, *self.closed)}
        columns[written] = column
        for line in others[:-1] if self.end + len(blank) < len(self.text) else others:
            comment = line.strip()
            at = len(line) - len(line.lstrip())
            wanted = columns.get(at)
            if wanted is None:
                wanted = max(0, at + column - written)
            if comment or found[-1] or (len(found) == 1 and not is_start):
                found.append(" " * wanted + comment if comment else "")
        if is_start and not found[0]:
            del found[0]
        return "\n".join([*found, ""]) if others and found else ""

    def _beside(self, blank: str) -> str:
        """Return the comment behind a token, in its column where there is room."""
        comment = blank.strip()
        if not comment:
            return ""
        at = self.text.rfind("\n", 0, self.end)
        stood = self.end - at - 1 + len(blank) - len(blank.lstrip()) + self.shift
        return " " * (stood - self.column if stood > self.column else 2) + comment

    def _text_of(self, token: yaml.Token) -> str:
        """Return the text of a token."""
        start, self.end = token.start_mark.index, token.end_mark.index
        raw = self.text[start : self.end]
        if not isinstance(token, yaml.ScalarToken):
            return raw
        is_effect = start in self.effects
        if token.style in ("|", ">"):
            raw = raw[:-1] if "+" in raw.partition("\n")[0] else raw.rstrip()
            self.end = start + len(raw)
            return self._block_text(raw, token.style == "|", is_effect)
        lines = [line.strip() for line in raw.split("\n")]
        return self._joined(_one_line_style(raw) if is_effect else raw, len(lines))

    def _joined(self, raw: str, count: int) -> str:
        """Return a text over several lines, each as far in as its first line is."""
        if count == 1:
            return raw
        first, *others = raw.split("\n")
        least = 1 + max((block.column or 0 for block in self.blocks), default=0)
        found = [first.rstrip()]
        for line in others:
            width = len(line) - len(line.lstrip()) + self.shift
            found.append(" " * max(least, width) + line.strip() if line.strip() else "")
        return "\n".join(found)

    def _block_text(self, raw: str, is_literal: bool, is_effect: bool) -> str:
        """Return a block of lines below its `|` or `>`."""
        header, _, content = raw.partition("\n")
        top = self.blocks[-1] if self.blocks else _Block(False, 0, 0)
        lines = content.split("\n")
        widths = [len(line) - len(line.lstrip(" ")) for line in lines if line.strip()]
        is_counted = any(char.isdigit() for char in header.partition("#")[0])
        if not widths or is_counted or self.column == 0:
            if self.shift or top.column != top.written:
                raise _Unusual
            return raw
        base = widths[0]
        plain = "\n".join(line[base:] for line in lines)
        if is_effect:
            plain = in_style(plain.rstrip()) if is_literal else _one_line_style(plain)
        wanted = " " * ((top.column or 0) + INDENT)
        inner = [wanted + line if line else "" for line in plain.split("\n")]
        return "\n".join([header.rstrip(), *inner])

    def _write(self, text: str) -> None:
        """Add to what is written."""
        self.parts.append(text)
        last = text.rfind("\n")
        self.column = self.column + len(text) if last < 0 else len(text) - last - 1


def _one_line_style(raw: str) -> str:
    """Return an effect text over folded lines in style, its line ends untouched."""
    inner = raw[1:-1] if raw[0] in "\"'" else raw
    if "\\" in inner or "''" in inner or "\t" in inner:
        return raw
    edits = [edit for edit in style_edits(inner) if "\n" not in inner[edit.start : edit.end]]
    styled = with_edits(inner, edits)
    return f"{raw[0]}{styled}{raw[-1]}" if inner is not raw else styled
