/** `ocml/follow` and `ocml/unfollow`: a growing file, which the client reads. */
import type { Connection } from 'vscode-languageserver';
import { uriOf } from './client.ts';
import type { Documents } from './documents.ts';
import { guarded } from './guard.ts';

export interface FollowParams {
  readonly textDocument: { readonly uri: string };
  /** The editor's language of such a file. */
  readonly languageId: string;
  /** What was appended since the last request; with `anew`, the beginning of the file. */
  readonly text: string;
  readonly anew?: boolean;
  /** All of it is kept, not only the end. */
  readonly all?: boolean;
  /** More comes at once, and nothing is asked about before that. */
  readonly more?: boolean;
}

export function serveFollowed(connection: Connection, documents: Documents): void {
  let made: Promise<ReturnType<typeof import('./followed.ts').createFollowed>> | undefined;
  const answer = async (params: FollowParams) => {
    made ??= import('./followed.ts').then(({ createFollowed }) => createFollowed(documents));
    return (await made).answer(params);
  };
  connection.onRequest('ocml/follow', guarded('ocml/follow', answer, connection.console));
  connection.onNotification(
    'ocml/unfollow',
    (params: unknown) => void made?.then(({ forget }) => forget(uriOf(params))),
  );
}
