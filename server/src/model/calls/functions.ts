/** The functions of OpenChatML 0.1 in the body of a message: lists, calls and outputs. Each is a token followed by JSON. */

import type { TokenFact } from '../../grammar/index.ts';
import { modelRole, systemRole, toolRole } from '../../grammar/index.ts';
import { type Block, has, Trait } from '../../syntax/block.ts';
import { BlockCache } from '../../syntax/block-cache.ts';
import { segments } from '../../syntax/body.ts';
import type { JsonFault } from '../../syntax/json/faults.ts';
import { elements, type JsonValue, parseValues } from '../../syntax/json/values.ts';
import type { Span } from '../../syntax/span.ts';
import type { CallPart } from './pairing.ts';

/** A JSON value after a function token. Its span is in the block. Arrays are split into their elements. */
export interface FunctionValue extends Span {
  readonly value: unknown;
}

/** A function token with its payload. All offsets are in the block. */
export interface FunctionPart extends Span {
  readonly token: TokenFact;
  readonly values: readonly FunctionValue[];
  /** The JSON fault in the payload, if there is one. */
  readonly error: JsonFault | undefined;
  /** The offset where the payload ends; if there is no payload, the end of the token. */
  readonly payloadEnd: number;
}

const none: readonly FunctionPart[] = [];
const cache = new BlockCache<readonly FunctionPart[]>();

/**
 * Returns the function tokens of a message, with their payloads. In a system message, only lists count, and only if JSON can
 * follow. Other tokens there are instructions to the model.
 */
export function functionParts(block: Block, role: string | undefined): readonly FunctionPart[] {
  if (!has(block, Trait.OddBody) || !block.family.has.functions) return none;
  let parts = cache.get(block);
  if (parts === undefined) {
    parts = read(block, role === systemRole);
    cache.set(block, parts);
  }
  return parts;
}

function read(block: Block, isSystem: boolean): readonly FunctionPart[] {
  const { text, bodyEnd } = block;
  const tokens = segments(block).filter(({ token }) => token?.kind === 'function');
  if (tokens.length === 0) return none;
  const parts: FunctionPart[] = [];
  tokens.forEach(({ start, end, token }, i) => {
    const payload = text.slice(end, tokens[i + 1]?.start ?? bodyEnd);
    if (isSystem && (token?.name !== 'function_list' || /^[ \t]*[^\s{[]/.test(payload))) return;
    const { values, error, end: length } = parseValues(payload);
    parts.push({
      start,
      end,
      token: token as TokenFact,
      values: apart(values, payload, end),
      error: error && { ...error, start: end + error.start, end: end + error.end },
      payloadEnd: end + length,
    });
  });
  return parts;
}

/** Returns the JSON values of a text, with arrays split into their elements. `offset`: where the text starts in the block. */
export function apart(values: readonly JsonValue[], text: string, offset: number): FunctionValue[] {
  return values.flatMap(({ value, start: from, end: to }): FunctionValue[] => {
    const span = { start: offset + from, end: offset + to };
    if (!Array.isArray(value)) return [{ value, ...span }];
    const elementSpans = elements(text.slice(from, to));
    return value.map((element, k) => {
      const elementSpan = elementSpans[k];
      return elementSpan
        ? { value: element, start: span.start + elementSpan.start, end: span.start + elementSpan.end }
        : { value: element, ...span };
    });
  });
}

/** Returns the name of the function in a call or an output; undefined if there is none. */
export function functionName(value: unknown): string | undefined {
  const name = (value as { name?: unknown } | null | undefined)?.name;
  return typeof name === 'string' ? name : undefined;
}

/** A call or an output in the body of a message. */
export interface Step extends CallPart, Span {
  readonly kind: 'call' | 'reply';
}

const noSteps: readonly Step[] = [];
const stepCache = new BlockCache<readonly Step[]>();

/** Returns the calls of an assistant message, or the outputs of a tool message, in the order in which they are paired. */
export function functionSteps(block: Block, role: string | undefined): readonly Step[] {
  if (role !== modelRole && role !== toolRole) return noSteps;
  const parts = functionParts(block, role);
  if (parts.length === 0) return noSteps;
  let steps = stepCache.get(block);
  if (steps === undefined) {
    const [kind, tokenName] =
      role === toolRole ? (['reply', 'function_output'] as const) : (['call', 'function_call'] as const);
    steps = parts.flatMap(({ token, values }) =>
      token.name === tokenName
        ? values.map(({ value, start, end }): Step => ({ kind, tool: functionName(value), start, end }))
        : [],
    );
    stepCache.set(block, steps);
  }
  return steps;
}
