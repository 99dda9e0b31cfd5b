"""Name the games that programs are tried on."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
SHIPPED = ("cerebria", "dream-tricks", "equilibrion", "res-arcana", "worldmonger")
CLASSICS = tuple(sorted(path.parent.name for path in ROOT.glob("examples/classics/*/game.yaml")))
ALL = (*SHIPPED, *CLASSICS)

SAMPLED = (*SHIPPED, "kuhn-poker", "leduc", "tic-tac-toe", "goofspiel", "hearts", "go-fish",
           "liars-dice", "gin-rummy", "old-maid")  # fmt: skip
"""Those of the everyday suite: each way in which games use chance and secrets."""
