/**
 * _OpenChatML: Compare With…_: shows two transcripts side by side, both written as OpenChatML 2.2, so that only differences of content are
 * visible, not those of dialect or layout. Each message begins on a new line and, in data sets, so does each conversation.
 */

import {
  commands,
  Disposable,
  EventEmitter,
  extensions,
  l10n,
  type TextDocumentContentProvider,
  Uri,
  window,
  workspace,
} from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import { conversationAtCursor, conversationIn } from './conversation.ts';
import { isTranscript } from './documents.ts';
import { pick, showWarning } from './notifications.ts';
import { sendRequest } from './send-request.ts';

const scheme = 'ocml-compare';
const files = '**/*.{ocml,harmony,chatml,openchatml,json,jsonl}';
const MAX_LISTED_FILES = 500;

/** The part of the Git extension's API that is used here. */
interface Git {
  getAPI(version: 1): {
    getRepository(uri: Uri): { show(ref: string, path: string): Promise<string> } | null;
    toGitUri(uri: Uri, ref: string): Uri;
  };
}

/** A document, or one of the conversations in a document. */
interface Side {
  readonly uri: Uri;
  readonly conversation?: number;
}

type Row = NonNullable<Awaited<ReturnType<typeof conversationAtCursor>>>;

const nameOf = ({ path }: Uri) => path.split('/').at(-1) ?? path;

const titleOf = ({ uri, conversation }: Side) =>
  conversation === undefined ? nameOf(uri) : l10n.t('{0}, conversation {1}', nameOf(uri), conversation);

export function registerCompare(client: LanguageClient): Disposable {
  const changes = new EventEmitter<Uri>();
  const sides = new Map<string, Side>();
  let count = 0;

  async function textOf(side: Side | undefined): Promise<string> {
    if (side === undefined) return l10n.t('This comparison no longer exists. Compare again.');
    try {
      const document = await workspace.openTextDocument(side.uri);
      await client.start();
      const textDocument = { uri: client.code2ProtocolConverter.asUri(document.uri) };
      const params = { textDocument, to: 'openchatml-2.2', public: false };
      const { text, languageId = '' } = (await sendRequest(client, 'ocml/convert', params)) ?? {};
      if (text === undefined) return l10n.t('This conversation cannot be expressed in OpenChatML 2.2.');
      if (side.conversation !== undefined)
        return formatValue(conversationIn(text, languageId, side.conversation) ?? '');
      return languageId === 'ocml' ? text : conversationsIn(text);
    } catch (error) {
      return (error as Error).message;
    }
  }

  const provider: TextDocumentContentProvider = {
    onDidChange: changes.event,
    provideTextDocumentContent: ({ path }) => textOf(sides.get(path)),
  };

  function addressOf(side: Side): Uri {
    const path = `/${++count}/${titleOf(side)}`;
    sides.set(path, side);
    return Uri.from({ scheme, path });
  }

  const show = (one: Side, other: Side, title = `${titleOf(one)} ↔ ${titleOf(other)}`) =>
    commands.executeCommand('vscode.diff', addressOf(one), addressOf(other), title);

  /** Compares the conversation at the cursor in a data set with another conversation of the same data set, which the user chooses. */
  async function compareConversations(uri: Uri, { number, count }: Row, conversation?: unknown): Promise<void> {
    const isOther = (text: string) => /^\d+$/.test(text) && +text >= 1 && +text <= count && +text !== number;
    const ask = () =>
      window.showInputBox({
        prompt: l10n.t(
          'Enter the number of the conversation to compare with conversation {0}, from 1 to {1}.',
          number,
          count,
        ),
        value: String(number < count ? number + 1 : number - 1),
        validateInput: (text) =>
          isOther(text.trim()) ? undefined : l10n.t('Enter a number from 1 to {0}, other than {1}.', count, number),
      });
    const other = isOther(String(conversation)) ? String(conversation) : await ask();
    if (other !== undefined) await show({ uri, conversation: number }, { uri, conversation: Number(other.trim()) });
  }

  /**
   * Compares the active document, or the conversation at the cursor, with another one. `argument`: the address of a file, or the number
   * of a conversation as `{ conversation }`; otherwise the user chooses.
   */
  async function compare(argument?: unknown): Promise<void> {
    const document = window.activeTextEditor?.document;
    if (document === undefined) return;
    const { uri } = document;
    if (argument instanceof Uri && argument.toString() !== uri.toString())
      return void (await show({ uri }, { uri: argument }));
    await client.start();
    const row = await conversationAtCursor(client, document);
    const conversation = (argument as { conversation?: unknown } | undefined)?.conversation;
    const other = row && conversation !== undefined ? 'conversation' : await choose(uri, row);
    if (other === 'conversation' && row) await compareConversations(uri, row, conversation);
    else if (other instanceof Uri) await show({ uri }, { uri: other });
  }

  /** Compares a document with its last committed version: the active document, or the document of a source control item. */
  async function compareWithCommitted(argument?: unknown): Promise<void> {
    const resource =
      argument instanceof Uri ? argument : (argument as { resourceUri?: unknown } | undefined)?.resourceUri;
    const uri = resource instanceof Uri ? resource : window.activeTextEditor?.document.uri;
    if (uri === undefined) return;
    const committed = await committedUri(uri);
    if (committed === undefined) {
      const why = l10n.t(
        '{0} has no committed version: it is not in a Git repository, or it has not been committed yet.',
        nameOf(uri),
      );
      void showWarning(why);
      return;
    }
    const title = l10n.t('{0} (committed) ↔ {0}', nameOf(uri));
    await show({ uri: committed }, { uri }, title);
  }

  return Disposable.from(
    changes,
    workspace.registerTextDocumentContentProvider(scheme, provider),
    commands.registerCommand('ocml.compareWith', compare),
    commands.registerCommand('ocml.compareWithCommitted', compareWithCommitted),
    workspace.onDidChangeTextDocument(({ document }) => {
      for (const [path, source] of sides)
        if (source.uri.toString() === document.uri.toString()) changes.fire(Uri.from({ scheme, path }));
    }),
    workspace.onDidCloseTextDocument(({ uri }) => {
      if (uri.scheme === scheme) sides.delete(uri.path);
    }),
  );
}

