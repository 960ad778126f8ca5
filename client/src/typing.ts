/**
 * A message that is being typed at the end of a document is not shown as cut off until the caret has left it. The server
 * reports what a fresh check reports; it is here that the report waits.
 */
import { type Diagnostic, Disposable, type Position, type TextDocument, type Uri, window, workspace } from 'vscode';
import {
  DocumentDiagnosticRequest,
  type BaseLanguageClient as LanguageClient,
  type Middleware,
} from 'vscode-languageclient';

const cutOff = 'E-STREAM-TRUNCATED';
/** What messages begin with. */
const opener = /^.*<\|(?:start|im_start|start_header_id)\|>/;
/** For a longer message, the place of the report counts as its beginning. */
const MAX_LINES = 2000;

/** The documents that were typed in; and where the last message begins, while its report is held back. */
const typed = new Map<string, Position | undefined>();

export const holdingBack: Required<Pick<Middleware, 'provideDiagnostics'>> = {
  async provideDiagnostics(target, previous, token, next) {
    const report = await next(target, previous, token);
    const uri = 'uri' in target ? target.uri : target;
    const document = window.activeTextEditor?.document;
    if (report?.kind !== 'full' || document === undefined || !isActive(uri) || !typed.has(uri.toString()))
      return report;
    const found = report.items.find(({ code }) => (typeof code === 'object' ? code.value : code) === cutOff);
    const start = found && beginning(document, found);
    const waits = start !== undefined && hasCaretFrom(start);
    if (found === undefined || waits) typed.set(uri.toString(), start);
    else typed.delete(uri.toString());
    return waits ? { ...report, items: report.items.filter((item) => item !== found) } : report;
  },
};

/** Watches the caret, and has the report shown when it has left. */
export function registerTyping(client: LanguageClient): Disposable {
  function look(): void {
    for (const [key, start] of typed) {
      const document = workspace.textDocuments.find(({ uri }) => uri.toString() === key);
      if (document && isActive(document.uri) && (start === undefined || hasCaretFrom(start))) continue;
      typed.delete(key);
      if (document && start) ask(client, document);
    }
  }
  return Disposable.from(
    workspace.onDidChangeTextDocument(({ document: { uri }, contentChanges }) => {
      if (contentChanges.length > 0 && isActive(uri)) typed.set(uri.toString(), typed.get(uri.toString()));
    }),
    window.onDidChangeTextEditorSelection(look),
    window.onDidChangeActiveTextEditor(look),
  );
}

const isActive = (uri: Uri) => window.activeTextEditor?.document.uri.toString() === uri.toString();

function hasCaretFrom(start: Position): boolean {
  return window.activeTextEditor?.selections.some(({ active }) => active.isAfterOrEqual(start)) === true;
}

/** Where the message begins that a report is about. */
function beginning(document: TextDocument, { range: { start, end } }: Diagnostic): Position {
  for (let line = start.line; line >= Math.max(0, start.line - MAX_LINES); line--) {
    const { text, range } = document.lineAt(line);
    const found = opener.exec(line === start.line ? text.slice(0, end.character) : text)?.[0];
    if (found) return range.start.translate(0, found.lastIndexOf('<|'));
  }
  return start;
}

function ask(client: LanguageClient, document: TextDocument): void {
  const provider = client.getFeature(DocumentDiagnosticRequest.method)?.getProvider(document);
  provider?.onDidChangeDiagnosticsEmitter.fire();
}
