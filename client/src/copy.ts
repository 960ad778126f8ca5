/**
 * _OpenChatML: Copy as JSON_ and _Copy as API Request_: put the active conversation on the clipboard. By default, that is
 * what end users see; if there is more, everything is offered.
 */
import { commands, Disposable, env, l10n, window } from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import type { Conversion } from './convert.ts';
import { activeOrSample } from './sample.ts';
import { inform, warn } from './told.ts';

/** How a value is copied, by the form that it is converted to. */
interface Way {
  readonly to: string;
  /** What is copied for a conversion. */
  of(text: string): string;
}

/** The argument of the commands, for key bindings. */
interface Given {
  readonly public?: unknown;
}

const pretty = (value: unknown) => JSON.stringify(value, null, 2);
/** The body of a request to chat completions. The user fills in the model. */
const request = (text: string): string => {
  const value: unknown = JSON.parse(text);
  return pretty({ model: 'MODEL', ...(Array.isArray(value) ? { messages: value } : (value as object)) });
};

const ways: Readonly<Record<string, Way>> = {
  'ocml.copyAsJson': { to: 'messages', of: (text) => pretty(JSON.parse(text)) },
  'ocml.copyAsApiRequest': { to: 'messages', of: request },
};

export function registerCopy(client: LanguageClient): Disposable {
  async function copy({ to, of }: Way, isPublic: boolean): Promise<void> {
    const document = await activeOrSample();
    if (document === undefined) return;
    await client.start();
    const textDocument = { uri: client.code2ProtocolConverter.asUri(document.uri) };
    try {
      const { text, languageId } = await client.sendRequest<Conversion>('ocml/convert', {
        ...{ textDocument, to, public: isPublic },
      });
      if (text === undefined) return refuse(l10n.t('This conversation cannot be expressed as a list of messages.'));
      if (languageId === 'jsonl')
        return refuse(l10n.t('This file has a conversation on each line. Select one of them and copy it.'));
      await env.clipboard.writeText(of(text));
      // Nobody waits for the user to read it.
      if (isPublic) void offerAll({ to, of });
      else window.setStatusBarMessage(l10n.t('Copied, including what end users do not see'), 5000);
    } catch (error) {
      refuse((error as Error).message);
    }
  }

  async function offerAll(way: Way): Promise<void> {
    const everything = l10n.t('Copy Everything');
    const said = l10n.t('Copied what end users see.');
    if ((await inform(said, everything)) === everything) await copy(way, false);
  }

  const refuse = (reason: string) => void warn(reason);

  return Disposable.from(
    ...Object.entries(ways).map(([name, way]) =>
      commands.registerCommand(name, (given?: Given) => copy(way, given?.public !== false)),
    ),
  );
}
