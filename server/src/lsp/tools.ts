/** `ocml/callTool`: offers the tools of `ocml mcp` to the models in an editor. The code is loaded with the first call. */
import type { Connection } from 'vscode-languageserver';
import { serveRequest } from './serve-request.ts';

export const serveTools = (connection: Connection): void =>
  serveRequest(connection, 'ocml/callTool', async (params, token) =>
    (await import('./tool-calls.ts')).answerCall(params, token),
  );
