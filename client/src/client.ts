/** The connection to the language server, which runs in a separate process. */
import { join } from 'node:path';
import type { ExtensionContext } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';
import { clientOptions } from './client-options.ts';
import { keepingCompiled, removeOtherVersions } from './compiled.ts';
import { ocml } from './documents.ts';

export function createClient(context: ExtensionContext): BaseLanguageClient {
  const module = context.asAbsolutePath(join('server', 'dist', 'server.js'));
  const storage = context.globalStorageUri.fsPath;
  const { version } = context.extension.packageJSON as { readonly version: string };
  void removeOtherVersions(storage, version);
  const options = { env: keepingCompiled(storage, version) };
  const run = { module, transport: TransportKind.ipc, options };
  // Used when the extension itself is debugged. `.vscode/launch.json` attaches the debugger to this port.
  const debug = { ...run, options: { ...options, execArgv: ['--nolazy', '--inspect=6009'] } };
  const client: LanguageClient = new LanguageClient(
    ocml,
    'OpenChatML',
    { run, debug },
    clientOptions(() => client),
  );
  return client;
}
