/** Hovers in the JSON of a body. */
import { explainInside } from '../inside/explain.ts';
import { payloadAt } from '../inside/in-text.ts';
import type { Cursor } from '../support/cursor.ts';
import type { Explanation } from './explanation.ts';
import { explainTool } from './links.ts';

export function explainJson(cursor: Cursor): Explanation | undefined {
  const payload = payloadAt(cursor);
  return payload && explainInside(payload, (tool) => explainTool(cursor.transcript, tool));
}
