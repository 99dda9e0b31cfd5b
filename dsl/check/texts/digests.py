"""Answer whether two texts say the same: a hash that layout, quoting and comments leave alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from dsl.check.texts.shapes import normalized
from dsl.hashes import blake2b
from dsl.syntax.documents import Node

DIGEST_BYTES: Final = 16


def digest_of(nodes: Iterable[Node]) -> str:
    """Return the hash of some values, in their order."""
    return digest_of_texts(normalized(node) for node in nodes)


def digest_of_texts(texts: Iterable[str]) -> str:
    """Return the hash of some texts, in their order."""
    state = blake2b(digest_size=DIGEST_BYTES)
    for text in texts:
        data = text.encode("utf-8", "surrogatepass")
        state.update(len(data).to_bytes(8, "big"))
        state.update(data)
    return state.hexdigest()
