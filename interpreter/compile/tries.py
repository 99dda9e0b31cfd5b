"""Say how the trial of a cost ends."""

from __future__ import annotations


class CostFailed(Exception):
    """A cost that is being tried cannot be paid this way.

    Attributes:
        site: Number of the operation at which it failed, where the walker took it; else None.
    """

    site: int | None = None


class Paid(Exception):
    """A cost that is being tried has been paid."""
