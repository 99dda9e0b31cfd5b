"""Serve an editor: turn each request into a question to the checker, and its answer back.

Findings are told at once for the file that is typed in, and for the whole package when nothing has
been typed for a moment.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, unquote, urlsplit

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from cardwright import __version__
from cardwright.apps.authors import workspace
from cardwright.apps.authors.authoring.reports import SORTS
from dsl import CheckedFile, Diagnostic, Source, Span, read_yaml
from dsl.model.documents import NAME
from dsl.model.game import PACKAGE_ID

PAUSE: Final = 0.4
"""Seconds without typing before a package is checked as a whole."""

_SEVERITIES: Final = {
    "error": lsp.DiagnosticSeverity.Error,
    "warning": lsp.DiagnosticSeverity.Warning,
    "advice": lsp.DiagnosticSeverity.Information,
}
_KINDS: Final = {
    "variable": lsp.CompletionItemKind.Variable,
    "field": lsp.CompletionItemKind.Field,
    "zone": lsp.CompletionItemKind.Folder,
    "value": lsp.CompletionItemKind.Value,
    "event": lsp.CompletionItemKind.Event,
    "function": lsp.CompletionItemKind.Function,
    "enum": lsp.CompletionItemKind.Enum,
    "keyword": lsp.CompletionItemKind.Keyword,
    "card": lsp.CompletionItemKind.Constant,
}


class Server(LanguageServer):
    """The server of one editor.

    Attributes:
        lang: In which language things are called.
        standalone: Whether it answers for plain keys too, which else a YAML server does.
    """

    def __init__(self, lang: str, standalone: bool) -> None:
        super().__init__("cardwright", __version__)
        self.lang = lang
        self.standalone = standalone
        self.packages = workspace.OpenPackages()
        self.waiting: dict[Path, asyncio.Task[None]] = {}
        self.shown: dict[Path, set[Path]] = {}

    # --- findings -----------------------------------------------------------------------------

    def text(self, path: Path) -> str:
        """Return what a file holds, in the editor or on the disk."""
        known = self.packages.texts.get(path)
        return path.read_text(encoding="utf-8") if known is None else known

    async def changed(self, path: Path, text: str, pause: float = PAUSE) -> None:
        """Take a text in, tell what is wrong in it, and have its package checked later."""
        self.packages.texts[path] = Source.of("", text).text
        quick = self.packages.quick(path)
        if quick is not None:
            self.tell(path, quick)
        waiting = self.waiting.pop(path, None)
        if waiting is not None:
            waiting.cancel()
        self.waiting[path] = asyncio.ensure_future(self.check_later(path, pause))

    async def check_later(self, path: Path, pause: float) -> None:
        """Check the package of a file when nothing was typed for a moment."""
        await asyncio.sleep(pause)
        package = self.packages.package_of(path)
        if package is None:
            return
        known = await asyncio.to_thread(self.packages.check, package)
        self.tell_all(known)

    def tell_all(self, known: workspace.Known) -> None:
        """Publish all findings of a package, and empty lists for files without any."""
        by_path: dict[Path, list[Diagnostic]] = {}
        for found in known.findings:
            path = known.paths.get(found.span.source.path)
            if path is not None and self._is_current(path, found.span.source):
                by_path.setdefault(path, []).append(found)
        before = self.shown.get(known.package.folder, set())
        opened = self.packages.texts.keys() & set(known.paths.values())
        for path in before | by_path.keys() | opened:
            self.tell(path, by_path.get(path, []))
        self.shown[known.package.folder] = set(by_path)

    def _is_current(self, path: Path, source: Source) -> bool:
        """Return whether a file still is as it was checked."""
        return self.packages.texts.get(path, source.text) == source.text

    def tell(self, path: Path, found: Iterable[Diagnostic]) -> None:
        """Publish the findings of a file."""
        told = [_diagnostic(each, self.lang) for each in found]
        self.text_document_publish_diagnostics(
            lsp.PublishDiagnosticsParams(uri=uri_of(path), diagnostics=told)
        )

    # --- where a request is -------------------------------------------------------------------

    def known(self, path: Path) -> workspace.Known | None:
        """Return what is known of a file's package; None while its first check is on its way."""
        waiting = self.waiting.get(path)
        is_under_way = waiting is not None and not waiting.done()
        return self.packages.known_now(path) if is_under_way else self.packages.known_of(path)

    def place(self, params: Any) -> tuple[workspace.Known, CheckedFile, str, int] | None:
        """Return what is known of the file of a request, its text, and the offset asked about."""
        path = path_of(params.text_document.uri)
        known = self.known(path)
        name = None if known is None else workspace.shown_of(known, path)
        if known is None or name is None or name not in known.files:
            return None
        text = self.text(path)
        offset = workspace.Lines(text).offset(params.position.line, params.position.character)
        return known, known.files[name], text, offset


