/** Builds completion requests on the wire (document 002): adds an open assistant message at the end, or a completion that closes it. */

import { wireTokens } from '../grammar/chatml-wire.ts';
import { modelRole } from '../grammar/index.ts';
import { type WireMessage, wireOf } from '../model/json/wire.ts';
import type { JsonArray, JsonNode, JsonReading } from '../syntax/json/nodes.ts';
import { readJson } from '../syntax/json/read.ts';

/** The reason why something cannot be done, and the position of the cause (UTF-16 offset). */
interface NotDone {
  readonly at: number;
  readonly reason: string;
}

const [start, message, end] = wireTokens.map(({ name }) => JSON.stringify({ token: name })) as [string, string, string];

/** Removes commas before a closing bracket, which the examples in document 002 have, but which no API accepts (WIRE-22). */
export function withoutSpareCommas(text: string): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { code, start, end } of readJson(text).faults) {
    if (code !== 'trailing-comma') continue;
    pieces.push(text.slice(at, start));
    at = end;
  }
  return pieces.length === 0 ? text : pieces.join('') + text.slice(at);
}

/** Adds an open assistant message at the end of the conversation, unless it already has one there (WIRE-14, WIRE-16). */
export function asRequest(wireText: string): string | NotDone {
  const wire = readWire(wireText);
  if ('reason' in wire) return wire;
  const { text } = wire;
  const last = wire.messages.at(-1);
  if (!last?.open) return withElements(text, wire.root, [start, JSON.stringify(modelRole), message]);
  if (last.role === undefined) return { at: last.start, reason: `${noRole}: complete its header` };
  if (last.role.value === modelRole) return text;
  return {
    at: last.start,
    reason:
      'its last message is not closed, so a model would continue it instead of answering. Complete and close it with `ocml wire --append TEXT`, where TEXT may be empty',
  };
}

/**
 * Adds a completion that closes the open message of a request (WIRE-17, WIRE-23). The completion can have two forms:
 * - a list as sent by an API, `["text", {"token": "<|end_message|>"}]`, without the token if the model was cut off
 * - plain text, with or without the token at its end
 *
 * A message can have only one text (WIRE-29), so the completion is joined to the existing text of the message.
 */
export function withCompletion(wireText: string, completion: string): string | NotDone {
  const wire = readWire(wireText);
  if ('reason' in wire) return wire;
  const { text } = wire;
  const last = wire.messages.at(-1);
  if (!last?.open)
    return {
      at: last?.start ?? 0,
      reason:
        'no assistant message is open at its end, so nothing can be appended. Open one with `ocml wire --as request`',
    };
  if (last.role === undefined) return { at: last.start, reason: `${noRole}, so nothing can be appended: add the role` };
  const insertion = sentCompletion(completion) ?? {
    literal: JSON.stringify(completion.replace(endAtEnd, '')).slice(1, -1),
    isClosed: true,
  };
  if ('reason' in insertion) return insertion;
  const footer = insertion.isClosed ? [end] : [];
  const partial = last.texts.at(-1);
  if (partial === undefined)
    return withElements(text, wire.root, [...(last.hasMessage ? [] : [message]), `"${insertion.literal}"`, ...footer]);
  const continued = text.slice(0, partial.end - 1) + insertion.literal + text.slice(partial.end - 1);
  const root = readJson(continued).root as JsonNode;
  return footer.length > 0 ? withElements(continued, root, footer) : continued;
}

const noRole = 'its last message has no role';

interface ReadWire {
  /** The text that was parsed, which is the document without spare commas. */
  readonly text: string;
  readonly root: JsonArray;
  readonly messages: readonly WireMessage[];
}

function readWire(wireText: string): ReadWire | NotDone {
  const text = withoutSpareCommas(wireText);
  const reading = readJson(text);
  const { root, faults } = reading;
  const [fault] = faults;
  if (root?.kind !== 'array' || fault)
    return {
      at: fault?.start ?? 0,
      reason: 'it is not ChatML on the wire. To see what is wrong, run `ocml check --dialect chatml-wire`',
    };
  const wire = wireOf(reading);
  if (wire.im)
    return {
      at: root.start,
      reason: 'it is in the newer wire format, with `<|im_start|>`, which does not define completion requests',
    };
  const wrong = wire.faults.find(({ kind }) => kind !== 'not-request' && kind !== 'footer-missing') ?? wire.faults[0];
  if (wrong && wrong.kind !== 'not-request')
    return {
      at: wrong.start,
      reason: 'its messages are not in wire format. To see what is wrong, run `ocml check --dialect chatml-wire`',
    };
  return { text, root, messages: wire.messages };
}

/** A completion, as it is written into the document. */
interface SentCompletion {
  /** The content of the JSON string, as written between the quotes. */
  readonly literal: string;
  readonly isClosed: boolean;
}

/** Reads a completion in an API's format: a list of texts that may end with the token. Undefined if the completion is plain text. */
function sentCompletion(completion: string): SentCompletion | NotDone | undefined {
  const reading: JsonReading | undefined = /^\s*\[/.test(completion) ? readJson(completion) : undefined;
  const { root } = reading ?? {};
  if (reading === undefined || reading.faults.length > 0 || root?.kind !== 'array' || !root.items.every(isElement))
    return undefined;
  const isClosed = wireEnd(root.items.at(-1));
  const texts = isClosed ? root.items.slice(0, -1) : root.items;
  if (!texts.every(({ kind }) => kind === 'string'))
    return { at: 0, reason: 'the completion is not a list of texts with `{"token": "<|end_message|>"}` at its end' };
  return { literal: texts.map((one) => completion.slice(one.start + 1, one.end - 1)).join(''), isClosed };
}

const isElement = (node: JsonNode) => node.kind === 'string' || node.kind === 'object';
const wireEnd = (node: JsonNode | undefined) =>
  node?.kind === 'object' &&
  node.members.length === 1 &&
  node.members[0]?.key.value === 'token' &&
  valueOf(node.members[0]?.value) === wireTokens.at(-1)?.name;
/** The token at the end of a completion in plain text, with any line breaks that a pipe added after it. */
const endAtEnd = new RegExp(`${wireTokens.at(-1)?.name.replace(/[|]/g, '\\$&')}\\s*$`);
const valueOf = (node: JsonNode | undefined) => (node?.kind === 'string' ? node.value : undefined);

/** Inserts elements after the last one, on a new line if the list has several lines. Everything else stays the same, byte for byte. */
function withElements(text: string, root: JsonNode, elements: readonly string[]): string {
  const items = root.kind === 'array' ? root.items : [];
  const last = items.at(-1);
  if (last === undefined) return `${text.slice(0, root.start)}[${elements.join(', ')}]${text.slice(root.end)}`;
  const rest = text.slice(last.end, root.end);
  const lineBreak = /\r\n|\n/.exec(rest)?.[0];
  const first = items[0] as JsonNode;
  const indent = lineBreak === undefined ? '' : indentBefore(text, first.start);
  const gap = lineBreak === undefined ? ' ' : lineBreak + indent;
  return `${text.slice(0, last.end)},${gap}${elements.join(', ')}${text.slice(last.end)}`;
}

/** The spaces and tabs before an offset. */
function indentBefore(text: string, end: number): string {
  let start = end;
  while (start > 0 && /[ \t]/.test(text[start - 1] as string)) start--;
  return text.slice(start, end);
}
