"""Hold what can be said of a subject, in both languages."""

from __future__ import annotations

from typing import Final

from cardwright.apps.text.clauses import Clause
from dsl.records import record


@record
class Predicate:
    """What is said of a subject: English for one and many, Japanese with its particle."""

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


@record
class HowMany:
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
