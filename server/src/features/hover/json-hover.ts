/** Hovers in the JSON of a body. */
import { explainInside } from '../embedded-json/explain-value.ts';
import { payloadAt } from '../embedded-json/in-text.ts';
import { explainParameter } from '../embedded-json/parameters.ts';
import type { Cursor } from '../support/cursor.ts';
import type { Explanation } from './explanation.ts';
import { explainTool } from './links.ts';

export function explainJson(cursor: Cursor): Explanation | undefined {
  const explain = (tool: string) => explainTool(cursor.transcript, tool);
  const payload = payloadAt(cursor);
  return explainParameter(cursor, explain) ?? (payload && explainInside(payload, explain));
}
