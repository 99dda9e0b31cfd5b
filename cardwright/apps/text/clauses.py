"""Build conditions as clauses of their own, or as predicates of the elements of a list."""

from __future__ import annotations

import re
from typing import Final

from cardwright.apps.text.inflection import (
    BEING,
    LINKS,
    OF,
    SUBJECT,
    WORDS,
    agreeing,
    ends_like_predicate,
    for_many,
    is_of_one,
    phrase,
)
from dsl import Record

_FIRST_MARK: Final = 0xE000
_BESIDE: Final = 0x400

_LONG_NOUN: Final = re.compile(r"[\ue000-\uf8ff]|^その|の|自分|^それ")
"""Japanese words that `の` would join to the noun behind them: `自分の申し出`."""


_SUM: Final = re.compile(r" (?:divided by|plus|minus|times|if) ")
"""Things counted so are no part of the element."""


def it_mark(depth: int) -> str:
    """Return the mark of the element of the list that is so deep inside others."""
    return chr(_FIRST_MARK + 2 * depth)


def its_mark(depth: int) -> str:
    """Return the mark of what belongs to that element."""
    return chr(_FIRST_MARK + 2 * depth + 1)


def unmarked(text: str, lang: str, depth: int) -> str:
    """Return a text with words for its marks."""
    it, its = (WORDS.text(lang, key) for key in ("it", "its"))
    return text.replace(it_mark(depth), it).replace(its_mark(depth), its)


def names_element(text: str, depth: int) -> bool:
    """Return whether a text names the element of the list that is so deep inside others."""
    marks = it_mark(depth), its_mark(depth)
    return any(mark in text or _apart(mark) in text for mark in marks)


def called_by_noun(text: str, depth: int, noun: str) -> str:
    """Return an English text in which an element that stands beside others of lists inside is
    called by its noun: one pronoun would stand for two things."""
    text = text.replace(_apart(it_mark(depth)), f"that {noun}")
    return text.replace(_apart(its_mark(depth)), f"that {noun}’s")


def _apart(mark: str) -> str:
    """Return the mark that stands for one where it is among those of lists inside."""
    return chr(ord(mark) + _BESIDE)


def _all_apart(text: str, depth: int) -> str:
    """Return a text in which the elements of lists around have marks of their own."""
    for around in range(depth):
        for mark in (it_mark(around), its_mark(around)):
            text = text.replace(mark, _apart(mark))
    return text


class Clause(Record):
    """A subject and its predicate.

    Attributes:
        subject: It may hold marks; "" where there is none.
        link: What stands between: a blank, or a Japanese particle.
        one, many: The predicate of one, and of many.
        is_noun: Whether the Japanese words end like a noun, and so need `の` before another.
    """

    lang: str
    subject: str
    link: str
    one: str
    many: str
    is_noun: bool = False

    def plain(self) -> str:
        """Return the clause, its marks still open."""
        if not self.subject or self.lang == "ja":
            return f"{self.subject}{self.link}{self.one}" if self.subject else self.one
        return f"{self.subject}{self.link}{agreeing(self.subject, self.one, self.many)}"

    def asked(self, depth: int, *, is_people: bool = False) -> tuple[str, str]:
        """Return the clause behind a noun (in Japanese before it), for one and for many."""
        if self.lang == "ja":
            text = self._before_noun(depth)
            if not self.is_noun:
                return text, f"{text}、"
            is_long = self.link == SUBJECT and _LONG_NOUN.search(self.one)
            return text + (BEING if is_long else OF), f"{text}で"
        one, many = (self._behind_noun(each, depth, is_people) for each in (self.one, self.many))
        return one, many

    def verbal(self) -> str:
        """Return the clause with an end that a Japanese `if` can follow."""
        return self.plain() + (BEING if self.is_noun else "")

    def _behind_noun(self, said: str, depth: int, is_people: bool) -> str:
        it, its = it_mark(depth), its_mark(depth)
        if self.subject == it:
            text = f"{'who' if is_people else 'that'} {said}"
        elif whose := _whose(self.subject, it, its):
            text = f"{whose} {agreeing(self.subject, self.one, self.many)}"
        else:
            text = f"for {'whom' if is_people else 'which'} {_all_apart(self.plain(), depth)}"
        if is_people:
            text = called_they(text, it, its)
        return unmarked(text, "en", depth)

    def _before_noun(self, depth: int) -> str:
        it, its = it_mark(depth), its_mark(depth)
        if self.subject == it:
            text = self.one
        elif not self.subject and self.link:
            # before a noun, words that say nobody would be read of that
            text = f"{WORDS.text('ja', 'match')}{self.link}{self.one}"
        else:
            subject = self.subject.removeprefix(its)
            for about in (phrase("ja", "share-for", key=it, share=""), it + OF):
                subject = subject.removeprefix(about)
            text = f"{subject}{self.link}{self.one}"
        return unmarked(text, "ja", depth)


