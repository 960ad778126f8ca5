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

export async function saveExport(client: LanguageClient, exported: Exported): Promise<void> {
  const { uri, debug, only, branch } = exported;
  const name = uri.path.replace(/\.[^./]*$/, '');
  const suffix = debug ? '.debug.html' : '.html';
  const defaultUri =
    uri.scheme === 'untitled'
      ? Uri.joinPath(workspace.workspaceFolders?.[0]?.uri ?? Uri.file('/'), `transcript${suffix}`)
      : uri.with({ path: `${name}${suffix}`, query: '', fragment: '' });
  // This dialog asks the user before an existing file is replaced.
  const target = await window.showSaveDialog({
    defaultUri,
    title: debug
      ? l10n.t('Save the debug view, which contains text that end users must not see')
      : l10n.t('Save the part that end users see'),
    filters: Object.fromEntries(forms.map(({ title, extension }) => [title, [extension]])),
  });
  if (target === undefined) return;
  try {
    await client.start();
    const textDocument = await exported.textDocument();
    const preambles = workspace.getConfiguration(ocml, uri).get('preview.showPreambles', true);
    const params = { textDocument, as: formOf(target).as, debug, preambles, only, branch };
    const answer = await sendRequest(client, 'ocml/export', params);
    if (typeof answer?.text !== 'string')
      throw new Error(l10n.t('the transcript has changed in the meantime. Save the preview again.'));
    await workspace.fs.writeFile(target, new TextEncoder().encode(answer.text));
    const open = l10n.t('Open');
    const said = l10n.t('Saved {0}', target.path.split('/').at(-1) ?? '');
    if ((await showInformation(said, open)) === open) await window.showTextDocument(target);
  } catch (error) {
    void showError(l10n.t('The preview could not be saved: {0}', (error as Error).message));
  }
}
