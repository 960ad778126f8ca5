/**
 * Logs and plain text with the error of a server's parser: the line offers to explain it, and the title of the editor does. Nothing is
 * asked of the server, and nobody is notified.
 */
import {
  CodeLens,
  type CodeLensProvider,
  commands,
  Disposable,
  l10n,
  languages,
  Position,
  Range,
  type TextDocument,
  window,
  workspace,
} from 'vscode';
import { isTextFile } from '../documents.ts';
import { findParserErrors, MAX_SEARCHED_LENGTH } from './offer-signs.ts';

/** The context in which the active editor has such an error. */
const hasError = 'ocml.hasParserError';
/** How soon the title of the editor follows its text, in milliseconds. */
const delay = 500;

const provider: CodeLensProvider = {
  provideCodeLenses(document) {
    if (!isTextFile(document)) return [];
    return linesWithErrors(document).map(
      (line) =>
        new CodeLens(new Range(line, 0, line, 0), {
          title: l10n.t('Explain this error'),
          command: 'ocml.explainOutput',
          arguments: [{ uri: document.uri, line }],
        }),
    );
  },
};

/** The lines with an error. Only the end of a document is fetched: each key would otherwise join all lines of a large log. */
function linesWithErrors(document: TextDocument): number[] {
  const end = document.offsetAt(new Position(document.lineCount, 0));
  const from = Math.max(0, end - MAX_SEARCHED_LENGTH);
  const text = document.getText(new Range(document.positionAt(from), document.positionAt(end)));
  return findParserErrors(text).map((offset) => document.positionAt(from + offset).line);
}

export function registerExplainOffer(): Disposable {
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    const document = window.activeTextEditor?.document;
    const found = document !== undefined && isTextFile(document) && linesWithErrors(document).length > 0;
    void commands.executeCommand('setContext', hasError, found);
  };
  const lookSoon = (document: TextDocument) => {
    if (document !== window.activeTextEditor?.document || !isTextFile(document)) return;
    clearTimeout(timer);
    timer = setTimeout(look, delay);
  };
  look();
  return Disposable.from(
    languages.registerCodeLensProvider([{ language: 'plaintext' }, { language: 'log' }], provider),
    window.onDidChangeActiveTextEditor(look),
    workspace.onDidOpenTextDocument(lookSoon),
    workspace.onDidChangeTextDocument(({ document }) => lookSoon(document)),
    { dispose: () => clearTimeout(timer) },
  );
}
