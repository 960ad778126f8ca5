/** Finds the JSON at a cursor in a transcript. Its position depends on the family of the transcript (2.2 §8, 0.1 §8, A-140). */

import { answerChannel, modelRole } from '../../grammar/index.ts';
import { bodyCalls } from '../../model/calls/body-calls.ts';
import { functionParts } from '../../model/calls/functions.ts';
import { learnedArguments } from '../../model/calls/learned-calls.ts';
import { taggedParts } from '../../model/calls/tagged-parts.ts';
import { headerInfo, message } from '../../model/message.ts';
import { builtinSchema, schemaOf, type ToolDeclaration } from '../../model/tools/declarations.ts';
import { answer } from '../../model/tools/response-formats.ts';
import { has, Trait } from '../../syntax/block.ts';
import { segments } from '../../syntax/body.ts';
import { rowsOf } from '../../syntax/families/index.ts';
import type { Span } from '../../syntax/span.ts';
import type { Cursor } from '../support/cursor.ts';
import { declarationFor, declaredTools } from '../support/names.ts';
import type { Declared, Payload } from './payload.ts';

/** The JSON at a cursor, or undefined if no JSON is possible there. */
export function payloadAt(cursor: Cursor): Payload | undefined {
  const { block, at } = cursor;
  if (block.kind !== 'message' || at < block.bodyStart || at > block.bodyEnd) return undefined;
  return payloads(block.family)(cursor);
}

const payloads = rowsOf<(cursor: Cursor) => Payload | undefined>(
  () => inOpenBody,
  ({ has, learned }) =>
    learned ? inLearnedCall : has.functions ? inFunctions : has.bodyCalls ? inBodyCall : () => undefined,
);

/** The JSON that is a whole body in 2.x: the arguments of a call, or the envelope of a reply. Harmony has no envelopes. */
function inOpenBody(cursor: Cursor): Payload | undefined {
  const { block } = cursor;
  const { kind, tool, constraint, hint } = headerInfo(block);
  const { bareBodies } = block.family.has;
  if (!has(block, Trait.HasMessage) || (constraint ?? hint ?? 'json') !== 'json') return undefined;
  if (kind === 'plain') return inAnswer(cursor);
  if (kind === 'call' ? tool === undefined || tool === 'python' : bareBodies) return undefined;
  return {
    ...about(cursor),
    ...wholeBody(cursor),
    kind: kind === 'call' ? 'arguments' : 'reply',
    tool,
    reserves: !bareBodies,
  };
}

/** The JSON of an answer for which the instructions request a format (HARM-37). */
function inAnswer(cursor: Cursor): Payload | undefined {
  const { role, effectiveChannel } = headerInfo(cursor.block);
  if (role !== modelRole || effectiveChannel !== answerChannel) return undefined;
  const declarations = about(cursor);
  return declarations.declared(answer) && { ...declarations, ...wholeBody(cursor), kind: 'answer' };
}

/** The content of a whole body in 2.x, without escape characters and markers of literal blocks. */
function wholeBody({ block, at }: Cursor): Pick<Payload, 'text' | 'at' | 'span'> {
  const { text, toBlock } = message(block).content;
  return {
    text,
    at: offsetIn(text, toBlock, at),
    span: (start, end) => ({ start: toBlock(start), end: end > start ? toBlock(end - 1) + 1 : toBlock(start) }),
  };
}

/** The offset in the content that corresponds to `at` in the block. */
function offsetIn({ length }: string, toBlock: (offset: number) => number, at: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (toBlock(middle) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The kind of JSON after each function token and in each tag. `<tool_response>` is missing, because it can contain anything. */
const kinds = new Map<string, Payload['kind']>([
  ['function_call', 'call'],
  ['function_output', 'output'],
  ['function_list', 'signature'],
  ['tool_call', 'call'],
  ['tools', 'signature'],
]);

/** The JSON after a function token, or in a tag. */
function inFunctions(cursor: Cursor): Payload | undefined {
  const { block, at } = cursor;
  const { role } = headerInfo(block);
  const tag = taggedParts(block, role).find(({ inner, open }) => open && inner.start <= at && at <= inner.end);
  if (tag) return within(cursor, tag.inner, kinds.get(tag.name));
  const parts = functionParts(block, role);
  const index = parts.findLastIndex(({ end }) => end <= at);
  const part = parts[index];
  const end = parts[index + 1]?.start ?? block.bodyEnd;
  return part && within(cursor, { start: part.end, end }, kinds.get(part.token.name));
}

/** The arguments of a call in a learned dialect. */
function inLearnedCall(cursor: Cursor): Payload | undefined {
  const { block, at } = cursor;
  const callArguments = learnedArguments(block, headerInfo(block).role).find(
    ({ start, end }) => start <= at && at <= end,
  );
  const payload = callArguments && within(cursor, callArguments, 'arguments');
  return payload && { ...payload, tool: callArguments.tool };
}

/**
 * The JSON of a call in Llama 3. It follows the call token. Without that token, it is a body that is a call, or, if tools are declared, a
 * body that may become one.
 */
function inBodyCall(cursor: Cursor): Payload | undefined {
  const { block, at } = cursor;
  if (headerInfo(block).role !== modelRole) return undefined;
  const { bodyStart, bodyEnd, text } = block;
  const token = segments(block).findLast((one) => one.token?.kind === 'call' && one.end <= at);
  const [call] = token ? [] : bodyCalls(block);
  const start = token?.end ?? (call && call.start <= at ? call.start : bodyStart);
  const mayBegin = /^\s*(?:[[{]|$)/.test(text.slice(bodyStart, Math.min(bodyEnd, bodyStart + 1000)));
  if (!token && !call && !(mayBegin && declaredTools(cursor.transcript).size > 0)) return undefined;
  return within(cursor, { start, end: bodyEnd }, 'Llama call');
}

function within(cursor: Cursor, { start, end }: Span, kind: Payload['kind'] | undefined): Payload | undefined {
  if (kind === undefined) return undefined;
  const text = cursor.block.text.slice(start, end);
  return {
    ...about(cursor),
    kind,
    text,
    at: cursor.at - start,
    span: (from, to) => ({ start: start + from, end: start + to }),
  };
}

/** The declarations that apply to the cursor's message. */
export function about({ transcript, place }: Cursor): Pick<Payload, 'write' | 'declared' | 'tools'> {
  return {
    write: (json) => json,
    declared(tool) {
      const declaration = declarationFor(transcript, tool, place.index);
      if (declaration) return declaredAs(declaration);
      const schema = builtinSchema(tool);
      return schema === undefined ? undefined : { tool, doc: '', schema };
    },
    tools: () => [...declaredTools(transcript).values()].map(declaredAs),
  };
}

/** Converts a declaration for a payload. The schema is only read when it is needed. */
export function declaredAs(declaration: ToolDeclaration): Declared {
  const { tool, doc } = declaration;
  return {
    tool,
    doc,
    get schema() {
      return schemaOf(declaration);
    },
  };
}
