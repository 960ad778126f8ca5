/** Converts calls in message lists to messages of 2.2. Calls are in fields of a message, or in its content. */
import { callChannel, functionsNamespace, modelRole } from '../../grammar/index.ts';
import { apart, functionName } from '../../model/calls/functions.ts';
import { type ApiCall, isCustom } from '../../model/json/tool-calls.ts';
import { getOwn } from '../../syntax/get-own.ts';
import { type JsonNode, memberOf, textOf } from '../../syntax/json/nodes.ts';
import { parseValues } from '../../syntax/json/values.ts';
import type { Span } from '../../syntax/span.ts';
import { type ConversationMessage, plain, textOfPieces } from '../conversation.ts';
import type { Notes } from '../notes.ts';
import { spellingOf } from '../spelled.ts';
import { argumentsIn, callTypes, noteCallMembers } from './call-members.ts';
import type { Placer } from './chat.ts';
import { asFunction } from './part.ts';

/**
 * Converts a call, in the format of any API, to a message of its own. If the call does not name a function, adds a note and returns an
 * empty list. `source`: the text of the unit, if the positions of nodes refer to it.
 */
export function callMessages(
  call: ApiCall,
  source: string | undefined,
  placesOf: Placer,
  notes: Notes,
): readonly ConversationMessage[] {
  const { node, id, name, arguments: argumentsNode } = call;
  const isOther = isCustom(node);
  const custom = isOther ? memberOf(node, 'custom')?.value : undefined;
  const tool = name ?? textOf(custom, 'name');
  if (tool === undefined || tool === '') {
    notes.refuse(node, 'This call does not name a function, so its target is unknown.');
    return [];
  }
  const input = custom ? memberOf(custom, 'input')?.value : argumentsNode;
  const text =
    input === undefined || input.kind === 'null'
      ? '{}'
      : input.kind === 'string'
        ? input.value
        : spellingOf(input, source);
  const places = placesOf(input ?? node);
  notes.take(id);
  notes.take(input);
  takeType(node, notes);
  const parts: Readonly<Record<string, Span | undefined>> = {
    call_id: id,
    to: memberOf(custom ?? memberOf(node, 'function')?.value ?? node, 'name')?.value,
  };
  notes.take(parts.to);
  return [
    {
      role: modelRole,
      attributes: new Map([['to', asFunction(tool)], ...(id ? [['call_id', id.value] as const] : [])]),
      channel: callChannel,
      constraint: isOther ? undefined : 'json',
      pieces: plain(text),
      terminator: 'call',
      slot: false,
      places: { whole: node, of: (part) => getOwn(parts, part) ?? node, body: places.body },
    },
  ];
}

function takeType(call: JsonNode, notes: Notes): void {
  const type = memberOf(call, 'type')?.value;
  if (callTypes.has(textOf(call, 'type'))) notes.take(type);
}

/** Converts a message whose content is JSON calls, as in lists with calls as separate messages, to one message for each call. */
export function callsInText(one: ConversationMessage, notes: Notes): readonly ConversationMessage[] {
  const text = textOfPieces(one.pieces);
  const { values, error } = parseValues(text);
  const calls = error === undefined && text.slice(values.at(-1)?.end ?? 0).trim() === '' ? apart(values, text, 0) : [];
  const messages = calls.flatMap(({ value, start, end }): ConversationMessage[] => {
    const name = functionName(value);
    const json = text.slice(start, end);
    if (name === undefined) return [];
    const member = argumentsIn(json);
    noteCallMembers(json, (from, to) => one.places.body(start + from, start + to), notes);
    const attributes = new Map([...one.attributes, ['to', `${functionsNamespace}.${name}`] as const]);
    const from = start + (member?.valueStart ?? 0);
    const places = { ...one.places, body: (a: number, b: number) => one.places.body(from + a, from + b) };
    const body = member ? json.slice(member.valueStart, member.valueEnd) : '{}';
    return [
      { ...one, attributes, places, channel: callChannel, constraint: 'json', pieces: plain(body), terminator: 'call' },
    ];
  });
  if (calls.length > 0 && messages.length === calls.length) return messages;
  notes.refuse(one.places.of('body'), 'This is not a call: an object with `name` and `arguments` is expected.');
  return [];
}
