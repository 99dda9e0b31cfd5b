"""Load the lint rules, one a file, and run them all over a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Final

from dsl.diagnostics.catalogue import FINDINGS
from dsl.diagnostics.diagnostic import Diagnostic, finding
from dsl.diagnostics.order import in_order
from dsl.diagnostics.spelling import bounded_guesses
from dsl.diagnostics.wording import texts
from dsl.languages import OWN
from dsl.lint.facts import Facts
from dsl.model.game import Game
from dsl.source import Source, Span

Rule = tuple[str, Callable[[Facts], Iterator[Diagnostic]]]

OF_COMMENTS: Final = frozenset({"allow-without-reason", "unused-allow"})
"""What no rule finds, but `allow.py`."""


def _rules() -> Iterator[Rule]:
    """Yield the rules in the order of their codes: each stands in a file of its name."""
    for kind in FINDINGS.values():
        if kind.code.startswith("LNT1") and kind.name not in OF_COMMENTS:
            yield kind.name, import_module(f"dsl.lint.{kind.name.replace('-', '_')}").check


RULES: Final[tuple[Rule, ...]] = (*_rules(),)

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
    module = next((check.__globals__ for rule, check in RULES if rule == name), None)
    if module is None:
        return ""
    _, manual = (module["__doc__"] or "").strip().split("\n\n", 1)
    english, words = texts(OWN[0]), texts(language)
    for key in (f"heading.{heading}" for heading in HEADINGS):
        manual = manual.replace(f"{english[key]}:", f"{words[key]}:", 1)
    return f"{words[f'summary.{name}']}\n\n{manual}"
