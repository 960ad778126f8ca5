/** _OpenChatML: New Transcript…_: opens an untitled document with the beginning of a conversation, in a dialect that the user chooses. */

import { commands, type Disposable, l10n, Range, window, workspace } from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import { pick } from './notifications.ts';
import { sendRequest } from './send-request.ts';
import { tellReading } from './status/dialect.ts';

/** The user's message in the new document. It is selected, so that typing replaces it. */
const userText = 'Hello';

export function registerNewTranscript(client: LanguageClient): Disposable {
  /** `dialect`: the name of a dialect; if it is missing, the user chooses one. */
  return commands.registerCommand('ocml.newTranscript', async (dialect?: unknown) => {
    await client.start();
    const to = typeof dialect === 'string' ? dialect : await chooseDialect(client);
    const beginning = to && (await sendRequest(client, 'ocml/newTranscript', { to }));
    if (!beginning) return;
    const { text: content, languageId: language } = beginning;
    const document = await workspace.openTextDocument({ language, content });
    const at = content.indexOf(userText);
    // Select the text while opening the document, since the user may start typing at once.
    const selection = new Range(document.positionAt(at), document.positionAt(at + userText.length));
    await window.showTextDocument(document, { preview: false, selection });
    await tellReading(client, document.uri, to).catch(() => {});
  });
}

async function chooseDialect(client: LanguageClient): Promise<string | undefined> {
  const offered = await sendRequest(client, 'ocml/beginnings');
  const items = offered.map(({ name, title, doc }) => ({ label: title, description: doc, name }));
  const placeHolder = l10n.t('Choose the dialect of the new transcript');
  return (await pick(items, { title: l10n.t('New Transcript'), placeHolder, matchOnDescription: true }))?.name;
}
