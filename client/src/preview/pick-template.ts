/** Asks the user for a template: a template from the registry, or a file in the workspace. */

import { l10n, type QuickPickItem, workspace } from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import { pick } from '../notifications.ts';
import { sendRequest } from '../send-request.ts';

export interface TemplateItem extends QuickPickItem {
  readonly template: string | undefined;
}

const inWorkspace = '**/{*.jinja,tokenizer_config.json,*.gguf}';
const MAX_LISTED_TEMPLATES = 200;

/**
 * Asks the user for a template. In the result, `template` is undefined if the user has chosen the messages or the item `own`. The result is
 * undefined if the user has cancelled.
 */
export async function pickTemplate(
  client: LanguageClient,
  chosen: string | undefined,
  own?: TemplateItem,
  asked?: string,
): Promise<TemplateItem | undefined> {
  const templates = await sendRequest(client, 'ocml/templates');
  // Files are only offered in a trusted workspace, because a template is a program that anyone may have written.
  const found = workspace.isTrusted
    ? await workspace.findFiles(inWorkspace, '**/node_modules/**', MAX_LISTED_TEMPLATES)
    : [];
  const files = found.filter(({ scheme }) => scheme === 'file');
  const items: TemplateItem[] = [
    ...(own ? [own] : []),
    ...(chosen === undefined
      ? []
      : [{ label: l10n.t('Messages'), description: l10n.t('What an end user sees'), template: undefined }]),
    ...templates.map(({ name, doc }) => ({ label: name, description: doc, template: name })),
    ...files.map((uri) => ({ label: workspace.asRelativePath(uri), template: uri.fsPath })),
  ];
  return pick(items, {
    placeHolder: asked ?? placeholder(),
    matchOnDescription: true,
  });
}

/** Returns the question, with the reason if template files are not offered. */
function placeholder(): string {
  if (!workspace.isTrusted)
    return l10n.t('Show the prompt that this template renders (template files need a trusted workspace)');
  const onDisk = workspace.workspaceFolders?.some(({ uri }) => uri.scheme === 'file') ?? true;
  return onDisk
    ? l10n.t('Show the prompt that this template renders')
    : l10n.t('Show the prompt that this template renders (template files need VS Code for the desktop)');
}
