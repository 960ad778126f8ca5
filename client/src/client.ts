/** The connection to the language server, which runs in a process of its own. */
import { join } from 'node:path';
import { type ExtensionContext, workspace } from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';
import { rulePages } from './rule-pages.ts';

/** The id of the language, the prefix of settings and commands, and the name of the channel of `ocml.trace.server`. */
export const ocml = 'ocml';

export function createClient(context: ExtensionContext): LanguageClient {
  const module = context.asAbsolutePath(join('server', 'dist', 'server.js'));
  return new LanguageClient(
    ocml,
    'OpenChatML',
    { module, transport: TransportKind.ipc },
    {
      documentSelector: [{ language: ocml }],
      initializationOptions: () => ({ ...workspace.getConfiguration(ocml), ruleDocs: rulePages }),
      synchronize: { configurationSection: ocml },
    },
  );
}
