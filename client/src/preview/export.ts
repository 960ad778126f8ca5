/** Exports the content of a preview to a file. The user chooses the path, and must confirm before an existing file is replaced. */

import { l10n, Uri, window, workspace } from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import { ocml } from '../documents.ts';
import { showError, showInformation } from '../notifications.ts';
import { sendRequest } from '../send-request.ts';
import type { Filter } from './protocol.ts';

/** The conversation to export. `debug`: it includes the parts that users do not see, and a banner says so. */
interface Exported {
  readonly uri: Uri;
  /** Returns the identifier of the document in requests. */
  textDocument(): Promise<{ readonly uri: string }>;
  readonly debug: boolean;
  readonly only: Filter;
  /** The id of a branch of a session. If it is undefined, the conversation with which the session ends is exported. */
  readonly branch?: string | undefined;
}

const forms = [
  { as: 'html', extension: 'html', title: 'HTML' },
  { as: 'markdown', extension: 'md', title: 'Markdown' },
] as const;

/** Returns the format for a file name: Markdown for its extensions, otherwise HTML. */
const formOf = ({ path }: Uri) => (/\.(?:md|markdown)$/i.test(path) ? forms[1] : forms[0]);

/** Returns the path that is offered for an export: that of the document with another extension. */
function offeredPath(uri: Uri, suffix: string): Uri {
  if (uri.scheme === 'untitled')
    return Uri.joinPath(workspace.workspaceFolders?.[0]?.uri ?? Uri.file('/'), `transcript${suffix}`);
  return uri.with({ path: `${uri.path.replace(/\.[^./]*$/, '')}${suffix}`, query: '', fragment: '' });
}

/** Saves a prompt, which also contains text that users do not see. `textOf`: returns the prompt, or throws with a message for the user. */
export async function savePrompt(uri: Uri, textOf: () => Promise<string>): Promise<void> {
  const target = await window.showSaveDialog({
    defaultUri: offeredPath(uri, '.prompt.txt'),
    title: l10n.t('Save the prompt, which also contains text that end users do not see'),
    filters: { [l10n.t('Text')]: ['txt'] },
  });
  if (target) await save(target, textOf);
}

/** Writes a text to a file that the user has chosen, and offers to open it. */
async function save(target: Uri, textOf: () => Promise<string>): Promise<void> {
  try {
    await workspace.fs.writeFile(target, new TextEncoder().encode(await textOf()));
    const open = l10n.t('Open');
    const message = l10n.t('Saved {0}', target.path.split('/').at(-1) ?? '');
    if ((await showInformation(message, open)) === open) await window.showTextDocument(target);
  } catch (error) {
    void showError(l10n.t('The preview could not be saved: {0}', (error as Error).message));
  }
}

export async function saveExport(client: LanguageClient, exported: Exported): Promise<void> {
  const { uri, debug, only, branch } = exported;
  // This dialog asks the user before an existing file is replaced.
  const target = await window.showSaveDialog({
    defaultUri: offeredPath(uri, debug ? '.debug.html' : '.html'),
    title: debug
      ? l10n.t('Save the debug view, which contains text that end users must not see')
      : l10n.t('Save the part that end users see'),
    filters: Object.fromEntries(forms.map(({ title, extension }) => [title, [extension]])),
  });
  if (target === undefined) return;
  await save(target, async () => {
    await client.start();
    const textDocument = await exported.textDocument();
    const preambles = workspace.getConfiguration(ocml, uri).get('preview.showPreambles', true);
    const params = { textDocument, as: formOf(target).as, debug, preambles, only, branch };
    const answer = await sendRequest(client, 'ocml/export', params);
    if (typeof answer?.text !== 'string')
      throw new Error(l10n.t('the transcript has changed in the meantime. Save the preview again.'));
    return answer.text;
  });
}
