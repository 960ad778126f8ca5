/** Shows rows as read-only documents in an editor, where all features for documents work. */
import { type Disposable, l10n, type Uri, workspace } from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import { sendRequest } from '../send-request.ts';
import type { DataSetConnection } from './data-set-connection.ts';
import { nameOf, rowOf, rowScheme } from './data-set-file.ts';

/** `idOf`: returns the id of the data set if a data set editor has opened the file. */
export function registerRowDocuments(
  client: LanguageClient,
  connection: DataSetConnection,
  idOf: (file: Uri) => number | undefined,
): Disposable {
  /**
   * Returns the text of a row. If no data set editor has opened the file, for example after a restart, it is opened for this request only.
   */
  async function textOf(file: Uri, number: number): Promise<string | undefined> {
    const id = idOf(file);
    if (id !== undefined) return (await sendRequest(client, 'ocml/rowText', { id, number }))?.text;
    const opened = await connection.open(file, () => {});
    if ('refused' in opened) throw new Error(opened.refused);
    try {
      return (await sendRequest(client, 'ocml/rowText', { id: opened.id, number }))?.text;
    } finally {
      connection.close(opened.id);
    }
  }

  return workspace.registerTextDocumentContentProvider(rowScheme, {
    async provideTextDocumentContent(uri) {
      const row = rowOf(uri);
      const text = row && (await textOf(row.file, row.number));
      if (text === undefined) throw new Error(l10n.t('{0} no longer has this row.', nameOf(row?.file ?? uri)));
      return text;
    },
  });
}
