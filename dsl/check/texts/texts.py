"""Answer what people read at a place: a text by language."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from dsl.check.texts.shapes import child, scalar_of
from dsl.diagnostics.diagnostic import Instead, Report
from dsl.diagnostics.spelling import nearest
from dsl.languages import RESULT
from dsl.model.nouns import Text
from dsl.syntax.documents import Mapping, Node, Scalar

PLACEHOLDER: Final = re.compile(r"\{([a-zA-Z][a-zA-Z0-9_-]*)\}")
BREAK: Final = re.compile(r" *\n\s*")
RESULT_HELP: Final = (
    "only an event that declares a result can name it: write `-> TYPE` behind its slots and "
    "`return` in its steps"
)


def text_of(node: Node | None, default_language: str) -> Text:
    """Return a text of one line by language tag: what parts lines in it counts as a blank."""
    return {
        tag: BREAK.sub(" ", text) for tag, text in paragraphs_of(node, default_language).items()
    }


def paragraphs_of(node: Node | None, default_language: str) -> Text:
    """Return a text by language tag; a lone string stands under the default language."""
    if isinstance(node, Scalar):
        return {} if node.is_null else {default_language: _plain(node)}
    if isinstance(node, Mapping):
        pairs = ((entry.key.text, scalar_of(entry.value)) for entry in node.entries)
        return {tag: _plain(scalar) for tag, scalar in pairs if scalar is not None}
    return {}


def _plain(scalar: Scalar) -> str:
    """Return what a string says; a tab counts as a blank."""
    return scalar.text.replace("\t", " ").strip()


def text_at(node: Node | None, key: str, default_language: str) -> Text:
    """Return the text under a key of a mapping."""
    return text_of(child(node, key), default_language)


def check_placeholders(
    node: Node | None, slots: Iterable[str], report: Report, *, has_self: bool = False
) -> None:
    """Report each `{slot}` of a text template that names no slot.

    Args:
        has_self: Whether the text is of a card, which it may name.
    """
    known = sorted({*slots, "me", *(["self"] if has_self else [])})
    for scalar in _scalars(node):
        for match in PLACEHOLDER.finditer(scalar.text):
            if match[1] not in known:
                near = nearest(match[1], known) if len(match[1]) > 1 else None
                there = ", ".join(f"`{{{slot}}}`" for slot in known)
                helps = (Instead.of(f"{{{near}}}", match[0]) if near else f"write one of {there}",)
                if match[1] == RESULT:
                    helps = (RESULT_HELP,)
                message = f"the text names `{{{match[1]}}}`, which is no slot here"
                report.add("unknown-slot", message, scalar.part(*match.span()), *helps)


def _scalars(node: Node | None) -> tuple[Scalar, ...]:
    """Return the strings of a text in all its languages."""
    if isinstance(node, Mapping):
        return tuple(e.value for e in node.entries if isinstance(e.value, Scalar))
    return (node,) if isinstance(node, Scalar) else ()
