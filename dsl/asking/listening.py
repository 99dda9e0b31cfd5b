"""Record what a check learns of the texts of some files."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext

from dsl.asking.answers import CheckedFile, Entry
from dsl.check.scopes.scope import Notes, noting
from dsl.diagnostics.diagnostic import Diagnostic
from dsl.model.documents import Place, Scalar, scalar_around
from dsl.records import Record, Source
from dsl.syntax import parser
from dsl.syntax.file_style import format_file
from dsl.syntax.yaml_reader import read_yaml


class Heard(Record, eq=False):
    """What was learned while packages were checked.

    Attributes:
        read: The texts that were read without a mistake, each with what it is to the parser.
    """

    read: Mapping[Scalar, str]
    notes: Notes

    def effects(self) -> dict[str, frozenset[int]]:
        """Return where the effect texts of each file begin, by its shown path."""
        found: dict[str, set[int]] = {}
        for scalar in self.read:
            found.setdefault(scalar.span.source.path, set()).add(scalar.span.start)
        return {path: frozenset(starts) for path, starts in found.items()}

    def formatted(self, shown: str, text: str) -> str | None:
        """Return a file in the one style of blanks; None where it cannot be read.

        Args:
            shown: Its shown path.
        """
        here = (s.span.start for s in self.read if s.span.source.path == shown)
        return format_file(text, frozenset(here))

    def file(
        self, source: Source, findings: Sequence[Diagnostic], before: CheckedFile | None = None
    ) -> CheckedFile:
        """Return what is known of a file that was listened to.

        Args:
            findings: What is found in its package.
            before: What was known before: of a text that does not parse now, it still is.
        """
        scalars = read_yaml(source).scalars()
        own = sorted(self.notes.found.get(source.path, ()), key=lambda note: note.span.start)
        starts = {scalar.span.start: start for scalar, start in self.read.items()
                  if scalar.span.source.path == source.path}  # fmt: skip
        entries = dict(before.entries) if before is not None else {}
        for place, scalar in scalars.items():
            start = starts.get(scalar.span.start)
            if start is not None:
                # the widest place inside; of a block and its only step, the block
                first, last = scalar.span.start, scalar.span.end
                inner = [n for n in own if first <= n.span.start and n.span.end <= last]
                widest = max(inner, key=lambda n: (n.span.end - n.span.start, n.type is None),
                             default=None)  # fmt: skip
                entries[place] = Entry(scalar.text, start, widest)
        told: dict[Place, list[Diagnostic]] = {}
        for each in findings:
            is_here = each.span.source.path == source.path
            found = scalar_around(scalars, each.span.start) if is_here else None
            if found is not None and each.span.end <= found[1].span.end:
                told.setdefault(found[0], []).append(each)
        return CheckedFile(source, scalars, entries, own, told)


@contextmanager
def listen(paths: Collection[str] = ()) -> Iterator[Heard]:
    """Yield what is learned of texts while packages are checked inside.

    Args:
        paths: The shown paths of the files that are asked about later.
    """
    none = nullcontext(Notes(()))
    with parser.texts_read() as read, noting(paths) if paths else none as notes:
        yield Heard(read, notes)
