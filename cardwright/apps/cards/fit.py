"""Say which cards fit a query: for sure, and as a match may go."""

from __future__ import annotations

from dsl.records import record

Rows = frozenset[int]


@record
class Fit:
    """Rows of an index: those that fit, and those that fit or may, as the match goes."""

    sure: Rows
    possible: Rows

    @staticmethod
    def nothing() -> Fit:
        """Return that no card fits."""
        return Fit(frozenset(), frozenset())

    @staticmethod
    def of(rows: Rows) -> Fit:
        """Return that these cards fit and no others."""
        return Fit(rows, rows)

    def __and__(self, other: Fit) -> Fit:
        """Return what fits both."""
        return Fit(self.sure & other.sure, self.possible & other.possible)

    def __or__(self, other: Fit) -> Fit:
        """Return what fits either."""
        return Fit(self.sure | other.sure, self.possible | other.possible)

    def opposite(self, everything: Rows) -> Fit:
        """Return what does not fit."""
        return Fit(everything - self.possible, everything - self.sure)
