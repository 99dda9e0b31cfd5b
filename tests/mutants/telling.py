"""Count how many findings one mistake makes, and whether the first names its cause:
`python -m tests.mutants.telling`.

A finding names the cause if it stands, or one of its labels does, in the lines that were changed,
or if its words hold a name that was changed. Mistakes that are not found are not counted.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from cardwright.api.checks import findings_of
from cardwright.api.loading import all_packages
from dsl.diagnostics.diagnostic import Diagnostic
from dsl.records import Record, Source
from tests.mutants.kinds import MAKING, drawn
from tests.mutants.texts import Mutant, carried_out, mutated, texts_of

MEDIAN, NINETY_FIFTH, NAMED = 1, 2, 98
"""The most findings that half and 95 % of the mistakes make; in how many of a hundred the first
names the cause."""
WORD: Final = re.compile(r"[\w.-]*\w")


class Told(Record, kw_only=True):
    """What was said of one mistake.

    Attributes:
        count: Findings that the package does not have without it.
        is_named: Whether the first names the cause.
        words: The mistake and the first finding, for people.
    """

    kind: str
    count: int
    is_named: bool
    words: str


def told_of(package: str, kind: str, each: Mutant) -> Told:
    """Return what is said of a mistake."""
    texts, new = texts_of(package), []
    known = Counter((one.name, one.message) for one in texts.findings)
    for one in findings_of(texts.package, texts.checked_with(each)):
        if known[one.name, one.message] > 0:
            known[one.name, one.message] -= 1
        else:
            new.append(one)
    is_named, said = False, ""
    for first in new[:1]:
        is_named = names_cause(first, texts.source(each), each)
        place = Path(first.span.source.path).name, first.span.source.position(first.span.start)[0]
        said = f"{place[0]}:{place[1]} [{first.name}] {first.message}"
    words = f"{each.path}:{each.line}: {each.words}: {said}"
    return Told(kind=kind, count=len(new), is_named=is_named, words=words)


def names_cause(found: Diagnostic, source: Source, each: Mutant) -> bool:
    """Return whether a finding stands where something was changed, or says what was."""
    lines = set(_lines(source, each))
    spans = [span for span in (found.span, *(label.span for label in found.labels))
             if span.source.path == each.path]  # fmt: skip
    if any(span.source.position(span.start)[0] in lines for span in spans):
        return True
    said = " ".join((found.message, *found.helps, *(one.text for one in found.labels)))
    words = {word for quoted in re.findall(r"`([^`]+)`", said) for word in WORD.findall(quoted)}
    names = words.union(*(word.split(".") for word in words))
    return not names.isdisjoint(_names(source, each))


def _lines(source: Source, each: Mutant) -> Iterator[int]:
    """Yield the lines of the mutated text that were changed; where some are gone, those around."""
    shift = 0
    for edit in each.edits:
        start = edit.start + shift
        shift += len(edit.text) - (edit.end - edit.start)
        text = mutated(source, each)
        first = text.count("\n", 0, start) + 1
        last = first + edit.text.rstrip("\n").count("\n")
        gone = source.text[edit.start : edit.end].count("\n")
        yield from range(first - (1 if gone else 0), last + 1)


def _names(source: Source, each: Mutant) -> set[str]:
    """Return the names that were changed: of an entry or section its key."""
    found = set()
    for edit in each.edits:
        for text in (source.text[edit.start : edit.end], edit.text):
            lines = text.strip().split("\n")
            found.update(WORD.findall(lines[0].split(":")[0] if len(lines) > 1 else lines[0]))
            found.update(_lone_child(lines))
            found.update(part for word in [*found] for part in word.split("."))
    return found


def _lone_child(lines: list[str]) -> set[str]:
    """Return the words of the key of an entry, if one alone stands below a key."""
    keys = [line for line in lines[1:] if line.strip() and line.strip()[0] != "#"]
    least = min((len(line) - len(line.lstrip()) for line in keys), default=0)
    below = [line for line in keys if len(line) - len(line.lstrip()) == least]
    return set(WORD.findall(below[0].split(":")[0])) if len(below) == 1 else set()


def judged(task: tuple[str, str, int, int]) -> list[Told]:
    """Return what is said of some mistakes of one kind in one package."""
    package, kind, *_ = task
    return [told_of(package, kind, each) for each in drawn(*task)]


def row(kind: str, told: Iterable[Told]) -> tuple[str, int, int, int, float]:
    """Return of a kind: how many were found, median and 95th percentile, and share named."""
    counts = sorted(each.count for each in told if each.count)
    named = sum(each.is_named for each in told)
    if not counts:
        return kind, 0, 0, 0, 100.0
    size = len(counts)
    high = counts[min(size - 1, size * 95 // 100)]
    return kind, size, counts[size // 2], high, round(100 * named / size, 1)


def main() -> int:
    """Print the table; exit 1 where a bound is not kept."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants.telling", description=__doc__)
    parser.add_argument("--games", nargs="*", default=[], metavar="GAME", help="else all")
    parser.add_argument("--sample", type=int, default=5, help="of a kind in a package, at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--show", type=int, default=0, help="of the worst so many a kind")
    options = parser.parse_args()
    games = options.games or [package.shown for package in all_packages()]
    tasks = [(game, kind, options.sample, options.seed) for game in games for kind in MAKING]
    every = carried_out("mistakes", judged, tasks, options.jobs)
    found = [told for some in every for told in some]
    print("mistake | found | median | 95th percentile | cause named first")
    for kind in dict.fromkeys(each.kind for each in found):
        some = [each for each in found if each.kind == kind]
        print(*row(kind, some), sep=" | ")
        bad = [e for e in some if e.count > NINETY_FIFTH or (e.count and not e.is_named)]
        bad.sort(key=lambda each: (each.is_named, -each.count))
        for each in bad[: options.show]:
            print(f"    {each.count} {'' if each.is_named else 'NOT NAMED '}{each.words}")
    _, _, median, high, named = whole = row("all", found)
    print(*whole, sep=" | ")
    return 0 if median <= MEDIAN and high <= NINETY_FIFTH and named >= NAMED else 1


if __name__ == "__main__":
    sys.exit(main())