def path_of(uri: str) -> Path:
    """Return the file that an address means."""
    return Path(unquote(urlsplit(uri).path)).resolve()


def uri_of(path: Path) -> str:
    """Return the address of a file."""
    return "file://" + quote(path.as_posix())


def _range(span: Span) -> lsp.Range:
    """Return a span in lines and UTF-16 columns."""
    lines = workspace.Lines(span.source.text)
    start, end = lines.position(span.start), lines.position(span.end)
    return lsp.Range(lsp.Position(*start), lsp.Position(*end))


def _diagnostic(found: Diagnostic, language: str) -> lsp.Diagnostic:
    """Return a finding as editors show it; what mends it travels with it."""
    fix = found.in_language(language).fix
    data = None
    if fix is not None:
        where = _range(fix.span or found.span)
        data = {"title": str(fix), "text": fix.text, "is_sure": fix.is_sure,
                "range": [where.start.line, where.start.character,
                          where.end.line, where.end.character]}  # fmt: skip
    words = found.in_words(language)
    return lsp.Diagnostic(range=_range(found.span), message=words, code=found.code,
                          source="cardwright", severity=_SEVERITIES[found.severity],
                          data=data)  # fmt: skip


def make_server(lang: str = "en", standalone: bool = False) -> Server:
    """Return a server with all that it answers."""
    server = Server(lang, standalone)
    _add_texts(server)
    _add_questions(server)
    _add_changes(server)
    return server


def _add_texts(server: Server) -> None:
    """Follow the files that are open."""

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        path = path_of(params.text_document.uri)
        await server.changed(path, params.text_document.text, pause=0)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        document = server.workspace.get_text_document(params.text_document.uri)
        await server.changed(path_of(params.text_document.uri), document.source)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    async def saved(params: lsp.DidSaveTextDocumentParams) -> None:
        path = path_of(params.text_document.uri)
        await server.changed(path, server.text(path), pause=0)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        server.packages.texts.pop(path_of(params.text_document.uri), None)


