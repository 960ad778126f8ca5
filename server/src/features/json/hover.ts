/** `textDocument/hover` in a JSON document: the meaning of a token, a role, a channel or an event. */
import type { Hover, Position } from 'vscode-languageserver-types';
import { wireRoles, wireTokens } from '../../grammar/chatml-wire.ts';
import { partTypes } from '../../grammar/content-parts.ts';
import {
  channels,
  chatmlTokenByName,
  type JsonDialectId,
  roles,
  tokenByName,
  type ValueFact,
} from '../../grammar/index.ts';
import { messageRoles } from '../../grammar/messages.ts';
import { projectionMembers, toolCallMembers } from '../../grammar/openchatml-json.ts';
import { streamEventFacts } from '../../grammar/stream-events.ts';
import { templates } from '../../grammar/template-names.ts';
import { asMessage, verdictOf } from '../../model/json/as-message.ts';
import { listOf, partsOf } from '../../model/json/list.ts';
import { elementsOf, messagesOf } from '../../model/json/message.ts';
import { dialectOfUnit } from '../../model/json/shapes.ts';
import { toolsIn } from '../../model/json/tool-calls.ts';
import { wireOf } from '../../model/json/wire.ts';
import type { JsonDocument } from '../../syntax/json/document.ts';
import { type JsonUnit, readUnit } from '../../syntax/json/json-unit.ts';
import type { JsonNode, JsonReading, JsonString } from '../../syntax/json/nodes.ts';
import type { Span } from '../../syntax/span.ts';
import { explainDeclared } from '../embedded-json/declared-schema.ts';
import { explainInside } from '../embedded-json/explain-value.ts';
import { payloadIn } from '../embedded-json/in-json.ts';
import { explainId } from '../graph/hover.ts';
import { jsonSourceAt } from '../graph/json-source.ts';
import { type Explanation, explanation } from '../hover/explanation.ts';
import { explainChannel, explainRole, explainShown } from '../hover/fact-hovers.ts';
import { code, paragraphs, source } from '../hover/markdown.ts';
import { isPosition } from '../support/cursor.ts';

/** A string of the document and its location. It is the value of a key, a key itself, or an element of a list. */
interface Place {
  readonly node: JsonString;
  readonly key: string | undefined;
  readonly isKey: boolean;
  /** The object that contains the key. */
  readonly object: JsonNode | undefined;
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
  const id = explainId(jsonSourceAt(document, offset), offset);
  if (id) return id;
  const dialect = dialectOfUnit(unit, document.dialect);
  const inside = explainCall(document, index, at);
  if (inside) return { contents: { kind: 'markdown', value: inside.markdown }, range: document.rangeIn(index, inside) };
  const value = place && explanations[dialect](place, () => explainVisibility(unit, dialect, place));
  return place && value ? { contents: { kind: 'markdown', value }, range: document.rangeIn(index, place.node) } : null;
}

/** Explains the arguments of a call and the tool that it names, from the declarations next to the messages. */
function explainCall(document: JsonDocument, index: number, at: number): Explanation | undefined {
  const reading = readUnit(document.units[index] as JsonUnit);
  const declared = toolsIn(reading).find(({ name }) => at >= name.start && at < name.end);
  const payload = payloadIn(document, index, at);
  const explain = (tool: string) => explainDeclared(tool, payload?.declared(tool));
  if (declared) {
    const { name, description: doc, schema } = declared;
    return explanation(name, explainDeclared(name.value, { tool: name.value, doc, schema }));
  }
  return payload && explainInside(payload, explain);
}

/** Whether a string is content: an element of a list, or the content of a message or of one of its parts. */
const isText = ({ key, isKey }: Place) => !isKey && (key === undefined || key === 'content' || key === 'text');

const injection =
  'This is text here. A program that copies it into a prompt without escaping it turns it into a control token, so the author of the text can begin and end messages (prompt injection).';

/** The token around an offset of a string. Tokens of all dialects are recognized. */
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

