/** Finds the conversation at the cursor in a data set. */

import { type TextDocument, window } from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import { isUserView } from './preview/protocol.ts';
import { sendRequest } from './send-request.ts';

/**
 * Returns the number of the conversation at the cursor, counted from 1, and the total. Undefined for a document with a single conversation.
 */
export async function conversationAtCursor(
  client: LanguageClient,
  document: TextDocument,
): Promise<{ readonly number: number; readonly count: number } | undefined> {
  const textDocument = { uri: client.code2ProtocolConverter.asUri(document.uri) };
  const { activeTextEditor: editor } = window;
  const { line, character } = editor?.document === document ? editor.selection.active : { line: 0, character: 0 };
  const around = { line, character };
  const view: unknown = await sendRequest(client, 'ocml/userView', { textDocument, around, limit: 1 });
  return isUserView(view) && view.conversation && view.conversation.count > 1 ? view.conversation : undefined;
}

/**
 * Returns the conversation with this number from a converted data set, which is a list or has one conversation per line. Undefined if that
 * conversation could not be converted.
 */
export function conversationIn(text: string, languageId: string, number: number): unknown {
  if (languageId !== 'jsonl') return (JSON.parse(text) as readonly unknown[])[number - 1];
  const line = text.split('\n')[number - 1] ?? '';
  return /\S/.test(line) ? JSON.parse(line) : undefined;
}
