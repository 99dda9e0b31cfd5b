"""Hold what `cardwright sim` and `compare` say, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

# Key: (English, Japanese). The slots in braces are the same in both.
NUMBER_WORDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "sim-title": (
            "{game}: {players} players, policy {policy}, seeds from {seed}",
            "{game}: {players}人、方策 {policy}、シード {seed} から",
        ),
        "matches": ("matches", "対戦数"),
        "seconds": ("seconds", "秒"),
        "matches-per-second": ("matches/s", "対戦/秒"),
        "decisions-per-second": ("decisions/s", "決定/秒"),
        "length": ("length (decisions)", "長さ (決定数)"),
        "length-line": (
            "mean {mean}, min {min}, median {median}, 95 % {p95}, max {max}",
            "平均 {mean}、最小 {min}、中央 {median}、95 % {p95}、最大 {max}",
        ),
        "faults": ("faults", "障害"),
        "outcome": ("outcome", "結果"),
        "share": ("share", "割合"),
        "interval": ("{level} % interval", "{level} % 区間"),
        "fault-line": (
            "fault: seed {seed}, after {after} decisions: {reason}",
            "障害: シード {seed}、{after}回の決定の後: {reason}",
        ),
        "who": ("who", "誰"),
        "wins": ("wins", "勝ち"),
        "until-known": (
            "every share of wins is known to {half} points, after {matches} matches",
            "どの席の勝率も ±{half} ポイントまで分かりました（{matches}戦）",
        ),
        "until-open": (
            "after {matches} matches not every share of wins is known to {half} points",
            "{matches}戦では、勝率が ±{half} ポイントまでは分かりませんでした",
        ),
        "no-number": (
            "say how many matches: -n NUMBER, or --until 1%",
            "対戦数を -n 数 か --until 1% で指定してください",
        ),
        "bad-until": (
            "`{word}` is no width: from 0.1% to 50%, such as 1%",
            "「{word}」は幅ではありません。0.1% から 50% で、例えば 1%",
        ),
        "no-numbers": (
            "this needs {library}: pip install 'cardwright[numbers]'",
            "{library} が必要です: pip install 'cardwright[numbers]'",
        ),
        "not-tables": (
            "{path} holds something else than tables of an earlier run: name a new folder",
            "{path} に、以前の表でないものがあります。新しいフォルダーを指定してください",
        ),
        "out-with-script": (
            "--out keeps whole matches: it cannot be used with --from",
            "--out は対戦を始めから記録します。--from とは一緒に使えません",
        ),
        "bad-seat": (
            "`{word}` is not of the form SEAT=POLICY, with a seat from 1 to {players}",
            "「{word}」は「席=方策」の形ではありません。席は 1〜{players}",
        ),
        "bad-policy": (
            "no policy `{word}`; there are {all}, and mixtures such as random:0.5,greedy:0.5",
            "方策「{word}」はありません。あるもの: {all}。混ぜるときは random:0.5,greedy:0.5",
        ),
    }
)
