"""Answer what a package requires, from its manifest alone: many look, before anything loads."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

from dsl.check.texts.shapes import child, scalars_of
from dsl.diagnostics.diagnostic import Report
from dsl.source import Source
from dsl.syntax.documents import Node, Scalar
from dsl.syntax.yaml_reader import read_documents, read_source

GAME_FILE: Final = "game.yaml"
EXPANSION_FILE: Final = "expansion.yaml"
LIBRARY_FILE: Final = "library.yaml"
REQUIRES: Final = "requires"


def required(manifest: Node | None) -> tuple[Scalar, ...]:
    """Return the packages that a package says it builds on."""
    return scalars_of(child(manifest, REQUIRES))


def requirements(folder: Path, file: str = EXPANSION_FILE) -> tuple[str, ...]:
    """Return the packages that the manifest in a folder says it requires."""
    source = read_source(folder / file, file, Report())
    return () if source is None else _required_by(source.text)


@lru_cache(maxsize=256)
def _required_by(text: str) -> tuple[str, ...]:
    """Return the packages that the text of a manifest requires; many ask for the same."""
    documents = read_documents(Source(EXPANSION_FILE, text), Report())
    return tuple(scalar.text for doc in documents for scalar in required(doc.root))
