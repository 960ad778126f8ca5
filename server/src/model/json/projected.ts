/** The messages of the JSON projection in the terms of text, so that what is said of those can be said of these. */
import { type JsonObject, type JsonReading, type JsonString, memberOf } from '../../syntax/json/reader.ts';
import type { Message } from '../message.ts';
import { asMessage } from './as-message.ts';
import { projected } from './message.ts';
import { objectsOf } from './projection.ts';

/** A message of the projection. Spans in the header of `message` are those of the unit; those of its body, of the body. */
export interface Projected {
  readonly node: JsonObject;
  readonly message: Message;
  /** What the body is written in: `content`, or the arguments of a call. */
  readonly body: JsonString | undefined;
}

const cache = new WeakMap<JsonReading, readonly Projected[]>();

export function projectedOf(reading: JsonReading): readonly Projected[] {
  let all = cache.get(reading);
  if (all === undefined) {
    all = objectsOf(reading).objects.flatMap((node) => (node.kind === 'object' ? [read(node)] : []));
    cache.set(reading, all);
  }
  return all;
}

function read(node: JsonObject): Projected {
  const call = memberOf(node, 'tool_call')?.value;
  const written = call?.kind === 'object' ? memberOf(call, 'arguments') : memberOf(node, 'content');
  const body = written?.value?.kind === 'string' ? written.value : undefined;
  return { node, message: asMessage(projected(node)[0]), body };
}

/** Whether a header can hold a word: it ends it at white space, and reads a token as one. */
export const isHeaderWord = (word: string): boolean => !/\s|<\|/.test(word);

/** A message without its body, for who remembers many. */
export function withoutBody({ node }: Projected): Message {
  return asMessage({ ...projected(node)[0], content: '' });
}

/** A complete call, or a reply; what has no recipient, or calls without `tool_call`, is neither. */
export function partIn({ node, message }: Projected): 'call' | 'reply' | undefined {
  if (message.kind === 'reply') return 'reply';
  const call = memberOf(node, 'tool_call')?.value;
  return message.kind === 'call' && memberOf(call, 'recipient')?.value?.kind === 'string' ? 'call' : undefined;
}
