/** The options of the connection to the server, wherever it runs. */
import { workspace } from 'vscode';
import type { BaseLanguageClient, LanguageClientOptions } from 'vscode-languageclient';
import { savingConfigurations } from './configurations.ts';
import { ocml, transcripts } from './documents.ts';
import { withFixesOfKind } from './fix-all-of-kind.ts';
import { withWords } from './outline.ts';
import { showReferences } from './references.ts';
import { rulePages } from './rule-pages.ts';
import { crashes } from './server-commands.ts';
import { holdingBack } from './typing.ts';
import { sparingVersions } from './versions.ts';

/** `client`: a function that returns the client to which these options belong. It is only called after the client has been created. */
export const clientOptions = (client: () => BaseLanguageClient): LanguageClientOptions => ({
  documentSelector: transcripts,
  // VS Code itself already underlines syntax errors in JSON, so the server must not report them (`jsonSyntaxErrors`).
  initializationOptions: () => ({
    // Copy only the data, since the functions in the configuration cannot be sent to a worker.
    ...JSON.parse(JSON.stringify(workspace.getConfiguration(ocml))),
    ruleDocs: rulePages,
    jsonSyntaxErrors: false,
    // In an untrusted workspace, the tokenizer files next to a document must not determine how it is read.
    tokenizersBeside: workspace.isTrusted,
    showReferences,
    // The list opens without being requested (`auto`), so VS Code must not report that there are no suggestions.
    suggestCommand: { title: '', command: 'editor.action.triggerSuggest', arguments: [{ auto: true }] },
  }),
  errorHandler: crashes(() => client().outputChannel),
  synchronize: { configurationSection: ocml },
  middleware: {
    provideDiagnostics: sparingVersions(holdingBack.provideDiagnostics),
    async provideDocumentSymbols(document, token, next) {
      return withWords(await next(document, token)) as never;
    },
    async provideCodeActions(document, range, within, token, next) {
      const actions = await next(document, range, within, token);
      savingConfigurations(actions ?? []);
      return withFixesOfKind(document, within.diagnostics, actions ?? []);
    },
  },
});