/** Asks the Git extension for the URI of the last committed version of a file. Returns undefined if there is none. */
async function committedUri(uri: Uri): Promise<Uri | undefined> {
  try {
    const git = await extensions.getExtension<Git>('vscode.git')?.activate();
    const api = git?.getAPI(1);
    await api?.getRepository(uri)?.show('HEAD', uri.fsPath);
    return api?.getRepository(uri) ? api.toGitUri(uri, 'HEAD') : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the conversations of a data set as one text, each under a heading with its number. `text`: the converted data set, with one
 * conversation per line, or a list of them.
 */
function conversationsIn(text: string): string {
  const parse = (line: string) => (/\S/.test(line) ? JSON.parse(line) : []);
  const values: unknown[] = text.split('\n').length > 2 ? text.split('\n').flatMap(parse) : [JSON.parse(text)].flat();
  return values.map((value, i) => `# ${l10n.t('Conversation {0}', i + 1)}\n${formatValue(value)}`).join('\n');
}

const formatValue = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));

/** Asks the user for the other side of the comparison: a file, or another conversation of the same data set. */
async function choose(besides: Uri, row: Row | undefined): Promise<Uri | 'conversation' | undefined> {
  const open = workspace.textDocuments.filter((document) => isTranscript(document) && document.uri.scheme !== scheme);
  const uris = await workspace.findFiles(files, '**/node_modules/**', MAX_LISTED_FILES);
  const all = new Map([...open.map(({ uri }) => uri), ...uris].map((uri) => [uri.toString(), uri]));
  all.delete(besides.toString());
  const items = [...all.values()].map((uri) => ({
    label: nameOf(uri),
    description: workspace.asRelativePath(uri),
    uri,
  }));
  const browse = { label: l10n.t('Another file…'), description: '', uri: undefined };
  const within = { label: l10n.t('Another conversation in this file…'), description: '', uri: undefined };
  const chosen = await pick([...(row ? [within] : []), ...items, browse], {
    placeHolder: l10n.t('Compare this transcript with'),
    matchOnDescription: true,
  });
  if (chosen === within) return 'conversation';
  if (chosen === browse) return (await window.showOpenDialog({ canSelectMany: false }))?.[0];
  return chosen?.uri;
}
