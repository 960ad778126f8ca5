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
  Range,
  type TextDocument,
  window,
  workspace,
} from 'vscode';
import { isTextFile } from '../documents.ts';
import { findParserErrors } from './offer-signs.ts';

/** The context in which the active editor has such an error. */
const hasError = 'ocml.hasParserError';
/** How soon the title of the editor follows its text, in milliseconds. */
const delay = 500;

const provider: CodeLensProvider = {
  provideCodeLenses(document) {
    if (!isTextFile(document)) return [];
    return findParserErrors(document.getText()).map((offset) => {
      const { line } = document.positionAt(offset);
      return new CodeLens(new Range(line, 0, line, 0), {
        title: l10n.t('Explain this error'),
        command: 'ocml.explainOutput',
        arguments: [{ uri: document.uri, line }],
      });
    });
  },
};

export function registerExplainOffer(): Disposable {
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    const document = window.activeTextEditor?.document;
    const found = document !== undefined && isTextFile(document) && findParserErrors(document.getText()).length > 0;
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
