/**
 * Returns the parts of a message of the AI SDK. Those in the format of version 4, which may be outside `parts`, are converted to
 * the later format.
 */
import { invocationsMember } from '../../../grammar/agent-sessions.ts';
import { getOwn } from '../../../syntax/get-own.ts';
import { type JsonNode, memberOf, textOf } from '../../../syntax/json/nodes.ts';
import type { Span } from '../../../syntax/span.ts';
import { stringAt, valueOf } from '../shapes/conversation.ts';
import { itemsOf, objectAt } from './message-nodes.ts';

/** Returns the parts of a message, in conversation order. */
export function uiPartsOf(message: JsonNode): readonly JsonNode[] {
  const parts = itemsOf(valueOf(message, 'parts')).map(partOf);
  const isOld = ['content', 'reasoning', invocationsMember, attachmentsMember].some((key) => memberOf(message, key));
  if (!isOld) return parts;
  const has = (type: string) => parts.some((part) => textOf(part, 'type') === type);
  const called = new Set(parts.flatMap((part) => textOf(part, 'toolCallId') ?? []));
  const besides = itemsOf(valueOf(message, invocationsMember)).filter(
    (one) => !called.has(textOf(one, 'toolCallId') ?? ''),
  );
  const invoked = valueOf(message, invocationsMember);
  const node = has('text') ? undefined : valueOf(message, 'content');
  // If the text is not among the parts, it follows the calls of the answer, so its span must be after the calls, too.
  const span = besides.length > 0 && invoked && node && node.start < invoked.end ? endOf(invoked) : node;
  return [
    ...(has('reasoning') ? [] : textPart('reasoning', valueOf(message, 'reasoning'))),
    ...parts,
    ...besides.map((one) => invocation(one, one)),
    ...textPart('text', node, span),
    ...itemsOf(valueOf(message, attachmentsMember)).map(attachment),
  ];
}

const attachmentsMember = 'experimental_attachments';

const endOf = ({ end }: Span): Span => ({ start: end, end });

const textPart = (type: string, text: JsonNode | undefined, span: Span | undefined = text): JsonNode[] =>
  span && text?.kind === 'string' && text.value !== '' ? [objectAt(span, { type: stringAt(span, type), text })] : [];

/** A part, converted from the format of version 4 to the later format. */
function partOf(part: JsonNode): JsonNode {
  const type = textOf(part, 'type');
  if (type === 'tool-invocation') return invocation(valueOf(part, 'toolInvocation') ?? part, part);
  if (type === 'reasoning' && !memberOf(part, 'text'))
    return textPart('reasoning', valueOf(part, 'reasoning'))[0] ?? part;
  if (type === 'source') return objectAt(part, { type: stringAt(part, 'source-url') });
  return type === 'file' && memberOf(part, 'mimeType') ? file(part, valueOf(part, 'mimeType')) : part;
}

const attachment = (one: JsonNode): JsonNode => file(one, valueOf(one, 'contentType'));

const file = (at: JsonNode, mediaType: JsonNode | undefined): JsonNode =>
  objectAt(at, { type: stringAt(at, 'file'), mediaType });

/** The names of the states of a call in version 4, with their later names. */
const states: Readonly<Record<string, string>> = {
  'partial-call': 'input-streaming',
  call: 'input-available',
  result: 'output-available',
};

function invocation(of: JsonNode, at: JsonNode): JsonNode {
  const state = valueOf(of, 'state');
  const stateName = textOf(of, 'state');
  return objectAt(at, {
    type: stringAt(at, 'dynamic-tool'),
    toolCallId: valueOf(of, 'toolCallId'),
    toolName: valueOf(of, 'toolName'),
    state: state && stringAt(state, getOwn(states, stateName) ?? stateName ?? ''),
    input: valueOf(of, 'args'),
    output: valueOf(of, 'result'),
  });
}
