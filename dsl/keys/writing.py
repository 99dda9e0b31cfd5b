"""Compute the JSON Schemas of what authors write from the rows.

Programs and editors read them in `schemas/`; `python -m docs.schemas` writes the files.
"""

from __future__ import annotations

import json
from typing import Final

from dsl.keys.files import FILES
from dsl.keys.key import walk
from dsl.keys.kinds import Having, Schema, Shared, address, titled
from dsl.keys.values import COMMON, EXPRESSION_OR_NONE

DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"
TITLE: Final = "files-of-package"


def schemas(*, whole_addresses: bool = False) -> dict[str, Schema]:
    """Return the schemas by the name of their file.

    Args:
        whole_addresses: Whether references into the same file, too, begin with its address.
    """
    shared: dict[str, dict[str, Schema]] = {name: {} for name in (COMMON, *FILES)}

    def place(name: str) -> str:
        return "" if whole_addresses else name

    for kind in (*FILES.values(), EXPRESSION_OR_NONE):
        for part in walk(kind, set()):
            if isinstance(part, Shared):
                shared[part.file][part.name] = part.kind().schema(place(part.file))
    found: dict[str, Schema] = {COMMON: titled(TITLE)}
    for name, top in FILES.items():
        found[name] = top.schema(place(name))
        if top.is_part:
            manifest = Having("manifest", top.needed)
            shared[name]["manifest"] = manifest.schema(name)
    return {
        f"{name}.schema.json": {"$schema": DRAFT, "$id": address(name), **schema}
        | ({"$defs": shared[name]} if shared[name] else {})
        for name, schema in found.items()
    }


def texts() -> dict[str, str]:
    """Return the text of each file by its name."""
    return {
        name: json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
        for name, schema in schemas().items()
    }
