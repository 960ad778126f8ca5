/**
 * Holds back problems in text that is being typed, until the caret leaves the text. These are problems with a message at the end of the
 * document that seems truncated. They also include problems with a word outside any message that may become a message or a key. The server
 * reports all problems; only the client holds them back.
 */
import { type Diagnostic, Disposable, type Position, type TextDocument, type Uri, window, workspace } from 'vscode';
import {
  DocumentDiagnosticRequest,
  type BaseLanguageClient as LanguageClient,
  type Middleware,
} from 'vscode-languageclient';

const cutOff = 'E-STREAM-TRUNCATED';
/** The codes of problems with a word that may be the beginning of a message, or of a key in the document header. */
const ofBeginnings = new Set<unknown>(['stray-text', 'not-a-transcript', 'document-header-syntax', 'document-version']);
/** Matches a line up to the last token in it that begins a message. */
const opener = /^.*<\|(?:start|im_start|start_header_id)\|>/;
/** The maximum number of lines to search for the start of a message. If it is not found, the start of the problem is used. */
const MAX_LINES = 2000;

/** The addresses of edited documents, each with the region in which problems are held back while the caret is in it. */
const typed = new Map<string, Held | undefined>();
/** The end of the last edit, where the caret will be: VS Code reports the caret after the edit, and a report may arrive between them. */
let edited: { readonly uri: string; readonly end: Position } | undefined;

/** A region of a document: everything from `start` on or, with `isLine`, only the line of `start`. */
interface Held {
  readonly start: Position;
  readonly isLine: boolean;
}

export const holdingBack: Required<Pick<Middleware, 'provideDiagnostics'>> = {
  async provideDiagnostics(target, previous, token, next) {
    const report = await next(target, previous, token);
    const uri = 'uri' in target ? target.uri : target;
    const document = window.activeTextEditor?.document;
    if (report?.kind !== 'full' || document === undefined || !isActive(uri) || !typed.has(uri.toString()))
      return report;
    const words = report.items.filter((item) => ofBeginnings.has(codeOf(item)) && isBeingTyped(document, item));
    const diagnostic = report.items.find((item) => codeOf(item) === cutOff);
    const word = words.at(0)?.range.start;
    const start = word ?? (diagnostic && beginning(document, diagnostic));
    const region = start && { start, isLine: word !== undefined };
    const waits = region !== undefined && hasCaretIn(region);
    // The report may be about an earlier text, so the text that is being typed now may still begin a message or a key.
    typed.set(uri.toString(), waits ? region : undefined);
    const deferredItems = new Set([...words, ...(diagnostic ? [diagnostic] : [])]);
    return waits ? { ...report, items: report.items.filter((item) => !deferredItems.has(item)) } : report;
  },
};

/** Shows the problems that were held back, when the caret leaves their region. */
export function registerTyping(client: LanguageClient): Disposable {
  function look(): void {
    for (const [key, region] of typed) {
      const document = workspace.textDocuments.find(({ uri }) => uri.toString() === key);
      const isHere = document !== undefined && isActive(document.uri);
      if (edited?.uri === key && window.activeTextEditor?.selection.active.line !== edited.end.line) edited = undefined;
      if (isHere && (region === undefined || hasCaretIn(region))) continue;
      if (isHere) typed.set(key, undefined);
      else typed.delete(key);
      if (document && region) ask(client, document);
    }
  }
  return Disposable.from(
    workspace.onDidChangeTextDocument(({ document, contentChanges: [change] }) => {
      const uri = document.uri.toString();
      if (change === undefined || !isActive(document.uri)) return;
      typed.set(uri, typed.get(uri));
      edited = { uri, end: document.positionAt(change.rangeOffset + change.text.length) };
    }),
    window.onDidChangeTextEditorSelection(look),
    window.onDidChangeActiveTextEditor(look),
  );
}

const codeOf = ({ code }: Diagnostic) => (typeof code === 'object' ? code.value : code);

/** Returns the carets in the active document, and the place where the caret will be after the last edit. */
function carets(): readonly Position[] {
  const { document, selections = [] } = window.activeTextEditor ?? {};
  const end = edited?.uri === document?.uri.toString() ? edited?.end : undefined;
  return [...selections.map(({ active }) => active), ...(end ? [end] : [])];
}

/**
 * Whether the caret is on the first line of a problem, at the end of a word that may begin a key or a token. Only spaces may follow the
 * caret.
 */
function isBeingTyped(document: TextDocument, { range: { start } }: Diagnostic): boolean {
  const { text } = document.lineAt(Math.min(start.line, document.lineCount - 1));
  const isAtEnd = ({ line, character }: Position) => line === start.line && text.slice(character).trim() === '';
  return beginningOfWord.test(text) && carets().some(isAtEnd);
}

/** Matches a line that ends with a word that may be a key, a role, or the beginning of a token. */
const beginningOfWord =
  /^\uFEFF?\s*(?:<\|?\w*|[A-Za-z][\w.-]*(?: [\w.-]*)*:?)$|(?:\|>|\]|>)(?:<\|?\w*|[A-Za-z]\w*(?: [\w.-]*)*)$/;

const isActive = (uri: Uri) => window.activeTextEditor?.document.uri.toString() === uri.toString();

function hasCaretIn({ start, isLine }: Held): boolean {
  return carets().some((caret) => caret.isAfterOrEqual(start) && (!isLine || caret.line === start.line));
}

/** Returns the start of the message to which a problem belongs. */
function beginning(document: TextDocument, { range: { start, end } }: Diagnostic): Position {
  for (let line = start.line; line >= Math.max(0, start.line - MAX_LINES); line--) {
    const { text, range } = document.lineAt(line);
    const openerText = opener.exec(line === start.line ? text.slice(0, end.character) : text)?.[0];
    if (openerText) return range.start.translate(0, openerText.lastIndexOf('<|'));
  }
  return start;
}

function ask(client: LanguageClient, document: TextDocument): void {
  const provider = client.getFeature(DocumentDiagnosticRequest.method)?.getProvider(document);
  provider?.onDidChangeDiagnosticsEmitter.fire();
}
