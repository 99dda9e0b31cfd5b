"""Define the texts of `cardwright sim`, `compare`, `leaks` and `tune`, in both languages."""

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
        "worker-lost": (
            "the system stopped a process that was working, perhaps for want of memory; "
            "use fewer processes (-j)",
            "作業中のプロセスがシステムに止められました。メモリー不足かもしれません。"
            "プロセスを減らしてください（-j）",
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


# Key: (English, Japanese). The slots in braces are the same in both.
LEAK_WORDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "leaking": ("playing pairs of worlds", "二つの世界を対戦中"),
        "leaks-none": (
            "{game}: no leak in {pairs} {pair|pairs} of worlds",
            "{game}: {pairs}組の世界で秘密は漏れませんでした",
        ),
        "leaks-found": (
            "{game}: a leak in {leaks} of {pairs} {pair|pairs} of worlds",
            "{game}: {pairs}組のうち{leaks}組の世界で、知ってはならないことが伝わりました",
        ),
        "leaks-open": (
            "{game}: nothing in it is hidden from anybody, as far as {tries} "
            "{match shows|matches show}",
            "{game}: {tries}回の対戦では、だれかに隠されたものはありませんでした",
        ),
        "leaks-alone": (
            "{number} {pair|pairs} could not be made: nothing was hidden there",
            "{number}組は作れませんでした（隠れたものがありませんでした）",
        ),
        "leaks-more": (
            "{number} more {is|are} told apart by: {part}",
            "ほかに{number}組が次のことで見分けられます: {part}",
        ),
        "leaks-no-script": (
            "no script can say how these worlds stand; they come again with: {command}",
            "この二つの世界はスクリプトで書けません。再現するには: {command}",
        ),
        "leaks-again": (
            "`{command}` fails as long as the game leaks",
            "漏れがあるうちは `{command}` が失敗します",
        ),
        "leaks-script": (
            "{seat} is told the same in both worlds",
            "{seat}にはどちらの世界も同じに見える",
        ),
        "leak-head": (
            "{seat} can tell two worlds apart that differ only in what {seat} must not know:",
            "{seat}は、知ってはならないことだけが違う二つの世界を見分けられます:",
        ),
        "leak-where": ("where", "場所"),
        "leak-one": ("world 1", "世界1"),
        "leak-other": ("world 2", "世界2"),
        "leak-place": ("{zone}, place {number}", "{zone}の{number}番目"),
        "leak-nowhere": ("in no zone", "どこにもない"),
        "leak-hidden-state": ("hidden state", "隠れた状態"),
        "leak-answers": (
            "In both is answered: {answers}",
            "どちらでも次のように答えます: {answers}",
        ),
        "leak-told": ("Then {seat} is told:", "すると{seat}に伝わること:"),
        "leak-asked": ("who is asked what", "だれが何を聞かれるか"),
        "leak-zone": ("zone", "ゾーン"),
        "leak-state": ("state", "状態"),
        "leak-value": ("value", "値"),
        "leak-decision": ("question:", "質問:"),
        "leak-event": ("event", "できごと"),
        "leak-texts": ("texts of options", "選択肢の文"),
        "leak-lines": ("the log", "記録"),
        "leak-undo": ("answers that can be taken back", "取り消せる回答の数"),
        "leak-keeps": ("what the next match begins with:", "次の対戦に残るもの:"),
        "leak-question": ("what is asked:", "質問文:"),
        "leak-place-asked": ("where it is asked", "質問の場所"),
        "leak-refusal": ("why an answer is refused:", "回答が断られる理由:"),
        "leak-why-not": ("why an action cannot be taken:", "行動できない理由:"),
        "leak-screen": ("the screen:", "画面:"),
        "leak-outcome": ("the outcome", "結果"),
        "leak-waiting-for": ("whom the match waits for", "だれの番か"),
        "leak-facts": ("what is known of hidden cards", "隠れたカードについて知っていること"),
    }
)


# Key: (English, Japanese). The slots in braces are the same in both.
TUNING_WORDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "tuning": ("searching", "探索中"),
        "tune-last": ("playing what was found", "見つけた値で対戦中"),
        "tune-found": ("with the new numbers", "新しい数値"),
        "tune-title": (
            "{game}: {tries} {version|versions} tried, on the same seeds",
            "{game}: {tries}通りを同じシードで試しました",
        ),
        "tune-number": ("number", "数値"),
        "tune-before": ("before", "前"),
        "tune-after": ("after", "後"),
        "tune-goal-head": ("goal", "目標"),
        "tune-met": ("met", "達成"),
        "tune-yes": ("yes", "はい"),
        "tune-no": ("no", "いいえ"),
        "tune-good": (
            "All goals are met, on seeds that the search has not seen.",
            "探索に使っていないシードで、すべての目標を達成しました。",
        ),
        "tune-bad": (
            "Not all goals are met. Give the numbers wider bounds, name further ones, or allow "
            "more tries.",
            "達成できない目標があります。範囲を広げるか、ほかの数値も加えるか、"
            "--tries を増やしてください。",
        ),
        "tune-same": (
            "Nothing is to be changed: no other numbers come nearer.",
            "変えるところはありません。ほかの数値では目標に近づきません。",
        ),
        "tune-unwritten": (
            "no patch is written to {path}: not all goals are met",
            "目標をすべては達成していないので、{path} にパッチは書きません",
        ),
        "tune-apply": (
            "to take it over: git apply {path}, or patch -p1{where} < {path}",
            "取り込むには: git apply {path} または patch -p1{where} < {path}",
        ),
        "tune-nothing": (
            "say which numbers may change: --vary PATH=LOW..HIGH, such as "
            "cards.anvil.price=1..6, or write the comment `# tune 1..6` behind them",
            "変えてよい数値を示してください: --vary パス=下限..上限（例: cards.anvil.price=1..6）、"
            "または数値の行末にコメント「# tune 1..6」",
        ),
        "tune-vary": (
            "`{word}` is not of the form PATH=LOW..HIGH, such as cards.anvil.price=1..6",
            "「{word}」は「パス=下限..上限」の形ではありません。例: cards.anvil.price=1..6",
        ),
        "tune-bounds": (
            "`{what}`: the bounds {low}..{high} must hold the {now} that stands there, and more",
            "「{what}」: 範囲 {low}..{high} は、いまの値 {now} とほかの値を含む必要があります",
        ),
        "tune-twice": (
            "the same number is named twice",
            "同じ数値が2回指定されています",
        ),
        "tune-numbers": (
            "`{what}`: `{text}` holds {number} {number|numbers} that may be meant, not one; of "
            "several, say "
            "which: PATH#2=LOW..HIGH",
            "「{what}」: 「{text}」に当てはまる数が {number} 個あります。複数あるときは"
            "「パス#2=下限..上限」で何番目かを示してください",
        ),
        "tune-goal": (
            "`{word}` is no goal; goals are like `seat 1 wins 50%`, `median length 60`, "
            "`anvil wins 45%..55%`, `no mage above 30%`",
            "「{word}」は目標ではありません。例: `seat 1 wins 50%`、`median length 60`、"
            "`anvil wins 45%..55%`、`no mage above 30%`",
        ),
        "tune-seat": (
            "`{word}`: there are seats from 1 to {players}",
            "「{word}」: 席は 1〜{players} です",
        ),
        "tune-kind": (
            "no card of a kind `{word}` is there; kinds: {all}",
            "種類「{word}」のカードはありません。種類: {all}",
        ),
    }
)
