/** The parts missing from the last message of a 2.x document that is cut off. For ChatML, see `cut-off.ts`. */
import { answerChannel, modelRole } from '../grammar/index.ts';
import { has, Trait } from '../syntax/block.ts';
import type { Span } from '../syntax/span.ts';
import { bodyJson, cutOffAt, mustBeJson } from './body-json.ts';
import type { Message } from './message.ts';

/** `stop`: only the stop token, which servers strip; `json`: the JSON is cut off, at `at`. */
type OpenEnd = { readonly lacks: 'stop' | 'rest' } | { readonly lacks: 'json'; readonly at: Span };

export function openEnd(message: Message): OpenEnd {
  const at = cutOffAt(message);
  if (at !== undefined) return { lacks: 'json', at };
  const { block, role } = message;
  return { lacks: block.family.has.stops && role === modelRole && isWhole(message) ? 'stop' : 'rest' };
}

/** Whether an assistant's message in 2.x is a complete answer, or a call with all of its arguments. */
function isWhole(message: Message): boolean {
  const { block, kind, effectiveChannel, constraint, hint, content } = message;
  if (!has(block, Trait.HasMessage)) return false;
  if (mustBeJson(message)) return bodyJson(message).error === undefined;
  if (kind !== 'call') return effectiveChannel === answerChannel;
  // Code, or input without a declared type, must not be empty; JSON must be complete.
  if ((constraint ?? hint) !== undefined || !/^\s*[{[]/.test(content.text)) return content.text.trim() !== '';
  return bodyJson(message).error === undefined;
}
