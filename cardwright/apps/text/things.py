"""Render things in any number: their noun, their place and the conditions on them."""

from __future__ import annotations

from msgspec.structs import replace

from cardwright.apps.text.inflection import OF, WORDS, only_within, phrase, with_article
from cardwright.apps.text.literals import is_short as is_word
from dsl import Record

_ONCE = ", each once"
_THAT_NUMBER, _THAT_MANY = "that number", "that many"


class Things(Record, kw_only=True):
    """What a list holds, before it is said how many of them are meant.

    Attributes:
        one, many: The noun.
        place: Where they are: English behind the noun, Japanese before it.
        places: The same where all of them are meant, if that is said otherwise.
        is_other: Whether this card itself is left out.
        behind: What is asked of them, for one and for many; in Japanese it comes first, before
            the noun and before more of its sort.
        besides: English: what they must be other than, right behind the noun.
        whole: A list that has been named before, as `those cards`; else "".
        counter: The Japanese word behind a number of them.
        is_ordered: Whether their order means something.
        is_people: Whether they are players: `who` and not `that`.
        zone: The zone itself where it is all cards of a zone; else "".
    """

    lang: str
    one: str
    many: str
    place: str = ""
    places: str = ""
    is_other: bool = False
    behind: tuple[tuple[str, str], ...] = ()
    besides: tuple[str, ...] = ()
    whole: str = ""
    counter: str = "枚"
    is_ordered: bool = False
    is_people: bool = False
    zone: str = ""

    def asking(self, one: str, many: str) -> Things:
        """Return those of them of which something more is asked."""
        return replace(self, behind=(*self.behind, (one, many)), zone="")

    def other_than(self, what: str) -> Things:
        """Return those of them that are something else."""
        if self.lang == "ja":
            kept = (phrase("ja", key, what=what) for key in ("other-than", "other-than-and"))
            return self.asking(*kept)
        return replace(self, besides=(*self.besides, what), zone="")

    # --- in numbers ---------------------------------------------------------------------------

    def all_of_them(self) -> str:
        """Return `the other cards in play that are not used`."""
        if self.places:
            return replace(self, place=self.places, places="").all_of_them()
        if self.lang == "ja":
            return self._japanese()
        if self.whole and not self.behind and not self.besides:
            return self.whole
        return self._english(f"those of {self.whole}" if self.whole else f"the {self._noun(2)}", 2)

    def existing(self, *, negated: bool) -> str:
        """Return one of them, or none, of which it is said that it is there."""
        if self.whole:
            return self._english(f"{'none' if negated else 'one'} among {self.whole}", 1)
        return self.none_of_them() if negated else self.single()

    def single(self) -> str:
        """Return `another card in play that is not used`."""
        if self.lang == "ja":
            return f"{self._japanese()}{self._among()}1{self.counter}"
        if self.whole:
            return self._english(f"one of {self.whole}", 1)
        head = f"another {self.one}" if self.is_other else with_article(self.one)
        return self._english(head, 1)

    def some(self, number: str, *, up_to: bool, is_short: bool = False) -> str:
        """Return so many of them, or up to so many; a number of many words comes behind them, if it
        is not called short."""
        if self.lang == "ja":
            shown = number if number.isdecimal() else f"({number})"
            found = f"{self._japanese()}{self._among()}{shown}{self.counter}"
            return phrase("ja", "up-to", number=found) if up_to else found
        number = _THAT_MANY if number == _THAT_NUMBER else number
        head = f"{'up to ' if up_to else ''}{number}"
        amount = 1 if number.rpartition(" ")[2] == "1" else 2
        if not is_short and not is_word(number) and number != _THAT_MANY:
            return (
                f"{self.numberless()} ({'up to' if up_to else 'as many as'} {only_within(number)})"
            )
        if self.whole:
            return self._english(f"{head} of {self.whole}", amount)
        return self._english(f"{head} {self._noun(amount)}", amount)

    def any_number(self) -> str:
        """Return any number of them."""
        if self.lang == "ja":
            found = self._japanese()
            return phrase("ja", "any-among" if self.whole else "any-of", list=found)
        rest = self.whole or self._noun(2)
        return self._english(f"any number of {rest}", 2)

    def every(self) -> str:
        """Return each of them."""
        if self.lang == "ja":
            is_bare = not (self.behind or self.place or self.whole or self.is_other)
            said = self.one if is_bare else self._japanese()
            return phrase("ja", "every" if is_bare else "each-of", what=said)
        if self.whole:
            return self._english(f"each of {self.whole}", 1)
        return self._english(f"each {self._noun(1)}", 1)

    def none_of_them(self) -> str:
        """Return `no card in play that is not used`."""
        if self.whole:
            return self._english(f"none of {self.whole}", 1)
        return self._english(f"no {self._noun(1)}", 1)

    def numberless(self) -> str:
        """Return the plural without an article: `cards in play`."""
        if self.lang == "ja":
            return self._japanese()
        return self._english(self.whole or self._noun(2), 2)

    def bare(self) -> str:
        """Return one of them without an article: `card in play`."""
        return self._japanese() if self.lang == "ja" else self._english(self._noun(1), 1)

    def _among(self) -> str:
        """Return the Japanese word between a list named before and a number of it."""
        return WORDS.text("ja", "out-of") if self.whole and not self.behind else ""

    def _noun(self, amount: int) -> str:
        noun = self.one if amount == 1 else self.many
        return f"{WORDS.text('en', 'other')} {noun}" if self.is_other else noun

    def _english(self, head: str, amount: int) -> str:
        asked = [pair[0] if amount == 1 else pair[1] for pair in self.behind]
        only_if = [each for each in asked if each.startswith("if ")]
        asked = [each for each in asked if each not in only_if]
        parts = [self.place, " and ".join(asked)]
        if " of " in self.place and not parts[1].startswith(("for which ", "for whom ")):
            parts.reverse()  # what is asked must not seem to be asked of the place
        besides = f"other than {' or '.join(self.besides)}" if self.besides else ""
        said = " ".join(part for part in (head, besides, *parts) if part)
        if _ONCE in head and said != head:  # what is asked stands right behind the noun
            said = f"{said.replace(_ONCE, '', 1)}{_ONCE}"
        return f"{said} {' and '.join(only_if)}" if only_if else said

    def _japanese(self) -> str:
        asked = "".join([pair[1] for pair in self.behind[:-1]] + [p[0] for p in self.behind[-1:]])
        other = WORDS.text("ja", "other") if self.is_other else ""
        is_clause = any(link in asked for link in "がに")
        if self.whole:
            among = WORDS.text("ja", "out-of") + ("、" if is_clause else "")
            return f"{self.whole}{among}{asked}{self.one}" if asked or other else self.whole
        place = _around(self.place) if is_clause else self.place
        return f"{place}{asked}{other}{self.one}"


def _around(place: str) -> str:
    """Return a Japanese place as it stands before a clause, so that it is not taken for a part of
    that: `手札の中で`, `1から3までのうち`."""
    if not place.endswith(OF):
        return place
    return f"{place}うち" if place.endswith("までの") else f"{place}中で"
