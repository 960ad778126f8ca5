/** Asks the user for a template: a template from the registry, or a file in the workspace. */

import { l10n, type QuickPickItem, QuickPickItemKind, window, workspace } from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import { pick } from '../notifications.ts';
import { sendRequest } from '../send-request.ts';

export interface TemplateItem extends QuickPickItem {
  readonly template: string | undefined;
}

const inWorkspace = '**/{*.jinja,tokenizer_config.json,*.gguf}';
const MAX_LISTED_TEMPLATES = 200;

/**
 * Asks the user for a template. In the result, `template` is undefined if the user has chosen the messages or the item `defaultItem`. The
 * result is undefined if the user has canceled.
 */
export async function pickTemplate(
  client: LanguageClient,
  chosen: string | undefined,
  defaultItem?: TemplateItem,
  placeHolder?: string,
): Promise<TemplateItem | undefined> {
  const templates = await sendRequest(client, 'ocml/templates');
  // Files are only offered in a trusted workspace, because a template is a program that anyone may have written.
  const uris = workspace.isTrusted
    ? await workspace.findFiles(inWorkspace, '**/node_modules/**', MAX_LISTED_TEMPLATES)
    : [];
  const files = uris.filter(({ scheme }) => scheme === 'file');
  const items: TemplateItem[] = [
    ...(defaultItem ? [defaultItem] : []),
    ...(chosen === undefined
      ? []
      : [{ label: l10n.t('Messages'), description: l10n.t('What an end user sees'), template: undefined }]),
    ...(files.length > 0 ? [heading(l10n.t('In this workspace'))] : []),
    ...files.map((uri) => ({ label: workspace.asRelativePath(uri), template: uri.fsPath })),
    ...(readsFiles() ? [{ label: l10n.t('Choose File…'), template: chooseFile }] : []),
    heading(l10n.t('Known templates')),
    ...templates.map(({ name, doc }) => ({ label: name, description: doc, template: name })),
  ];
  const picked = await pick(items, {
    placeHolder: placeHolder ?? placeholder(),
    matchOnDescription: true,
  });
  if (picked?.template !== chooseFile) return picked;
  const filters = {
    [l10n.t('Chat templates')]: ['jinja', 'jinja2', 'j2', 'json', 'gguf'],
    [l10n.t('All files')]: ['*'],
  };
  const [file] = (await window.showOpenDialog({ filters, title: l10n.t('Choose a chat template') })) ?? [];
  return file && { label: workspace.asRelativePath(file), template: file.fsPath };
}

/** Stands for a file that the user chooses. No template has this name. */
const chooseFile = '\0file';

const heading = (label: string): TemplateItem => ({ label, kind: QuickPickItemKind.Separator, template: undefined });

/** Whether the server can read a template from disk: the workspace is trusted, and has a folder on disk or no folders at all. */
const readsFiles = (): boolean => workspace.isTrusted && isOnDisk();

const isOnDisk = (): boolean => workspace.workspaceFolders?.some(({ uri }) => uri.scheme === 'file') ?? true;

/** Returns the question, with the reason if template files are not offered. */
function placeholder(): string {
  if (!workspace.isTrusted)
    return l10n.t('Show the prompt that this template renders (template files need a trusted workspace)');
  return isOnDisk()
    ? l10n.t('Show the prompt that this template renders')
    : l10n.t('Show the prompt that this template renders (template files need VS Code for the desktop)');
}
