/** `ocml/callTool`: the tools of `ocml mcp` for the models in an editor. Their code is loaded with the first call. */
import type { Connection } from 'vscode-languageserver';
import { serveRequest } from './serve-request.ts';

export const serveTools = (connection: Connection): void =>
  serveRequest(connection, 'ocml/callTool', async (params, token) =>
    (await import('./tool-calls.ts')).answerCall(params, token),
  );
