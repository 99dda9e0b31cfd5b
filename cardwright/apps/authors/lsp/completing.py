"""Return the keys and plain values that can stand at a place, where no YAML server does it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from dsl import Source, read_yaml
from dsl.model.documents import KEY, Place, scalar_around
from dsl.model.game import Game

ASKED: Final = "zz-asked-zz"
"""Stands in the place, so that it is read as a key or a value that no file has."""


def yaml_offers(game: Game, sort: str, text: str, offset: int) -> list[tuple[str, str, str]]:
    """Return the keys or words that a schema of the game allows at an offset, each with its sort
    and its title."""
    from cardwright.apps.authors.authoring.schemas import schema_of

    start = offset
    while start and (text[start - 1].isalnum() or text[start - 1] in "-_."):
        start -= 1
    is_value = text[text.rfind("\n", 0, start) + 1 : start].rstrip().endswith(":")
    word = ASKED if is_value else f"{ASKED}: {ASKED}"
    asked = text[:start] + word + text[offset:]
    found = scalar_around(read_yaml(Source("", asked)).scalars(), start)
    if found is None:
        return []
    schema = schema_of(game, sort)
    path = found[0][1:]
    is_key = path[-1:] == (KEY,)
    parts = list(_descend([schema], path[:-2] if is_key else path, schema))
    if is_key:
        return sorted({(key, "field", str(each.get("title", "")) if isinstance(each, dict) else "")
                       for part in parts
                       for key, each in part.get("properties", {}).items()})  # fmt: skip
    return sorted({(str(word), "enum", "") for part in parts for word in part.get("enum", ())})


def _descend(parts: list[Any], path: Place, root: Any) -> Iterator[Any]:
    """Yield the parts of a schema that speak of a place."""
    found = [each for part in parts for each in _alternatives(part, root)]
    if not path:
        yield from found
        return
    step, inner = path[0], []
    for part in found:
        if isinstance(step, int):
            inner += [part["items"]] if "items" in part else []
        elif step in part.get("properties", {}):
            inner.append(part["properties"][step])
        elif isinstance(part.get("additionalProperties"), dict):
            inner.append(part["additionalProperties"])
    yield from _descend(inner, path[1:], root) if inner else ()


def _alternatives(part: Any, root: Any) -> Iterator[Any]:
    """Yield a part of a schema and all that it is put together from."""
    if not isinstance(part, dict):
        return
    yield part
    if "$ref" in part:
        found = root
        for key in part["$ref"].removeprefix("#/").split("/"):
            found = found[key]
        yield from _alternatives(found, root)
    for key in ("allOf", "anyOf", "oneOf"):
        for each in part.get(key, ()):
            yield from _alternatives(each, root)
    for key in ("then", "else"):
        yield from _alternatives(part.get(key), root)
