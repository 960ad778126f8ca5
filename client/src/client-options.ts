/** What the connection to the server is, wherever that runs. */
import { workspace } from 'vscode';
import type { BaseLanguageClient, LanguageClientOptions } from 'vscode-languageclient';
import { savingConfigurations } from './configurations.ts';
import { ocml, transcripts } from './documents.ts';
import { showReferences } from './references.ts';
import { rulePages } from './rule-pages.ts';
import { crashes } from './server-commands.ts';
import { holdingBack } from './typing.ts';
import { sparingVersions } from './versions.ts';

/** `client`: the one that they are for, once it is there. */
export const clientOptions = (client: () => BaseLanguageClient): LanguageClientOptions => ({
  documentSelector: transcripts,
  // What is not JSON, the editor's own JSON tools underline.
  initializationOptions: () => ({
    // Only its data: it has functions as well, which no message to a worker can carry.
    ...JSON.parse(JSON.stringify(workspace.getConfiguration(ocml))),
    ruleDocs: rulePages,
    jsonSyntaxErrors: false,
    showReferences,
    // By itself: where there is nothing to choose from, nothing is said.
    suggestCommand: { title: '', command: 'editor.action.triggerSuggest', arguments: [{ auto: true }] },
  }),
  errorHandler: crashes(() => client().outputChannel),
  synchronize: { configurationSection: ocml },
  middleware: {
    provideDiagnostics: sparingVersions(holdingBack.provideDiagnostics),
    async provideCodeActions(document, range, within, token, next) {
      const actions = await next(document, range, within, token);
      savingConfigurations(actions ?? []);
      return actions;
    },
  },
});
