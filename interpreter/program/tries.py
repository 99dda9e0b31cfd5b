"""Say how the trial of a cost ends."""

from __future__ import annotations


class CostFailed(Exception):
    """A cost that is being tried cannot be paid this way.

    Attributes:
        site: Number of the operation at which it failed, where the walker took it; else None.
        refused: The event that could not happen, who would do it and its arguments; else None.
    """

    site: int | None = None

    def __init__(self, refused: tuple[str, int | None, tuple[object, ...]] | None = None) -> None:
        super().__init__()
        self.refused = refused


class Paid(Exception):
    """A cost that is being tried has been paid."""
