/**
 * `ocml/explain`: explains how a server's parser read a model's output that a user pasted or opened. The request does
 * not refer to a document. It reads the input piece by piece, and can be cancelled between two pieces.
 */

import type { CancellationToken, Connection, ResponseError } from 'vscode-languageserver';
import type { ExplainParams, ExplainResult } from '../../../protocol/explanations.ts';
import type { Received } from '../../../protocol/requests.ts';
import { cancelled } from './guard.ts';
import { serveRequest } from './serve-request.ts';

/** The amount to read before other requests are served (UTF-16 units). */
const pieceSize = 1 << 20;

export function registerExplain(connection: Connection): void {
  serveRequest(connection, 'ocml/explainParsers', async () => {
    const { parsers } = await import('../explain/explain.ts');
    return parsers.map(({ name, title }) => ({ name, title }));
  });
  serveRequest(connection, 'ocml/explain', answer);
}

async function answer(
  params: Received<ExplainParams>,
  token?: CancellationToken,
): Promise<ExplainResult | ResponseError | null> {
  const { text, parser, choose, pages } = params ?? {};
  if (typeof text !== 'string') return null;
  const { Explainer } = await import('../explain/explain.ts');
  const { linesOf } = await import('../explain/report.ts');
  const { partsOf } = await import('../explain/report-parts.ts');
  const explainer = new Explainer({
    ...(typeof parser === 'string' && { parser }),
    ...(Number.isInteger(choose) && { choose: choose as number }),
  });
  for (const piece of pieces(text)) {
    explainer.push(piece);
    await new Promise((resolve) => setImmediate(resolve));
    if (token?.isCancellationRequested) return cancelled();
  }
  const pageOf = (code: string) => (typeof pages === 'string' ? `${pages}${code}.md` : code);
  try {
    const explanation = explainer.end();
    const parts = partsOf(explanation, pageOf, false);
    return { explanation, report: linesOf(parts), parts };
  } catch (error) {
    return { report: [`Nothing to explain: ${(error as Error).message}.`] };
  }
}

/** Splits a text into large pieces that consist of whole lines. */
function* pieces(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = text.lastIndexOf('\n', at + pieceSize) + 1;
    const stop =
      at + pieceSize >= text.length ? text.length : end > at ? end : text.indexOf('\n', at) + 1 || text.length;
    yield text.slice(at, stop);
    at = stop;
  }
}
