"""What is near a node of the event graph is said in the words of people."""

from __future__ import annotations

import pytest

from cardwright.api.loading import find_package
from cardwright.apps.authors.graphs.naming import WORDS
from cardwright.apps.authors.graphs.page import graph_of
from cardwright.apps.pictures.drawing import EDGES


@pytest.mark.parametrize("kind", sorted(EDGES))
def test_there_are_words_for_every_edge(kind: str) -> None:
    assert {f"overview.from-{kind}", f"overview.to-{kind}"} - set(WORDS) == set()


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", ("can be chosen in: phase:act", "is said by: card:hawk", "looks at: value:ready")),
        ("ja", ("選べる所: phase:act", "書いてある所: card:hawk", "見る: value:ready")),
    ],
)
def test_edges_are_said_in_words(lang: str, said: tuple[str, ...]) -> None:
    text = graph_of(find_package("res-arcana"), "hawk.2", "text", lang=lang)

    assert all(f"  {each}" in text for each in said)
    assert "  3  draw 1  (" in text
    assert "offers" not in text and "bears" not in text
