/** `textDocument/hover` in a JSON document: what a token, a role, a channel or an event means. */
import type { Hover, Position } from 'vscode-languageserver-types';
import {
  channels,
  type JsonDialectId,
  messageRoles,
  projectionMembers,
  roles,
  streamEventFacts,
  templates,
  toolCallMembers,
  type ValueFact,
  wireRoles,
  wireTokens,
} from '../../grammar/index.ts';
import { type JsonDocument, type JsonUnit, readUnit } from '../../syntax/json-document.ts';
import type { JsonNode, JsonString } from '../../syntax/json-reader.ts';
import { isPosition } from '../cursor.ts';
import { explainChannel, explainRole } from '../hover/explain.ts';
import { code, paragraphs, source } from '../hover/markdown.ts';

/** A string of the document, and where it stands: the value of a key, a key itself, or an element of a list. */
interface Place {
  readonly node: JsonString;
  readonly key: string | undefined;
  readonly isKey: boolean;
}

export function hover(document: JsonDocument, { position }: { position: Position }): Hover | null {
  if (!isPosition(position)) return null;
  const offset = document.offsetAt(position);
  const index = document.indexAt(offset);
  const at = offset - document.startOf(index);
  const place = stringAt(readUnit(document.units[index] as JsonUnit).root, at);
  const value = place && explanations[document.dialect](place);
  return place && value ? { contents: { kind: 'markdown', value }, range: document.rangeIn(index, place.node) } : null;
}

const factOf = (facts: readonly ValueFact[], name: string) => facts.find((fact) => fact.name === name);

function explain(facts: readonly ValueFact[], name: string, what: string, section: string): string | undefined {
  const fact = factOf(facts, name);
  return fact && paragraphs(`**${code(name)}** · ${what}`, fact.doc, source(section));
}

const explanations: Record<JsonDialectId, (place: Place) => string | undefined> = {
  'chatml-wire': ({ node: { value }, key, isKey }) =>
    key === 'token'
      ? explain(wireTokens, value, 'token', 'ChatML, Grammar')
      : isKey
        ? undefined
        : explain(wireRoles, value, 'role', 'ChatML, Grammar'),
  messages: ({ node: { value }, key }) =>
    key === 'role'
      ? explain(messageRoles, value, 'role', 'Chat templates, Message Format')
      : key === 'name'
        ? explain(templates, value, 'template', 'Chat templates, Available Templates')
        : undefined,
  'openchatml-json'({ node: { value }, key, isKey }) {
    if (isKey) return explain([...projectionMembers, ...toolCallMembers], value, 'member', '2.2 §10');
    const role = key === 'role' ? roles.find(({ name }) => name === value) : undefined;
    const channel = key === 'channel' ? channels.find(({ name }) => name === value) : undefined;
    return role ? explainRole(role) : channel && explainChannel(channel);
  },
  'stream-event': ({ node: { value }, key }) =>
    key === 'event' ? explain(streamEventFacts, value, 'event', '2.2 §9') : undefined,
};

/** The string that covers an offset. */
function stringAt(root: JsonNode | undefined, at: number): Place | undefined {
  let node = root;
  let key: string | undefined;
  const covers = (one: JsonNode | undefined) => one !== undefined && at >= one.start && at < one.end;
  while (node !== undefined && covers(node)) {
    if (node.kind === 'string') return { node, key, isKey: false };
    if (node.kind === 'object') {
      const onKey = node.members.find((member) => covers(member.key));
      if (onKey) return { node: onKey.key, key: undefined, isKey: true };
      const inValue = node.members.find((member) => covers(member.value));
      key = inValue?.key.value;
      node = inValue?.value;
    } else {
      key = undefined;
      node = node.kind === 'array' ? node.items.find(covers) : undefined;
    }
  }
  return undefined;
}
