/** Determines which parts are missing from the last message of a 2.x document that is cut off. For ChatML, see `cut-off.ts`. */
import { answerChannel, modelRole } from '../grammar/index.ts';
import { has, Trait } from '../syntax/block.ts';
import type { Span } from '../syntax/span.ts';
import { bodyJson, cutOffAt, mustBeJson } from './body-json.ts';
import type { Message } from './message.ts';

/**
 * The missing parts. `stop`: only the stop token, which servers remove. `json`: the rest of the JSON, which is cut off at `at`.
 * `rest`: unknown.
 */
type OpenEnd = { readonly lacks: 'stop' | 'rest' } | { readonly lacks: 'json'; readonly at: Span };

export function openEnd(message: Message): OpenEnd {
  const at = cutOffAt(message);
  if (at !== undefined) return { lacks: 'json', at };
  const { block, role } = message;
  return { lacks: block.family.has.stops && role === modelRole && isWhole(message) ? 'stop' : 'rest' };
}

/** Whether an assistant message in 2.x is a complete answer, or a call with all of its arguments. */
function isWhole(message: Message): boolean {
  const { block, kind, effectiveChannel, constraint, hint, content } = message;
  if (!has(block, Trait.HasMessage)) return false;
  if (mustBeJson(message)) return bodyJson(message).error === undefined;
  if (kind !== 'call') return effectiveChannel === answerChannel;
  // Code, and input without a declared type, is complete if it is not empty. JSON must be valid.
  if ((constraint ?? hint) !== undefined || !/^\s*[{[]/.test(content.text)) return content.text.trim() !== '';
  return bodyJson(message).error === undefined;
}
