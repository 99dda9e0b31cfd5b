"""Read one file of YAML for a program that looks at files one by one."""

from __future__ import annotations

from pathlib import Path

from dsl.diagnostics.diagnostic import Diagnostic, Report
from dsl.model.documents import Document, Place, Scalar, scalars_by_place
from dsl.records import Record
from dsl.source import Source
from dsl.syntax.yaml_reader import read_documents, read_source


class YamlFile(Record):
    """A file as it was read.

    Attributes:
        source: Its text; None where it has none.
        documents: Those that can be read.
        findings: Why the rest cannot.
    """

    source: Source | None
    documents: tuple[Document, ...]
    findings: tuple[Diagnostic, ...]

    def scalars(self) -> dict[Place, Scalar]:
        """Return every text of the file by its place."""
        return scalars_by_place(self.documents)


def read_yaml(file: Source | Path) -> YamlFile:
    """Return a text, or the file of a path, as YAML."""
    report = Report()
    source = read_source(file, str(file), report) if isinstance(file, Path) else file
    documents = () if source is None else read_documents(source, report)
    return YamlFile(source, documents, tuple(report.diagnostics))
