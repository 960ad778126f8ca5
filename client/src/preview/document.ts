/** The document of a preview, as the server knows it: one that is open, or that is opened for it; or a file that is followed. */
import { l10n, type TextDocument, type TextEditor, type Uri, window, workspace } from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import { isTranscript, mayBeTranscript } from '../documents.ts';
import type { Follower } from '../follow/follower.ts';
import { goneFile } from './disk.ts';

/** Whether this is a document of an address that can be shown. */
export function isShown(document: TextDocument, uri: Uri): boolean {
  return document.uri.toString() === uri.toString() && (isTranscript(document) || mayBeTranscript(document));
}

/** The editor that shows it. */
export const editorOf = (uri: Uri): TextEditor | undefined =>
  window.visibleTextEditors.find((editor) => isShown(editor.document, uri));

/** What requests call it. Fails once the document is gone for good. */
export async function identified(
  client: LanguageClient,
  uri: Uri,
  follower: Follower | undefined,
): Promise<{ readonly uri: string }> {
  if (follower) return { uri: follower.uri };
  const open = workspace.textDocuments.find((document) => isShown(document, uri));
  // The server knows open documents only; opening an untitled one again would make a new one.
  if (!open && uri.scheme === 'untitled') throw new Error(l10n.t('The document was closed without being saved.'));
  const document = open ?? (await opened(uri));
  await client.start();
  return { uri: client.code2ProtocolConverter.asUri(document.uri) };
}

async function opened(uri: Uri): Promise<TextDocument> {
  try {
    return await workspace.openTextDocument(uri);
  } catch (error) {
    const isThere = await workspace.fs.stat(uri).then(
      () => true,
      () => false,
    );
    throw isThere ? error : goneFile(uri);
  }
}
