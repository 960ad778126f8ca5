/**
 * _OpenChatML: New Transcript…_: the beginning of a conversation in a dialect that the user chooses, as an untitled document.
 */

import { commands, type Disposable, l10n, Range, window, workspace } from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import { pick } from './notifications.ts';
import { sendRequest } from './send-request.ts';
import { tellReading } from './status/dialect.ts';

/** The user's message in it, which is selected so that typing replaces it. */
const said = 'Hello';

export function registerNewTranscript(client: LanguageClient): Disposable {
  /** `given` is the name of a dialect; without it the user is asked. */
  return commands.registerCommand('ocml.newTranscript', async (given?: unknown) => {
    await client.start();
    const to = typeof given === 'string' ? given : await chooseDialect(client);
    const beginning = to && (await sendRequest(client, 'ocml/newTranscript', { to }));
    if (!beginning) return;
    const { text: content, languageId: language } = beginning;
    const document = await workspace.openTextDocument({ language, content });
    const at = content.indexOf(said);
    // Selected immediately, since a user may start typing at once.
    const selection = new Range(document.positionAt(at), document.positionAt(at + said.length));
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
