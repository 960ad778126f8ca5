/** The connection to the language server, which runs in a process of its own. */
import { join } from 'node:path';
import { type ExtensionContext, workspace } from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';
import { keepingCompiled, removeOtherVersions } from './compiled.ts';
import { savingConfigurations } from './configurations.ts';
import { ocml, transcripts } from './documents.ts';
import { showReferences } from './references.ts';
import { rulePages } from './rule-pages.ts';
import { holdingBack } from './typing.ts';

export function createClient(context: ExtensionContext): LanguageClient {
  const module = context.asAbsolutePath(join('server', 'dist', 'server.js'));
  const storage = context.globalStorageUri.fsPath;
  const { version } = context.extension.packageJSON as { readonly version: string };
  void removeOtherVersions(storage, version);
  return new LanguageClient(
    ocml,
    'OpenChatML',
    { module, transport: TransportKind.ipc, options: { env: keepingCompiled(storage, version) } },
    {
      documentSelector: transcripts,
      // What is not JSON, the editor's own JSON tools underline.
      initializationOptions: () => ({
        ...workspace.getConfiguration(ocml),
        ruleDocs: rulePages,
        jsonSyntaxErrors: false,
        showReferences,
        // By itself: where there is nothing to choose from, nothing is said.
        suggestCommand: { title: '', command: 'editor.action.triggerSuggest', arguments: [{ auto: true }] },
      }),
      synchronize: { configurationSection: ocml },
      middleware: {
        ...holdingBack,
        async provideCodeActions(document, range, within, token, next) {
          const actions = await next(document, range, within, token);
          savingConfigurations(actions ?? []);
          return actions;
        },
      },
    },
  );
}
