/**
 * Two prompts beside each other, in the editor's own view of differences: of two templates, of two revisions of one, or before
 * and after an edit of the conversation.
 */
import {
  commands,
  Disposable,
  EventEmitter,
  extensions,
  type QuickPickItem,
  type TextDocumentContentProvider,
  Uri,
  window,
  workspace,
} from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { isPrompt } from './protocol.ts';
import { pickTemplate } from './templates.ts';

const scheme = 'ocml-prompt';

/** What one side shows: `text` and `templateText` are those of before, in place of what is there now. */
interface Side {
  readonly uri: string;
  readonly template: string;
  readonly debug: boolean;
  readonly text?: string;
  readonly templateText?: string;
}

interface Way extends QuickPickItem {
  /** The other side and its name; undefined where the user has not chosen. */
  other(): Promise<{ readonly side: Side; readonly name: string } | undefined>;
}

/** The parts of the Git extension that are asked. */
interface Git {
  getAPI(version: 1): { getRepository(uri: Uri): { show(ref: string, path: string): Promise<string> } | null };
}

const nameOf = (template: string) => template.split(/[\\/]/).at(-1) ?? template;
const fileOf = (template: string) => template.replace(/#[^#]*$/, '');

let client: LanguageClient | undefined;
let count = 0;
const sides = new Map<string, Side>();

/** The prompt of a side, or why there is none. */
async function promptOf(path: string): Promise<string> {
  const side = sides.get(path);
  if (side === undefined || client === undefined) return 'This prompt is not there any more: compare anew.';
  const { uri, ...rest } = side;
  const answer: unknown = await client.sendRequest('ocml/prompt', { textDocument: { uri }, ...rest, side: path });
  if (!isPrompt(answer)) return 'The language server could not make this prompt.';
  return answer.error ?? answer.stretches.map(({ text }) => text).join('');
}

export function registerComparisons(): Disposable {
  const changes = new EventEmitter<Uri>();
  const provider: TextDocumentContentProvider = {
    onDidChange: changes.event,
    provideTextDocumentContent: ({ path }) => promptOf(path),
  };
  return Disposable.from(
    changes,
    workspace.registerTextDocumentContentProvider(scheme, provider),
    // What is on the screen follows the conversation and the template.
    workspace.onDidChangeTextDocument(({ document }) => {
      for (const [path, { uri, template }] of sides)
        if (document.uri.toString() === uri || document.uri.fsPath === fileOf(template)) changes.fire(addressOf(path));
    }),
    workspace.onDidCloseTextDocument(({ uri }) => {
      if (uri.scheme === scheme) sides.delete(uri.path);
    }),
  );
}

const addressOf = (path: string) => Uri.from({ scheme, path });

function added(side: Side, name: string): Uri {
  const path = `/${++count}/${name.replaceAll('/', ' ')}`;
  sides.set(path, side);
  return addressOf(path);
}

/** Lets the user choose what a prompt is compared with, and shows both. */
export async function comparePrompts(connection: LanguageClient, given: Side): Promise<void> {
  client = connection;
  const now: Side = { ...given, uri: client.code2ProtocolConverter.asUri(Uri.parse(given.uri)) };
  const way = await window.showQuickPick(await waysOf(now, connection), { placeHolder: 'Compare this prompt with' });
  const other = await way?.other();
  if (other === undefined) return;
  const name = nameOf(now.template);
  const [left, right] = [added(other.side, other.name), added(now, name)];
  await commands.executeCommand('vscode.diff', left, right, `Prompt: ${other.name} ↔ ${name}`);
}

async function waysOf(now: Side, connection: LanguageClient): Promise<Way[]> {
  const name = nameOf(now.template);
  const ways: Way[] = [
    {
      label: 'That of another template…',
      async other() {
        const picked = await pickTemplate(connection, undefined);
        if (picked?.template === undefined) return undefined;
        return { side: { ...now, template: picked.template }, name: nameOf(picked.template) };
      },
    },
  ];
  const conversation = Uri.parse(now.uri);
  const saved = await savedText(conversation);
  if (saved !== undefined)
    ways.push({
      label: 'That of the conversation as it was saved',
      description: 'before your edits',
      other: async () => ({ side: { ...now, text: saved }, name: `${name} before the edits` }),
    });
  const file = Uri.file(fileOf(now.template));
  const [savedTemplate, committed] = [await savedText(file), await committedText(file)];
  if (savedTemplate !== undefined)
    ways.push({
      label: 'That of the template as it was saved',
      other: async () => ({ side: { ...now, templateText: savedTemplate }, name: `${name} as saved` }),
    });
  if (committed !== undefined)
    ways.push({
      label: 'That of the template as it was committed',
      other: async () => ({ side: { ...now, templateText: committed }, name: `${name} as committed` }),
    });
  return ways;
}

/** What is on the disk; undefined where there is nothing, or the same as in the editor. */
async function savedText(uri: Uri): Promise<string | undefined> {
  const open = workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (!open?.isDirty) return undefined;
  try {
    return new TextDecoder().decode(await workspace.fs.readFile(uri));
  } catch {
    return undefined;
  }
}

async function committedText(uri: Uri): Promise<string | undefined> {
  try {
    const git = extensions.getExtension<Git>('vscode.git')?.exports;
    return await git?.getAPI(1).getRepository(uri)?.show('HEAD', uri.fsPath);
  } catch {
    return undefined;
  }
}
