"""What a package says is text on every page: it becomes no tag, no attribute, no address."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from cardwright.apps.press.site.shelf import file_name, link

GAMES = ("worldmonger", "hostile")
WANTED = {
    "html", "head", "meta", "title", "link", "body", "a", "header", "div", "span", "nav", "main",
    "footer", "p", "bdi", "h1", "h2", "h3", "h4", "h5", "h6", "form", "label", "input", "button",
    "pre", "ul", "ol", "li", "img", "script", "article", "section", "dl", "dt", "dd", "strong",
    "code", "blockquote", "svg", "defs", "marker", "path", "g", "rect", "text",
}  # fmt: skip


def test_no_text_becomes_markup(pages):
    read = pages(*GAMES)

    for path, page in read.items():
        assert page.tags <= WANTED, path
        assert not [each for each in page.attributes if each.startswith("on")], path
        assert "style" not in page.attributes, path


def test_scripts_are_our_own(site):
    files, _ = site(*GAMES)
    scripts = {
        each
        for path, data in files.items()
        if path.endswith(".html")
        for each in re.findall(rb"<script[^>]*>[^<]*", data)
    }

    assert scripts
    assert all(re.fullmatch(rb'<script src="[./a-z-]+">', each) for each in scripts)


def test_hostile_texts_are_shown_as_they_are(pages):
    read = pages(*GAMES)

    assert "<script>alert(1)</script>" in read["en/hostile/index.html"].text
    assert "{{ 7*7 }}{% raw %}" in read["en/hostile/index.html"].text
    assert "</script><img src=x onerror=alert(1)>" in read["ja/hostile/rules.html"].text


def test_no_face_runs_a_script(site):
    files, _ = site(*GAMES)
    faces = [ElementTree.fromstring(data) for path, data in files.items() if "/faces/" in path]
    nodes = [node for face in faces for node in face.iter()]
    drawn = {"svg", "title", "g", "rect", "circle", "line", "path", "text", "tspan"}

    assert len(faces) > 10
    assert {node.tag.rpartition("}")[2] for node in nodes} <= drawn
    assert not [each for node in nodes for each in node.attrib if each.startswith("on")]
    assert not [each for node in nodes for each in node.attrib if each.endswith("href")]


def test_file_names_are_plain_and_differ_whatever_the_system(site):
    files, _ = site(*GAMES)
    names = [each for path in files for each in path.split("/")]

    assert len({path.casefold() for path in files}) == len(files)
    assert [each for each in names if not re.fullmatch(r"[a-z0-9-]{1,80}(\.[a-z]+)?", each)] == []
    assert not [each for each in names if each.split(".")[0] in ("con", "nul", "aux", "prn")]


@pytest.mark.parametrize("id_", ["..", "a/b", "", "CON", "a\0b", "é", "x" * 300, "-", "a--b"])
def test_any_id_has_a_name_of_its_own(id_):
    assert re.fullmatch(r"[a-z0-9-]{1,80}", file_name(id_))
    assert file_name(id_) != file_name(f"{id_}x")


def test_links_are_relative():
    assert link("en/a/cards/x.html", "en/a/index.html") == "../index.html"
    assert link("en/a/index.html", "en/a/index.html#top") == "#top"
    assert link("index.html", "ja/index.html") == "ja/index.html"
