"""List the lint rules by their codes, run them all over a game, remove findings that are allowed.

An author allows a finding by `# allow: NAME — reason`, on the line or above it. A comment without
a reason allows nothing; one for something that is not found is reported itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from dsl.diagnostics.catalogue import FINDINGS
from dsl.diagnostics.diagnostic import Diagnostic, Instead, finding, in_order
from dsl.diagnostics.wording import Said, bounded_guesses
from dsl.diagnostics.wording import texts as words_in
from dsl.languages import OWN
from dsl.lint import (
    copies,
    costs,
    files,
    secrets,
    sight,
    text_differs,
    texts,
    triggers,
    unnamed,
    unused,
)  # fmt: skip
from dsl.lint.facts import CHECKS, Check, Facts
from dsl.model.game import Game
from dsl.records import Record, Source, Span

Rule = tuple[str, Check]

FILES: Final = (
    copies, costs, files, secrets, sight, text_differs, texts, triggers, unnamed, unused,
)  # fmt: skip
"""Where rules stand: each is registered when its file is read."""

OF_COMMENTS: Final = frozenset({"allow-without-reason", "unused-allow"})
"""What no rule finds, but the comments of authors."""

RULES: Final[tuple[Rule, ...]] = tuple(
    (kind.name, CHECKS[kind.name][0])
    for kind in FINDINGS.values()
    if kind.code.startswith("LNT1") and kind.name not in OF_COMMENTS
)

HEADINGS: Final = ("finds", "matters", "bad", "good", "exceptions")
"""What stands above the parts of a manual."""


def lint(
    game: Game,
    used: frozenset[tuple[str, str]],
    sources: tuple[Source, ...] = (),
    rules: tuple[Rule, ...] = RULES,
    *,
    is_expanded: bool = False,
) -> tuple[Diagnostic, ...]:
    """Return what is legal in a game and still doubtful, in order of files and places.

    Args:
        used: What its texts name, as `Loaded.used`.
        sources: Its files, for what stands in the manifest.
        is_expanded: Whether there are expansions that are not looked at.
    """
    facts = Facts(game, used, sources, is_expanded)
    with bounded_guesses():
        return in_order(each for rule in rules for each in _run(rule, facts))


def lint_rule(name: str, game: Game) -> tuple[Diagnostic, ...]:
    """Return what one rule finds in a game, as it comes."""
    rule = next(rule for rule in RULES if rule[0] == name)
    return _run(rule, Facts(game, frozenset()))


def _run(rule: Rule, facts: Facts) -> tuple[Diagnostic, ...]:
    """Return what one rule finds; a rule that fails says so and the others go on."""
    name, check = rule
    try:
        return tuple(check(facts))
    except Exception as error:
        told = f"{type(error).__name__}: {error}"
        source = facts.sources[0] if facts.sources else Source(facts.game.manifest.id, "")
        return (finding("broken-rule", Span(source, 0, 0), name=name, error=told),)


def page_of(name: str, language: str = OWN[0]) -> str:
    """Return the manual of a rule as its file has it, or `""`; its first line and its headings are
    in a language."""
    if name not in CHECKS:
        return ""
    _, manual = CHECKS[name][1].strip().split("\n\n", 1)
    english, words = words_in(OWN[0]), words_in(language)
    for key in (f"heading.{heading}" for heading in HEADINGS):
        manual = manual.replace(f"{english[key]}:", f"{words[key]}:", 1)
    return f"{words[f'summary.{name}']}\n\n{manual}"


COMMENT = re.compile(r"#\s*allow:\s*(?P<name>[a-z0-9-]+)(?P<rest>[^\n]*)")
REASON = re.compile(r"^\s*(?:—|–|-+|:)\s*\S")


class Allowed(Record):
    """One comment.

    Attributes:
        line: The line of text it speaks of.
        span: The name in it.
        whole: All of it, and the blanks before.
    """

    name: str
    line: int
    has_reason: bool
    span: Span
    whole: Span


def without_allowed(
    found: Iterable[Diagnostic], sources: Iterable[Source]
) -> tuple[Diagnostic, ...]:
    """Return the findings that no comment allows, and those about the comments."""
    allowed = [each for source in sources for each in comments(source)]
    with_reason: dict[tuple[str, Source, int], Allowed] = {}
    for each in allowed:
        if each.has_reason:
            with_reason.setdefault((each.name, each.span.source, each.line), each)
    kept: list[Diagnostic] = []
    met: set[Span] = set()
    for diagnostic in found:
        span = diagnostic.span
        about = (diagnostic.name, span.source, span.source.position(span.start)[0])
        comment = with_reason.get(about)
        if comment is None or diagnostic.severity == "error":
            kept.append(diagnostic)
        else:
            met.add(comment.span)
    for comment in allowed:
        if not comment.has_reason:
            kept.append(finding("allow-without-reason", comment.span, name=comment.name))
        elif comment.span not in met:
            words = Said("unused-allow.remove")
            remove = Instead(words, "", is_sure=True, span=comment.whole)
            kept.append(finding("unused-allow", comment.span, remove, name=comment.name))
    return in_order(kept)


def comments(source: Source) -> Iterator[Allowed]:
    """Yield the `allow` comments of a file."""
    for match in COMMENT.finditer(source.text):
        line, _ = source.position(match.start())
        stands_alone = not source.line(line)[: match.start() - _line_start(match)].strip()
        whole = Span(source, len(source.text[: match.start()].rstrip()), match.end())
        if stands_alone:
            whole = Span(source, _line_start(match), min(match.end() + 1, len(source.text)))
        yield Allowed(
            name=match["name"],
            line=line + 1 if stands_alone else line,
            has_reason=REASON.match(match["rest"]) is not None,
            span=Span(source, *match.span("name")),
            whole=whole,
        )


def _line_start(match: re.Match[str]) -> int:
    """Return the offset at which the line of a match begins."""
    return match.string.rfind("\n", 0, match.start()) + 1
