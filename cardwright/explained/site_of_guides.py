"""Fit the guides to the site that mkdocs makes of them: it runs this as a hook.

Words behind the language of a block (`yaml part`, `yaml from=…`) tell the tests what to do with it;
Markdown as mkdocs reads it knows one word there.
"""

from __future__ import annotations

import re
from typing import Any, Final

FENCE: Final = re.compile(r"^(```\w+)[ ][^\n]*$", re.MULTILINE)


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Return a page whose blocks name their language alone."""
    return FENCE.sub(r"\1", markdown)
