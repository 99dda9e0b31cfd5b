"""Define the texts for authors, in both languages: tools, translations, versions, the graph."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

AUTHOR_WORDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "shrinking": ("making it shorter", "短くしています"),
        "shrink-none": ("this does not fail", "これは失敗しません"),
        "shrink-did": (
            "it fails: {way}; {before} {answer|answers} and entries before, {after} now",
            "失敗: {way}。答えと項目は{before}個から{after}個になりました",
        ),
        "shrink-offer": ("make it short: {command}", "短くするには: {command}"),
        "native-missing": (
            "{players} {player|players}: not carried yet: {missing}",
            "{players}人: まだ扱えません: {missing}",
        ),
        "native-missing-at": (
            "{players} {player|players}: not carried yet: {missing} ({place})",
            "{players}人: まだ扱えません: {missing}({place})",
        ),
        "native-no-library": (
            "the native engine needs wasmtime: pip install wasmtime",
            "ネイティブエンジンには wasmtime が必要です: pip install wasmtime",
        ),
        "native-players": ("players", "人数"),
        "native-size": ("bytes", "バイト"),
        "native-emitted": ("written, ms", "記述(ミリ秒)"),
        "native-coded": ("coded, ms", "符号化(ミリ秒)"),
        "native-compiled": ("compiled, ms", "コンパイル(ミリ秒)"),
        "fmt-did": ("written anew: {path}", "書き直しました: {path}"),
        "fmt-would": ("would change: {path}", "変わります: {path}"),
        "fmt-unread": (
            "left alone, since it cannot be read (`cardwright lint` says why): {path}",
            "読めないので変えません(理由は `cardwright lint`): {path}",
        ),
        "lint-fixed": (
            "fixed: {place}: `{before}` → `{after}`",
            "直しました: {place}: `{before}` → `{after}`",
        ),
        "lint-removed": ("removed: {place}: `{before}`", "消しました: {place}: `{before}`"),
        "lint-fix-what": (
            "say what to mend: cardwright lint PATH --fix",
            "直すものを書いてください: cardwright lint パス --fix",
        ),
        "lint-noted": (
            "noted as known: {number} {finding|findings} in {path}",
            "既知として記録しました: {number}件({path})",
        ),
        "lint-no-baseline": (
            "{path} is no baseline; remove it, and the next run writes it anew",
            "{path} はベースラインではありません。消せば次の実行で作り直します",
        ),
        "skipped-hidden": (
            "not read, it is hidden: {path}",
            "隠しファイルなので読みません: {path}",
        ),
        "skipped-ending": (
            "not read, its name does not end with .yaml: {path}",
            "名前が .yaml で終わらないので読みません: {path}",
        ),
        "skipped-expansion": (
            "not read with the game, it belongs to an expansion: {path}",
            "拡張のファイルなのでゲームとは別に読みます: {path}",
        ),
        "skipped-unreadable": (
            "not read, see the finding about it: {path}",
            "読めません(指摘を見てください): {path}",
        ),
        "new-written": ("written: {path}", "書きました: {path}"),
        "new-next-game": (
            "next: cardwright lint {path}; cardwright test {path}; cardwright play {path}",
            "次は: cardwright lint {path}; cardwright test {path}; cardwright play {path}",
        ),
        "new-ask-name": ("Name in English", "英語の名前"),
        "new-ask-ja": ("Name in Japanese", "日本語の名前"),
        "new-ask-kind": ("Kind of the card", "カードの種類"),
        "new-ask-like": (
            "Like which recipe (tricks, deck-building, auction, board)",
            "どのひな形にするか(tricks、deck-building、auction、board)",
        ),
        "new-ask-title": ("What the script shows", "スクリプトで示すこと"),
        "new-no-recipe": (
            "no recipe `{word}`; there are {all}",
            "「{word}」というひな形はありません。あるもの: {all}",
        ),
        "new-not-here": (
            "`{game}` comes with the program and is not written into; begin an expansion: "
            "cardwright new expansion {game} ID",
            "「{game}」はプログラム付属なので書き足せません。拡張から始めてください: "
            "cardwright new expansion {game} ID",
        ),
        "new-no-kind": (
            "no kind `{word}`; there are {all}",
            "「{word}」という種類はありません。あるもの: {all}",
        ),
        "new-no-value": (
            "a card of this kind must say `{word}`, and nothing simple can stand there; write its "
            "file by hand",
            "この種類のカードには `{word}` が要り、簡単な値がありません。"
            "ファイルを手で書いてください",
        ),
        "new-card-there": ("there is a card `{word}` already", "カード「{word}」はもうあります"),
        "new-bad-id": (
            "`{word}` is no id: write lower case letters, digits and single hyphens",
            "「{word}」はidになりません。小文字、数字、ハイフン1つずつで書いてください",
        ),
        "new-there": ("it is there already: {path}", "もうあります: {path}"),
        "fmt-summary": (
            "in another style: {changed}, in style: {same}",
            "書式の違うファイル: {changed}、正しい書式: {same}",
        ),
    }
)


TRANSLATOR_WORDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "language-own": (
            "Cardwright itself speaks {all}: what is not the game’s own is in English",
            "Cardwright自身の言葉は{all}だけです。ゲームの文以外は英語で表示します",
        ),
        "language-none": (
            "`{word}` is no language tag such as `en`, `ja` or `de`",
            "「{word}」は `en` `ja` `de` のような言語タグではありません",
        ),
        "language-game": (
            "{game} has no texts in `{word}`; it has {all}",
            "{game}に「{word}」の文はありません。あるもの: {all}",
        ),
        "translating-language": (
            "{game} in {tag}: {there} of {number} {text|texts}",
            "{game} の {tag}: {number}個の文のうち{there}個",
        ),
        "translating-more": (
            "… and {number} more (all of them: --json)",
            "…ほか{number}件(すべては--json)",
        ),
        "translating-two-words": ("One term, two translations:", "1つの用語に2つの訳:"),
        "translating-two-meanings": ("One translation, two terms:", "2つの用語に1つの訳:"),
        "translating-other-word": (
            "A card is named, and not by its name in the translation:",
            "カードの名前が訳では別の言葉になっています:",
        ),
        "translating-slots": ("Slots that differ:", "スロットの違い:"),
        "translating-numbers": ("Numbers that differ:", "数の違い:"),
        "translating-may": (
            "A choice in one language alone:",
            "片方の言語だけが選べると言っています:",
        ),
        "translating-each": ("All in one language alone:", "片方の言語だけがすべてと言っています:"),
        "translating-effects": ("Texts and rules that differ:", "文とルールの違い:"),
        "translating-unnamed": (
            "Without a text, so that people read ids, or nothing:",
            "文がなく、IDのまま読まれるか、見えないもの:",
        ),
        "translating-twice": (
            "Cards whose text is the one made from their rules; leave it out:",
            "文がルールから作られる文と同じカード(文を省けます):",
        ),
        "translating-bypassing": ("Shown and never translated:", "訳されずに表示されるもの:"),
        "translating-clean": ("nothing is missing, nothing differs", "不足も違いもありません"),
        "translating-clean-pseudo": (
            "nothing is missing, nothing differs, all that was shown is translated",
            "不足も違いもなく、表示されたものはすべて訳されています",
        ),
        "translating-expansion": (
            "no expansion `{word}` with texts",
            "文のある拡張「{word}」はありません",
        ),
        "translating-exists": (
            "{path} is there already; write to another file, or put it away first",
            "{path} はすでにあります。別のファイルに書くか、先に移してください",
        ),
        "translating-written": (
            "{number} {text|texts} to translate written to {path}",
            "訳す文{number}個を {path} に書きました",
        ),
    }
)


VERSION_WORDS: Final = MappingProxyType(
    {
        "no-revision": (
            "`{word}` is no git revision here, and no folder or game",
            "「{word}」は、ここの git リビジョンでも、フォルダーやゲームでもありません",
        ),
        "no-package-there": (
            "the revision `{word}` has no game at `{path}` (a folder with game.yaml)",
            "リビジョン「{word}」の「{path}」にゲーム (game.yaml のあるフォルダー) はありません",
        ),
        "no-git": (
            "revisions need the program `git`: install it, or name two folders",
            "リビジョンには `git` が必要です。入れるか、フォルダーを2つ指定してください",
        ),
        "diff-forms": (
            "--json and --markdown exclude each other",
            "--json と --markdown は一緒に使えません",
        ),
    }
)


GRAPH_WORDS: Final = MappingProxyType(
    {
        "unknown-node": (
            "the graph has no node `{word}`; the nearest: {guess}",
            "グラフに節「{word}」はありません。近いもの: {guess}",
        ),
        "no-graph-card": (
            "--of takes `turn` or a card, and no card is called `{word}`; the nearest: {others}",
            "--of には turn かカードを書きます。カード「{word}」はありません。近いもの: {others}",
        ),
        "several-graph-cards": (
            "several cards are called `{word}`; name one of them: {others}",
            "「{word}」に当てはまるカードは複数あります。1つ選んでください: {others}",
        ),
        "bad-of": (
            "--of asks one question: name no node with it, and leave out --overview and --source",
            "--of は1つの問いを表します。節の名前、--overview、--source と一緒には使えません",
        ),
        "bad-overview": (
            "--overview shows a whole game, in one of these forms: {forms}",
            "--overview はゲーム全体を表します。使える形式: {forms}",
        ),
        "bad-source": (
            "--source prints the functions of one node, as text: name the node",
            "--source は1つの節の関数を文字で表します。節の名前を書いてください",
        ),
        "no-source": (
            "`{word}` has no function of its own: it is part of what uses it, or not in this game",
            ""
            ""
            ""
            "「{word}」には独自の関数がありません。使う側の一部になっているか、このゲームにありません",
        ),
        "dot-failed": (
            "`dot` could not draw this: {reason}; --format dot writes what it was given",
            "`dot` で描けませんでした: {reason}。--format dot で渡した内容を見られます",
        ),
        "no-graphviz": (
            "SVG needs the program `dot`: install graphviz, or use --format dot",
            "SVG には `dot` が必要です。graphviz を入れるか、--format dot を使ってください",
        ),
    }
)


SORTS: Final = MappingProxyType(
    {
        "option": ("option", "設定"),
        "enum": ("enum", "列挙"),
        "member": ("member", "列挙の語"),
        "kind": ("kind", "種類"),
        "attribute": ("attribute", "属性"),
        "state": ("state", "状態"),
        "zone": ("zone", "置き場"),
        "value": ("value", "値"),
        "action": ("action", "アクション"),
        "group": ("group of actions", "アクションのグループ"),
        "event": ("event", "出来事"),
        "card": ("card", "カード"),
        "phase": ("phase", "フェイズ"),
        "scenario": ("scenario", "シナリオ"),
        "ruling": ("ruling", "裁定"),
    }
)
THING_WORDS: Final = MappingProxyType({f"thing-{sort}": said for sort, said in SORTS.items()})
