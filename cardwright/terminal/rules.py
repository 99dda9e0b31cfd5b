"""Say the rules of a game on a terminal, made from its package: phases, actions, the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardwright.terminal.lines import INDENT, paragraph
from cardwright.text.course import Stage, action_title, decider_texts, end_texts, rank_texts, stages
from cardwright.text.names import Names
from cardwright.text.rules import rule_text
from cardwright.text.scoring import scoring
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
        heading = say(lang, key)
        found += [f"── {heading}"]
        for depth, text in _staged(stages(phases, names), 1, names):
            found += paragraph(text.removeprefix(f"{heading}: "), width, INDENT * depth)
    found += [f"── {say(lang, 'rules-actions')}"]
    for action in model.actions:
        if action.card is None and action.kind is None:
            title = action_title(action, names)
            found += paragraph(f"{title}: {rule_text(model, action, '', lang)}", width, INDENT)
    for text in decider_texts(model.players, names):
        found += paragraph(text, width, INDENT)
    found += [f"── {say(lang, 'rules-end')}"]
    ranks = rank_texts(model.end, names)
    compared = [say(lang, "rules-compared", what=" › ".join(ranks))] if ranks else []
    for text in (*end_texts(model.end, names), *compared):
        found += paragraph(text, width, INDENT)
    return found + _scores(names, width)


def _scores(names: Names, width: int) -> list[str]:
    """Return how the numbers are reckoned that decide."""
    told = scoring(names)
    found = [f"── {say(names.lang, 'rules-scores')}"] if told else []
    for title, lines in told:
        found += paragraph(f"{title}: {' '.join(lines)}", width, INDENT)
    return found


def _staged(found: Sequence[Stage], depth: int, names: Names) -> Iterator[tuple[int, str]]:
    """Yield the texts of phases and those inside them, each with how deep it stands."""
    for stage in found:
        said = " ".join([*stage.frame, *stage.does, *_offers(stage, names)])
        yield depth, ": ".join(filter(None, (stage.title, said)))
        yield from _staged(stage.stages, depth + 1, names)


def _offers(stage: Stage, names: Names) -> Iterator[str]:
    """Yield what players may do in a phase: the actions that stand on no card, and that cards have
    some."""
    offered = [action for action in names.game.actions if action.id in stage.offers]
    own = [action_title(each, names) for each in offered if each.card is each.kind is None]
    if len(own) < len(offered):
        own.append(say(names.lang, "rules-of-cards"))
    if own:
        yield say(names.lang, "rules-offers", what=" · ".join(own))
