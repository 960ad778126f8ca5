/** Lets the user pick a chat template with which a file is read as model text. */
import { l10n, type Uri } from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import { showWarning } from '../notifications.ts';
import { pickTemplate } from '../preview/pick-template.ts';
import { sendRequest } from '../send-request.ts';

/** The beginning of a stored choice of a template. */
const prefix = 'chat template: ';

/** The stored choice for a template. */
const choiceOf = (template: string): string => `${prefix}${template}`;

/** The template named in a stored choice. */
export const templateIn = (choice: string | null): string | undefined =>
  choice?.startsWith(prefix) ? choice.slice(prefix.length) : undefined;

/** Asks for a template; returns the choice to store, or undefined. */
export async function pickTemplateDialect(client: LanguageClient): Promise<string | undefined> {
  const picked = await pickTemplate(
    client,
    undefined,
    undefined,
    l10n.t('Read this file as the output of this template'),
  );
  return picked?.template === undefined ? undefined : choiceOf(picked.template);
}

/** Makes the server read a document with a template; reports the reason if that fails. */
export async function tellTemplate(client: LanguageClient, uri: Uri, template: string): Promise<boolean> {
  const textDocument = { uri: client.code2ProtocolConverter.asUri(uri) };
  const answer = await sendRequest(client, 'ocml/readAs', { textDocument, reading: null, template });
  if (answer === null) return true;
  void showWarning(l10n.t('{0} cannot be used to read this file: {1}', template, answer.error));
  return false;
}
