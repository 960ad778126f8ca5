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

/** `client`: returns the client with these options, once it exists. */
export const clientOptions = (client: () => BaseLanguageClient): LanguageClientOptions => ({
  documentSelector: transcripts,
  // The editor's own JSON tools underline syntax errors.
  initializationOptions: () => ({
    // Copy only the data, since the functions in it cannot be sent to a worker.
    ...JSON.parse(JSON.stringify(workspace.getConfiguration(ocml))),
    ruleDocs: rulePages,
    jsonSyntaxErrors: false,
    // Files in an untrusted folder must not determine how texts are read.
    tokenizersBeside: workspace.isTrusted,
    showReferences,
    // The list opens automatically (`auto`), so it must not report that there is nothing to choose from.
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
