"""Say attributes with parameters: what rules ask a card for somebody, `open for that player`."""

from __future__ import annotations

from cardwright.apps.text.choices import is_me
from cardwright.apps.text.phrases import resolved
from cardwright.apps.text.scope import Scope
from cardwright.apps.text.speech import say
from dsl.model import expressions as e
from dsl.model.nouns import Attribute
from dsl.records import record


@record
class Asked:
    """An attribute that is asked for, in words.

    Attributes:
        name: What it is called, the parameters that its text names filled in.
        whom: For whom or what else it is asked; "" for nobody but the reader.
    """

    name: str
    whom: str

    def noun(self, lang: str) -> str:
        """Return what is read of a card: `prize for that player` behind whose it is."""
        if not self.whom:
            return self.name
        return f"{self.whom}にとっての{self.name}" if lang == "ja" else self.name

    def said(self, lang: str) -> str:
        """Return what a card is or is not: `open for that player`."""
        if not self.whom:
            return self.name
        return f"{self.whom}にとって{self.name}" if lang == "ja" else f"{self.name} for {self.whom}"


def attribute_asked(value: str, scope: Scope) -> tuple[str, Attribute] | None:
    """Return the kind and attribute that a value reads: `spot.prize`; None for any other value."""
    kind, _, name = value.partition(".")
    known = scope.game.kinds[kind].attributes if kind in scope.game.kinds else ()
    found = next((each for each in known if each.name == name and each.is_value), None)
    return None if found is None else (kind, found)


def asked(
    kind: str, attribute: Attribute, arguments: tuple[e.Expression, ...], scope: Scope
) -> Asked:
    """Return an attribute as it is asked with arguments, one a parameter."""
    text = scope.names.attribute(kind, attribute.name)
    others = []
    for slot, argument in zip(attribute.slots, arguments, strict=False):
        if (mark := f"{{{slot.name}}}") in text:
            text = text.replace(mark, say(argument, scope))
        elif not is_me(resolved(argument, scope)[0]):
            others.append(say(argument, scope))
    joint = "・" if scope.lang == "ja" else " and "
    return Asked(text, joint.join(others))