def called_they(text: str, it: str, its: str) -> str:
    """Return an English text in which somebody is called `they`, as people are."""
    text = re.sub(
        rf"{it} ([a-z]+)\b",
        lambda found: f"they {for_many(found[1])}" if is_of_one(found[1]) else f"them {found[1]}",
        text,
    )
    return text.replace(its, "their").replace(it, "them")


def _whose(subject: str, it: str, its: str) -> str:
    """Return what belongs to the element: `the top of its deck`, whose deck’s top, `the worth of
    it`, whose worth; or nothing."""
    of_it = subject.removeprefix("the ").removesuffix(f" of {it}")
    if subject == f"the {of_it} of {it}" and it not in of_it and its not in of_it:
        return f"whose {of_it}"
    found = re.fullmatch(rf"the (.+) of {its} (.+)", subject)
    if found is not None and found[1] == "number":
        return f"whose number of {found[2]}"
    if found is not None and _SUM.search(f"{found[1]} {found[2]}"):
        return ""
    if found is not None and its not in found[1] and it not in found[2]:
        return f"whose {found[2]}’s {found[1]}"
    return f"whose{subject[1:]}" if subject.startswith(its) else ""


class Several(Record):
    """Clauses joined by `and` or `or`; those joined by the other word stand in brackets."""

    lang: str
    operator: str
    parts: tuple[Clause | Several, ...]

    def plain(self) -> str:
        """Return the clauses in a row."""
        return WORDS.text(self.lang, f"joint.{self.operator}").join(
            self._bracketed(part.plain()) if self._is_mixed(part) else part.plain()
            for part in self.parts
        )

    def _is_mixed(self, part: Clause | Several) -> bool:
        """Return whether a part would be read with another's: `a and b or c`."""
        return isinstance(part, Several) and part.operator != self.operator

    def _bracketed(self, text: str) -> str:
        return f"（{text}）" if self.lang == "ja" else f"({text})"

    @property
    def is_noun(self) -> bool:
        """Whether the Japanese words end like a noun."""
        return self.parts[-1].is_noun

    def verbal(self) -> str:
        """Return the clauses with an end that a Japanese `if` can follow."""
        return self.plain() + (BEING if self.is_noun else "")

    def asked(self, depth: int, *, is_people: bool = False) -> tuple[str, str]:
        """Return the clauses behind a noun, for one and for many."""
        pairs = [self._pair(part, depth, is_people) for part in self.parts]
        if self.lang == "ja":
            return self._japanese(pairs)
        joint = f" {self.operator} "
        return joint.join(one for one, _ in pairs), joint.join(many for _, many in pairs)

    def _pair(self, part: Clause | Several, depth: int, is_people: bool) -> tuple[str, str]:
        one, many = part.asked(depth, is_people=is_people)
        if not self._is_mixed(part):
            return one, many
        many = one if self.lang == "ja" else many
        return self._bracketed(one), self._bracketed(many)

    def _japanese(self, pairs: list[tuple[str, str]]) -> tuple[str, str]:
        if self.operator == "and":
            before = "".join(more for _, more in pairs[:-1])
        else:
            before = "".join(f"{last.removesuffix(OF)}か" for last, _ in pairs[:-1])
        return before + pairs[-1][0], before + pairs[-1][1]


Said = Clause | Several


def claim(key: str, subject: str, lang: str, /, *, negated: bool = False, **slots: str) -> Clause:
    """Return a claim of the catalogue about a subject: `{subject} is empty`. Its opposite stands
    under the key with `-not`."""
    text = WORDS.text(lang, f"claim.{key}{'-not' if negated else ''}")
    said = text.removeprefix("{subject}").lstrip()
    if lang == "en":
        verb, blank, rest = said.partition(" ")
        one, many = (each.format(**slots) for each in (said, for_many(verb) + blank + rest))
        return Clause(lang, subject, " ", one, many)
    link = said[:1] if said[:1] in LINKS and said != text else ""
    said = said.removeprefix(link)
    is_noun = not ends_like_predicate(said)
    said = said.format(**slots)
    return Clause(lang, subject, link, said, said, is_noun)


OPERATORS: Final = {
    "==": "equal", "!=": "equal-not", "<": "less", "<=": "at-most", ">": "more", ">=": "at-least",
}  # fmt: skip
"""The keys of what a comparison says."""
