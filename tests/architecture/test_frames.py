"""Hold that frames are records: none is read or made by number, in our source or what it writes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LAYOUT = ROOT / "interpreter/state/values.py"

READ = re.compile(
    r"""\b(?:frame|turn|outermost|top)\[ |          # frame[2], frame[3:5]
        (?:\bframes|\bstack)\[[^\[\]:]*\]\[ |       # st.frames[-1][0]
        \bf\[\d+\][^"]*\bin\ (?:reversed\()?st\.frames |
        ^\s*[\w, ]+,[\w, ]+\ =\ frame$              # kind, stage, phase = frame
    """,
    re.VERBOSE | re.MULTILINE,
)
MADE = re.compile(
    r"""(?:frames|stack)\.append\(\s*\( |           # st.frames.append((…
        (?:frames|stack)\.extend\(\(\( |
        (?:frames|stack)\[[^\[\]]*\]\ =\s\(         # st.frames[-1] = (…
    """,
    re.VERBOSE,
)


def sources() -> Iterator[Path]:
    """Yield the files that handle frames: of the machine, and of what compiles it."""
    for room in ("interpreter", "cardwright", "soak", "benchmarks"):
        yield from sorted((ROOT / room).rglob("*.py"))


def by_number(text: str) -> list[str]:
    """Return where a text reads or makes a frame by the places of its parts."""
    return [found[0].strip() for way in (READ, MADE) for found in way.finditer(text)]


def test_no_frame_is_read_or_made_by_number():
    found = {
        path.relative_to(ROOT).as_posix(): places
        for path in sources()
        if path != LAYOUT and (places := by_number(path.read_text(encoding="utf-8")))
    }

    assert found == {}


def test_what_goes_by_number_is_found():
    for line in (
        "if frame[0] == 3:",
        "me, elements = frame[3:5]",
        "while stack[-1][0] == HALT:",
        "next((f[2] for f in reversed(st.frames)), None)",
        "    _, part, place = frame",
        "st.frames.append((frames.HALT,))",
        "st.frames[-1] = (number, *L)",
        'f"turns_{n}(st, turn[10], turn[5])"',
    ):
        assert by_number(line), line


def test_what_goes_by_name_is_not():
    for line in (
        "if frame.kind == EVENT:",
        "self.machine.table[SCOPE](st, st.frames[-1])",
        "st.frames[-1] = frame.at(1)",
        "st.frames.append(body_frame((code.first, (me, card, actor))))",
        "pc, (me, card, actor, l0) = frame",
    ):
        assert not by_number(line), line
