"""Compute the JSON Schemas of what authors write from the rows.

Programs and editors read them in `schemas/`; `python -m docs.schemas` writes the files.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from dsl.keys.files import FILES
from dsl.keys.key import Keyed
from dsl.keys.kinds import ByName, Either, Having, Kind, ListOf, Schema, Shared, address
from dsl.keys.values import COMMON, EXPRESSION_OR_NONE

DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"
TITLE: Final = "What the files of a package share"


def schemas() -> dict[str, Schema]:
    """Return the schemas by the name of their file."""
    shared: dict[str, dict[str, Schema]] = {name: {} for name in (COMMON, *FILES)}
    for kind in (*FILES.values(), EXPRESSION_OR_NONE):
        for part in _shared(kind, set()):
            shared[part.file][part.name] = part.kind().schema(part.file)
    found = {COMMON: {"title": TITLE}}
    for name, top in FILES.items():
        found[name] = top.schema(name)
        if top.is_part:
            manifest = Having("a manifest", top.needed)
            shared[name]["manifest"] = manifest.schema(name)
    return {
        name: {"$schema": DRAFT, "$id": address(name), **schema}
        | ({"$defs": shared[name]} if shared[name] else {})
        for name, schema in found.items()
    }


def _shared(kind: Kind, seen: set[Kind]) -> Iterator[Shared]:
    """Yield the shared kinds inside a kind, each once, parts first."""
    if kind in seen:
        return
    seen.add(kind)
    for part in _parts(kind):
        yield from _shared(part, seen)
    if isinstance(kind, Shared):
        yield kind


def _parts(kind: Kind) -> tuple[Kind, ...]:
    match kind:
        case Shared(kind=inner):
            return (inner(),)
        case ListOf(item=inner) | ByName(value=inner):
            return (inner,)
        case Either(form=form, then=then, other=other):
            return form, then, other
        case Keyed(keys=keys, extra=extra):
            return (*(key.kind for key in keys), *(() if extra is None else (extra,)))
    return ()


def texts() -> dict[str, str]:
    """Return the text of each file by its name."""
    return {
        f"{name}.schema.json": json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
        for name, schema in schemas().items()
    }
