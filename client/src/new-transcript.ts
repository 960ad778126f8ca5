/**
 * _OpenChatML: New Transcript…_: the beginning of a conversation in a form that the user chooses, as an untitled document.
 */
import { commands, type Disposable, l10n, Selection, window, workspace } from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import { chooseTarget, type Target } from './convert.ts';
import { tellReading } from './status/dialect.ts';

/** The answer to `ocml/newTranscript`. */
interface Beginning {
  readonly text: string;
  readonly languageId: string;
}

/** The user's message in it, which is selected so that typing replaces it. */
const said = 'Hello';

export function registerNewTranscript(client: LanguageClient): Disposable {
  /** `given` is the form; without it the user is asked. */
  return commands.registerCommand('ocml.newTranscript', async (given?: unknown) => {
    await client.start();
    const offered = (await client.sendRequest<readonly Target[] | null>('ocml/targets')) ?? [];
    const to = offered.find(({ name }) => name === given) ?? (await chooseTarget(offered, l10n.t('New Transcript')));
    const beginning = to && (await client.sendRequest<Beginning | null>('ocml/newTranscript', { to: to.name }));
    if (!beginning) return;
    const { text: content, languageId: language } = beginning;
    const document = await workspace.openTextDocument({ language, content });
    const editor = await window.showTextDocument(document, { preview: false });
    await tellReading(client, document.uri, to.name).catch(() => {});
    const at = content.indexOf(said);
    editor.selection = new Selection(document.positionAt(at), document.positionAt(at + said.length));

    editor.revealRange(editor.selection);
  });
}
