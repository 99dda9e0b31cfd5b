"""Check with made-up texts that places are right, printing is faithful and nothing raises."""

from __future__ import annotations

from typing import Any

import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dsl.diagnostics.diagnostic import Report
from dsl.model.documents import Mapping, Scalar
from dsl.records import Source, Span
from dsl.syntax.grammar import KEYWORDS
from dsl.syntax.parser import parse_expression, parse_field, parse_pattern, parse_steps
from dsl.syntax.yaml_reader import read_documents
from tests.dsl.syntax.printing import print_expression
from tests.dsl.syntax.printing_steps import print_steps

few = settings(
    max_examples=50,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
texts = st.text(alphabet="ab 見🎴'\"\\\n:#-é\u3000", max_size=40)


@few
@given(texts, st.sampled_from(["'", '"', "|", ">", None]), st.integers(10, 40), st.booleans())
def test_offsets_hold_the_characters(
    value: str, style: str | None, width: int, allow_unicode: bool
) -> None:
    data = {"🎴": [{"見": value}], "b": value}
    text = yaml.safe_dump(data, default_style=style, width=width, allow_unicode=allow_unicode)
    source, report = Source("t", text), Report()
    documents = read_documents(source, report)
    assert report.diagnostics == []
    root = documents[0].root
    assert isinstance(root, Mapping)
    scalar = next(entry.value for entry in root.entries if entry.key.text == "b")
    assert isinstance(scalar, Scalar) and scalar.text == value
    assert len(scalar.offsets) == len(value) + 1
    assert list(scalar.offsets) == sorted(scalar.offsets)
    for i, char in enumerate(value):
        place = scalar.offsets[i]
        if not char.isspace() and not (text[place] == "\\" and scalar.span.text[0] == '"'):
            assert text[place] == char


@few
@given(st.text(alphabet="ab: -[]{}'\"\n|>&*!#%@`,?\t見", max_size=60))
def test_any_yaml_is_read_or_reported(text: str) -> None:
    report = Report()
    documents = read_documents(Source("t", text), report)
    says_nothing = all(not line.strip() or line.strip()[0] in "#-.%" for line in text.split("\n"))
    assert documents or report.diagnostics or says_nothing
    for finding in report.diagnostics:
        assert 0 <= finding.span.start <= finding.span.end <= len(text)
        assert finding.rendered()


names = st.sampled_from(["a", "b-c", "me", "for-all", "x1"])
atoms = st.one_of(names, st.integers(0, 99).map(str), st.just("none"), st.just("every k"))


def _larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Build larger expressions from smaller ones."""
    operators = ["+", "-", "*", "//", "%", "==", "<", "in", "or", "and", "where", "..", "not in"]
    return st.one_of(
        st.tuples(inner, st.sampled_from(operators), inner).map(
            lambda t: f"({t[0]}) {t[1]} {t[2]}"
        ),
        st.tuples(inner, st.sampled_from(operators), inner).map(lambda t: f"{t[0]} {t[1]} {t[2]}"),
        st.tuples(inner, inner, inner).map(lambda t: f"{t[0]} if {t[1]} else {t[2]}"),
        st.tuples(st.sampled_from(["not ", "-"]), inner).map("".join),
        st.tuples(names, inner, inner).map(lambda t: f"{t[0]}({t[1]}, {t[2]})"),
        st.tuples(inner, names).map(lambda t: f"({t[0]}).{t[1]}"),
        st.tuples(inner, inner).map(lambda t: f"({t[0]})[{t[1]}]"),
        st.tuples(inner, names).map(lambda t: f"({t[0]}).{t[1]}({t[0]})"),
        st.tuples(inner, names).map(lambda t: f"({t[0]}) {t[1]} except a/b"),
        inner.map(lambda t: f"{t} is not empty"),
        inner.map(lambda t: f"[{t}]"),
    )


expressions = st.recursive(atoms, _larger, max_leaves=8)


@few
@given(expressions)
def test_printed_expressions_mean_the_same(parsed: Any, bare: Any, text: str) -> None:
    tree, report = parsed(parse_expression, text)
    if tree is None:
        assert report.diagnostics
        return
    printed = print_expression(tree)
    assert bare(parsed(parse_expression, printed)[0]) == bare(tree)


simple = st.one_of(
    st.tuples(names, expressions, expressions).map(lambda t: f"{t[0]} ({t[1]}) to {t[2]} -> r"),
    st.tuples(names, expressions).map(lambda t: f"choose up to ({t[1]}) {t[0]} from ({t[1]}) by p"),
    st.tuples(expressions, expressions).map(lambda t: f"move ({t[0]}) to top of ({t[1]})"),
    expressions.map(lambda t: f"set a.b to {t}"),
    expressions.map(lambda t: f"do ({t}) -> x"),
    st.just("stop"),
)


def _block(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Build compound steps from smaller ones."""

    def indent(text: str) -> str:
        return "\n".join(f"  {line}" for line in text.split("\n"))

    heads = [
        "if a",
        "for each x in xs",
        "while a",
        "repeat 2 times",
        "may pay 1 g; stop",
        "together",
    ]
    return st.one_of(
        st.tuples(inner, inner).map("\n".join),
        st.tuples(st.sampled_from(heads), inner).map(lambda t: f"{t[0]}:\n{indent(t[1])}"),
        st.tuples(inner, inner).map(lambda t: f"if a:\n{indent(t[0])}\nelse:\n{indent(t[1])}"),
        simple.map(lambda t: f"choose one:\n  {t} when b, stop\n  stop"),
    )


@few
@given(st.recursive(simple, _block, max_leaves=6))
def test_printed_steps_mean_the_same(parsed: Any, bare: Any, text: str) -> None:
    steps, report = parsed(parse_steps, text)
    if steps is None:
        assert report.diagnostics
        return
    again, _ = parsed(parse_steps, print_steps(steps))
    assert bare(again) == bare(steps)


words = st.sampled_from(
    [*KEYWORDS, "a", "b-c", "2", *"()[]+-*/%<>=:;,.", "->", "..", "\n", "\n  ", '"', "見"]
)


@few
@given(st.lists(words, max_size=14).map(" ".join))
def test_any_text_is_parsed_or_reported_once(text: str) -> None:
    source = Source("t", text)
    scalar = Scalar.at(text, True, Span(source, 0, len(text)), tuple(range(len(text) + 1)))
    for function in (parse_steps, parse_expression, parse_field, parse_pattern):
        report = Report()
        tree = function(scalar, report)
        assert (tree is None) == (len(report.diagnostics) == 1)
        for finding in report.diagnostics:
            assert 0 <= finding.span.start <= finding.span.end <= len(text)
            assert finding.rendered()
