"""Check the shape of documents against the JSON Schemas."""

from __future__ import annotations

from dsl.check.package import Package
from dsl.diagnostics.diagnostic import Report


def check_shapes(package: Package, report: Report) -> None:
    """Report what has the wrong shape."""
