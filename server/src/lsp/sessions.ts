/**
 * `ocml/sessions`: lists the sessions that agents have stored on this machine. The sessions are read only when requested, and never
 * modified.
 */
import type { Connection } from 'vscode-languageserver';
import { serveRequest } from './serve-request.ts';

/** The number of sessions to list unless the client specifies another, and the maximum. */
const USUAL_COUNT = 200;
const MAX_COUNT = 1_000;

export function serveSessions(connection: Connection): void {
  serveRequest(connection, 'ocml/sessions', async (params, token) => {
    const [{ knownFolders, listSessions }, { agentTitles }, { uriOfFile }] = await Promise.all([
      import('../sessions/list.ts'),
      import('../grammar/session-folders.ts'),
      import('../files/addresses.ts'),
    ]);
    const limit = Number.isSafeInteger(params?.limit) ? (params?.limit as number) : USUAL_COUNT;
    const folders = knownFolders();
    const { sessions, older, unreadable } = await listSessions(folders, {
      limit: Math.max(1, Math.min(limit, MAX_COUNT)),
      isCancelled: () => token?.isCancellationRequested === true,
    });
    return {
      sessions: sessions.map(({ agent, id, path, size, changed, folder, words }) => ({
        agent: agentTitles[agent],
        id,
        uri: uriOfFile(path),
        size,
        changed,
        ...(folder !== undefined && { folder }),
        ...(words !== undefined && { words }),
      })),
      older,
      folders: folders.map(({ path }) => path),
      unreadable,
    };
  });
}
