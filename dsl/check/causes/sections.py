"""Merge many findings into one: for a missing section, and for each unknown name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from dsl.check.causes.declared import Declared, is_missing, repeated_words, speaks_of, word_of
from dsl.check.scopes.draft import Draft
from dsl.check.texts.consequences import ANY_CARD
from dsl.diagnostics.catalogue import FINDINGS
from dsl.diagnostics.diagnostic import Diagnostic, finding, in_order
from dsl.diagnostics.wording import Said
from dsl.keys.files import SectionKeys
from dsl.keys.nouns import PlayersKeys
from dsl.model.documents import Scalar, child, entries_of
from dsl.records import Span

MOST_MISSING: Final = 5
"""Names of one sort that may be missing, each with a finding of its own."""
ALIKE: Final = 4
"""Findings with the same words that are one."""
MOST_WORDS: Final = 4
UNDERSTOOD: Final = frozenset({"syntax", "names", "types"})
"""The stages after which a text is understood."""
PROOFS: Final = frozenset({"unassigned-state"})
"""What follows from all texts together."""


def without_repeats(
    found: Iterable[Diagnostic], declared: Sequence[Declared], lost: Iterable[str]
) -> list[Diagnostic]:
    """Return the findings; of those that miss the same name the first, with how many there are.

    Args:
        lost: Names that are declared in a way that cannot be understood.
    """
    known = frozenset(each.name for each in declared)
    found = in_order(found)
    is_understood = not any(FINDINGS[each.name].stage in UNDERSTOOD for each in found)
    ordered = [each for each in found if is_understood or each.name not in PROOFS]
    alike = Counter((each.name, each.message) for each in ordered)
    by_subject: dict[object, list[Diagnostic]] = {}
    for number, each in enumerate(ordered):
        is_alike = alike[each.name, each.message] >= ALIKE
        other: object = (each.name, each.message) if is_alike else number
        by_subject.setdefault(_subject(each, known) or other, []).append(each)
    firsts = [same[0] for same in by_subject.values()]
    missed = {word_of(each) for each in firsts if is_missing(each)} - known | {*lost}
    kept = [same for same in by_subject.values() if not _rests_on(same[0], missed)]
    return _without_many([_counted(same[0], len(same)) for same in kept], known)


def _without_many(found: list[Diagnostic], known: frozenset[str]) -> list[Diagnostic]:
    """Return the findings; where very many names of a sort are missing, these are one."""
    for name in dict.fromkeys(each.name for each in found if is_missing(each)):
        many = [e for e in found if e.name == name and not e.helps and word_of(e) not in known]
        if len(many) > MOST_MISSING:
            words = [word_of(each) for each in many]
            message = Said("missing.many", names=words[:MOST_WORDS], more=len(words) - MOST_WORDS)
            help_text = Said("help.declare-them-look-whether")
            one = Diagnostic(name, message, many[0].span, (help_text,))
            found = [one if each is many[0] else each for each in found]
            found = [each for each in found if not any(each is other for other in many)]
    return found


def _subject(found: Diagnostic, known: frozenset[str]) -> object:
    """Return what a finding is about, where others may be about the same."""
    if is_missing(found):
        word = word_of(found)
        return word if word not in known else (found.name, found.message)
    if found.name == "unknown-text":
        return found.name, *_path(found)[:2]
    if found.name == "missing-attribute":
        return found.name, found.slots.get("name")
    return None


def _path(found: Diagnostic) -> list[str]:
    """Return the words of the path of a translated text."""
    return str(found.slots["name"]).split(".")


def _rests_on(found: Diagnostic, missed: set[str]) -> bool:
    """Return whether a word of the prelude lacks, or a translation is of, what is missing."""
    if found.name == "unknown-text":
        is_of_cards = ANY_CARD in missed and _path(found)[0] == "cards"
        return is_of_cards or not missed.isdisjoint(_path(found))
    return found.name == "prelude-needs" and not missed.isdisjoint(repeated_words(found))


def _counted(found: Diagnostic, times: int) -> Diagnostic:
    if times < 2:
        return found
    sort = found.name if found.name in ("missing-attribute", "unknown-text") else "place"
    sort = "use" if is_missing(found) else sort
    message = Said(f"repeated.{sort}", message=found.message, times=times, more=times - 1)
    return replace(found, message=message)


FIELDS: Final = "players.state"
_ONE: Final = (
    *(SectionKeys.zones, SectionKeys.kinds, SectionKeys.enums, SectionKeys.values),
    *(SectionKeys.actions, SectionKeys.options, SectionKeys.phases, SectionKeys.keywords),
)
_BARE: Final = (
    *(SectionKeys.state, SectionKeys.zones, SectionKeys.enums),
    *(SectionKeys.options, SectionKeys.values),
)
SECTIONS: Final = {f"unknown-{key.name.removesuffix('s')}": (key.name,) for key in _ONE} | {
    "unknown-type": (SectionKeys.enums.name, SectionKeys.kinds.name),
    "unknown-event": (SectionKeys.events.name, SectionKeys.actions.name),
    "unknown-member": (SectionKeys.enums.name,),
    "unknown-name": (*(key.name for key in _BARE), FIELDS),
}
"""Where the name may be declared that a finding does not know."""
USED: Final = (
    (re.compile(r"\bset $"), ("state",)),
    (re.compile(r"\b(move\b[^;]* to|shuffle|(top|bottom) of) $"), ("zones",)),
)
"""What stands before a name of which nothing but its section can be meant."""
VERBS: Final = frozenset({"unknown-event", "unknown-value"})
NO_TEXTS: Final = "help.list-under-enums"
"""What is said of a word for texts where a type belongs: no section of that name is missing."""
FEWEST: Final = 3
"""Names that must be missing together where each may belong to one of several sections."""
MOST_NAMED: Final = 4
OF_COUNT: Final = ("bad-number.no-number-players", "bad-number.scenario-for-others")
OF_PLAYERS: Final = "bad-number.players-each-name"


def with_sections(found: list[Diagnostic], draft: Draft) -> list[Diagnostic]:
    """Return the findings; those that only say that a whole section is missing become one."""
    found = [each for each in found if not _is_of_broken(each, draft)]
    found = _without_counts(found, draft)
    for _ in range(len(SECTIONS)):
        missing = [
            each
            for each in found
            if is_missing(each)
            and not (each.fix is not None and each.fix.is_sure)
            and not any(isinstance(help_, Said) and help_.key == NO_TEXTS for help_ in each.helps)
        ]
        absent = {each: _absent(each, draft) for each in missing}
        sure = [each for each in missing if absent[each] and _is_sure(each, absent)]
        some = [each for each in missing if absent[each] and not each.helps]
        if sure:
            where = absent[sure[0]]
        elif len({word_of(each) for each in some}) >= FEWEST:
            where = frozenset.union(*(absent[each] for each in some))
        else:
            break
        gone = [each for each in missing if not where.isdisjoint(absent[each])]
        words = list(dict.fromkeys(word_of(each) for each in gone))
        said = frozenset(word_of(each) for each in gone)
        found = [
            *(
                each
                for each in found
                if each not in gone
                and not (FIELDS in where and each.key == OF_PLAYERS)
                and not speaks_of(each, said)
            ),
            finding(
                "missing-section.of-name" if len(words) == 1 else "missing-section.of-names",
                _span(where, draft),
                where=_lacks(where, draft),
                names=words[:MOST_NAMED],
                more=max(0, len(words) - MOST_NAMED),
                times=len(gone) if len(gone) > 1 else 0,
            ),
        ]
    return found


def _without_counts(found: list[Diagnostic], draft: Draft) -> list[Diagnostic]:
    """Return the findings; how many play in a script is told only if the game says how many may."""
    counts = [each for each in found if each.key == OF_PLAYERS]
    others = [each for each in found if each.key != OF_PLAYERS]
    if not counts or any(
        each.key in OF_COUNT or "players" in repeated_words(each) for each in others
    ):
        return others
    if _is_there("players", draft):
        return found
    return [*others, finding("missing-section.game-no-several", draft.nowhere)]


def _is_sure(found: Diagnostic, absent: Mapping[Diagnostic, frozenset[str]]) -> bool:
    """Return whether what is missing can be nothing but what its section declares.

    Of a lone event or value a word of another language may have been meant, of a name anything;
    not so where a second name may belong to the same section.
    """
    if found.name == "unknown-name":
        return len(_may(found)) == 1
    if found.name not in VERBS:
        return True
    alike = [each for each in absent if each.name == found.name]
    names = [each for each in absent if each.name == "unknown-name" and not each.helps]
    return len(alike) > 1 or any(absent[found] & absent[each] for each in names)


def _may(found: Diagnostic) -> tuple[str, ...]:
    """Return the sections that may have declared what is missing, by what is done with it."""
    if found.name == "unknown-name":
        source, start = found.span.source, found.span.start
        before = source.text[source.text.rfind("\n", 0, start) + 1 : start]
        return next((where for used, where in USED if used.search(before)), SECTIONS[found.name])
    return SECTIONS.get(found.name, ())


def _is_of_broken(found: Diagnostic, draft: Draft) -> bool:
    """Return whether what is missing may stand in a section that has another shape."""
    if not is_missing(found) or found.helps:
        return False
    may = SECTIONS.get(found.name, (FIELDS, "zones"))
    names = {section.partition(".")[0] for section in may}
    roots = (document.root for document in draft.package.documents)
    return any(
        entry.key.text in names and isinstance(entry.value, Scalar) and not entry.value.is_null
        for root in roots
        for entry in entries_of(root)
    )


def _absent(found: Diagnostic, draft: Draft) -> frozenset[str]:
    """Return the sections that are not there and may have declared what is missing."""
    may = _may(found)
    if found.name == "unknown-attribute":
        slots = found.slots
        owner = slots.get("type") or slots.get("kind") or slots.get("plain") or ""
        if owner == "player":
            may = (FIELDS, "zones")
        else:
            may = (f"kinds.{owner}.attributes",) if owner in draft.kind_nodes else ()
    return frozenset(section for section in may if not _is_there(section, draft))


def _is_there(section: str, draft: Draft) -> bool:
    package = draft.package
    if section == FIELDS:
        players = package.one(SectionKeys.players)
        return players is not None and PlayersKeys(players.value).state is not None
    if section.startswith("kinds."):
        _, kind, key = section.split(".")
        return child(draft.kind_nodes[kind], key) is not None
    own = (each.root for each in package.documents if each.root not in package.libraries)
    return any(child(root, section) is not None for root in own)


def _nearest(where: frozenset[str]) -> str:
    """Return the section to speak of: the state of players, for they are there if it can be."""
    return FIELDS if FIELDS in where else min(where)


def _lacks(where: frozenset[str], draft: Draft) -> Said:
    """Return what lacks which section, in words."""
    one = _nearest(where)
    if one == FIELDS and "players" in draft.package.single:
        return Said("missing-section.lacks", owner="players", key="state")
    if one.startswith("kinds."):
        _, kind, key = one.split(".")
        return Said("missing-section.lacks", owner=kind, key=key)
    names = [f"{name.partition('.')[0]}:" for name in sorted(where)]
    return Said("missing-section.game-lacks", names=names)


def _span(where: frozenset[str], draft: Draft) -> Span:
    """Return what to point at: the owner, if there is one."""
    one = _nearest(where)
    players = draft.package.one(SectionKeys.players)
    if one == FIELDS and players is not None:
        return players.key.span
    if one.startswith("kinds."):
        return draft.world.kinds[one.split(".")[1]].span
    return draft.nowhere
