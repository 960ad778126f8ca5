/** Answers the requests about tokens. An answer is undefined if its request was cancelled. Loaded with the first of these requests. */

import type { CancellationToken, Hover, InlayHint, Position, Range } from 'vscode-languageserver';
import type { Tokens, TokensParams, TruncateParams, Truncation } from '../../../../protocol/token-counts.ts';
import type { AnyDocument } from '../../documents/document.ts';
import { isPosition } from '../../features/support/cursor.ts';
import type { Documents } from '../documents.ts';
import type { Settings } from '../settings.ts';
import type { WorkerQueue } from '../workshop/workshop.ts';
import type { Task } from './tasks.ts';
import { createTokens } from './token-answers.ts';
import { truncated } from './truncate.ts';

export interface Surroundings {
  readonly documents: Documents;
  settingsOf(uri: string): Settings;
  /** Returns the addresses of the open folders. */
  folders(): Promise<readonly string[]>;
}

interface Places {
  readonly position?: Position;
  readonly range?: Range;
}

export type TokensRoom = ReturnType<typeof createRoom>;

const isCancelled = (token?: CancellationToken) => () => token?.isCancellationRequested === true;

/** `workshop`: the thread in which tokens are counted. */
export function createRoom({ documents, settingsOf, folders }: Surroundings, workshop: WorkerQueue<Task>) {
  const { answer, hover, hints, vocabularyOf } = createTokens({ get: documents.get, settingsOf, folders, workshop });
  /** Returns the document that params refer to, if it is a transcript. */
  const documentOf = (params: TokensParams | TruncateParams | undefined) => {
    const document = documents.get(String(params?.textDocument?.uri));
    return document && documents.isOurs(document) ? document : undefined;
  };
  return {
    async 'ocml/tokens'(params: TokensParams, token?: CancellationToken): Promise<Tokens | null | undefined> {
      const document = documentOf(params);
      return document ? answer(document, params, isCancelled(token)) : null;
    },
    async 'ocml/truncate'(params: TruncateParams, token?: CancellationToken): Promise<Truncation | null | undefined> {
      const document = documentOf(params);
      return document ? truncated(document, await vocabularyOf(document), params, token) : null;
    },
    /** Returns a hover, or the hints for a range, with token counts added. */
    added(document: AnyDocument, params: Places | undefined, answer: unknown, token?: CancellationToken): unknown {
      const { position, range } = params ?? {};
      if (isPosition(position)) return hover(document, position, answer as Hover);
      if (!isPosition(range?.start) || !isPosition(range.end)) return answer;
      return hints(document, range, answer as InlayHint[], isCancelled(token));
    },
  };
}