def _add_questions(server: Server) -> None:
    """Register the requests about a place."""
    triggers = lsp.CompletionOptions(trigger_characters=[".", " "])

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, triggers)
    def complete(params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
        here = server.place(params)
        if here is None:
            return []
        known, file, text, offset = here
        answer = file.ask(text, offset)
        found = [(each.label, each.sort, each.detail) for each in answer.offers()]
        if not found and server.standalone and known.game is not None:
            found = workspace.yaml_offers(known.game, _sort_of(file), text, offset)
        start = workspace.Lines(text).position(answer.start)
        where = lsp.Range(lsp.Position(*start), params.position)
        return [
            lsp.CompletionItem(label=label, kind=_KINDS[sort], detail=detail,
                               sort_text=f"{number:05}", text_edit=lsp.TextEdit(where, label))
            for number, (label, sort, detail) in enumerate(found)
        ]  # fmt: skip

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hover(params: lsp.HoverParams) -> lsp.Hover | None:
        here = server.place(params)
        words = workspace.hover_text(*here, server.lang) if here is not None else ""
        content = lsp.MarkupContent(lsp.MarkupKind.Markdown, words)
        return lsp.Hover(content) if words else None

    @server.feature(lsp.TEXT_DOCUMENT_SIGNATURE_HELP,
                    lsp.SignatureHelpOptions(trigger_characters=["(", " ", ","]))  # fmt: skip
    def signature(params: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
        here = server.place(params)
        words = workspace.signature_at(*here[1:]) if here is not None else ""
        return lsp.SignatureHelp([lsp.SignatureInformation(words)]) if words else None

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def definition(params: lsp.DefinitionParams) -> list[lsp.Location]:
        here = server.place(params)
        found = workspace.declared(*here) if here is not None else []
        return [lsp.Location(uri_of(path), _range(span)) for path, _, span in found]

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def references(params: lsp.ReferenceParams) -> list[lsp.Location]:
        return [lsp.Location(uri_of(path), _range(span)) for path, span in _uses(server, params)]

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        source = Source("", server.text(path_of(params.text_document.uri)))
        return [
            _symbol(section, [_symbol(each, []) for each in inner])
            for section, inner in workspace.outline(read_yaml(source).documents)
        ]


def _symbol(entry: Any, inner: list[lsp.DocumentSymbol]) -> lsp.DocumentSymbol:
    """Return an entry of the outline."""
    kind = lsp.SymbolKind.Namespace if inner else lsp.SymbolKind.Field
    return lsp.DocumentSymbol(name=entry.key.text, kind=kind, children=inner,
                              range=_range(entry.key.span.to(entry.value.span)),
                              selection_range=_range(entry.key.span))  # fmt: skip


def _sort_of(file: CheckedFile) -> str:
    """Return the sort of a file, by the keys that it has."""
    sorts = {"script": "script", "translation": "translation", "kind": "card",
             "requires": "expansion" if file.source.package else "game"}  # fmt: skip
    found = next((sort for key, sort in sorts.items() if key in file.keys), "game")
    assert found in SORTS
    return found


def _uses(server: Server, params: Any) -> list[tuple[Path, Span]]:
    """Return where the word at a place stands."""
    here = server.place(params)
    word = None if here is None else here[1].ask(*here[2:]).word
    if here is None or word is None:
        return []
    found = workspace.uses(here[0], word.text, server.packages.texts)
    return [(path, span) for path, _, span in found]


def _add_changes(server: Server) -> None:
    """Register the requests that change texts: names, mistakes, style."""

    @server.feature(lsp.TEXT_DOCUMENT_RENAME)
    def rename(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        if NAME.fullmatch(params.new_name) is None and not PACKAGE_ID.fullmatch(params.new_name):
            return None
        found = _uses(server, params)
        if not server.packages.may_be_called(found, params.new_name):
            message = f"`{params.new_name}` would mean something else somewhere"
            server.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Error, message))
            return None
        changes: dict[str, list[lsp.TextEdit]] = {}
        for path, span in found:
            edit = lsp.TextEdit(_range(span), params.new_name)
            changes.setdefault(uri_of(path), []).append(edit)
        return lsp.WorkspaceEdit(changes) if changes else None

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION,
                    lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix]))  # fmt: skip
    def actions(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        found = []
        for each in params.context.diagnostics:
            data: Any = each.data
            if not data:
                continue
            line, column, end_line, end_column = data["range"]
            where = lsp.Range(lsp.Position(line, column), lsp.Position(end_line, end_column))
            edit = lsp.WorkspaceEdit(
                {params.text_document.uri: [lsp.TextEdit(where, data["text"])]}
            )
            found.append(lsp.CodeAction(title=data["title"], kind=lsp.CodeActionKind.QuickFix,
                                        diagnostics=[each], edit=edit,
                                        is_preferred=data["is_sure"]))  # fmt: skip
        return found

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def formatting(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        path = path_of(params.text_document.uri)
        text = server.text(path)
        known = server.known(path)
        file = None if known is None else known.files.get(workspace.shown_of(known, path) or "")
        new = (file or CheckedFile(Source(path.name, text))).formatted(text)
        if new is None or new == text:
            return []
        return [lsp.TextEdit(_range(Span(Source("", text), 0, len(text))), new)]
