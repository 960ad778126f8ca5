/** `textDocument/hover` in a JSON document: what a token, a role, a channel or an event means. */
import type { Hover, Position } from 'vscode-languageserver-types';
import {
  channels,
  chatmlTokenByName,
  type JsonDialectId,
  messageRoles,
  projectionMembers,
  roles,
  streamEventFacts,
  templates,
  tokenByName,
  toolCallMembers,
  type ValueFact,
  wireRoles,
  wireTokens,
} from '../../grammar/index.ts';
import { listOf } from '../../model/json/list.ts';
import { wireOf } from '../../model/json/wire.ts';
import { type JsonDocument, type JsonUnit, readUnit } from '../../syntax/json-document.ts';
import type { JsonNode, JsonReading, JsonString } from '../../syntax/json-reader.ts';
import type { Span } from '../../syntax/message-header.ts';
import { isPosition } from '../cursor.ts';
import { explainChannel, explainRole } from '../hover/explain.ts';
import { code, paragraphs, source } from '../hover/markdown.ts';

/** A string of the document, and where it stands: the value of a key, a key itself, or an element of a list. */
interface Place {
  readonly node: JsonString;
  readonly key: string | undefined;
  readonly isKey: boolean;
  readonly reading: JsonReading;
}

export function hover(document: JsonDocument, { position }: { position: Position }): Hover | null {
  if (!isPosition(position)) return null;
  const offset = document.offsetAt(position);
  const index = document.indexAt(offset);
  const at = offset - document.startOf(index);
  const unit = document.units[index] as JsonUnit;
  const place = stringAt(readUnit(unit), at);
  const quoted = place && isText(place) ? tokenAround(unit.text, at, place.node) : undefined;
  if (quoted) {
    const value = paragraphs(`**${code(quoted.text)}** · text`, injection, source('ChatML, JSON'));
    return { contents: { kind: 'markdown', value }, range: document.rangeIn(index, quoted) };
  }
  const value = place && explanations[document.dialect](place);
  return place && value ? { contents: { kind: 'markdown', value }, range: document.rangeIn(index, place.node) } : null;
}

/** Strings of text: elements of a list, and the contents of messages and of their parts. */
const isText = ({ key, isKey }: Place) => !isKey && (key === undefined || key === 'content' || key === 'text');

const injection =
  'Here it is text. A program that writes it into a prompt as it is, without escapes, makes a token of it: whoever wrote the text could begin and end messages that way (prompt injection).';

/** The token of any dialect that is written around an offset in a string, as a span. */
function tokenAround(text: string, at: number, { start, end }: Span): (Span & { readonly text: string }) | undefined {
  for (const { index, 0: token, 1: name = '' } of text
    .slice(Math.max(start, at - 40), Math.min(end, at + 40))
    .matchAll(/<\|(\w+)\|>/g)) {
    const from = Math.max(start, at - 40) + index;
    if (at < from || at >= from + token.length) continue;
    if (tokenByName.has(name) || chatmlTokenByName.has(name))
      return { start: from, end: from + token.length, text: token };
  }
  return undefined;
}

const factOf = (facts: readonly ValueFact[], name: string) => facts.find((fact) => fact.name === name);

function explain(facts: readonly ValueFact[], name: string, what: string, section: string): string | undefined {
  const fact = factOf(facts, name);
  return fact && paragraphs(`**${code(name)}** · ${what}`, fact.doc, source(section));
}

const explanations: Record<JsonDialectId, (place: Place) => string | undefined> = {
  'chatml-wire'({ node, key, reading }) {
    if (key === 'token') return explain(wireTokens, node.value, 'token', 'ChatML, Grammar');
    const isRole = wireOf(reading).messages.some(({ role }) => role === node);
    return isRole ? explain(wireRoles, node.value, 'role', 'ChatML, Grammar') : undefined;
  },
  messages: ({ node, node: { value }, key, reading }) =>
    key === 'role'
      ? explain(messageRoles, value, 'role', 'Chat templates, Message Format')
      : key === 'name' && listOf(reading).template === node
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
function stringAt(reading: JsonReading, at: number): Place | undefined {
  let node = reading.root;
  let key: string | undefined;
  const covers = (one: JsonNode | undefined) => one !== undefined && at >= one.start && at < one.end;
  while (node !== undefined && covers(node)) {
    if (node.kind === 'string') return { node, key, isKey: false, reading };
    if (node.kind === 'object') {
      const onKey = node.members.find((member) => covers(member.key));
      if (onKey) return { node: onKey.key, key: undefined, isKey: true, reading };
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
