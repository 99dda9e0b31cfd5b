"""Check which words are taken for each other."""

from __future__ import annotations

import pytest

from dsl.diagnostics.wording import nearest


@pytest.mark.parametrize(
    ("word", "candidates", "expected"),
    [
        ("disacrd", ["deck", "discard"], "discard"),
        ("draw_card", ["draw", "draw-card"], "draw-card"),
        ("Hand", ["hand"], "hand"),
        ("hnd", ["hand", "end"], "hand"),
        ("x", ["y"], None),
        ("field", ["deck", "hand"], None),
        ("abc", ["abd", "abe"], "abd"),
        ("word", [], None),
    ],
)
def test_nearest(word: str, candidates: list[str], expected: str | None) -> None:
    assert nearest(word, candidates) == expected
