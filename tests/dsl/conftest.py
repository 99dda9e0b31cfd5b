"""Load small packages from texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from dsl.load import Loaded, load_sources, prelude_in
from dsl.records import Source

ROOT = Path(__file__).resolve().parents[2]

SECTIONS = {
    "manifest": "id: small\nversion: 1\nlanguage: 1\ntitle: Small\n",
    "players": "players: {count: 2-3, state: {points: int = 0}}\n",
    "options": "options: {open: {type: bool, default: false}, size: {type: 2..4, default: 3}}\n",
    "enums": "enums: {color: [red, blue]}\n",
    "kinds": "kinds:\n  tile: {attributes: {color: color, rank: int = 1}, start: bag}\n",
    "zones": (
        "zones:\n  bag: {of: tile, order: stack, seen-by: nobody}\n"
        "  player.hand: {of: tile, seen-by: owner}\n"
    ),
    "phases": "phases:\n- {id: act, turns: players, offer: [pass]}\n",
    "end": "end: {rank: [points]}\n",
    "cards": "cards:\n- {id: ruby, kind: tile, color: red}\n- {id: sky, kind: tile, color: blue}\n",
}


@pytest.fixture
def load() -> Callable[..., Loaded]:
    """Return a function that loads the small game with some sections put in place of its own.

    A keyword names a section, which may be new; `files` adds whole files by path.
    """
    prelude = prelude_in(ROOT / "cards" / "prelude")

    def load_small(files: Mapping[str, str] | None = None, **sections: str) -> Loaded:
        text = "".join({**SECTIONS, **sections}.values())
        sources = [Source("small/game.yaml", text)]
        sources += [Source(f"small/{path}", body) for path, body in (files or {}).items()]
        return load_sources(sources, "small", prelude)

    return load_small


@pytest.fixture
def findings(load: Callable[..., Loaded]) -> Callable[..., list[tuple[str, str]]]:
    """Return a function that gives the name and the words at fault of each finding."""

    def found(files: Mapping[str, str] | None = None, **sections: str) -> list[tuple[str, str]]:
        loaded = load(files, **sections)
        return [(each.name, each.span.text) for each in loaded.diagnostics]

    return found
