/**
 * _OpenChatML: Compare With…_: two transcripts side by side, both written as OpenChatML 2.2, so that the differences are
 * in the contents, not in dialect or layout. Each message, and in data sets each conversation, is on separate lines.
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
import type { Conversion } from './convert.ts';
import { isTranscript } from './documents.ts';
import { pick, warn } from './told.ts';

const scheme = 'ocml-compare';
const files = '**/*.{ocml,harmony,chatml,openchatml,json,jsonl}';
const most = 500;

/** The parts of the Git extension that are asked. */
interface Git {
  getAPI(version: 1): {
    getRepository(uri: Uri): { show(ref: string, path: string): Promise<string> } | null;
    toGitUri(uri: Uri, ref: string): Uri;
  };
}

const nameOf = ({ path }: Uri) => path.split('/').at(-1) ?? path;

export function registerCompare(client: LanguageClient): Disposable {
  const changes = new EventEmitter<Uri>();
  /** The two sides. */
  const sides = new Map<string, Uri>();
  let count = 0;

  async function textOf(source: Uri | undefined): Promise<string> {
    if (source === undefined) return l10n.t('This comparison no longer exists. Compare again.');
    try {
      const document = await workspace.openTextDocument(source);
      await client.start();
      const textDocument = { uri: client.code2ProtocolConverter.asUri(document.uri) };
      const params = { textDocument, to: 'openchatml-2.2', public: false };
      const { text, languageId } = await client.sendRequest<Conversion>('ocml/convert', params);
      if (text === undefined) return l10n.t('This cannot be expressed in OpenChatML 2.2.');
      return languageId === 'ocml' ? text : conversationsIn(text);
    } catch (error) {
      return (error as Error).message;
    }
  }

  const provider: TextDocumentContentProvider = {
    onDidChange: changes.event,
    provideTextDocumentContent: ({ path }) => textOf(sides.get(path)),
  };

  function side(source: Uri): Uri {
    const path = `/${++count}/${nameOf(source)}`;
    sides.set(path, source);
    return Uri.from({ scheme, path });
  }

  /** The active document with another: `given`, or one that the user chooses. */
  async function compare(given?: unknown): Promise<void> {
    const one = window.activeTextEditor?.document.uri;
    if (one === undefined) return;
    const other = given instanceof Uri && given.toString() !== one.toString() ? given : await choose(one);
    if (other === undefined) return;
    const title = `${nameOf(one)} ↔ ${nameOf(other)}`;
    await commands.executeCommand('vscode.diff', side(one), side(other), title);
  }

  /** Compares a document with its last committed version: the active one, or that of an item in source control. */
  async function compareWithCommitted(given?: unknown): Promise<void> {
    const named = given instanceof Uri ? given : (given as { resourceUri?: unknown } | undefined)?.resourceUri;
    const uri = named instanceof Uri ? named : window.activeTextEditor?.document.uri;
    if (uri === undefined) return;
    const committed = await committedUri(uri);
    if (committed === undefined) {
      const why = l10n.t(
        '{0} has no committed version: it is not in a Git repository, or it has not been committed yet.',
        nameOf(uri),
      );
      void warn(why);
      return;
    }
    const title = l10n.t('{0} (committed) ↔ {0}', nameOf(uri));
    await commands.executeCommand('vscode.diff', side(committed), side(uri), title);
  }

  return Disposable.from(
    changes,
    workspace.registerTextDocumentContentProvider(scheme, provider),
    commands.registerCommand('ocml.compareWith', compare),
    commands.registerCommand('ocml.compareWithCommitted', compareWithCommitted),
    workspace.onDidChangeTextDocument(({ document }) => {
      for (const [path, source] of sides)
        if (source.toString() === document.uri.toString()) changes.fire(Uri.from({ scheme, path }));
    }),
    workspace.onDidCloseTextDocument(({ uri }) => {
      if (uri.scheme === scheme) sides.delete(uri.path);
    }),
  );
}

/** The last committed version of a file, from the Git extension. */
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

/** The conversations of a data set, one after another: JSON strings, one per line or in a list. */
function conversationsIn(text: string): string {
  const parse = (line: string) => (/\S/.test(line) ? JSON.parse(line) : []);
  const values: unknown[] = text.split('\n').length > 2 ? text.split('\n').flatMap(parse) : [JSON.parse(text)].flat();
  return values.map((value, i) => `# ${l10n.t('Conversation {0}', i + 1)}\n${shown(value)}`).join('\n');
}

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));

async function choose(besides: Uri): Promise<Uri | undefined> {
  const open = workspace.textDocuments.filter((document) => isTranscript(document) && document.uri.scheme !== scheme);
  const found = await workspace.findFiles(files, '**/node_modules/**', most);
  const all = new Map([...open.map(({ uri }) => uri), ...found].map((uri) => [uri.toString(), uri]));
  all.delete(besides.toString());
  const items = [...all.values()].map((uri) => ({
    label: nameOf(uri),
    description: workspace.asRelativePath(uri),
    uri,
  }));
  const browse = { label: l10n.t('Another file…'), description: '', uri: undefined };
  const chosen = await pick([...items, browse], {
    placeHolder: l10n.t('Compare this transcript with'),
    matchOnDescription: true,
  });
  if (chosen === browse) return (await window.showOpenDialog({ canSelectMany: false }))?.[0];
  return chosen?.uri;
}
