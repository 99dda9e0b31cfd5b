"""Hold that no finding has an English sentence in other languages, and that keys are used."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import dsl.check
from dsl.diagnostics.diagnostic import Diagnostic
from dsl.diagnostics.wording import texts_in
from tests.diagnostics.fixtures import all_fixtures, load_fixture
from tests.diagnostics.seeded import mistakes

CHECK = Path(dsl.check.__file__).parent
QUOTED = re.compile(r"`[^`]*`")
LETTERS = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
ENGLISH_WORD = re.compile(r"\b(the|is|are|and|or|has|have|no|not|write|here|this)\b")
ENGLISH = re.compile(r"[a-z]{2,} [a-z]{2,} [a-z]{2,}")


def is_english(text: str) -> bool:
    """Return whether a text has an English sentence beside the words that it quotes."""
    plain = QUOTED.sub("", text)
    return " " in plain.strip() and (not LETTERS.search(plain) or bool(ENGLISH.search(plain)))


def every_finding() -> Iterator[Diagnostic]:
    """Yield all findings of the fixtures and of the seeded mistakes."""
    yield from chain.from_iterable(load_fixture(each).diagnostics for _, each in all_fixtures())
    yield from chain.from_iterable(each.found() for each in mistakes())


def is_half_english(text: str) -> bool:
    """Return whether a text in German has an English word beside the words that it quotes."""
    return ENGLISH_WORD.search(QUOTED.sub("", text)) is not None


def test_no_finding_is_english_in_another_language():
    found = []
    for each in every_finding():
        for language, is_wrong in (("ja", is_english), ("de", is_half_english)):
            shown = each.in_language(language)
            every = (shown.message, *shown.helps, *(label.text for label in shown.labels))
            found += [text for text in every if is_wrong(text)][:1]

    assert found == []


def keys_named(path: Path) -> Iterator[str]:
    """Yield the texts of a module that may be keys: of the start of a key too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def test_every_text_of_the_checks_is_used():
    named = {key for path in CHECK.rglob("*.py") for key in keys_named(path)}
    built = {"noun", "repeated"}
    unused = [
        key
        for key in texts_in(CHECK / "messages", "en")
        if key not in named
        and re.sub(r"\.(message|help|more-help)$", "", key) not in named
        and key.partition(".")[0] not in built
    ]

    assert unused == []


def test_every_key_that_the_checks_name_is_there():
    there = texts_in(CHECK / "messages", "en")
    calls = (
        node
        for path in CHECK.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant)
    )
    given = {
        call.args[0].value
        for call in calls
        if ast.unparse(call.func).endswith(("Said", "finding", "report.add"))
    }
    keys = {key for key in given if isinstance(key, str) and "." in key}
    own = {key for key in keys if not key.startswith("say.")}

    assert len(own) > 300
    assert [key for key in own if key not in there and f"{key}.message" not in there] == []
