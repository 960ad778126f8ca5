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

/** The answer to `ocml/readings`: dialects of text and of JSON, and what they and the shapes of JSON are called. */
interface Readings {
  readonly texts: readonly string[];
  readonly json: readonly string[];
  readonly names: Readonly<Record<string, string>>;
  readonly shapes: Readonly<Record<string, string>>;
}

const named = (names: Readonly<Record<string, string>>, word = '') => new Map(Object.entries(names)).get(word);

const nameOf = ({ dialect, shape, harmony }: TakenFor, { names, shapes }: Readings): string =>
  named(shapes, shape) ?? `${named(names, dialect) ?? dialect}${harmony ? ', Harmony profile' : ''}`;

const isJson = ({ languageId, uri }: TextDocument) =>
  /^jsonl?$/.test(languageId) || /\.(?:jsonl?|ndjson)$/i.test(uri.path);

function choicesFor(document: TextDocument, { texts, json, names }: Readings): Choice[] {
  return [
    { label: 'Automatic', description: 'by settings, name and content', reading: null },
    ...(isJson(document) ? json : texts).map((dialect) => ({
      label: named(names, dialect) ?? dialect,
      reading: dialect,
    })),
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
  const readings = () => client.sendRequest<Readings>('ocml/readings');

  /** Shows what the active document was taken for; nothing for a document that is not ours. */
  async function refresh(): Promise<void> {
    const document = window.activeTextEditor?.document;
    const own = ++asked;
    let taken: TakenFor | null = null;
    let known: Readings | null = null;
    if (document && client.state === State.Running) {
      const textDocument = { uri: client.code2ProtocolConverter.asUri(document.uri) };
      taken = await client.sendRequest<TakenFor | null>('ocml/takenFor', { textDocument }).catch(() => null);
      if (taken) known = await readings().catch(() => null);
    }
    if (own !== asked) return;
    item.selector = document && taken ? { scheme: document.uri.scheme, pattern: escaped(document.uri) } : [];
    if (!taken || !known) return;
    item.text = nameOf(taken, known);
    item.detail = taken.chosen ? 'chosen for this file' : 'detected';
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
    await client.start();
    const offered = choicesFor(document, await readings());
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
