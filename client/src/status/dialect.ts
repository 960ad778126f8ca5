/** Shows how the active file is read, and lets users choose another dialect. The choice is stored under the file's URI. */

import {
  commands,
  Disposable,
  type ExtensionContext,
  l10n,
  type QuickPickItem,
  type TextDocument,
  Uri,
  window,
  workspace,
} from 'vscode';
import { type BaseLanguageClient as LanguageClient, State } from 'vscode-languageclient';
import type { Readings } from '../../../protocol/readings.ts';
import { isJsonFile, isTextFile, ocml } from '../documents.ts';
import { pick } from '../notifications.ts';
import { sendRequest } from '../send-request.ts';
import { pickTemplateDialect, tellTemplate, templateIn } from './template-dialect.ts';

interface Choice extends QuickPickItem {
  readonly reading: string | null;
}

/** Stands for a chat template that the user will choose next. */
const byTemplate = 'template';

/** The key in the workspace state for the users' choices, which are stored by address. */
const readAsKey = 'ocml.readAs';

export const dialectTitle = (names: Readonly<Record<string, string>>, word = ''): string | undefined =>
  new Map(Object.entries(names)).get(word);

const isJson = ({ languageId, uri }: TextDocument) => /^jsonl?$/.test(languageId) || isJsonFile(uri);

function choicesFor(document: TextDocument, { texts, json, names }: Readings): Choice[] {
  const automatic = {
    label: l10n.t('Automatic'),
    description: l10n.t('from settings, file name and content'),
    reading: null,
  };
  const dialects = (isJson(document) ? json : texts).map((reading) => ({
    label: dialectTitle(names, reading) ?? reading,
    reading,
  }));
  if (!isJson(document)) {
    const label = l10n.t('Output of a chat template…');
    return [automatic, ...dialects, { label, description: l10n.t('for any model'), reading: byTemplate }];
  }
  return [
    automatic,
    ...dialects,
    {
      label: l10n.t('JSON, detected by its content'),
      description: l10n.t('finds a transcript anywhere in the file'),
      reading: 'json',
    },
    { label: l10n.t('Not a transcript'), description: l10n.t('ignore the file'), reading: 'none' },
  ];
}

/**
 * Makes the server read a document in another way until the server ends. `reading`: a dialect, `json`, `none`, or a stored choice of a
 * template. Null undoes the choice.
 */
export async function tellReading(client: LanguageClient, uri: Uri, reading: string | null): Promise<void> {
  await client.start();
  const template = templateIn(reading);
  if (template !== undefined) {
    await tellTemplate(client, uri, template);
    return;
  }
  const textDocument = { uri: client.code2ProtocolConverter.asUri(uri) };
  await sendRequest(client, 'ocml/readAs', { textDocument, reading });
}

/** `changed`: called after the dialect of the active document may have changed. */
export function registerDialect(
  { workspaceState }: ExtensionContext,
  client: LanguageClient,
  changed: () => void,
): Disposable {
  const choices = () => workspaceState.get<Record<string, string>>(readAsKey, {});

  /** `argument`: the dialect, `json` or `none` to read the file as. If it is missing, the user is asked. */
  async function changeDialect(argument?: unknown): Promise<void> {
    const document = window.activeTextEditor?.document;
    if (document === undefined) return;
    await client.start();
    const offered = choicesFor(document, await sendRequest(client, 'ocml/readings'));
    const chosen =
      offered.find(({ reading }) => reading !== null && reading === argument) ??
      (await pick(offered, { placeHolder: l10n.t('Read this file as') }));
    if (chosen === undefined) return;
    const reading = chosen.reading === byTemplate ? await pickTemplateDialect(client) : chosen.reading;
    if (reading === undefined) return;
    // Plain text and logs are sent to the server only after their language is changed to the extension's language.
    if (isTextFile(document)) await commands.executeCommand('ocml.readAsTranscript');
    const all = new Map(Object.entries(choices()));
    // A choice for an untitled document is not remembered, since another document may get the same name.
    if (reading === null || document.isUntitled) all.delete(document.uri.toString());
    else all.set(document.uri.toString(), reading);
    await workspaceState.update(readAsKey, Object.fromEntries(all));
    await tellReading(client, document.uri, reading);
    changed();
  }

  /** Sends the remembered choices to a server that has just started. The server also applies them to documents that are opened later. */
  async function remind(): Promise<void> {
    for (const [uri, reading] of Object.entries(choices())) await tellReading(client, Uri.parse(uri), reading);
    changed();
  }

  return Disposable.from(
    commands.registerCommand(`${ocml}.readAs`, changeDialect),
    workspace.onDidCloseTextDocument(({ uri, isUntitled }) => {
      if (isUntitled && client.state === State.Running) void tellReading(client, uri, null).catch(() => {});
    }),
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Running) void remind();
    }),
  );
}