function explain(
  facts: readonly ValueFact[],
  name: string,
  what: string,
  section: string,
  note?: string,
): string | undefined {
  const fact = factOf(facts, name);
  return fact && paragraphs(`**${code(name)}** · ${what}`, fact.doc, note, source(section));
}

/**
 * Tells whether end users see the message that the hovered role or channel belongs to, as in the preview. A message with a thought and an
 * answer counts as shown, because of its answer. Undefined if the position is nested more deeply in a message, or outside all messages.
 */
function explainVisibility(unit: JsonUnit, dialect: JsonDialectId, { node, object }: Place): string | undefined {
  const isOwn = ({ start, end }: Span) =>
    object === undefined || object.kind === 'array' ? node.start > start && node.end < end : object.start === start;
  const element = elementsOf(unit, dialect).find(isOwn);
  if (element === undefined) return undefined;
  const messages = messagesOf(unit, dialect).filter(({ start, end }) => start >= element.start && end <= element.end);
  const message = messages.find((one) => ['visible', 'preamble'].includes(verdictOf(one).shown)) ?? messages.at(-1);
  return message && explainShown(verdictOf(message), asMessage(message).kind);
}

type Note = () => string | undefined;

const explanations: Record<JsonDialectId, (place: Place, writeNote: Note) => string | undefined> = {
  'chatml-wire'({ node, key, reading }, writeNote) {
    if (key === 'token') return explain(wireTokens, node.value, 'token', 'ChatML, Grammar');
    const isRole = wireOf(reading).messages.some(({ role }) => role === node);
    return isRole ? explain(wireRoles, node.value, 'role', 'ChatML, Grammar', writeNote()) : undefined;
  },
  messages({ node, node: { value }, key, object, reading }, writeNote) {
    if (key === 'type' && listOf(reading).messages.some((message) => partsOf(message).some((part) => part === object)))
      return explain(partTypes, value, 'type of content part', 'Language notes, A-147');
    if (key === 'name' && listOf(reading).template === node)
      return explain(templates, value, 'template', 'Chat templates, Available Templates');
    if (key !== 'role' && key !== 'channel') return undefined;
    const note = writeNote();
    if (note === undefined) return undefined;
    if (key === 'role') return explain(messageRoles, value, 'role', 'Chat templates, Message Format', note);
    return explainChannelOf(key, value, note);
  },
  'openchatml-json'({ node: { value }, key, isKey }, writeNote) {
    if (isKey) return explain([...projectionMembers, ...toolCallMembers], value, 'field', '2.2 §10');
    if (key !== 'role' && key !== 'channel') return undefined;
    const note = writeNote();
    if (note === undefined) return undefined;
    const role = key === 'role' ? roles.find(({ name }) => name === value) : undefined;
    return role ? explainRole(role, note) : explainChannelOf(key, value, note);
  },
  json: () => undefined,
  'stream-event': ({ node: { value }, key }) =>
    key === 'event' ? explain(streamEventFacts, value, 'event', '2.2 §9') : undefined,
};

function explainChannelOf(key: string | undefined, value: string, note: string): string | undefined {
  const channel = key === 'channel' ? channels.find(({ name }) => name === value) : undefined;
  return channel && explainChannel(channel, note);
}

/** The string that contains an offset. */
function stringAt(reading: JsonReading, at: number): Place | undefined {
  let node = reading.root;
  let key: string | undefined;
  let object: JsonNode | undefined;
  const covers = (one: JsonNode | undefined) => one !== undefined && at >= one.start && at < one.end;
  while (node !== undefined && covers(node)) {
    if (node.kind === 'string') return { node, key, isKey: false, object, reading };
    if (node.kind === 'object') {
      const onKey = node.members.find((member) => covers(member.key));
      if (onKey) return { node: onKey.key, key: undefined, isKey: true, object: node, reading };
      const inValue = node.members.find((member) => covers(member.value));
      key = inValue?.key.value;
      object = node;
      node = inValue?.value;
    } else {
      key = undefined;
      object = node;
      node = node.kind === 'array' ? node.items.find(covers) : undefined;
    }
  }
  return undefined;
}
