/** The language status item: what the file of the active editor was taken for, and the choice of something else. */
import {
  commands,
  Disposable,
  type ExtensionContext,
  languages,
  type QuickPickItem,
  type TextDocument,
  Uri,
  window,
  workspace,
} from 'vscode';
import { type LanguageClient, State } from 'vscode-languageclient/node';
import { ocml } from './documents.ts';

/** The answer to `ocml/takenFor`. */
interface TakenFor {
  readonly dialect: string;
  readonly shape?: string;
  readonly harmony?: boolean;
  readonly chosen: boolean;
}

interface Choice extends QuickPickItem {
  readonly reading: string | null;
}

/** By dialect; `json` is JSON by what is in it. */
const dialectNames = new Map([
  ['openchatml-2.2', 'OpenChatML 2.2'],
  ['harmony', 'Harmony'],
  ['openchatml-0.1', 'OpenChatML 0.1, ChatML'],
  ['llama3', 'Llama 3'],
  ['chatml-wire', 'ChatML on the wire'],
  ['openchatml-json', 'JSON projection'],
  ['messages', 'Message list'],
  ['stream-event', 'Stream events'],
  ['json', 'JSON'],
]);

const shapeNames = new Map([
  ['sharegpt', 'ShareGPT conversations'],
  ['preference', 'Preference pairs'],
  ['prompt-completion', 'Prompts and completions'],
  ['anthropic', "Anthropic's messages"],
  ['chat-completion', 'Chat completions'],
  ['responses', 'Items of the Responses API'],
  ['text', 'Transcripts as text'],
  ['unknown', 'JSON of unknown shape'],
]);

const nameOf = ({ dialect, shape, harmony }: TakenFor): string =>
  (shape && shapeNames.get(shape)) ?? `${dialectNames.get(dialect) ?? dialect}${harmony ? ', Harmony profile' : ''}`;

const isJson = ({ languageId, uri }: TextDocument) =>
  /^jsonl?$/.test(languageId) || /\.(?:jsonl?|ndjson)$/i.test(uri.path);

function choicesFor(document: TextDocument): Choice[] {
  const of = isJson(document) ? ['messages', 'openchatml-json', 'chatml-wire', 'stream-event'] : [];
  const texts = isJson(document) ? [] : ['openchatml-2.2', 'harmony', 'openchatml-0.1', 'llama3'];
  return [
    { label: 'Automatic', description: 'by settings, name and content', reading: null },
    ...[...of, ...texts].map((dialect) => ({ label: dialectNames.get(dialect) ?? dialect, reading: dialect })),
    ...(isJson(document)
      ? [
          { label: 'JSON, by its content', description: 'wherever in the file it shows its shape', reading: 'json' },
          { label: 'Not a transcript', description: 'leave the file alone', reading: 'none' },
        ]
      : []),
  ];
}

/** What users chose, by address, in the state of the workspace. */
const kept = 'ocml.readAs';

export function registerTakenFor(context: ExtensionContext, client: LanguageClient): Disposable {
  const item = languages.createLanguageStatusItem('ocml.takenFor', []);
  item.name = 'OpenChatML';
  item.command = { command: 'ocml.readAs', title: 'Change', tooltip: 'Choose what this file is read as' };
  const choices = () => context.workspaceState.get<Record<string, string>>(kept, {});
  let asked = 0;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  /** Shows what the active document was taken for; of what is none of ours, nothing. */
  async function refresh(): Promise<void> {
    const document = window.activeTextEditor?.document;
    const own = ++asked;
    let taken: TakenFor | null = null;
    if (document && client.state === State.Running) {
      const textDocument = { uri: client.code2ProtocolConverter.asUri(document.uri) };
      taken = await client.sendRequest<TakenFor | null>('ocml/takenFor', { textDocument }).catch(() => null);
    }
    if (own !== asked) return;
    item.selector = document && taken ? { scheme: document.uri.scheme, pattern: escaped(document.uri) } : [];
    if (!taken) return;
    item.text = nameOf(taken);
    item.detail = taken.chosen ? 'chosen for this file' : 'found out';
  }

  function later(): void {
    clearTimeout(waiting);
    waiting = setTimeout(() => void refresh(), 300);
  }

  async function tell(uri: Uri, reading: string | null): Promise<void> {
    await client.start();
    await client.sendRequest('ocml/readAs', {
      textDocument: { uri: client.code2ProtocolConverter.asUri(uri) },
      reading,
    });
  }

  /** `said` is what to read the file as; without it the user is asked. */
  async function readAs(said?: unknown): Promise<void> {
    const document = window.activeTextEditor?.document;
    if (document === undefined) return;
    const offered = choicesFor(document);
    const chosen =
      offered.find(({ reading }) => reading !== null && reading === said) ??
      (await window.showQuickPick(offered, { placeHolder: 'Read this file as' }));
    if (chosen === undefined) return;
    const all = new Map(Object.entries(choices()));
    if (chosen.reading === null) all.delete(document.uri.toString());
    else all.set(document.uri.toString(), chosen.reading);
    await context.workspaceState.update(kept, Object.fromEntries(all));
    await tell(document.uri, chosen.reading);
    await refresh();
  }

  /** What was chosen before is told once the server is there; it keeps it for documents to come. */
  async function remind(): Promise<void> {
    for (const [uri, reading] of Object.entries(choices())) await tell(Uri.parse(uri), reading);
    await refresh();
  }

  return Disposable.from(
    item,
    commands.registerCommand('ocml.readAs', readAs),
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Running) void remind();
    }),
    window.onDidChangeActiveTextEditor(() => void refresh()),
    workspace.onDidChangeTextDocument(({ document }) => {
      if (document === window.activeTextEditor?.document) later();
    }),
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(ocml)) later();
    }),
    { dispose: () => clearTimeout(waiting) },
  );
}

/** A path as a glob that stands for it alone. */
const escaped = ({ path }: Uri) => path.replace(/[*?{}[\]]/g, '[$&]');
