"""Say the rules of a game on a terminal, made from its package: phases, actions, the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardwright.terminal.lines import INDENT, paragraph
from cardwright.text.course import Stage, action_title, end_texts, rank_texts, stages
from cardwright.text.names import Names
from cardwright.text.rules import rule_text
from cardwright.view.names import in_language
from cardwright.view.words import say
from dsl.model.game import Game


def rules_lines(model: Game, lang: str, width: int) -> list[str]:
    """Return the rules as lines."""
    names, manifest = Names(model, lang), model.manifest
    default = manifest.default_language
    found = paragraph(in_language(manifest.title, lang, default) or manifest.id, width)
    if manifest.summary:
        found += paragraph(in_language(manifest.summary, lang, default), width, INDENT)
    for key, phases in (("rules-setup", model.setup), ("rules-round", model.phases)):
        found += [f"── {say(lang, key)}"]
        for depth, text in _staged(stages(phases, names), 1):
            found += paragraph(text, width, INDENT * depth)
    found += [f"── {say(lang, 'rules-actions')}"]
    for action in model.actions:
        if action.card is None and action.kind is None:
            title = action_title(action, names)
            found += paragraph(f"{title}: {rule_text(model, action, '', lang)}", width, INDENT)
    found += [f"── {say(lang, 'rules-end')}"]
    for text in (*end_texts(model.end, names), *rank_texts(model.end, names)):
        found += paragraph(text, width, INDENT)
    return found


def _staged(found: Sequence[Stage], depth: int) -> Iterator[tuple[int, str]]:
    """Yield the texts of phases and those inside them, each with how deep it stands."""
    for stage in found:
        yield depth, ": ".join(filter(None, (stage.title, " ".join([*stage.frame, *stage.does]))))
        yield from _staged(stage.stages, depth + 1)
