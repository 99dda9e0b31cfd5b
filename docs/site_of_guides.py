"""Fit the guides to the site that mkdocs makes of them: it runs this as a hook.

Words behind the language of a block (`yaml part`, `yaml from=…`) tell the tests how to use it;
Markdown as mkdocs reads it knows one word there. Files outside the guides are no pages of the
site: a link to one becomes its path.
"""

from __future__ import annotations

import re
from typing import Any, Final

FENCE: Final = re.compile(r"^(```\w+)[ ][^\n]*$", re.MULTILINE)
UP: Final = r"\[([^\]]*)\]\((?:\.\./){%d}([^)\s]+)\)"
"""A link that leads up so many folders."""


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Return a page whose blocks name their language alone, and whose links lead to pages."""
    out = page.file.src_uri.count("/") + 1
    return re.sub(UP % out, _as_path, FENCE.sub(r"\1", markdown))


def _as_path(link: re.Match[str]) -> str:
    """Return a link to a file outside the guides as its words and its path."""
    words, path = link[1], link[2]
    return words if path.rstrip("/") in words else f"{words} (`{path}`)"
