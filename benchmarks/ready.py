"""Load a game and come to its first decision: what a fresh process is timed for."""

from __future__ import annotations

import sys

import cardwright


def main() -> int:
    """Return 0 where somebody can decide."""
    match = cardwright.load(sys.argv[1]).start(seed=0)
    return 0 if match.decision is not None else 1


if __name__ == "__main__":
    sys.exit(main())
