"""List the lint rules, one a file, and let them all look at a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from dsl.diagnostics.diagnostic import Diagnostic
from dsl.diagnostics.order import in_order
from dsl.diagnostics.spelling import bounded_guesses
from dsl.lint import (
    always_singular,
    card_without_example,
    empty_text,
    equal_card,
    folder_mismatch,
    free_cost,
    hidden_rule,
    lone_choice,
    lone_pass,
    missing_source,
    missing_translation,
    misspelt_id,
    never_active,
    nobody_controls,
    repeated_text,
    shuffled_in_sight,
    text_differs,
    told_secret,
    too_many_sets,
    unknown_answer,
    unknown_language,
    unnamed_action,
    unnamed_attribute,
    unnamed_event,
    unnamed_member,
    unnamed_parameter,
    unnamed_phase,
    unnamed_state,
    unnamed_value,
    unpayable_cost,
    unplaced,
    unused_attribute,
    unused_enum,
    unused_kind,
    unused_member,
    unused_option,
    unused_state,
    unused_value,
    unused_zone,
)
from dsl.lint.facts import Facts
from dsl.model.game import Game
from dsl.source import Source, Span

Rule = tuple[str, Callable[[Facts], Iterator[Diagnostic]]]

RULES: Final[tuple[Rule, ...]] = (
    ("unused-zone", unused_zone.check),
    ("unused-state", unused_state.check),
    ("unused-value", unused_value.check),
    ("unused-enum", unused_enum.check),
    ("unused-member", unused_member.check),
    ("unused-kind", unused_kind.check),
    ("unused-attribute", unused_attribute.check),
    ("unused-option", unused_option.check),
    ("card-without-example", card_without_example.check),
    ("missing-translation", missing_translation.check),
    ("unknown-language", unknown_language.check),
    ("empty-text", empty_text.check),
    ("misspelt-id", misspelt_id.check),
    ("folder-mismatch", folder_mismatch.check),
    ("hidden-rule", hidden_rule.check),
    ("shuffled-in-sight", shuffled_in_sight.check),
    ("too-many-sets", too_many_sets.check),
    ("text-differs", text_differs.check),
    ("repeated-text", repeated_text.check),
    ("unnamed-state", unnamed_state.check),
    ("unnamed-action", unnamed_action.check),
    ("unnamed-parameter", unnamed_parameter.check),
    ("equal-card", equal_card.check),
    ("lone-choice", lone_choice.check),
    ("lone-pass", lone_pass.check),
    ("free-cost", free_cost.check),
    ("unpayable-cost", unpayable_cost.check),
    ("missing-source", missing_source.check),
    ("unknown-answer", unknown_answer.check),
    ("told-secret", told_secret.check),
    ("unnamed-phase", unnamed_phase.check),
    ("unnamed-member", unnamed_member.check),
    ("unnamed-value", unnamed_value.check),
    ("unnamed-attribute", unnamed_attribute.check),
    ("unnamed-event", unnamed_event.check),
    ("always-singular", always_singular.check),
    ("never-active", never_active.check),
    ("nobody-controls", nobody_controls.check),
    ("unplaced", unplaced.check),
)

HEADINGS: Final = {
    "What it finds": "見つけるもの", "Why it matters": "なぜ大事か", "Bad": "悪い例",
    "Good": "良い例", "Exceptions": "例外",
}  # fmt: skip
"""What stands above the parts of a manual, in Japanese."""


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


def _run(rule: Rule, facts: Facts) -> tuple[Diagnostic, ...]:
    """Return what one rule finds; a rule that fails says so and the others go on."""
    name, check = rule
    try:
        return tuple(check(facts))
    except Exception as error:
        message = f"the rule `{name}` failed: {type(error).__name__}: {error}"
        source = facts.sources[0] if facts.sources else Source(facts.game.manifest.id, "")
        return (Diagnostic("broken-rule", message, Span(source, 0, 0), ("report it",)),)


def page_of(name: str, language: str = "en") -> str:
    """Return the manual of a rule as its file has it, or `""`.

    Behind its first line stands the same in Japanese; readers see that of their language.
    """
    module = next((check.__globals__ for rule, check in RULES if rule == name), None)
    if module is None:
        return ""
    english, japanese, manual = (module["__doc__"] or "").strip().split("\n\n", 2)
    if language != "ja":
        return f"{english}\n\n{manual}"
    for heading, translated in HEADINGS.items():
        manual = manual.replace(f"{heading}:", f"{translated}:", 1)
    return f"{japanese}\n\n{manual}"
