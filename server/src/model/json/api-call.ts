/** A call of a chat API in the terms of text, so that its arguments are judged as those of any call. */

import { functionsNamespace, modelRole } from '../../grammar/index.ts';
import type { JsonString } from '../../syntax/json/nodes.ts';
import { sourceOffset } from '../../syntax/json/strings.ts';
import type { Message } from '../message.ts';
import { asMessage } from './as-message.ts';
import type { ApiCall } from './tool-calls.ts';

const words = { to: '`name`', callId: '`id`', name: '`name`', sending: '`tool_calls`', unsend: 'remove the call' };

/** A function as text calls it. */
export const asFunction = (name: string): string => `${functionsNamespace}.${name}`;

/**
 * The call as a message whose content is the arguments, or undefined where it has none: some write nothing at all, or null.
 * `asText`: readers take a string.
 */
export function calling(call: ApiCall, text: string, asText: boolean): Message | undefined {
  const { node, name, arguments: given } = call;
  if (name === undefined || given === undefined || given.kind === 'null' || given.kind === 'broken') return undefined;
  const string = given.kind === 'string' && call.asText ? given : undefined;
  const content = string?.value ?? text.slice(given.start, given.end);
  if (content.trim() === '') return undefined;
  const { start, end } = node;
  const said = {
    start,
    end,
    role: modelRole,
    roleSpan: node,
    content,
    open: false,
    verbatim: true,
    to: asFunction(name),
  };
  return asMessage(said, {
    words,
    sending: node,
    namesTool: true,
    api: { name, given, unquoted: asText && call.asText && given.kind === 'object' },
    body: (from, to) =>
      placeIn(string ?? given.start, text, Math.min(from, content.length - 1), Math.min(to, content.length)),
  });
}

/** A part of a string, or of what begins at an offset. */
function placeIn(given: JsonString | number, text: string, from: number, to: number) {
  return typeof given === 'number'
    ? { start: given + from, end: given + to }
    : { start: sourceOffset(text, given, from), end: sourceOffset(text, given, to) };
}
