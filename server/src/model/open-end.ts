/** How a document breaks off in its last message: what is missing there. */
import { type Block, has, Trait } from '../syntax/block.ts';
import type { Span } from '../syntax/span.ts';
import { bodyJson, cutOffAt, mustBeJson } from './body-json.ts';
import { functionParts } from './functions.ts';
import type { Message } from './message.ts';
import { thoughtsOf } from './thoughts.ts';

/** `stop`: the token alone that stops a model, which servers strip; `json`: the JSON breaks off, at `at`. */
export type OpenEnd = { readonly lacks: 'stop' | 'rest' } | { readonly lacks: 'json'; readonly at: Span };

export function openEnd(message: Message): OpenEnd {
  const { block, body } = message;
  const at = cutOffAt(message) ?? cutOffPayload(message);
  if (at !== undefined) return { lacks: 'json', at };
  const isComplete = body.family.has.channels ? isWhole(message) : isWholePlain(block);
  return { lacks: body.family.has.stops && message.role === 'assistant' && isComplete ? 'stop' : 'rest' };
}

/** Whether an assistant's message in 2.x is an answer, or a call with all of its arguments. */
function isWhole(message: Message): boolean {
  const { block, kind, effectiveChannel, constraint, hint, content } = message;
  if (!has(block, Trait.HasMessage)) return false;
  if (mustBeJson(message)) return bodyJson(message).error === undefined;
  if (kind !== 'call') return effectiveChannel === 'final';
  // Code, or what a tool takes whose input nobody declares: of JSON, all.
  if ((constraint ?? hint) !== undefined || !/^\s*[{[]/.test(content.text)) return content.text.trim() !== '';
  return bodyJson(message).error === undefined;
}

/** Whether neither a thought nor a call is open at the end of a message of 0.1. */
function isWholePlain(block: Block): boolean {
  if (thoughtsOf(block).blocks.some(({ end }) => end === undefined)) return false;
  return functionParts(block, 'assistant').every(({ error, values }) => error === undefined && values.length > 0);
}

/** Where the payload of a function breaks off with the document; the last character of the body. */
function cutOffPayload({ block, role }: Message): Span | undefined {
  const last = functionParts(block, role).at(-1);
  return last?.error?.cutOff ? lastInk(block) : undefined;
}

/** The last character of a body that is not white space. */
function lastInk({ text, bodyStart, bodyEnd }: Block): Span {
  const end = bodyStart + text.slice(bodyStart, bodyEnd).trimEnd().length;
  return { start: Math.max(bodyStart, end - 1), end };
}
