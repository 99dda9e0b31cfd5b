"""Templates of pages: what is put into them is text, never markup, and must all be there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jinja2 import Environment


def templates(folder: Path) -> Environment:
    """Return the templates of a folder.

    Raises:
        ImportError: jinja2 is not installed.
    """
    import jinja2

    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # files that change under a server are another version of it
    )
