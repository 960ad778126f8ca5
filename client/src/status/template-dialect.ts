/** Lets the user choose a chat template, so that a file is read as text of the template's model. */
import { l10n, type Uri } from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import { showWarning } from '../notifications.ts';
import { pickTemplate } from '../preview/pick-template.ts';
import { sendRequest } from '../send-request.ts';

/** The prefix that marks a stored choice as the name of a template. */
const prefix = 'chat template: ';

const choiceOf = (template: string): string => `${prefix}${template}`;

/** Returns the template that a stored choice names. */
export const templateIn = (choice: string | null): string | undefined =>
  choice?.startsWith(prefix) ? choice.slice(prefix.length) : undefined;

/** Asks for a template. Returns the choice to store; undefined if the user cancels. */
export async function pickTemplateDialect(client: LanguageClient): Promise<string | undefined> {
  const picked = await pickTemplate(
    client,
    undefined,
    undefined,
    l10n.t('Read this file as the output of this template'),
  );
  return picked?.template === undefined ? undefined : choiceOf(picked.template);
}

/** Makes the server read a document with a template. If that fails, shows the reason and returns false. */
export async function tellTemplate(client: LanguageClient, uri: Uri, template: string): Promise<boolean> {
  const textDocument = { uri: client.code2ProtocolConverter.asUri(uri) };
  const answer = await sendRequest(client, 'ocml/readAs', { textDocument, reading: null, template });
  if (answer === null) return true;
  void showWarning(l10n.t('{0} cannot be used to read this file: {1}', template, answer.error));
  return false;
}
