"""Return the words of changes, which stand in `messages/`, and mark how two texts differ."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final, TypeAlias

from dsl import Catalogue

WORDS: Final = Catalogue(__file__)
word = WORDS.say


def word_or(lang: str, key: str) -> str:
    """Return a phrase, or the key itself where it has no words."""
    return word(lang, key) if key in WORDS else key


Piece: TypeAlias = tuple[str, bool]
"""A stretch of text, and whether it differs."""
_TOKEN: Final = re.compile(r"\s+|[A-Za-z0-9À-ɏ'’-]+|.", re.DOTALL)
_LONGEST: Final = 90
_KEPT: Final = 30
_SHORT: Final = 3


def marked_pair(before: str, after: str) -> tuple[list[Piece], list[Piece]]:
    """Return both texts in stretches, those that differ marked."""
    one, other = _TOKEN.findall(before), _TOKEN.findall(after)
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    blocks = matcher.get_opcodes()
    sides: tuple[list[Piece], list[Piece]] = ([], [])
    for tag, a, b, c, d in blocks:
        # a short stretch between two that differ is not told apart
        is_short = len(blocks) > _SHORT and not "".join(one[a:b]).strip(" ,.、。")
        is_same = tag == "equal" and not is_short
        sides[0].append(("".join(one[a:b]), not is_same))
        sides[1].append(("".join(other[c:d]), not is_same))
    return _shortened(_merged(sides[0])), _shortened(_merged(sides[1]))


def _merged(pieces: Iterable[Piece]) -> list[Piece]:
    """Return stretches with neighbours of one sort put together."""
    found: list[Piece] = []
    for text, differs in pieces:
        if found and found[-1][1] == differs:
            found[-1] = (found[-1][0] + text, differs)
        elif text:
            found.append((text, differs))
    return found


def _shortened(pieces: Sequence[Piece]) -> list[Piece]:
    """Return stretches; of long ones that are alike only their ends."""
    return [(_cut(text, i == 0, i == len(pieces) - 1), differs) if not differs else (text, differs)
            for i, (text, differs) in enumerate(pieces)]  # fmt: skip


def _cut(text: str, is_first: bool, is_last: bool) -> str:
    """Return a text without its middle, or its far end where it is the first or the last."""
    if len(text) <= _LONGEST or (is_first and is_last):
        return text
    head, tail = "" if is_first else text[:_KEPT], "" if is_last else text[-_KEPT:]
    if " " in head:
        head = head.rpartition(" ")[0] + " "
    if " " in tail:
        tail = " " + tail.partition(" ")[2]
    return f"{head}…{tail}"


def other_lines(before: Iterable[str], after: Iterable[str]) -> tuple[str, str]:
    """Return the lines of two texts that the other does not have, comments left out."""
    one, other = [*map(_bare, before)], [*map(_bare, after)]
    return " / ".join(_beyond(one, other)), " / ".join(_beyond(other, one))


def _bare(line: str) -> str:
    """Return a line without a comment and blanks around it."""
    return re.sub(r"(^|\s)#.*$", "", line).strip().removeprefix("- ")


def _beyond(lines: Sequence[str], others: Sequence[str]) -> Iterator[str]:
    known = set(others)
    yield from (line for line in lines if line and line not in known)
