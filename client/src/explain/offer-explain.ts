/**
 * Offers to explain errors of servers' parsers in logs and plain text: on the line of the error, and in the title bar of the editor. The
 * offer sends no request to the server and shows no notification.
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

/** The context key that is set while the active editor contains such an error. */
const hasError = 'ocml.hasParserError';
/** The delay from an edit of the text to the update of the title bar, in milliseconds. */
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

/**
 * Returns the lines with an error. Only the end of a document is searched: otherwise, each keystroke would join all lines of a large log.
 */
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
    const hasErrorLines = document !== undefined && isTextFile(document) && linesWithErrors(document).length > 0;
    void commands.executeCommand('setContext', hasError, hasErrorLines);
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
