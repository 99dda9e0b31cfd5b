"""Join steps into sentences, with the words around the effects of a rule in both languages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cardwright.apps.text.clauses import called_by_noun, unmarked
from cardwright.apps.text.happenings import Happening
from cardwright.apps.text.inflection import (
    as_clause,
    capital,
    continuing,
    ends_in_past,
    ends_in_verb,
    in_turn,
    one_article,
    which_that,
    your_own,
)
from cardwright.apps.text.scope import Scope
from cardwright.apps.text.vocabulary import WORDS
from dsl import languages


def word(key: str, scope: Scope, /, **slots: str) -> str:
    """Return a phrase in the language of a scope."""
    return WORDS.text(scope.lang, f"rule.{key}").format(**slots)


_DEEPEST: Final = 12
_ENDS: Final = ("!", "?", "!”", "?”")
"""What ends a sentence by itself."""

_OPEN: Final = frozenset(
    (
        "for-each",
        "for-each-as",
        "repeat",
        "while",
        "while-open",
        "at-same-time",
        "secretly",
        "one-of",
        "one-of-by",
    )
)
"""The steps that hold others, whose end is not to be seen."""


def step_words(key: str, scope: Scope, /, **slots: str) -> Happening:
    """Return a step in words."""
    text = WORDS.text(scope.lang, f"step.{key}").format(**slots)
    return Happening(scope.lang, "", text, is_open=key in _OPEN)


def then_words(key: str, scope: Scope, /, **slots: str) -> str:
    """Return several phrases as one."""
    return WORDS.text(scope.lang, f"joint.{key}").format(**slots)


def from_now_on(what: str, lang: str, *, is_so: bool) -> str:
    """Return that something becomes so, or no longer is, whose text says all by itself; "" of any
    other."""
    if lang == "ja":
        is_said = ends_in_verb(what) or ends_in_past(what)
        return f"{what}ものと{'する' if is_so else 'しない'}" if is_said else ""
    said = as_clause(what, negated=not is_so, no="no longer")
    return f"from now on {said}" if said and is_so else said


def joined(done: Iterable[Happening], lang: str, *, goes_on: bool = False) -> str:
    """Return deeds one after another as one phrase; `goes_on` if more stands behind it."""
    found = [*done]
    if len(found) > 1 and found[0].condition:
        rest = joined(found[1:], lang, goes_on=goes_on)
        around = "{condition}場合のみ、{rest}" if lang == "ja" else "{rest} (only if {condition})"
        return around.format(condition=found[0].condition, rest=rest)
    texts = [each.closed() for each in found]
    if found and not goes_on:
        texts[-1] = found[-1].text()
    if lang == "en":
        return "; then ".join(texts)
    return "、その後".join([*map(continuing, texts[:-1]), *texts[-1:]])


def paid(done: Iterable[Happening], lang: str) -> str:
    """Return a cost as one phrase."""
    texts = [each.text() for each in done]
    return in_turn(texts) if lang == "ja" else ", ".join(texts)


def paid_at_will(done: Iterable[Happening], lang: str) -> str:
    """Return a cost as one phrase behind `you may`."""
    texts = [each.plain() for each in done]
    return in_turn(texts) if lang == "ja" else languages.together(texts, lang)


def full_stop(lang: str) -> str:
    """Return what ends a sentence."""
    return "。" if lang == "ja" else "."


def sentences(done: Iterable[Happening], lang: str) -> str:
    """Return deeds one after another as sentences."""
    texts = [each.text() for each in done]
    if lang == "ja":
        return "".join(f"{text}。" for text in texts)
    return " ".join(f"{capital(text)}{'' if text.endswith(_ENDS) else '.'}" for text in texts)


def may(done: Happening | None, who: str, lang: str, *, again: bool) -> str:
    """Return that something may be done, once or again and again."""
    if lang == "ja":
        is_own = done is None or not who or done.subject in ("", who, f"{who}が")
        text = done.text() if done else "決め"
        if done and who and is_own:
            text = done.rest.lstrip("はが") if done.subject == who else done.rest
        often = "何度でも" if again else ""
        by = f"{who}は" if who else ""
        can = "ことができる" if is_own else "ことを選べる"
        return f"{by}{often}{text}{can if ends_in_verb(text) else f'を行う{can}'}"
    often = ", as often as you like" if again else ""
    if done is None:
        return f"{who or 'you'} may agree{often}"
    if done.subject and done.subject != (who or "you"):
        return f"{who or 'you'} may have {done.plain()}{often}"
    return f"{who or 'you'} may {done.plain().removeprefix(done.subject).strip()}{often}"


def finished(text: str, lang: str) -> str:
    """Return a text with words for all marks, and tidy."""
    for depth in range(_DEEPEST):
        text = unmarked(called_by_noun(text, depth, "one"), lang, depth)
    return which_that(your_own(one_article(" ".join(text.split())))) if lang == "en" else text
