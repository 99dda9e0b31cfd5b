"""Turn a YAML node into plain JSON values, as YAML 1.2 core reads them, for the schemas alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, Final

from dsl.syntax.documents import Entry, Mapping, Node, Scalar, Sequence

CORE: Final[tuple[tuple[re.Pattern[str], Callable[[str], Any]], ...]] = (
    (re.compile(r"|~|null|Null|NULL"), lambda text: None),
    (re.compile(r"true|True|TRUE"), lambda text: True),
    (re.compile(r"false|False|FALSE"), lambda text: False),
    (re.compile(r"[-+]?[0-9]{1,20}"), int),
    (re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]{1,3})?"), float),
)


def image_of(node: Node) -> Any:
    """Return a node as JSON values; only plain scalars can be anything but texts."""
    if isinstance(node, Mapping):
        return {entry.key.text: image_of(entry.value) for entry in node.entries}
    if isinstance(node, Sequence):
        return [image_of(item) for item in node.items]
    return _scalar(node)


def _scalar(scalar: Scalar) -> Any:
    """Return a scalar as YAML 1.2 core reads it."""
    if scalar.is_plain:
        for pattern, read in CORE:
            if pattern.fullmatch(scalar.text):
                return read(scalar.text)
    return scalar.text


def place_of(root: Node, path: Iterable[str | int]) -> tuple[Node, Entry | None]:
    """Return the node at a path of keys and indexes, and the entry it is the value of, if any."""
    node: Node = root
    entry: Entry | None = None
    for step in path:
        if isinstance(node, Mapping):
            entry = node.entry(str(step))
            if entry is None:
                return node, None
            node = entry.value
        elif isinstance(node, Sequence) and isinstance(step, int):
            node, entry = node.items[step], None
    return node, entry
