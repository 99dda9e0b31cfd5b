"""List the lint rules by their codes, and run them all over a game."""

from __future__ import annotations

from typing import Final

from dsl.diagnostics.catalogue import FINDINGS
from dsl.diagnostics.diagnostic import Diagnostic, finding, in_order
from dsl.diagnostics.spelling import bounded_guesses
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
from dsl.source import Source, Span

Rule = tuple[str, Check]

FILES: Final = (
    copies, costs, files, secrets, sight, text_differs, texts, triggers, unnamed, unused,
)  # fmt: skip
"""Where rules stand: each is registered when its file is read."""

OF_COMMENTS: Final = frozenset({"allow-without-reason", "unused-allow"})
"""What no rule finds, but `allow.py`."""

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
) -> tuple[Diagnostic, ...]:
    """Return what is legal in a game and still doubtful, in order of files and places.

    Args:
        used: What its texts name, as `Loaded.used`.
        sources: Its files, for what stands in the manifest.
    """
    facts = Facts(game, used, sources)
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
