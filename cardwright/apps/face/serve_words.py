"""Hold what the command line says of serving games, in both languages."""

from __future__ import annotations

from typing import Final

SERVE_WORDS: Final[dict[str, tuple[str, str]]] = {
    "serve-ready": (
        "open http://{host}:{port}/ (the tables are kept in {path}; Ctrl-C ends)",
        "http://{host}:{port}/ を開いてください（テーブルは {path} に保存。Ctrl-C で終了）",
    ),
    "serve-host": (
        "warning: listening at {host}: whoever reaches this machine can set tables, and what is "
        "sent is not encrypted; for the open net put a server with TLS in front",
        "警告: {host} で待ち受けます。このマシンに届く人はだれでもテーブルを用意でき、"
        "通信は暗号化されません。"
        "インターネットに出すときは、TLS を備えたサーバーを前に置いてください",
    ),
    "serve-designer": (
        "the designer's panel shows every hand; it is only there at {local}, not at {host}",
        "デザイナー用パネルはすべての手札を見せるため、{host} ではなく {local} でだけ使えます",
    ),
    "serve-file": (
        "`{path}` is no file of tables, or one of a later version",
        "「{path}」はテーブルのファイルではないか、より新しい版のものです",
    ),
    "serve-in-use": (
        "another server has `{path}`; end that one, or keep these tables in a file of their own: "
        "`--file OTHER`",
        "「{path}」は別のサーバーが使っています。そちらを終えるか、`--file` で別のファイルを"
        "指定してください",
    ),
}
"""A text by key: (English, Japanese)."""
