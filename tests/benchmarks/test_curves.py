"""The curves of growth are drawn where the rows say."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from benchmarks.curves import curves_of, main, picture

ROWS = [
    {"name": "scaling/players/2", "value": 100.0},
    {"name": "decisions/x", "value": 5.0},
    {"name": "scaling/players/4", "value": 149.0},
    {"name": "scaling/cards/50", "value": 20.0},
]


def test_one_panel_a_curve_one_height_for_all() -> None:
    curves = curves_of(ROWS)
    assert curves == {"players": [(2, 100.0), (4, 149.0)], "cards": [(50, 20.0)]}
    root = ElementTree.fromstring(picture(curves))
    lines = [line.get("points") for line in root.iter("{http://www.w3.org/2000/svg}polyline")]
    assert lines == ["34.0,74.0 234.0,34.8", "34.0,138.0"], "150 is the top, at 34; 0 is at 154"


def test_a_file_of_rows_is_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = tmp_path / "rows.json"
    rows.write_text("warming up\n" + "\n".join(map(json.dumps, ROWS)), "utf-8")
    assert main([str(rows)]) == 0
    assert "µs a decision, by cards" in capsys.readouterr().out


def test_without_curves_nothing_is_drawn(tmp_path: Path) -> None:
    rows = tmp_path / "rows.json"
    rows.write_text(json.dumps(ROWS[1]), "utf-8")
    assert main([str(rows)]) == 1
