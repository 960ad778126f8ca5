/** Exports the selected rows to a new file. The user chooses the path, and must confirm before an existing file is replaced. */
import { commands, l10n, type Uri, window, workspace } from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import { showError, showInformation } from '../notifications.ts';
import { sendRequest } from '../send-request.ts';
import { viewTypeOf } from './data-set-file.ts';

/** `isList`: the data set is a JSON list, so the rows are exported as a list, too, instead of as lines. */
export async function exportRows(
  client: LanguageClient,
  { id, uri, isList }: { readonly id: number; readonly uri: Uri; readonly isList: boolean },
): Promise<void> {
  const ending = isList ? '.json' : '.jsonl';
  const stem = uri.path.replace(/(?:\.(?:jsonl|ndjson|json|parquet|gz|zst))+$/i, '');
  // This dialog asks the user before an existing file is replaced.
  const target = await window.showSaveDialog({
    defaultUri: uri.with({ path: `${stem}.selected${ending}` }),
    title: l10n.t('Export the rows that are shown, byte for byte'),
  });
  if (target === undefined) return;
  if (String(target) === String(uri)) {
    void showError(l10n.t('Rows cannot be exported to the file that they are read from. Choose another name.'));
    return;
  }
  try {
    // If the file is not on disk, the editor has read it for the server, so the editor also writes the new file.
    const to = uri.scheme === 'file' ? { to: client.code2ProtocolConverter.asUri(target) } : {};
    const answer = await sendRequest(client, 'ocml/exportRows', { id, ...to });
    if (answer === null) throw new Error(l10n.t('the data set is no longer open'));
    if (answer.refused !== undefined) throw new Error(answer.refused);
    if (answer.text !== undefined) await workspace.fs.writeFile(target, new TextEncoder().encode(answer.text));
    const open = l10n.t('Open');
    const count = answer.count.toLocaleString('en');
    const name = target.path.split('/').at(-1) ?? '';
    const message =
      answer.count === 1
        ? l10n.t('1 row was written to {0}', name)
        : l10n.t('{0} rows were written to {1}', count, name);
    if ((await showInformation(message, open)) === open)
      await commands.executeCommand('vscode.openWith', target, viewTypeOf(target));
  } catch (error) {
    void showError(l10n.t('The rows could not be exported: {0}', (error as Error).message));
  }
}
