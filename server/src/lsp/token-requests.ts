/** Serves token counts: `ocml/tokens`, `ocml/truncate`, and counts in hovers and hints. The code is loaded on demand. */

import type { CancellationToken, Connection } from 'vscode-languageserver';
import type { TokensParams, TruncateParams } from '../../../protocol/token-counts.ts';
import type { AnyDocument } from '../documents/document.ts';
import { getOwn } from '../syntax/get-own.ts';
import { cancelled } from './guard.ts';
import { serveRequest } from './serve-request.ts';
import type { Settings } from './settings.ts';
import type { Surroundings, TokensRoom } from './tokens/room.ts';
import type { Task } from './tokens/tasks.ts';
import { threadOf } from './workshop/thread.ts';
import { createWorkshop } from './workshop/workshop.ts';

interface TokensServer {
  /** Returns the answer to a request, with token counts added if `others` and the settings call for them. */
  added(method: string, document: AnyDocument, params: unknown, answer: unknown, token?: CancellationToken): unknown;
}

/** Requests that other features answer, each with a function that decides whether token counts are added to the answer. */
const others: Readonly<Record<string, (answer: unknown, settings: Settings) => unknown>> = {
  'textDocument/hover': (answer) => answer,
  'textDocument/inlayHint': (_, { tokenHints }) => tokenHints,
};

export function serveTokens(connection: Connection, surroundings: Surroundings): TokensServer {
  let tokensRoom: Promise<TokensRoom> | undefined;
  const room = () => {
    tokensRoom ??= import('./tokens/room.ts').then(({ createRoom }) =>
      createRoom(surroundings, createWorkshop<Task>(threadOf('tokens-worker'))),
    );
    return tokensRoom;
  };
  serveRequest(connection, 'ocml/tokens', async (params, token) => {
    const tokens = await (await room())['ocml/tokens'](params as TokensParams, token);
    return tokens === undefined ? cancelled() : tokens;
  });
  serveRequest(connection, 'ocml/truncate', async (params, token) => {
    const truncation = await (await room())['ocml/truncate'](params as TruncateParams, token);
    return truncation === undefined ? cancelled() : truncation;
  });
  return {
    added(method, document, params, answer, token) {
      const concerns = getOwn(others, method)?.(answer, surroundings.settingsOf(document.uri));
      return concerns ? room().then(({ added }) => added(document, params as never, answer, token)) : answer;
    },
  };
}
