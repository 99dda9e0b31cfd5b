"""Define every text of the command line, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from cardwright import Mistake
from cardwright.apps.face.author_words import (
    AUTHOR_WORDS,
    GRAPH_WORDS,
    THING_WORDS,
    TRANSLATOR_WORDS,
    VERSION_WORDS,
)
from cardwright.apps.face.measure_words import LEAK_WORDS, NUMBER_WORDS, TUNING_WORDS
from cardwright.apps.face.play_words import DEMO_WORDS, PROGRAM_WORDS, SERVE_WORDS, TABLE_WORDS
from cardwright.apps.face.press_words import PRINT_WORDS, SITE_WORDS
from cardwright.apps.face.sheet_words import SHEET_WORDS
from dsl import languages

# Key: (English, Japanese). The slots in braces are the same in both.
WORDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        **Mistake.WORDS,
        # Errors of people
        "error": ("error: {message}", "エラー: {message}"),
        "os-error": ("{reason}: {path}", "{reason}: {path}"),
        "as-told": ("{reason}", "{reason}"),
        "standard-output": ("standard output", "標準出力"),
        "output-closed": (
            "standard output is closed: there is nowhere to print to",
            "標準出力が閉じていて、どこにも表示できません",
        ),
        "interrupted": ("interrupted", "中断しました"),
        "unknown-command": ("no command `{word}`", "コマンド「{word}」はありません"),
        "unknown-command-near": (
            "no command `{word}`; did you mean `{guess}`?",
            "コマンド「{word}」はありません。「{guess}」ですか？",
        ),
        "bad-players": (
            "{number} cannot play; the game is for {low} to {high}",
            "{number}人では遊べません。{low}〜{high}人用です",
        ),
        "unknown-scenario": (
            "no scenario `{word}`; known: {guess}",
            "シナリオ「{word}」はありません。あるもの: {guess}",
        ),
        "bad-scenario-players": (
            "{number} cannot play; the scenario `{word}` is for {low} to {high}",
            "{number}人では遊べません。シナリオ「{word}」は{low}〜{high}人用です",
        ),
        "no-thinking": (
            "the policy `{policy}` does not think ahead; --iterations and --seconds belong to "
            "--policy {thinking}",
            "方策「{policy}」は先読みをしません。--iterations と --seconds は "
            "--policy {thinking} と使います",
        ),
        "no-seat": (
            "`{word}` is no seat from 1 to {last}",
            "「{word}」は1〜{last}の席ではありません",
        ),
        "not-one-script": (
            "{number} {script|scripts} at `{path}`, and one is needed: name it by FILE:LINE",
            "「{path}」にはスクリプトが{number}個あります。「ファイル:行」で1個を選んでください",
        ),
        "script-fails": (
            "the script does not come out: {reason}",
            "スクリプトが期待どおりに進みません: {reason}",
        ),
        "script-decides": (
            "with --from, the script decides the players and options",
            "--from では人数とオプションはスクリプトが決めます",
        ),
        "script-without-package": (
            "`{path}` does not belong to a package (a folder with game.yaml)",
            "「{path}」はパッケージ (game.yaml のあるフォルダー) の中にありません",
        ),
        "output-is-option": (
            "`{word}` reads like an option of the game, which `-o` sets; `-O` says where to write "
            "(a file of that name: ./{word})",
            "「{word}」はゲームのオプション(`-o`)のようです。書き出す先は `-O` で指定します "
            "(その名前のファイルなら ./{word})",
        ),
        **GRAPH_WORDS,
        "unknown-word": (
            "nothing is called `{word}`: no diagnostic, word or name of a game",
            "「{word}」という診断・語・ゲームの名前はありません",
        ),
        "unknown-word-near": (
            "nothing is called `{word}`; did you mean `{guess}`?",
            "「{word}」というものはありません。「{guess}」ですか？",
        ),
        "package-broken": (
            "the package has errors; `cardwright lint` shows them all",
            "パッケージに誤りがあります。`cardwright lint` ですべて見られます",
        ),
        "cache-not-own": (
            "note: without a cache, for others own or may write {path}: chmod go-w {path}",
            "注意: {path} は他人のものか、他人が書き込めるため、キャッシュを使いません: "
            "chmod go-w {path}",
        ),
        # lint
        "lint-summary": (
            "packages: {packages}, errors: {errors}, warnings: {warnings}",
            "パッケージ: {packages}、エラー: {errors}、警告: {warnings}",
        ),
        "lint-more": ("and {more} more", "ほかに{more}件"),
        "lint-nothing": (
            "nothing was checked: no package was found",
            "パッケージが見つからず、何も検査しませんでした",
        ),
        **DEMO_WORDS,
        **TABLE_WORDS,
        **THING_WORDS,
        **VERSION_WORDS,
        **SERVE_WORDS,
        **SITE_WORDS,
        **SHEET_WORDS,
        **TRANSLATOR_WORDS,
        **AUTHOR_WORDS,
        # run and test
        "run-title": ("── {title}  ({place})", "── {title}  ({place})"),
        "run-summary": (
            "scripts as expected: {passed} of {number}",
            "期待どおりのスクリプト: {number}個中{passed}個",
        ),
        "run-nothing": ("no script was found", "スクリプトが見つかりませんでした"),
        "failed-step": (
            "FAILED at {place}\n  expected: {expected}\n  found:    {found}",
            "失敗 {place}\n  期待: {expected}\n  実際: {found}",
        ),
        "failed-transcript": (
            "DIFFERENT from {path}, line {line}\n  recorded: {expected}\n  found:    {found}",
            "記録と違います {path} {line}行目\n  記録: {expected}\n  実際: {found}",
        ),
        "recorded": ("recorded in {path}", "{path} に記録しました"),
        "not-recorded": ("not recorded, as it failed", "失敗したので記録しませんでした"),
        "test-failure": (
            "{place}: {title}: expected {expected}, found {found}",
            "{place}: {title}: 期待 {expected}、実際 {found}",
        ),
        "test-transcript": (
            "{path}:{line}: {title}: expected {expected}, found {found}",
            "{path}:{line}: {title}: 期待 {expected}、実際 {found}",
        ),
        "test-broken": ("{place}: {title}: {reason}", "{place}: {title}: {reason}"),
        "test-summary": (
            "examples and scripts: {number}, failed: {failed}",
            "例とスクリプト: {number}、失敗: {failed}",
        ),
        "test-nothing": ("no example or script was found", "例もスクリプトも見つかりませんでした"),
        "test-needs-coverage": (
            "--json, --html and --at-least go with --coverage",
            "--json、--html、--at-least は --coverage と一緒に使います",
        ),
        "testing": ("testing", "検査中"),
        "card": ("card", "カード"),
        "nodes": ("nodes", "節点"),
        "reached": ("reached", "通過"),
        "no-cards-nodes": ("(rules)", "(ルール)"),
        "coverage-head": (
            "{share} of the nodes are reached by examples and scripts: {count} of {nodes}",
            "例とスクリプトが通る節点は{share}: {nodes}個中{count}個",
        ),
        "coverage-full": ("in full size", "原寸で表示"),
        "reached-part": ("in part", "一部"),
        "reached-not": ("not reached", "未通過"),
        "whole-game": ("all", "全体"),
        "not-reached": ("not reached:", "通っていない箇所:"),
        "coverage-below": (
            "{game}: less than {wanted} % of the nodes are reached",
            "{game}: 通った節点が{wanted} %未満です",
        ),
        # games and limits
        "no-games": ("no games were found", "ゲームが見つかりませんでした"),
        "game": ("game", "ゲーム"),
        "title": ("title", "題名"),
        "players": ("players", "人数"),
        "version": ("version", "版"),
        "summary": ("summary", "概要"),
        "has-errors": ("(has errors: cardwright lint)", "(誤りあり: cardwright lint)"),
        "published": ("published", "公表済み"),
        "reconstructed": ("reconstructed", "復元"),
        "ruling": ("ruling", "裁定"),
        "ruling-here": ("decided here", "ここで決定"),
        "ruling-by": ("settled by {source}", "{source} による"),
        "ruling-option": ("changed by -o {option}=…", "-o {option}=… で変わる"),
        "limit": ("limit", "制限"),
        "value": ("value", "値"),
        "unit": ("unit", "単位"),
        "reported-as": ("reported as", "診断名"),
        "reason": ("reason", "理由"),
        # games --stats
        "stats-broken": (
            "{game}: has errors and is left out; see `cardwright lint {game}`",
            "{game}: 誤りがあるので数えません。`cardwright lint {game}` で見られます",
        ),
        "stats-lines": ("lines", "行数"),
        "stats-rules": ("rules", "ルール"),
        "stats-cards": ("cards", "カード"),
        "stats-median": ("median per card", "1枚の中央値"),
        "stats-ninth": ("90 % per card", "1枚の90 %値"),
        "stats-most": ("most per card", "1枚の最大"),
        "stats-counts": ("cards and proofs", "カードと検証"),
        "stats-with-rules": ("cards with rules", "ルールのあるカード"),
        "stats-without-rules": ("without", "ないカード"),
        "stats-options": ("options", "オプション"),
        "stats-examples": ("examples", "例"),
        "stats-scripts": ("scripts", "スクリプト"),
        "stats-happens": ("settings and what can happen", "設定と起こり得ること"),
        "stats-waits": ("rules that wait", "待つルール"),
        "sort-value": ("values", "値"),
        "sort-event": ("events", "イベント"),
        "sort-action": ("actions", "行動"),
        "sort-trigger": ("triggers", "誘発"),
        "sort-replacement": ("replacements", "置換"),
        "sort-modifier": ("modifiers", "修正"),
        "sort-forbid": ("forbids", "禁止"),
        "sort-always": ("always", "常時"),
        # cards
        "card-id": ("id", "ID"),
        "card-name": ("name", "名前"),
        "card-kind": ("kind", "種類"),
        "card-start": ("begins in", "最初の場所"),
        "card-expansion": ("expansion", "拡張"),
        "card-attributes": ("attributes", "属性"),
        "card-outside": ("outside the game", "ゲーム外"),
        "card-copies": ("copies: {number}, begins: {zone}", "枚数: {number}、最初の場所: {zone}"),
        "card-rules": ("rules", "ルール"),
        "card-kind-rules": ("every {kind}", "すべての{kind}"),
        "card-no-source": ("not said", "記載なし"),
        "card-offered": ("its actions are offered in", "アクションが選べるフェイズ"),
        "card-listens": ("its rules listen to or change", "ルールが聞く・変えるもの"),
        "card-named": ("named by", "名を挙げるもの"),
        "card-moved": ("moved by", "動かすもの"),
        "community": ("community", "プレイヤーの報告"),
        "card-count": ("cards: {number}", "カード: {number}種"),
        "card-depends": (
            "and as the match goes: {names}",
            "対局次第で合うカード: {names}",
        ),
        "card-none": ("no card fits all of these", "すべてに合うカードはありません"),
        "card-broken": (
            "the expansion `{word}` has errors and is left out; `cardwright lint` shows them",
            "拡張「{word}」は誤りがあるので省きました。`cardwright lint` で見られます",
        ),
        "card-form": (
            "`{word}` is no form to write cards in; known: {all}",
            "「{word}」の形式では書き出せません。使えるもの: {all}",
        ),
        "card-query": ("{message}", "{message}"),
        **NUMBER_WORDS,
        **TUNING_WORDS,
        **LEAK_WORDS,
        **PRINT_WORDS,
        **PROGRAM_WORDS,
        # explain
        "source": ("source", "出典"),
        "example": ("example", "例"),
        "examples-begin": ("positions of examples begin with", "例の局面の初め"),
        "listened-to": ("listened to by", "聞いている規則"),
        # sim
        "playing": ("playing", "対戦中"),
        "thinking": ("{name} is thinking", "{name}が考え中"),
        "seat": ("seat {number}", "席{number}"),
        # play
        "play-title": (
            "{title} · {players} {player|players} · seed {seed}",
            "{title} · {players}人 · シード {seed}",
        ),
        "table": ("table", "場"),
        "round": ("round {number}", "第{number}ラウンド"),
        "prompt": ("> ", "> "),
        "play-keys": (
            "  ? why · c NAME card · t table · l log · u undo · s save · q leave · h help",
            "  ? 理由 · c 名前 カード · t 場 · l 記録 · u 戻す · s 保存 · q 終わる · h 説明",
        ),
        "hand-over": ("{name}'s turn to decide", "{name}の番です"),
        "press-enter": ("{name}, press Enter ", "{name}は Enter を押してください "),
        "bad-number": ("a number from 1 to {last}, please", "1〜{last}の番号を入れてください"),
        "bad-answer": ("`{word}` is not among the choices", "「{word}」という選択肢はありません"),
        "why-not": ("not now: {action} ({text})", "今はできません: {action} ({text})"),
        "no-card": ("no card is called `{word}`", "「{word}」というカードはありません"),
        "many-cards": ("which one? {names}", "どれですか？ {names}"),
        "undo-refused": (
            "it cannot be taken back: something hidden has become known, or nothing was done",
            "戻せません。隠れていたものが知られたか、まだ何もしていません",
        ),
        "outcome-is": ("The match is over: {outcome}", "終わりました: {outcome}"),
        "faulty": ("stopped by a fault", "障害で止まりました"),
        "offer-save": (
            "Save the match? (y: {path}, or a file name; Enter: no) ",
            "保存しますか？ (y: {path}、またはファイル名。Enter: しない) ",
        ),
        "saved": ("saved in {path}", "{path} に保存しました"),
        "not-saved": ("not saved", "保存しませんでした"),
        "not-saved-because": ("not saved in {path}: {reason}", "{path} に保存できません: {reason}"),
        "no-campaign": (
            "`{game}` keeps nothing from one match for the next (`keeps` of its `end`)",
            "「{game}」には次の対戦へ引き継ぐものがありません (`end` の `keeps`)",
        ),
        "campaign-ends": (
            "with match {number} the campaign is over: no match follows",
            "キャンペーンは第{number}戦で終わりました。次の対戦はありません",
        ),
        "campaign-over": (
            "the campaign in {path} ended with match {number}; name a new file to begin anew",
            "{path} のキャンペーンは{number}戦で終わっています。"
            "新しく始めるには別のファイルを指定してください",
        ),
        "campaign-goes-on": (
            "match {number} of the campaign begins as {path} says",
            "キャンペーンの第{number}戦は {path} のとおりに始まります",
        ),
        "classics": ("Games that everybody knows", "だれもが知っているゲーム"),
        "tricks": ("Tricks", "トリックテイキング"),
        "shedding": ("Shedding and climbing", "手札をなくすゲーム"),
        "matching": ("Matching and collecting", "そろえて集めるゲーム"),
        "betting": ("Betting and bluff", "賭けとはったり"),
        "others": ("Others", "その他"),
        # replay and files
        "trajectory-written": ("trajectory written to {path}", "棋譜を {path} に書きました"),
        "replay-same": ("{path}: the same course", "{path}: 同じ経過です"),
        "replay-different": ("{path}: {difference}", "{path}: {difference}"),
        "written": ("written to {path}", "{path} に書きました"),
    }
)


def say(lang: str, key: str, **slots: object) -> str:
    """Return a text in a language, its slots filled."""
    return languages.filled(languages.worded(WORDS[key], lang), slots)
