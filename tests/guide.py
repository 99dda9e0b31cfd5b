"""The language guide as its tests read it: its pages in the order of the list on the first one."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "language"
_PAGE = re.compile(r"^- \[.+\]\((\w+\.md)\): ", re.MULTILINE)


@cache
def guide_pages() -> tuple[Path, ...]:
    """Return the pages."""
    first = FOLDER / "index.md"
    return (first, *(FOLDER / page for page in _PAGE.findall(first.read_text("utf-8"))))


def language_guide() -> str:
    """Return the whole guide, page after page, as Markdown."""
    return "\n".join(page.read_text("utf-8") for page in guide_pages())
