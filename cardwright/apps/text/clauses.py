"""Build conditions as clauses of their own, or as predicates of the elements of a list."""

from __future__ import annotations

import re
from typing import Final

from cardwright.apps.text.inflection import agreeing, for_many, is_of_one
from dsl import Record

_FIRST_MARK: Final = 0xE000
_BESIDE: Final = 0x400
_IT: Final = {"en": "it", "ja": "それ"}
_ITS: Final = {"en": "its", "ja": "その"}

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
    return text.replace(it_mark(depth), _IT[lang]).replace(its_mark(depth), _ITS[lang])


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


OF_THE_GAME: Final = "ゲーム"
"""Whom the Japanese words are about that say nobody: before a noun they would be read of that."""


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
            is_long = self.link == "が" and _LONG_NOUN.search(self.one)
            return f"{text}{'である' if is_long else 'の'}", f"{text}で"
        one, many = (self._behind_noun(each, depth, is_people) for each in (self.one, self.many))
        return one, many

    def verbal(self) -> str:
        """Return the clause with an end that Japanese words like `場合` can follow."""
        return self.plain() + ("である" if self.is_noun else "")

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
            text = f"{OF_THE_GAME}{self.link}{self.one}"
        else:
            subject = self.subject.removeprefix(its)
            for about in (f"{it}についての", f"{it}の"):
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
        if self.lang == "ja":
            joint = "、かつ" if self.operator == "and" else "、または"
        else:
            joint = f" {self.operator} "
        return joint.join(
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
        """Return the clauses with an end that Japanese words like `場合` can follow."""
        return self.plain() + ("である" if self.is_noun else "")

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
            before = "".join(f"{last.removesuffix('の')}か" for last, _ in pairs[:-1])
        return before + pairs[-1][0], before + pairs[-1][1]


Said = Clause | Several


class Predicate(Record):
    """A predicate: English for one and many, Japanese with its particle."""

    english: tuple[str, str]
    japanese: tuple[str, str]
    is_noun: bool

    def of(self, subject: str, lang: str, **slots: str) -> Clause:
        """Return the clause about a subject."""
        if lang == "ja":
            link, said = (part.format(**slots) for part in self.japanese)
            return Clause("ja", subject, link, said, said, self.is_noun)
        one, many = (part.format(**slots) for part in self.english)
        return Clause("en", subject, " ", one, many)


def being(english: str, japanese: str, is_noun: bool = True) -> Predicate:
    """Return that something is so."""
    return Predicate((f"is {english}", f"are {english}"), ("が", japanese), is_noun)


COMPARED: Final = {
    "==": being("{right}", "{right}"),
    "!=": being("not {right}", "{right}でない", is_noun=False),
    "<": being("less than {right}", "{right}未満"),
    "<=": being("at most {right}", "{right}以下"),
    ">": being("more than {right}", "{right}より大きい", is_noun=False),
    ">=": being("at least {right}", "{right}以上"),
    "<= number": being("{right} or less", "{right}以下"),
    ">= number": being("{right} or more", "{right}以上"),
}
IN_ORDER: Final = {
    "<": Predicate(("comes before {right}", "come before {right}"), ("が", "{right}より前"), True),
    ">": Predicate(("comes after {right}", "come after {right}"), ("が", "{right}より後"), True),
}
IS_SO: Final = {False: being("{what}", "{what}"),
                 True: being("not {what}", "{what}でない", is_noun=False)}  # fmt: skip
EMPTY: Final = {False: being("empty", "空"), True: being("not empty", "空でない", False)}
ROOM: Final = {
    False: Predicate(("has room", "have room"), ("に", "空きがある"), False),
    True: Predicate(("is full", "are full"), ("に", "空きがない"), False),
}
NONE: Final = {
    False: Predicate(("is not there", "are not there"), ("が", "ない"), False),
    True: Predicate(("is there", "are there"), ("が", "ある"), False),
}
NOBODY: Final = {
    False: Predicate(("is nobody", "are nobody"), ("が", "いない"), False),
    True: Predicate(("is somebody", "are somebody"), ("が", "いる"), False),
}
ONLY: Final = {
    False: Predicate(("", ""), ("が", "ちょうど{number}"), True),
    True: Predicate(("", ""), ("が", "ちょうど{number}でない"), False),
}
HAVING: Final = {
    False: Predicate(("has no {what}", "have no {what}"), ("に", "{what}がない"), False),
    True: Predicate(("has {what}", "have {what}"), ("に", "{what}がある"), False),
}
AMONG: Final = {
    False: being("among {right}", "{right}に含まれる", is_noun=False),
    True: being("not among {right}", "{right}に含まれない", is_noun=False),
}
WITHIN: Final = {
    False: being("in {right}", "{right}にある", is_noun=False),
    True: being("not in {right}", "{right}にない", is_noun=False),
}
IN_GAME: Final = {
    False: being("still in the game", "脱落していない", is_noun=False),
    True: being("no longer in the game", "脱落した", is_noun=False),
}
HOLDING: Final = {
    False: Predicate(("holds {what}", "hold {what}"), ("に", "{what}がある"), False),
    True: Predicate(("holds {what}", "hold {what}"), ("に", "{what}がない"), False),
}
DONE: Final = {
    False: Predicate(("that happened", ""), ("", "そうした"), False),
    True: Predicate(("that did not happen", ""), ("", "そうしなかった"), False),
}


NOTED: Final = {
    False: Predicate(("that was so", ""), ("", "そうだった"), False),
    True: Predicate(("that was not so", ""), ("", "そうでなかった"), False),
}
NAMED: Final = {
    False: Predicate(("was so", "was so"), ("だった", ""), False),
    True: Predicate(("was not so", "was not so"), ("でなかった", ""), False),
}


class HowMany(Record):
    """How many there are: English before the noun, Japanese behind it and `が`."""

    english: str
    japanese: str
    is_noun: bool = True


SO_MANY: Final = {
    "==": HowMany("exactly {number}", "ちょうど{number}"),
    "!=": HowMany("other than {number}", "{number}でない", is_noun=False),
    "<": HowMany("fewer than {number}", "{number}未満"),
    "<=": HowMany("at most {number}", "{number}以下"),
    ">": HowMany("more than {number}", "{number}より多い", is_noun=False),
    ">=": HowMany("at least {number}", "{number}以上{be}", is_noun=False),
}
"""By operator."""
