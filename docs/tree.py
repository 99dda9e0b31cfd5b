"""Write the page of what programs may import of the language: `make docs` writes `tree.md`.

The page comes from the docstrings, so that each name is explained once.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
FILE: Final = ROOT / "docs" / "tree.md"
MODEL: Final = (
    "game", "nouns", "rules", "steps", "expressions", "types", "traits",
    "amounts", "scripts", "look", "words", "documents", "texts", "walk",
)  # fmt: skip
"""Modules in the order in which the page of the room reads them."""
MODULES: Final = tuple(f"dsl.model.{name}" for name in MODEL)
CLASSES: Final = (
    ("dsl.records", "Source"),
    ("dsl.records", "Span"),
    ("dsl.languages", "Language"),
    ("dsl.languages", "Phrase"),
    ("dsl.languages", "Catalogue"),
    ("dsl.diagnostics.diagnostic", "Diagnostic"),
    ("dsl.diagnostics.catalogue", "Finding"),
    ("dsl.syntax.package_files", "Files"),
    ("dsl.syntax.yaml_reader", "YamlFile"),
    ("dsl.asking.listening", "Heard"),
    ("dsl.asking.answers", "CheckedFile"),
    ("dsl.asking.answers", "Answer"),
    ("dsl.asking.answers", "Offer"),
    ("dsl.words.vocabulary", "Vocabulary"),
)
"""Classes of the names, and of what functions among them return."""
HEAD: Final = """\
# The language from Python

After this page you know what a program may import of the language. `dsl` lists names.
`dsl.model` is the tree of a checked game, as `ast` is the tree of Python. Everything deeper may
change without notice; a change of what stands here is noted in the changelog.

`cardwright.check` gives the tree of a package; `game.model` is that of a loaded game. This page is
written from the code by `make docs`.

## Names of `dsl`
"""


def page() -> str:
    """Return the whole page."""
    return (
        "\n".join(
            (HEAD, *_names(), *_classes(), *(line for name in MODULES for line in _module(name)))
        )
        + "\n"
    )


def _names() -> Iterator[str]:
    """Yield a row for each public name."""
    document = ast.get_docstring(_tree(ROOT / "dsl" / "__init__.py")) or ""
    yield from ("| name | what it is |", "| --- | --- |")
    for name, meaning in re.findall(r"^- `(\w+)`: (.*)$", document, re.MULTILINE):
        yield f"| `{name}` | {meaning} |"


def _classes() -> Iterator[str]:
    """Yield the classes behind the names: their fields, and what they are asked for."""
    yield from ("", "## Classes behind these names", "")
    yield "`listen` yields a `Heard`, `ask` returns an `Answer`, `read_yaml` a `YamlFile`."
    yield from ("", "| class | fields | what it is |", "| --- | --- | --- |")
    found = []
    for module, name in CLASSES:
        tree = _of(module)
        (node,) = (n for n in tree.body if isinstance(n, ast.ClassDef) and n.name == name)
        found.append(node)
        yield f"| `{name}` | {_fields(node, tree)} | {_first(node)} |"
    yield from ("", "| asked for | gives |", "| --- | --- |")
    for node in found:
        for each in node.body:
            if isinstance(each, ast.FunctionDef) and not each.name.startswith("_"):
                words = (getattr(mark, "id", "") for mark in each.decorator_list)
                names = _arguments(each).removeprefix("self").removeprefix("cls").lstrip(", ")
                called = each.name if "property" in words else f"{each.name}({names})"
                yield f"| `{node.name}.{called}` | {_first(each)} |"


def _module(name: str) -> Iterator[str]:
    """Yield what a module has: its classes with their fields, then its functions."""
    tree = _of(name)
    nodes = [node for node in tree.body if not getattr(node, "name", "_").startswith("_")]
    classes = [node for node in nodes if isinstance(node, ast.ClassDef)]
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
    yield from ("", f"## `{name}`", "", _first(tree))
    if classes:
        yield from ("", "| class | fields | what it is |", "| --- | --- | --- |")
        rows = ((each.name, _fields(each, tree), _first(each)) for each in classes)
        yield from (f"| `{name}` | {fields} | {meaning} |" for name, fields, meaning in rows)
    if functions:
        yield from ("", "| function | what it does |", "| --- | --- |")
        yield from (f"| `{each.name}({_arguments(each)})` | {_first(each)} |" for each in functions)


def _of(module: str) -> ast.Module:
    return _tree(ROOT.joinpath(*module.split(".")).with_suffix(".py"))


def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def _first(node: ast.Module | ast.ClassDef | ast.FunctionDef) -> str:
    """Return the first paragraph of a docstring, as a cell of a table."""
    return " ".join((ast.get_docstring(node) or "").split("\n\n")[0].split()).replace("|", "\\|")


def _fields(node: ast.ClassDef, tree: ast.Module) -> str:
    """Return the names of the fields of a class, those of its private bases too."""
    bases = {base.id for base in node.bases if isinstance(base, ast.Name) and base.id[0] == "_"}
    private = (each for each in tree.body if isinstance(each, ast.ClassDef) and each.name in bases)
    body = [each for owner in (node, *private) for each in owner.body]
    named = (each.target for each in body if isinstance(each, ast.AnnAssign))
    fields = [each.id for each in named if isinstance(each, ast.Name)]
    return " ".join(f"`{each}`" for each in fields if not each.startswith("_"))


def _arguments(node: ast.FunctionDef) -> str:
    """Return the names of what a function takes."""
    return ", ".join(each.arg for each in (*node.args.args, *node.args.kwonlyargs))


if __name__ == "__main__":
    FILE.write_text(page(), "utf-8")
