"""Let cards say what others say: what modifiers can put under an attribute that holds steps."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.check.scopes.draft import Draft, EffectText
from dsl.check.steps.effect_bodies import check_effect
from dsl.diagnostics.diagnostic import Report
from dsl.model.nouns import Attribute
from dsl.model.rules import Modifier
from dsl.model.traits import OfAttribute
from dsl.model.types import is_effect
from dsl.model.walk import walk

Key = tuple[str, str]
"""The kind that declares an attribute, and its name."""


def take_over(draft: Draft) -> None:
    """Count what a modifier can put under an attribute among what cards say there."""
    pairs = [(target, source) for _, target, source in _taken(draft)]
    effects, is_done = draft.world.effects, not pairs
    while not is_done:
        is_done = True
        for target, source in pairs:
            known = effects.get(target, ())
            more = tuple(id_ for id_ in effects.get(source, ()) if id_ not in known)
            if more:
                effects[target], is_done = (*known, *more), False


def check_taken_over(draft: Draft) -> None:
    """Report what a modifier lets cards say that they cannot do."""
    texts = {text.id: text for text in draft.effect_texts}
    for modifier, target, source in _taken(draft):
        wanted, given = (_types(_attribute(key, draft)) for key in (target, source))
        if wanted != given:
            message = f"`{source[1]}` takes {_in_words(given)}, `{target[1]}` {_in_words(wanted)}"
            draft.report.add(
                "wrong-type", message, modifier.span, "let both take the same, in one order"
            )
            continue
        said = (texts[id_] for id_ in draft.world.effects.get(source, ()))
        wrong = next((text for text in said if not _can_do(target[0], text, draft)), None)
        if wrong is not None:
            kind = draft.world.definitions[wrong.card]
            message = (
                f"`{wrong.card}` says `{wrong.attribute.name}` as a `{kind}`, "
                f"and here every `{target[0]}` may say it"
            )
            help_text = (
                f"do there only what every `{target[0]}` can, or change what a `{kind}` says"
            )
            draft.report.add("wrong-type", message, modifier.span, help_text)


def _taken(draft: Draft) -> Iterator[tuple[Modifier, Key, Key]]:
    """Yield each modifier with the attribute that it changes and one that it reads, of those that
    hold steps."""
    for modifier in draft.modifiers:
        for node in walk(modifier.to) if modifier.attribute else ():
            if modifier.attribute and isinstance(node, OfAttribute) and is_effect(node.type):
                yield modifier, modifier.attribute, (node.kind, node.name)


def _attribute(key: Key, draft: Draft) -> Attribute:
    found = draft.world.attribute(*key)
    assert found is not None
    return found[1]


def _types(attribute: Attribute) -> tuple[str, ...]:
    return tuple(str(slot.type) for slot in attribute.slots)


def _in_words(types: tuple[str, ...]) -> str:
    return f"({', '.join(types)})" if types else "nothing"


def _can_do(kind: str, text: EffectText, draft: Draft) -> bool:
    """Return whether every card of a kind can do what one card says."""
    own = draft.world.definitions[text.card]
    if own in draft.world.lineage(kind):
        return True
    if kind not in draft.world.lineage(own):
        return False
    found = Report()
    with draft.reporting_to(found):
        check_effect(text, kind, draft)
    return not found.diagnostics
