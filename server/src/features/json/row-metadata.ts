/** The metadata that a row of a data set has next to its conversation, such as an id, a source or a score. */

import type { RowFact } from '../../../../protocol/views.ts';
import { messagesOf } from '../../model/json/message.ts';
import { isObject } from '../../syntax/is-object.ts';
import type { JsonDocument } from '../../syntax/json/document.ts';
import { type JsonUnit, readUnit } from '../../syntax/json/json-unit.ts';
import { dataOf } from '../../syntax/json/nodes.ts';
import type { Conversation } from './conversations.ts';

const MAX_FACTS = 20;
const MAX_LENGTH = 200;

/**
 * The metadata of a row: the names of its tools, and its fields with simple values that are not part of the conversation. Empty if there
 * are none.
 */
export function rowMetadata(document: JsonDocument, row: Conversation): { readonly metadata: readonly RowFact[] } {
  const unit = document.units[row.unit] as JsonUnit;
  const { root } = readUnit(unit);
  const node = root?.kind === 'array' && !document.lines ? root.items[row.place.number - 1] : root;
  const data = dataOf(node);
  if (!isObject(data)) return { metadata: [] };
  const messages = 'text' in row.stretch ? messagesOf(row.stretch, document.dialect) : row.stretch;
  const contents = new Set(messages.map(({ content }) => content));
  const metadata = Object.entries(data)
    .filter(([name, value]) => !contents.has(value as string) && !parts.has(name) && isFact(value))
    .slice(0, MAX_FACTS)
    .map(([name, value]) => ({ name: shortened(name), value: textOf(value) }));
  const tools = toolNames(data.tools ?? data.functions);
  const declared = tools.length > 0 ? [{ name: 'tools', value: shortened(tools.join(', ')) }] : [];
  return { metadata: [...declared, ...metadata] };
}

/** Fields that hold the conversation or its tools, so that they are never metadata. */
const parts = new Set([
  'text',
  'messages',
  'conversations',
  'tools',
  'functions',
  'prompt',
  'completion',
  'chosen',
  'rejected',
]);

/**
 * The names of the tools that a row declares, in a list or in a string that contains a list as JSON. The whole declarations are in the
 * source of the row.
 */
function toolNames(declared: unknown): string[] {
  const list = typeof declared === 'string' ? listIn(declared) : declared;
  if (!Array.isArray(list)) return [];
  return list.flatMap((tool) => {
    const { name } = (isObject(tool) && (isObject(tool.function) ? tool.function : tool)) || {};
    return typeof name === 'string' ? [name] : [];
  });
}

function listIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);
const isFlat = (value: unknown) =>
  isScalar(value) || (Array.isArray(value) && value.length > 0 && value.every(isScalar));
const isFact = (value: unknown): boolean =>
  (isFlat(value) && value !== '') || (isObject(value) && Object.values(value).every(isFlat));

const textOf = (value: unknown) => shortened(typeof value === 'string' ? value : JSON.stringify(value));
const shortened = (text: string) => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text);
