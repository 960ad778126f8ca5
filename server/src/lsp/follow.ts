/** Serves `ocml/follow` and `ocml/unfollow`, for a growing file that the client reads and passes on. */
import type { Connection } from 'vscode-languageserver';
import { uriOf } from './client.ts';
import type { Documents } from './documents.ts';
import { serveRequest } from './serve-request.ts';

export function serveFollowed(connection: Connection, documents: Documents): void {
  let followed: Promise<ReturnType<typeof import('./followed.ts').createFollowed>> | undefined;
  serveRequest(connection, 'ocml/follow', async (params) => {
    followed ??= import('./followed.ts').then(({ createFollowed }) => createFollowed(documents));
    return (await followed).answer(params);
  });
  connection.onNotification(
    'ocml/unfollow',
    (params: unknown) => void followed?.then(({ forget }) => forget(uriOf(params))),
  );
}
