import * as path from 'node:path';
import type { ExtensionContext } from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';

let client: LanguageClient | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  const module = context.asAbsolutePath(path.join('server', 'dist', 'server.js'));
  client = new LanguageClient(
    'ocml',
    'OpenChatML',
    { module, transport: TransportKind.ipc },
    { documentSelector: [{ language: 'ocml' }] },
  );
  await client.start();
}

export function deactivate(): Promise<void> | undefined {
  return client?.stop();
}
