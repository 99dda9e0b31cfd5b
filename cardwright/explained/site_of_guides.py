"""Fit the guides to the site that mkdocs makes of them: it runs this as a hook.

Words behind the language of a block (`yaml part`, `yaml from=…`) tell the tests what to do with it;
Markdown as mkdocs reads it knows one word there. What lies outside the guides is no page of the
site: a link to it becomes its path. The search that mkdocs brings parts words at blanks, which
Japanese does not have; its script is told to look for pairs of characters there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from cardwright.storage import write_atomically

FENCE: Final = re.compile(r"^(```\w+)[ ][^\n]*$", re.MULTILINE)
OUTSIDE: Final = re.compile(r"\[([^\]]*)\]\(\.\./([^)\s]+)\)")
SCRIPT: Final = Path(__file__).with_name("japanese_search.js")
IN_PAIRS: Final = (
    (
        "function onScriptsLoaded () {",
        "function onScriptsLoaded () {\n  lunr.ja.stopWordFilter = null;",
    ),
    ("this.add(doc)", "this.add(inPairs(doc))"),
    ("index.search(query)", "index.search(asked(query))"),
)
"""What the script of the search says, and what it is to say."""


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Return a page whose blocks name their language alone, and whose links lead to pages."""
    return OUTSIDE.sub(_as_path, FENCE.sub(r"\1", markdown))


def _as_path(link: re.Match[str]) -> str:
    """Return a link to what lies outside the guides as its words and its path."""
    words, path = link[1], link[2]
    return words if path.rstrip("/") in words else f"{words} (`{path}`)"


def on_post_build(config: Mapping[str, Any], **_: Any) -> None:
    """Let the search find Japanese.

    Raises:
        ValueError: The script of the search is another than the one that was known.
    """
    worker = Path(config["site_dir"]) / "search" / "worker.js"
    text = worker.read_text(encoding="utf-8")
    for old, new in IN_PAIRS:
        if text.count(old) != 1:
            raise ValueError(f"the search of this mkdocs does not say `{old}` once")
        text = text.replace(old, new)
    write_atomically(worker, text + SCRIPT.read_text(encoding="utf-8"))
