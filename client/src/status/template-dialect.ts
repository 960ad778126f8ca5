/** A file that is read as the text of a model: by its chat template, which the user picks. */
import { l10n, type Uri } from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import { showWarning } from '../notifications.ts';
import { pickTemplate } from '../preview/pick-template.ts';
import { sendRequest } from '../send-request.ts';

/** The beginning of a stored choice of a template. */
const prefix = 'chat template: ';

/** The choice that a template is, to be kept. */
const choiceOf = (template: string): string => `${prefix}${template}`;

/** The template that a kept choice names. */
export const templateIn = (choice: string | null): string | undefined =>
  choice?.startsWith(prefix) ? choice.slice(prefix.length) : undefined;

/** Asks for a template; gives the choice that it is, or undefined. */
export async function pickTemplateDialect(client: LanguageClient): Promise<string | undefined> {
  const picked = await pickTemplate(client, undefined, undefined, l10n.t('Read this file as text from this template'));
  return picked?.template === undefined ? undefined : choiceOf(picked.template);
}

/** Makes the server read a document by a template; says why that cannot be. */
export async function tellTemplate(client: LanguageClient, uri: Uri, template: string): Promise<boolean> {
  const textDocument = { uri: client.code2ProtocolConverter.asUri(uri) };
  const answer = await sendRequest(client, 'ocml/readAs', { textDocument, reading: null, template });
  if (answer === null) return true;
  void showWarning(l10n.t('{0} cannot be used to read this file: {1}', template, answer.error));
  return false;
}
