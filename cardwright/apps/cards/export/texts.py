"""Write cards as texts: JSON, JSON Lines, Markdown."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from cardwright.apps.cards.export.records import Export, in_one_text
from cardwright.apps.cards.plain import LANGUAGES

_SPECIAL: Final = re.compile(r"[\\`*_\[\]|~]|^[-+#>=]")
_NUMBERED: Final = re.compile(r"^([0-9]+)(?=[.)])")


def json_bytes(export: Export) -> bytes:
    """Return the package and its cards as one JSON object."""
    whole = {"package": export.package, "cards": export.cards}
    return (json.dumps(whole, ensure_ascii=False, indent=1) + "\n").encode()


def lines_bytes(export: Export) -> bytes:
    """Return JSON Lines: the package, then a card a line; `record` says which it is."""
    rows = [{"record": "package", **export.package}]
    rows += [{"record": "card", **card} for card in export.cards]
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def markdown_bytes(export: Export) -> bytes:
    """Return a page of Markdown: what the package says, then a section a card."""
    return ("\n".join(_page(export)) + "\n").encode()


def _page(export: Export) -> Iterator[str]:
    package = export.package
    titles = dict.fromkeys(filter(None, package["title"].values()))
    yield f"# {' / '.join(map(marked, titles)) or marked(package['game'])}"
    yield ""
    for key in ("game", "version", "digest", "licence", "program", "schema", "query", "cards"):
        if package[key] not in (None, ""):
            yield f"- {key}: {marked(str(package[key]))}"
    for key, title in package["source"].items():
        yield f"- source {marked(key)}: {marked(title)}"
    for sort in ("published", "reconstructed"):
        yield from (f"- {sort}: {marked(_both(text))}" for text in package[sort])
    for each in package["expansions"]:
        title = " / ".join(filter(None, each["title"].values()))
        yield f"- expansion {marked(each['id'])} {marked(each['version'])}: {marked(title)}"
    for card in export.cards:
        yield ""
        yield from _section(card)


def _section(card: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of a card."""
    names = dict.fromkeys(card["name"].values())
    yield f"## {' / '.join(map(marked, names))}"
    yield ""
    start = card["start"] or "none"
    told = [card["id"], card["kind"], f"copies {card['copies']}", f"zone {start}"]
    yield "- " + ", ".join(map(marked, [*told, *filter(None, [card["expansion"]])]))
    for name, value in card["attributes"].items():
        if value not in (None, False, 0, [], {}):
            yield f"- {marked(name)}: {marked(in_one_text(value))}"
    for field, values in card["rules-fields"].items():
        if values:
            yield f"- {field}: {marked(', '.join(values))}"
    source = card["source"]
    words = source["word"] or "; ".join(part["word"] for part in source["parts"])
    if words:
        yield f"- source: {marked(words)}"
    for lang in LANGUAGES:
        if card["text"].get(lang):
            yield from ("", f"> {marked(card['text'][lang])}")
    for lang in LANGUAGES:
        yield from ("", *(f"1. {marked(line)}" for line in card["rules"][lang]))


def _both(text: Mapping[str, str]) -> str:
    return " / ".join(text.values())


def marked(text: str) -> str:
    """Return a text in one line that Markdown and HTML take as it is."""
    plain = " ".join(text.split()).replace("&", "&amp;").replace("<", "&lt;")
    return _NUMBERED.sub(r"\1\\", _SPECIAL.sub(r"\\\g<0>", plain))
