"""Give the tests of reading short ways from text to trees."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dsl.diagnostics.diagnostic import Report
from dsl.model.documents import Scalar
from dsl.records import Record, Source, Span, fields_of

Bare = Callable[[object], object]


def _scalar(text: str) -> Scalar:
    source = Source("test.yaml", text)
    return Scalar.at(text, False, Span(source, 0, len(text)), tuple(range(len(text) + 1)))


@pytest.fixture(scope="session")
def parsed() -> Callable[[Callable[[Scalar, Report], object], str], tuple[object, Report]]:
    """Return a function that parses a text: result and report."""

    def parse(function: Callable[[Scalar, Report], object], text: str) -> tuple[object, Report]:
        report = Report()
        return function(_scalar(text), report), report

    return parse


@pytest.fixture(scope="session")
def bare() -> Bare:
    """Return a function that drops all spans of a tree, so that trees can be compared."""

    def strip(node: object) -> object:
        if isinstance(node, Record):
            names = [name for name in fields_of(node) if name != "span"]
            return (type(node).__name__, *(strip(getattr(node, name)) for name in names))
        return tuple(strip(each) for each in node) if isinstance(node, tuple) else node

    return strip
