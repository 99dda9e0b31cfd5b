"""Define the texts about tables of cards, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

SHEET_WORDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "sheet-error": ("error: {place}: {text}", "エラー: {place}: {text}"),
        "sheet-warning": ("warning: {place}: {text}", "警告: {place}: {text}"),
        "sheet-note": ("note: {place}: {text}", "メモ: {place}: {text}"),
        "sheet-row": ("row {row}", "{row}行"),
        # the file
        "sheet-form": (
            "`{word}` is no form of a table; known: {all}",
            "「{word}」は表の形式ではありません。使えるもの: {all}",
        ),
        "sheet-file-large": (
            "{path} has more than {most} MB; a table of cards needs less",
            "{path} は{most}MBを超えています。カードの表には大きすぎます",
        ),
        "sheet-unpacked": (
            "unpacked, {path} has more than {most} MB; save only the sheet with the cards",
            "{path} は展開すると{most}MBを超えます。カードのシートだけを保存してください",
        ),
        "sheet-entities": (
            "XML with entities of its own stands in {path}, as in no spreadsheet; save it anew",
            "{path} はXMLの実体を宣言しています。表計算で保存し直してください",
        ),
        "sheet-damaged": (
            "{path} is damaged or no workbook; open it in a spreadsheet and save it anew",
            "{path} は壊れているか、ブックではありません。表計算で開いて保存し直してください",
        ),
        "sheet-old": (
            "{path} is in the old form of Excel, or has a password; save it as .xlsx without one",
            "{path} は古いExcel形式かパスワード付きです。パスワードなしの .xlsx で保存してください",
        ),
        "sheet-other-form": (
            "{path} is called `{word}` and is in another form; save it anew in that form",
            "{path} の中身は「{word}」ではありません。その形式で保存し直してください",
        ),
        "sheet-no-text": (
            "{path} is no text; save it as CSV in UTF-8",
            "{path} はテキストではありません。UTF-8のCSVで保存してください",
        ),
        "sheet-csv": (
            "{path} cannot be read after row {row}: {reason}; look for a quote that is not closed",
            "{path} は{row}行の後が読めません: {reason}。閉じていない引用符を探してください",
        ),
        "sheet-json": ("{path} is no JSON: {reason}", "{path} はJSONではありません: {reason}"),
        "sheet-json-shape": (
            "{path} is no list of objects, one a card",
            "{path} は、カードごとのオブジェクトの列ではありません",
        ),
        "sheet-too-large": (
            "the sheet `{sheet}` is too large for cards: at most {rows} {row|rows}, {columns} "
            "{column|columns} and {cells} {cell|cells} are read",
            "シート「{sheet}」は大きすぎます。読めるのは{rows}行、{columns}列、{cells}セルまでです",
        ),
        "sheet-long-cell": (
            "{sheet}!{cell} has more than {most} {letter|letters}",
            "{sheet}!{cell} は{most}字を超えています",
        ),
        "sheet-exported": (
            "this is an export for other programs; `cardwright cards GAME --table FILE.csv` writes "
            "a table to be edited",
            "これは他のプログラム用の出力です。編集する表は "
            "`cardwright cards GAME --table FILE.csv` で書けます",
        ),
        "sheet-none": (
            "no sheet of {path} is a list of cards: its first row needs a heading `name` or `id`",
            "{path} にカードの表がありません。最初の行に見出し「名前」か「id」が必要です",
        ),
        "sheet-encoding": (
            "read as {encoding}, which is a guess; save it as UTF-8 if letters are wrong",
            "{encoding} と見なして読みました。文字が化けていたらUTF-8で保存してください",
        ),
        "sheet-delimiter": (
            "cells are parted by `{delimiter}`",
            "セルの区切りは「{delimiter}」です",
        ),
        # sheets, headings, columns
        "sheet-hidden": (
            "hidden, not read; name it with --sheet to read it",
            "非表示なので読みません。読むには --sheet で名前を指定してください",
        ),
        "sheet-no-list": (
            "no list of cards (no heading `name` or `id`), not read",
            "カードの表ではない(見出し「名前」「id」がない)ので読みません",
        ),
        "sheet-above": ("above the headings, not read", "見出しより上なので読みません"),
        "sheet-second-heading": (
            "says the headings again, not read",
            "見出しの繰り返しなので読みません",
        ),
        "sheet-merged": (
            "{cells} are merged: only the first cell has a value; write it into each row",
            "{cells} は結合されていて、値は先頭のセルだけです。各行に書いてください",
        ),
        "sheet-no-heading": (
            "column {column} has no heading and is not read; write one above it",
            "{column}列には見出しがなく、読みません。見出しを書いてください",
        ),
        "sheet-twice": (
            "a second column for the same thing; column {first} is read",
            "同じものの列が2つあります。{first}列を読みます",
        ),
        "sheet-unknown-column": (
            "no attribute is called so, the column is not read; --add-attributes declares it as "
            "`{type}`",
            "この名前の属性はないので読みません。--add-attributes で「{type}」として宣言します",
        ),
        "sheet-attributes-by-hand": (
            "attributes cannot be added here by a program: {place}; declare them by hand",
            "ここにはプログラムで属性を足せません: {place}。手で宣言してください",
        ),
        "sheet-attributes-refused": (
            "no attribute can be declared for a column: {message}; call the column something else",
            "列の属性を宣言できません: {message}。列の見出しを変えてください",
        ),
        "sheet-unknown-kind": (
            "no kind `{word}`; known: {all}",
            "種類「{word}」はありません。あるもの: {all}",
        ),
        # cells
        "sheet-formula": (
            "a formula; its last value `{value}` is taken",
            "数式です。最後の値「{value}」を読みます",
        ),
        "sheet-formula-empty": (
            "a formula without a value, read as empty; open the file in a spreadsheet and save it",
            "値のない数式なので空と見なします。表計算で開いて保存してください",
        ),
        "sheet-date": (
            "a date ({value}), left out; was `{meant}` meant? Format the column as text",
            "日付 ({value}) なので読みません。「{meant}」ですか？ 列を文字列にしてください",
        ),
        "sheet-pair": (
            "`{value}` does not say of what, left out; was `{meant}` meant?",
            "「{value}」は何の数か分からないので読みません。「{meant}」ですか？",
        ),
        "sheet-fraction": (
            "`{value}` is no whole number, left out; write one",
            "「{value}」は整数ではないので読みません。整数を書いてください",
        ),
        "sheet-no-copies": (
            "`{value}` is no number of copies, left out; write a number or `any`",
            "「{value}」は枚数ではないので読みません。数か any を書いてください",
        ),
        "sheet-no-copy": (
            "0 copies: this card never comes into a match; write how many there are",
            "0枚では、このカードはゲームに出ません。枚数を書いてください",
        ),
        "sheet-read-as": ("`{value}` is read as {read}", "「{value}」を{read}と読みました"),
        "sheet-unit": (
            "`{value}` is read as {read}, without the unit",
            "「{value}」を、単位なしの{read}と読みました",
        ),
        "sheet-blanks": ("blanks around the name are dropped", "名前の前後の空白を除きました"),
        "sheet-not-of-kind": (
            "cards of the kind `{kind}` have no `{attribute}`, left out",
            "種類「{kind}」に「{attribute}」はないので読みません",
        ),
        "sheet-no-name": ("no name and no id, not read", "名前もidもないので読みません"),
        "sheet-bad-kind": (
            "no kind `{word}`, the row is not read; known: {all}",
            "種類「{word}」がないので、この行は読みません。あるもの: {all}",
        ),
        "sheet-no-kind": (
            "no kind, the row is not read; add a column `kind`, or say --kind ({all})",
            "種類がないので読みません。「種類」の列か --kind で指定してください({all})",
        ),
        "sheet-same-id": (
            "the id `{id}` stands in row {first} too, not read",
            "id「{id}」は{first}行にもあるので読みません",
        ),
        "sheet-same-name": (
            "`{name}` stands in row {first} too; this is a card of its own, `{id}`",
            "「{name}」は{first}行にもあります。別のカード「{id}」とします",
        ),
        "sheet-by-hand": (
            "`{card}` says this in a form that is not edited here (over several lines, or in a "
            "table of products); change it by hand",
            "「{card}」のこの値は、複数行か表の積で書かれています。手で変えてください",
        ),
        "sheet-refused": (
            "{message}; left out. {helps}",
            "読めません: {message}。{helps}",
        ),
        "sheet-refused-row": (
            "the card `{card}` is left out: {message}. {helps}",
            "カード「{card}」を読めません: {message}。{helps}",
        ),
        # what an import does
        "sheet-new-card": ("new: {id} ({kind}, row {row})", "新規: {id}({kind}、{row}行)"),
        "sheet-new-more": ("new: {number} more {card|cards}", "新規: ほかに{number}枚"),
        "sheet-new-attribute": (
            "new attribute: {name} of {kinds}",
            "新しい属性: {kinds} の {name}",
        ),
        "sheet-change": (
            "changed: {card} {what}: {old} → {new}",
            "変更: {card} {what}: {old} → {new}",
        ),
        "sheet-nothing": ("nothing changes", "変更はありません"),
        "sheet-would-write": ("would write: {path}", "書く予定: {path}"),
        "sheet-not-written": ("nothing was written", "何も書きませんでした"),
        "sheet-ask": (
            "Change {number} {value|values} of cards that are there?",
            "すでにあるカードの値を{number}個変えますか？",
        ),
        "sheet-say-yes": (
            "{number} {value|values} of cards would change; look at --dry-run, then say --yes",
            "カードの値が{number}個変わります。--dry-run で確かめて --yes を付けてください",
        ),
    }
)
