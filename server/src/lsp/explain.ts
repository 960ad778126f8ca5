/**
 * `ocml/explain`: how a server's parser read the output of a model that a user pasted or opened. It is about no document,
 * takes the input piece by piece, and can be cancelled in between.
 */
import { type CancellationToken, type Connection, LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import type { ErrorExplanation, Explanation } from '../explain/explain.ts';
import { guarded } from './guard.ts';

export interface ExplainParams {
  readonly text: string;
  readonly parser?: string;
  readonly choose?: number;
  /** The part of a rule page's address before the code. */
  readonly pages?: string;
}

export interface ExplainResult {
  readonly explanation?: Explanation | ErrorExplanation;
  /** The explanation as lines of text. */
  readonly report: readonly string[];
}

/** How much is read before other requests get their turn (UTF-16 units). */
const pieceSize = 1 << 20;

/** A parser that can read an output: `ocml/explainParsers` lists them, so that users can choose one. */
export interface ExplainParser {
  readonly name: string;
  /** The server or project that it belongs to, for display. */
  readonly title: string;
}

export function registerExplain(connection: Connection): void {
  connection.onRequest('ocml/explainParsers', async (): Promise<ExplainParser[]> => {
    const { parsers } = await import('../explain/explain.ts');
    return parsers.map(({ name, title }) => ({ name, title }));
  });
  connection.onRequest('ocml/explain', (params: unknown, token: CancellationToken) =>
    guarded('ocml/explain', (given: ExplainParams) => answer(given, token), connection.console)(params, token),
  );
}

async function answer(params: ExplainParams, token: CancellationToken): Promise<unknown> {
  const { text, parser, choose, pages } = params ?? {};
  if (typeof text !== 'string') return null;
  const { Explainer } = await import('../explain/explain.ts');
  const { report } = await import('../explain/report.ts');
  const explainer = new Explainer({
    ...(typeof parser === 'string' && { parser }),
    ...(Number.isInteger(choose) && { choose: choose as number }),
  });
  for (const piece of pieces(text)) {
    explainer.push(piece);
    await new Promise((resolve) => setImmediate(resolve));
    if (token.isCancellationRequested) return new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');
  }
  const pageOf = (code: string) => (typeof pages === 'string' ? `${pages}${code}.md` : code);
  try {
    const explanation = explainer.end();
    return { explanation, report: report(explanation, pageOf, false) } satisfies ExplainResult;
  } catch (error) {
    return { report: [`Nothing to explain: ${(error as Error).message}.`] } satisfies ExplainResult;
  }
}

/** A text in pieces of whole lines. */
function* pieces(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = text.lastIndexOf('\n', at + pieceSize) + 1;
    const stop =
      at + pieceSize >= text.length ? text.length : end > at ? end : text.indexOf('\n', at) + 1 || text.length;
    yield text.slice(at, stop);
    at = stop;
  }
}
