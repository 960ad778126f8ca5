/** Which template the prompt is made with: one of the registry, or one in the workspace. */
import { type QuickPickItem, window, workspace } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';

interface Item extends QuickPickItem {
  readonly template: string | undefined;
}

const inWorkspace = '**/{*.jinja,tokenizer_config.json,*.gguf}';
const most = 200;

/** What the user picks: `template` is undefined for the messages themselves. Undefined where nothing is picked. */
export async function pickTemplate(client: LanguageClient, chosen: string | undefined): Promise<Item | undefined> {
  const named = await client.sendRequest<readonly { name: string; doc: string }[]>('ocml/templates');
  // A template is a program of whoever wrote it, and the server reads it from the disk.
  const found = workspace.isTrusted ? await workspace.findFiles(inWorkspace, '**/node_modules/**', most) : [];
  const files = found.filter(({ scheme }) => scheme === 'file');
  const items: Item[] = [
    ...(chosen === undefined ? [] : [{ label: 'Messages', description: 'What an end user sees', template: undefined }]),
    ...named.map(({ name, doc }) => ({ label: name, description: doc, template: name })),
    ...files.map((uri) => ({ label: workspace.asRelativePath(uri), template: uri.fsPath })),
  ];
  return window.showQuickPick(items, {
    placeHolder: workspace.isTrusted
      ? 'Show the prompt that this template makes'
      : 'Show the prompt that this template makes (files are offered once the workspace is trusted)',
    matchOnDescription: true,
  });
}
