/** Completion requests on the wire (document 002): an open assistant message at the end, and a completion that closes it. */
import { modelRole, wireTokens } from '../grammar/index.ts';
import { type WireMessage, wireOf } from '../model/json/wire.ts';
import type { JsonArray, JsonNode, JsonReading } from '../syntax/json/nodes.ts';
import { readJson } from '../syntax/json/read.ts';

/** What cannot be done, and where (UTF-16 offsets), or undefined for the whole document. */
export interface NotDone {
  readonly at: number;
  readonly reason: string;
}

const [start, message, end] = wireTokens.map(({ name }) => JSON.stringify({ token: name })) as [string, string, string];

/** The conversation with an open header of the assistant; as it is, if it ends with one (WIRE-16). */
export function asRequest(text: string): string | NotDone {
  const wire = readWire(text);
  if ('reason' in wire) return wire;
  const last = wire.messages.at(-1);
  if (!last?.open) return added(text, wire.root, [start, JSON.stringify(modelRole), message]);
  if (last.role?.value !== modelRole)
    return {
      at: last.start,
      reason:
        'its last message is not closed, and is not an assistant message: close it with `{"token": "<|end_message|>"}`',
    };
  if (last.texts.length > 0)
    return {
      at: last.start,
      reason: 'its last message already has text: a request must end where the assistant begins',
    };
  return text;
}

/**
 * The request with a completion, which closes the open message (WIRE-17): `["text", {"token": "<|end_message|>"}]` as it was
 * sent, without that token if the model was cut off; any other text is what the assistant said.
 */
export function withCompletion(text: string, completion: string): string | NotDone {
  const wire = readWire(text);
  if ('reason' in wire) return wire;
  const last = wire.messages.at(-1);
  if (!last?.open || last.role?.value !== modelRole)
    return {
      at: last?.start ?? 0,
      reason:
        'no assistant message is open at its end, so nothing can be appended. Open one with `ocml wire --as request`',
    };
  const sent = sentElements(completion);
  if (sent !== undefined && 'reason' in sent) return sent;
  const elements = sent?.elements ?? [JSON.stringify(completion), end];
  const header = last.hasMessage || elements[0] === message ? [] : [message];
  return added(text, wire.root, [...header, ...elements]);
}

interface ReadWire {
  readonly root: JsonArray;
  readonly messages: readonly WireMessage[];
}

function readWire(text: string): ReadWire | NotDone {
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
      reason: 'it is the later kind of wire format, with `<|im_start|>`, which has no requests of this form',
    };
  const wrong = wire.faults.find(({ kind }) => kind !== 'not-request' && kind !== 'footer-missing') ?? wire.faults[0];
  if (wrong && wrong.kind !== 'not-request')
    return {
      at: wrong.start,
      reason: 'its messages are not in wire format. To see what is wrong, run `ocml check --dialect chatml-wire`',
    };
  return { root, messages: wire.messages };
}

/** A completion as an API sent it: a list of texts, which may end with the token. Undefined if it is plain text. */
function sentElements(completion: string): { readonly elements: readonly string[] } | NotDone | undefined {
  const reading: JsonReading | undefined = /^\s*\[/.test(completion) ? readJson(completion) : undefined;
  const { root } = reading ?? {};
  if (reading === undefined || reading.faults.length > 0 || root?.kind !== 'array' || !root.items.every(isElement))
    return undefined;
  const written = root.items.map(({ start: from, end: to }) => completion.slice(from, to));
  const isClosed = wireEnd(root.items.at(-1));
  const inner = isClosed ? root.items.slice(0, -1) : root.items;
  if (!inner.every(({ kind }) => kind === 'string'))
    return { at: 0, reason: 'the completion is not a list of texts with `{"token": "<|end_message|>"}` at its end' };
  return { elements: written };
}

const isElement = (node: JsonNode) => node.kind === 'string' || node.kind === 'object';
const wireEnd = (node: JsonNode | undefined) =>
  node?.kind === 'object' &&
  node.members.length === 1 &&
  node.members[0]?.key.value === 'token' &&
  valueOf(node.members[0]?.value) === wireTokens.at(-1)?.name;
const valueOf = (node: JsonNode | undefined) => (node?.kind === 'string' ? node.value : undefined);

/** Inserts elements after the last one, on separate lines if the list has lines; all else stays byte for byte. */
function added(text: string, root: JsonNode, elements: readonly string[]): string {
  const items = root.kind === 'array' ? root.items : [];
  const last = items.at(-1);
  if (last === undefined) return `${text.slice(0, root.start)}[${elements.join(', ')}]${text.slice(root.end)}`;
  const rest = text.slice(last.end, root.end);
  const lineBreak = /\r\n|\n/.exec(rest)?.[0];
  const first = items[0] as JsonNode;
  const indent = lineBreak === undefined ? '' : (/[ \t]*$/.exec(text.slice(root.start + 1, first.start))?.[0] ?? '');
  const gap = lineBreak === undefined ? ' ' : lineBreak + indent;
  return `${text.slice(0, last.end)},${gap}${elements.join(', ')}${text.slice(last.end)}`;
}
