/** The outline of a JSON value: its fields or elements, up to a limit. */
import type { DocumentSymbol, Position } from 'vscode-languageserver-types';
import type { JsonNode } from '../../syntax/json/nodes.ts';
import { readJson } from '../../syntax/json/read.ts';
import { legible, printable } from '../../syntax/printable.ts';
import type { Span } from '../../syntax/span.ts';
import { SymbolKind } from './kinds.ts';

/**
 * Limits of the outline: its depth, and the number of entries that are listed for each object or array. A symbol states how many further
 * entries are omitted. JSON longer than `MAX_OUTLINED_LENGTH` has no outline.
 */
const OUTLINE_LIMITS = { depth: 3, members: 50 };
export const MAX_OUTLINED_LENGTH = 50_000;

/**
 * The number of JSON fields and elements that the outline of a document may still list. A client requests the outline after every pause in
 * typing. For a document of 100 KB, listing all 2000 takes half a megabyte of JSON, and listing 1000 a quarter.
 */
export interface Budget {
  left: number;
  /** Whether the outline lists no further JSON: a symbol already says that fields are omitted, or the document has too many messages. */
  told: boolean;
}
export const budgetFor = (messages: number): Budget =>
  messages > MAX_MESSAGES ? { left: 0, told: true } : { left: 1000, told: false };

/** In a document with more messages than this, JSON is not outlined. */
const MAX_MESSAGES = 1000;

/** Converts offsets in the value to ranges. */
type RangeOf = (span: Span) => DocumentSymbol['range'];

/**
 * The symbols of a text that is a JSON object or array, possibly surrounded by white space. None if the text is too long or anything else.
 * `chosen`: returns the part of the value to list.
 */
export function symbolsInText(
  text: string,
  rangeOf: RangeOf,
  budget: Budget,
  chosen = (root: JsonNode): JsonNode | undefined => root,
): DocumentSymbol[] {
  if (budget.told || text.length > MAX_OUTLINED_LENGTH || !/^\s*[{[]/.test(text)) return [];
  const { root } = readJson(text);
  const node = root && chosen(root);
  return node ? jsonSymbols(node, rangeOf, budget) : [];
}

/** The symbols of the fields of an object, or of the elements of an array. */
export function jsonSymbols(node: JsonNode, rangeOf: RangeOf, budget: Budget, depth = 0): DocumentSymbol[] {
  const parts = partsOf(node);
  if (parts.length === 0 || depth >= OUTLINE_LIMITS.depth) return [];
  const firstParts = parts.slice(0, Math.min(OUTLINE_LIMITS.members, budget.left));
  budget.left -= firstParts.length;
  const symbols = firstParts.map(({ name, key, value }): DocumentSymbol => {
    const span = { start: key.start, end: Math.max(key.end, value?.end ?? key.end) };
    const children = value ? jsonSymbols(value, rangeOf, budget, depth + 1) : [];
    return {
      name: printable(name.slice(0, 80)) || '""',
      detail: preview(value),
      kind: kinds[value?.kind ?? 'broken'] as DocumentSymbol['kind'],
      range: rangeOf(span),
      selectionRange: rangeOf(key),
      ...(children.length > 0 && { children }),
    };
  });
  const rest = parts.length - firstParts.length;
  const last = parts.at(-1) as Part;
  if (firstParts.length === 0 && depth === 0) budget.told = true;
  if (rest > 0 && (firstParts.length > 0 || depth === 0))
    symbols.push({
      name: `… ${rest} more`,
      kind: SymbolKind.Property as DocumentSymbol['kind'],
      range: rangeOf(last.key),
      selectionRange: rangeOf(last.key),
    });
  return symbols;
}

interface Part {
  readonly name: string;
  readonly key: Span;
  readonly value: JsonNode | undefined;
}

function partsOf(node: JsonNode): readonly Part[] {
  if (node.kind === 'object') return node.members.map(({ key, value }) => ({ name: key.value, key, value }));
  return node.kind === 'array' ? node.items.map((value, i) => ({ name: String(i), key: value, value })) : [];
}

const kinds: Readonly<Record<JsonNode['kind'], number>> = {
  object: SymbolKind.Object,
  array: SymbolKind.Array,
  string: SymbolKind.String,
  number: SymbolKind.Number,
  boolean: SymbolKind.Boolean,
  null: SymbolKind.Null,
  broken: SymbolKind.Property,
};

/** A scalar as short text. Empty for an object or an array, since its fields or elements are listed. */
function preview(value: JsonNode | undefined): string {
  if (value === undefined || value.kind === 'object' || value.kind === 'array') return '';
  const text = String(value.value);
  return legible(text.length > 50 ? `${text.slice(0, 50).replace(/[\uD800-\uDBFF]$/, '')}…` : text);
}

/** Returns a function that converts spans to ranges. `position`: looks up the position of an offset. */
export const rangesBy =
  (position: (offset: number) => Position): RangeOf =>
  ({ start, end }) => ({ start: position(start), end: position(end) });
