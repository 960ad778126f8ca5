/**
 * Serves `ocml/convert`, which returns an open document in another format with notes on what is lost; `ocml/targets`,
 * which lists the available formats; `ocml/newTranscript`, which returns the beginning of a conversation; and
 * `ocml/beginnings`, which lists the dialects for a new conversation.
 */
import type { Connection } from 'vscode-languageserver';
import { Refusal } from '../features/support/feature.ts';
import { uriOf } from './client.ts';
import type { Documents } from './documents.ts';
import { serveRequest } from './serve-request.ts';

/** The maximum length of a document to convert (UTF-16 units), since other requests wait during a conversion. */
const MAX_DOCUMENT_LENGTH = 2_000_000;

/** `ruleDocs`: the base address of the rule pages. */
export function serveConversions(connection: Connection, documents: Documents, ruleDocs: () => string): void {
  const room = () => import('./converted.ts');
  serveRequest(connection, 'ocml/targets', async () => (await room()).convertibleForms);
  serveRequest(connection, 'ocml/beginnings', async () => (await room()).beginnings);
  serveRequest(connection, 'ocml/newTranscript', async (params) => {
    const { to } = params ?? {};
    const { isTarget, newTranscript } = await room();
    return isTarget(to) ? newTranscript(to) : null;
  });
  serveRequest(connection, 'ocml/convert', async (params, token) => {
    const { to, public: isPublic, anyway } = params ?? {};
    const { convertedDocument, isConvertible, convertibleForms: forms } = await room();
    if (!isConvertible(to)) throw new Refusal(`\`to\` is one of ${forms.map(({ name }) => name).join(', ')}.`);
    const document = documents.get(uriOf(params));
    if (document === undefined || !documents.isOurs(document))
      throw new Refusal(
        'This file is not read as a transcript. To choose its dialect, run “OpenChatML: Change Dialect…”.',
      );
    if (document.length > MAX_DOCUMENT_LENGTH)
      throw new Refusal('This file is longer than 2 million characters. Convert it on the command line: ocml convert.');
    return convertedDocument(
      document,
      { to, public: isPublic === true, anyway: anyway === true },
      ruleDocs(),
      () => token?.isCancellationRequested === true,
    );
  });
}
