"""Draw numbers as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from cardwright.apps.lab.reporting.facts import Share
from cardwright.apps.lab.simulate.tables import library

INK, ACCENT, SOFT = "#23201c", "#7a4a1d", "#d9c7ae"
WIDTH: Final = 560
_FONT = "system-ui, 'Hiragino Sans', 'Noto Sans CJK JP', 'Noto Sans JP', sans-serif"


def shares(rows: Sequence[tuple[str, Share]], fair: float | None, axis: str) -> str:
    """Return bars of shares with their intervals; a line stands where a fair share is."""
    alt = library("altair")
    values = [
        {"who": who, "share": share.share, "low": share.interval[0], "high": share.interval[1]}
        for who, share in rows
    ]
    widest = max(0.05, *(share.interval[1] for _, share in rows))
    order = [who for who, _ in rows]
    base = alt.Chart(alt.Data(values=values)).encode(
        y=alt.Y("who:N", sort=order, title=None, axis=alt.Axis(labelLimit=220))
    )
    scale = alt.Scale(domain=[0, min(1.0, widest * 1.05)])
    x = alt.X("share:Q", scale=scale, title=axis, axis=alt.Axis(format=".0%", tickMinStep=0.01))
    bars = base.mark_bar(color=SOFT).encode(x=x)
    lines = base.mark_rule(color=ACCENT, strokeWidth=2).encode(x="low:Q", x2="high:Q")
    points = base.mark_point(color=ACCENT, filled=True, size=45).encode(x="share:Q")
    layers = [bars, lines, points]
    if fair is not None:
        fair_line = alt.Chart(alt.Data(values=[{"fair": fair}]))
        layers.append(fair_line.mark_rule(strokeDash=[4, 4], color=INK).encode(x="fair:Q"))
    return _svg(alt.layer(*layers), max(60, 26 * len(rows)))


def histogram(numbers: Sequence[float], axis: str, up: str, is_share: bool = False) -> str:
    """Return how often numbers are how large."""
    alt = library("altair")
    low, high = (0.0, 1.0) if is_share else (min(numbers), max(numbers) + 1)
    width = (high - low) / 20 if is_share else max(1, -(-(high - low) // 40))
    counts: dict[int, int] = {}
    for number in numbers:
        place = min(int((number - low) / width), 19) if is_share else int((number - low) // width)
        counts[place] = counts.get(place, 0) + 1
    bins = [
        {"from": low + place * width, "to": low + (place + 1) * width, "count": count}
        for place, count in sorted(counts.items())
    ]
    format_ = ".0%" if is_share else ",.0f"
    x = alt.X("from:Q", title=axis, axis=alt.Axis(format=format_))
    chart = alt.Chart(alt.Data(values=bins)).mark_rect(color=SOFT, stroke=ACCENT, strokeWidth=0.5)
    chart = chart.encode(x=x, x2="to:Q", y=alt.Y("count:Q", title=up), y2=alt.value(170))
    return _svg(chart, 170)


def _svg(chart: Any, height: int) -> str:
    """Return a chart as SVG text."""
    room = {"left": 60, "top": 5, "right": 30, "bottom": 5}  # text may be wider than it is measured
    axis = {"labelFlush": False, "labelSeparation": 12}  # no label is pushed upon another
    config = {
        "font": _FONT, "padding": room, "background": "transparent", "view": {"stroke": None},
        "axis": axis,
    }  # fmt: skip
    told = chart.properties(width=WIDTH, height=height).configure(**config).to_dict()
    return str(library("vl_convert").vegalite_to_svg(told))
