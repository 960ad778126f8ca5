/**
 * _OpenChatML: Copy as JSON_ and _Copy as API Request_: put the active conversation on the clipboard. By default, only the part that end
 * users see is copied; if there is more, a notification offers to copy everything.
 */

import { commands, Disposable, env, l10n, window } from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import { conversationAtCursor, conversationIn } from './conversation.ts';
import { showInformation, showWarning } from './notifications.ts';
import { activeOrSample } from './sample.ts';
import { sendRequest } from './send-request.ts';

/** One of the two commands: the format to which the conversation is converted, and the text that is copied. */
interface Way {
  readonly to: string;
  /** Returns the text to copy. `value`: the converted conversation. */
  of(value: unknown): string;
}

/** The argument that a key binding may give to the commands. */
interface CopyArgument {
  readonly public?: unknown;
}

const pretty = (value: unknown) => JSON.stringify(value, null, 2);
/** Returns the body of a Chat Completions request. The user has to replace the name of the model. */
const request = (value: unknown): string =>
  pretty({ model: 'MODEL', ...(Array.isArray(value) ? { messages: value } : (value as object)) });

const ways: Readonly<Record<string, Way>> = {
  'ocml.copyAsJson': { to: 'messages', of: pretty },
  'ocml.copyAsApiRequest': { to: 'messages', of: request },
};

export function registerCopy(client: LanguageClient): Disposable {
  async function copy({ to, of }: Way, isPublic: boolean): Promise<void> {
    const document = await activeOrSample();
    if (document === undefined) return;
    await client.start();
    const textDocument = { uri: client.code2ProtocolConverter.asUri(document.uri) };
    try {
      const { text, languageId = '' } =
        (await sendRequest(client, 'ocml/convert', { textDocument, to, public: isPublic })) ?? {};
      if (text === undefined) return refuse(l10n.t('This conversation cannot be expressed as a list of messages.'));
      // In a data set, copy the conversation at the cursor.
      const row = await conversationAtCursor(client, document);
      const value = row ? conversationIn(text, languageId, row.number) : JSON.parse(text);
      if (value === undefined) return refuse(l10n.t('This conversation cannot be expressed as a list of messages.'));
      await env.clipboard.writeText(of(value));
      // Do not wait for the user to react to the offer.
      if (isPublic) void offerAll({ to, of }, row?.number);
      else window.setStatusBarMessage(l10n.t('Copied everything, including the parts that end users do not see'), 5000);
    } catch (error) {
      refuse((error as Error).message);
    }
  }

  async function offerAll(way: Way, number: number | undefined): Promise<void> {
    const everything = l10n.t('Copy Everything');
    const message =
      number === undefined
        ? l10n.t('Copied the part that end users see.')
        : l10n.t('Copied the part of conversation {0} that end users see.', number);
    if ((await showInformation(message, everything)) === everything) await copy(way, false);
  }

  const refuse = (reason: string) => void showWarning(reason);

  const registered = Object.entries(ways).map(([name, way]) =>
    commands.registerCommand(name, (copyArgument?: CopyArgument) => copy(way, copyArgument?.public !== false)),
  );
  return new Disposable(() => {
    for (const one of registered) one.dispose();
  });
}
