"""Say a condition that has words of its own: values that are true or false."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from cardwright.apps.text.asked_attributes import asked, attribute_asked
from cardwright.apps.text.clauses import Clause, Said
from cardwright.apps.text.conditions import being_so
from cardwright.apps.text.english import verb_forms
from cardwright.apps.text.japanese import VERB_ENDS
from cardwright.apps.text.names import in_words
from cardwright.apps.text.phrases import filled, formula_of, variant
from cardwright.apps.text.scope import Scope
from cardwright.apps.text.speech import CLAUSES, clause, say
from dsl.model import expressions as e
from dsl.model.rules import Value


@CLAUSES.add(e.ValueCall)
def _value(node: e.ValueCall, scope: Scope, negated: bool) -> Said:
    read = attribute_asked(node.value, scope)
    if read is not None:
        said = asked(*read, node.arguments[1:], scope).said(scope.lang)
        return being_so(said, node.arguments[0], scope, negated)
    value = variant(node.value, scope)
    formula = None if value is None or value.text else formula_of(value, scope)
    if formula is not None:
        return clause(formula.expression, scope.called(node.arguments), negated=negated)
    if value is not None and value.text:
        return _of_its_subject(value, node, scope, negated) or _as_said(
            filled(value, node.arguments, scope), scope, negated
        )
    name = in_words(node.value.rpartition(".")[2])
    of = node.arguments[0] if node.arguments else None
    return being_so(name, of, scope, negated)


_SUBJECT: Final = re.compile(r"\{([a-zA-Z][\w-]*)\} ([a-z]+)\b")
_TOPIC: Final = re.compile(r"\{([a-zA-Z][\w-]*)\}(では|には|とは|で|に|は|が|を|と|も)(?!\{)")


def _of_its_subject(value: Value, node: e.ValueCall, scope: Scope, negated: bool) -> Clause | None:
    """Return what a game says itself of its first word, a parameter: `{r} is contested`."""
    text = scope.names.text(value.text, value.id)
    found = (_TOPIC if scope.lang == "ja" else _SUBJECT).match(text)
    names = [slot.name for slot in value.parameters]
    if found is None or found[1] not in names:
        return None
    subject = say(node.arguments[names.index(found[1])], scope)
    if scope.lang == "ja":
        text = filled(replace(value, text={"ja": text[found.end() :]}), node.arguments, scope)
        said = _as_said(text, scope, negated)
        return replace(said, subject=subject, link=found[2])
    rest = filled(replace(value, text={"en": text[found.end(1) + 2 :]}), node.arguments, scope)
    one, many = verb_forms(rest.removeprefix("the "), negated=negated)
    return Clause("en", subject, " ", one, many)


def _as_said(text: str, scope: Scope, negated: bool) -> Clause:
    """Return a clause that a game words itself: `this card is ready`."""
    text = text.removeprefix("the ")
    if negated:
        text = f"{text}わけではない" if scope.lang == "ja" else f"it is not so that {text}"
    return Clause(scope.lang, "", "", text, text, scope.lang == "ja" and text[-1:] not in _PLAIN)


_PLAIN: Final = VERB_ENDS + "いただ"
"""What a Japanese clause ends with that needs no other word before `場合`."""
