"""Draw how the cost of a decision grows: `python -m benchmarks.curves rows.json > curves.svg`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

WIDTH, HEIGHT = 250, 190
LEFT, TOP, RIGHT, BOTTOM = 34, 34, 16, 36
STEP: Final = 50
"""Microseconds from line to line."""

INK, FAINT, LINE = "#222", "#ccc", "#1f6f8b"


def main(arguments: list[str]) -> int:
    """Read rows, print a picture; return the status."""
    lines = Path(arguments[0]).read_text("utf-8").splitlines() if arguments else list(sys.stdin)
    curves = curves_of(json.loads(line) for line in lines if line.startswith("{"))
    if not curves:
        print("no rows `scaling/…` in the input", file=sys.stderr)
        return 1
    print(picture(curves))
    return 0


def curves_of(rows: Iterable[Mapping[str, Any]]) -> dict[str, list[tuple[int, float]]]:
    """Return for each size that grows its values and the microseconds a decision takes there."""
    found: dict[str, list[tuple[int, float]]] = {}
    for row in rows:
        family, *rest = row["name"].split("/")
        if family == "scaling":
            found.setdefault(rest[0], []).append((int(rest[1]), row["value"]))
    return found


def picture(curves: Mapping[str, list[tuple[int, float]]]) -> str:
    """Return an SVG with one panel a curve, all of one height a microsecond."""
    most = max(cost for points in curves.values() for _, cost in points)
    top = STEP * (int(most // STEP) + 1)
    panels = (_panel(n, name, points, top) for n, (name, points) in enumerate(curves.items()))
    size = f'width="{WIDTH * len(curves)}" height="{HEIGHT}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif">'
    return "\n".join([head, '<rect width="100%" height="100%" fill="white"/>', *panels, "</svg>"])


def _panel(number: int, name: str, points: list[tuple[int, float]], top: int) -> str:
    """Return one curve over sizes that stand at equal distances."""
    wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    across = wide / max(len(points) - 1, 1)
    places = [
        (LEFT + n * across, TOP + high * (1 - cost / top)) for n, (_, cost) in enumerate(points)
    ]
    parts = [_text(LEFT, 18, f"µs a decision, by {name}", "start", 12)]
    for cost in range(0, top + 1, STEP):
        y = TOP + high * (1 - cost / top)
        parts.append(f'<path d="M{LEFT} {y:.1f}h{wide}" stroke="{FAINT}"/>')
        parts.append(_text(LEFT - 5, y + 4, str(cost), "end"))
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    parts.append(f'<polyline points="{path}" fill="none" stroke="{LINE}" stroke-width="2"/>')
    for (x, y), (size, _) in zip(places, points, strict=True):
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{LINE}"/>')
        parts.append(_text(x, HEIGHT - BOTTOM + 18, f"{size:,}", "middle"))
    return f'<g transform="translate({number * WIDTH} 0)">{"".join(parts)}</g>'


def _text(x: float, y: float, text: str, anchor: str, size: int = 10) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" fill="{INK}"'
    return f"<text {place}>{text}</text>"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
