"""Report each mistake once, its cause first, by trying which change makes findings go.

The package is checked once more with one declaration changed. If findings go and none come, that
was their cause. So no advice is given that does not help.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from dsl.check.causes.declared import (
    Declared,
    declared_in,
    is_missing,
    repeated_words,
    texts_of,
    word_of,
)
from dsl.check.causes.sections import SECTIONS, with_sections, without_repeats
from dsl.check.scopes.draft import Draft
from dsl.check.scopes.world import World
from dsl.check.texts.consequences import ANY_CARD
from dsl.diagnostics.diagnostic import Diagnostic, Instead, Label, finding, in_order
from dsl.diagnostics.wording import Said, nearest
from dsl.records import Record, Source, Span

MOST_TRIES: Final = 12
MOST_CHARACTERS: Final = 3_000_000
"""What all tries together may read."""
FEWEST: Final = 2
"""Findings that one declaration must explain: fewer say well enough where they are."""
OF_SIGNATURES: Final = ("slots", "results")
"""Sorts of what is declared that have no name of their own to be misspelt."""
MISSPELT: Final = "unknown-key"
"""What is told of a section that is misspelt: most names may be lost with it."""
UNTYPED: Final = frozenset(SECTIONS) - {"unknown-name", "unknown-member"}
"""Names that are declared nowhere, so that no other type makes them known."""
WORD: Final = re.compile(r"[\w-]+")

Retry = Callable[[Source, str], Sequence[Diagnostic]]
"""Return the findings of the package where one of its files has another text."""


class Change(Record):
    """What a declaration may have been meant to be, and what is then said of it."""

    span: Span
    text: str
    finding: Callable[[Sequence[Diagnostic]], Diagnostic]


@dataclass(slots=True)
class Trials:
    """Tries changes as long as there is patience.

    Attributes:
        left, characters: How many tries, and how much text, may still be read.
    """

    retry: Retry
    size: int
    left: int = MOST_TRIES
    characters: int = MOST_CHARACTERS

    def explained(self, change: Change, found: Sequence[Diagnostic]) -> list[Diagnostic]:
        """Return the findings that a change makes go; none where it makes others come."""
        if self.left <= 0 or self.characters < self.size:
            return []
        self.left -= 1
        self.characters -= self.size
        source, span = change.span.source, change.span
        text = source.text[: span.start] + change.text + source.text[span.end :]
        after = Counter(map(_key, self.retry(source, text)))
        gone = []
        for each in found:
            if after[_key(each)] > 0:
                after[_key(each)] -= 1
            else:
                gone.append(each)
        return [] if after.total() else gone


def _key(found: Diagnostic) -> tuple[str, str, str]:
    """Return what a finding is known by, wherever it stands: places move."""
    return found.name, found.message, found.span.source.path


def with_causes(
    found: list[Diagnostic], declared: Sequence[Declared], world: World, trials: Trials
) -> list[Diagnostic]:
    """Return the findings; those that come from one declaration become one, at that declaration."""
    for make in (renames, retypes):
        for change in make(found, declared, world):
            gone = trials.explained(change, found)
            if len(gone) >= FEWEST:
                left = [each for each in found if not any(each is one for one in gone)]
                found = [*left, change.finding(gone)]
                break
    return found


def with_fixes(found: list[Diagnostic], trials: Trials, sort: str = "") -> list[Diagnostic]:
    """Return the findings without those that go with what another one advises to write.

    Args:
        sort: The name of the only findings that are tried; else all are.
    """
    fixes = [each for each in found if each.fix and sort in ("", each.name)]
    for each in {(one.name, one.message): one for one in reversed(fixes)}.values():
        if len(found) < FEWEST:
            break
        if not any(each is one for one in found) or each.fix is None:
            continue
        change = Change(each.fix.span or each.span, each.fix.text, lambda gone: gone[0])
        gone = trials.explained(change, found)
        if any(each is one for one in gone):
            follows = [one for one in gone if one is not each]
            found = [one for one in found if not any(one is other for other in follows)]
    return found


# --- another name -----------------------------------------------------------------------------


def renames(
    found: Sequence[Diagnostic], declared: Sequence[Declared], world: World
) -> Iterator[Change]:
    """Yield declared names, best those that nothing uses, with the missing one that is near."""
    times = Counter(word_of(each) for each in found if is_missing(each))
    used = {name.rpartition(".")[2] for _, name in world.used}
    names = {each.name: each for each in declared if each.sort not in OF_SIGNATURES}
    for word, count in times.most_common():
        others = [name for name in names if name != word]
        near = nearest(word, [name for name in others if name not in used])
        near = near or nearest(word, others)
        if count >= FEWEST and near is not None:
            yield _rename(names[near], word)


def _rename(declared: Declared, word: str) -> Change:
    def renamed(gone: Sequence[Diagnostic]) -> Diagnostic:
        first = min((each for each in gone if is_missing(each) and word_of(each) == word),
                    key=lambda each: (each.span.source.path, each.span.start))  # fmt: skip
        times = sum(is_missing(each) and word_of(each) == word for each in gone)
        noun = Said(f"noun.{declared.sort.removesuffix('s')}")
        message = Said("missing.misnamed", noun=noun, name=declared.name, word=word, times=times)
        label = Label(first.span, Said("help.used"))
        return Diagnostic(first.name, message, declared.span,
                          (Instead.sure(word),), (label,))  # fmt: skip

    return Change(declared.span, word, renamed)


# --- another type -----------------------------------------------------------------------------


def retypes(
    found: Sequence[Diagnostic], declared: Sequence[Declared], world: World
) -> Iterator[Change]:
    """Yield the declarations in whose uses something is wrong, each with other types."""
    lines = []
    for each in found:
        if each.name not in UNTYPED:
            number, _ = each.span.source.position(each.span.start)
            words = frozenset(WORD.findall(each.span.source.line(number)))
            lines.append((each, words))
    scored = []
    for number, name in enumerate(declared):
        if name.type is None or name.type.text.startswith(("effect", "cost", "maybe effect")):
            continue
        around = [one for one, words in lines if _may_use(name, one.span, words)]
        if len(around) >= FEWEST:
            scored.append((-len(around), name.within is None, number, around))
    for *_, number, around in sorted(scored, key=lambda row: row[:3])[:3]:
        for text in _other_types(declared[number], around, world):
            yield _retype(declared[number], text)


def _may_use(declared: Declared, span: Span, words: frozenset[str]) -> bool:
    """Return whether the line of a finding, of which the words are given, can use a name."""
    if declared.within is None:
        return declared.name in words
    is_inside = (
        declared.within.source is span.source
        and declared.within.start <= span.start
        and span.end <= declared.within.end
    )
    return (declared.name if is_inside else declared.of) in words


def _other_types(declared: Declared, around: Sequence[Diagnostic], world: World) -> list[str]:
    """Return the types that the findings speak of, the likeliest first, with their defaults."""
    assert declared.type is not None
    own, equals, _ = declared.type.text.partition("=")
    names = "|".join(map(re.escape, (*world.enums, *world.kinds, "int", "bool", "player")))
    type_ = re.compile(
        rf"(?:(?:maybe|list of|set of|bag of|def of|amount of|zone of) )*(?:{names})"
    )
    times = Counter[str]()
    for each in around:
        times.update(filter(type_.fullmatch, texts_of(each.slots)))
        for word in (each.span.text, *repeated_words(each)):
            # the types of which it is a member, or a part
            times.update(name for name, enum in world.enums.items() if word in enum.members)
            owners = {key.owner for key in (*world.state, *world.zones) if key.name == word}
            owners |= {kind for kind in world.kinds if world.attribute(kind, word)}
            times.update(sorted(owner for owner in owners if owner is not None))
    times.update({"int": 0, "bool": 0})
    found = [name for name, _ in times.most_common() if name != own.strip()]
    return [_with_default(name, bool(equals), world) for name in found[:2]]


def _with_default(type_: str, has_default: bool, world: World) -> str:
    if not has_default:
        return type_
    if type_ in world.enums and world.enums[type_].members:
        return f"{type_} = {world.enums[type_].members[0]}"
    return f"{type_}{ {'int': ' = 0', 'bool': ' = false'}.get(type_, '') }"


def _retype(declared: Declared, text: str) -> Change:
    assert declared.type is not None
    span = declared.type

    def retyped(gone: Sequence[Diagnostic]) -> Diagnostic:
        was, now = (each.partition("=")[0].strip() for each in (span.text, text))
        first = min(gone, key=lambda each: (each.span.source.path, each.span.start))
        label = Label(first.span, Said("help.taken", now=now))
        help_ = Instead(Said("say.write", text=text), text)
        return finding("wrong-type.taken", span, help_, labels=(label,), name=declared.name,
                       type=was, n=len(gone), other=now)  # fmt: skip

    return Change(span, text, retyped)


ONE_OF: Final = "help.write-one"


def caused(found: Sequence[Diagnostic], draft: Draft, retry: Retry, size: int) -> list[Diagnostic]:
    """Return the findings of a package without those that only follow from others.

    Args:
        retry: Checks the package with another text of one file.
        size: How many characters one such check reads.
    """
    found = in_order(found)
    if len(found) < FEWEST:
        is_alone = (
            len(found) == 1
            and found[0].fix is None
            and all(isinstance(each, Said) and each.key == ONE_OF for each in found[0].helps)
        )
        return with_sections(list(found), draft) if is_alone else list(found)
    declared = declared_in(draft)
    trials = Trials(retry, size)
    read = with_fixes(list(found), trials, MISSPELT)
    left = with_fixes(with_causes(read, declared, draft.world, trials), trials)
    # a card of an unknown kind is known to nobody
    is_lost = any(each.name == "unknown-kind" for each in found)
    lost = {*draft.lost, ANY_CARD} if is_lost else draft.lost
    return without_repeats(with_sections(left, draft), declared, lost)
