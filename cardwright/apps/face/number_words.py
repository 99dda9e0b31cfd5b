"""Hold what `cardwright sim` and `compare` say, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

# Key: (English, Japanese). The slots in braces are the same in both.
NUMBER_WORDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "sim-title": (
            "{game}: {players} {player|players}, policy {policy}, seeds from {seed}",
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
            "fault: seed {seed}, after {after} {decision|decisions}: {reason}",
            "障害: シード {seed}、{after}回の決定の後: {reason}",
        ),
        "who": ("who", "誰"),
        "wins": ("wins", "勝ち"),
        "until-known": (
            "every share of wins is known to {half} {point|points}, after {matches} "
            "{match|matches}",
            "どの席の勝率も ±{half} ポイントまで分かりました（{matches}戦）",
        ),
        "until-open": (
            "after {matches} {match|matches} not every share of wins is known to {half} "
            "{point|points}",
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
        "needs-extra": (
            "this needs {missing}: {install}",
            "{missing} が必要です: {install}",
        ),
        "not-tables": (
            "{path} holds something else than tables of an earlier run: name a new folder",
            "{path} に、以前の表でないものがあります。新しいフォルダーを指定してください",
        ),
        "out-with-script": (
            "--out keeps whole matches: it cannot be used with --from",
            "--out は対戦を始めから記録します。--from とは一緒に使えません",
        ),
        "compare-ways": (
            "say in one way what B is: a second package, --without, --set, --with or --versus",
            "B を1つの方法で示してください: 2つ目のパッケージ、--without、--set、--with、--versus",
        ),
        "compare-set": (
            "`{word}` is not of the form PATH=VALUE, such as cards.anvil.price=3",
            "「{word}」は「パス=値」の形ではありません。例: cards.anvil.price=3",
        ),
        "compare-no-place": (
            "`{path}` leads to no word of the package: name the keys from the top of a file, "
            "such as cards.anvil.price or state.rounds.default",
            "「{path}」はパッケージのどこにもありません。ファイルの上から順にキーを並べてください。"
            "例: cards.anvil.price",
        ),
        "compare-many-places": (
            "`{path}` leads to {number} {word|words} of the package, not to one",
            "「{path}」に当たるものが {number} 個あります",
        ),
        "compare-players": (
            "A is played by {first}, B by {second}: say --players",
            "A は{first}人、B は{second}人です。--players で指定してください",
        ),
        "compare-no-card": (
            "no card `{word}` is in play",
            "「{word}」というカードは使われていません",
        ),
        "compare-title": (
            "A: {first} · B: {second} · {number} {match|matches} of each, on the same seeds",
            "A: {first} · B: {second} · それぞれ{number}戦、同じシード",
        ),
        "compare-by": ("B − A", "B − A"),
        "seat-wins": ("wins of seat {who}", "席{who}の勝率"),
        "card-wins": ("wins of who held {who}", "{who} を持っていた人の勝率"),
        "policy-wins": ("wins with {who} in one seat", "1席だけ {who} のときの勝率"),
        "decisions-each": ("decisions a match", "1戦の決定数"),
        "seat-score": ("score of seat {who}", "席{who}の得点"),
        "compare-short": ("In short, in B: {what}.", "まとめ（B では）: {what}。"),
        "compare-nothing": ("nothing clearly changes", "はっきりした違いはありません"),
        "compare-more": ("{what} up by {by}", "{what}が{by}増える"),
        "compare-less": ("{what} down by {by}", "{what}が{by}減る"),
        "compare-differs": (
            "{what}: B has {by}, most likely between {low} and {high}; {matches} {pair|pairs} of "
            "matches "
            "told that, without pairs it would take {alone} of each",
            "{what}: B は {by}（{low} から {high} の間）。{matches}組の対戦で分かりました。"
            "組にしなければ {alone} 戦ずつ必要です",
        ),
        "compare-always": (
            "{what}: B has {by} in each of {matches} {pair|pairs} of matches",
            "{what}: {matches}組のどの対戦でも B は {by}",
        ),
        "compare-never": (
            "{what}: the same in each of {matches} {pair|pairs} of matches",
            "{what}: {matches}組のどの対戦でも同じ",
        ),
        "compare-same": (
            "{what}: no difference can be told; one of more than {most} is not likely "
            "({matches} {pair|pairs})",
            "{what}: 違いは見えません。{most} より大きな違いはなさそうです（{matches}組）",
        ),
        "compare-faults": (
            "faults: {first} in A, {second} in B",
            "障害: A に {first}、B に {second}",
        ),
        "compare-each-title": (
            "{game} without each card in turn · {number} {match|matches} of each, on the same "
            "seeds",
            "{game}: カードを1枚ずつ除く · それぞれ{number}戦、同じシード",
        ),
        "card": ("card", "カード"),
        "compare-held": ("matches held", "持った対戦"),
        "compare-worth": ("points of wins", "勝率への効果"),
        "compare-between": ("between", "範囲"),
        "compare-longer": ("decisions", "決定数"),
        "compare-found": (
            "Who holds these wins more or less often because of it: {cards}. Of {number} "
            "{card|cards} "
            "without any effect one would be named here in one run of a hundred.",
            "持っている人の勝率が変わるカード: {cards}。効果のないカード{number}枚から"
            "誤って挙がるのは100回に1回です。",
        ),
        "compare-none": (
            "No card of {number} can be told to change how often its holder wins.",
            "{number}枚のうち、持ち主の勝率を変えると言えるカードはありません。",
        ),
        "compare-faulty": (
            "Without these the rules break, so nothing is said of them: {cards}",
            "これらがないとルールが壊れるため、何も言えません: {cards}",
        ),
        "bad-executor": (
            "`{word}` is none of: processes, dask, dask://HOST:PORT",
            "「{word}」は processes、dask、dask://ホスト:ポート のどれでもありません",
        ),
        "cluster-lost": (
            "the cluster at {address} cannot be reached or gave up: {reason}",
            "{address} のクラスターにつながらないか、止まりました: {reason}",
        ),
        "cluster-local": (
            "the local cluster gave up: {reason}",
            "この機械のクラスターが止まりました: {reason}",
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
