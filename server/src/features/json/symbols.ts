/** The outline of a JSON document: its messages, or, for a data set, its conversations with their messages. */

import type { DocumentSymbol } from 'vscode-languageserver-types';
import type { JsonDialectId } from '../../grammar/index.ts';
import { modelRole, toolRole } from '../../grammar/index.ts';
import { listOf, shownContent } from '../../model/json/list.ts';
import { type JsonMessage, messagesOf } from '../../model/json/message.ts';
import { projectedOf } from '../../model/json/projected.ts';
import { unitOfBranch } from '../../model/json/sessions/branches.ts';
import type { SessionBranch } from '../../model/json/sessions/session.ts';
import { dialectOfUnit, isConversation } from '../../model/json/shapes.ts';
import { callsOf } from '../../model/json/tool-calls.ts';
import type { JsonDocument } from '../../syntax/json/document.ts';
import { type JsonUnit, readUnit } from '../../syntax/json/json-unit.ts';
import { type JsonNode, type JsonReading, memberOf, textOf } from '../../syntax/json/nodes.ts';
import { sourceOffsets } from '../../syntax/json/strings.ts';
import type { Span } from '../../syntax/span.ts';
import { type Budget, budgetFor, jsonSymbols, MAX_OUTLINED_LENGTH, symbolsInText } from '../support/json-symbols.ts';
import { SymbolKind } from '../support/kinds.ts';
import { namesAsText } from '../support/label.ts';
import { iconFor } from '../support/outline.ts';
import { inTurns } from './turns.ts';

/** In a data set with more conversations than this, the outline omits their messages. */
const MAX_OUTLINED_CONVERSATIONS = 500;

export function documentSymbols(document: JsonDocument): DocumentSymbol[] {
  const { units, dialect, lines } = document;
  const budget = budgetFor(units.length);
  const outline = units.flatMap((unit, index) => {
    if (units.length === 1 && !lines && listOf(readUnit(unit)).session) return sessionSymbols(document, unit, budget);
    if (!lines || !isConversation(unit, dialect)) {
      const symbols = symbolsOf[dialectOfUnit(unit, dialect)] ?? messageSymbols;
      return symbols(document, unit, index, budget);
    }
    if (!/\S/.test(unit.text)) return [];
    const children = units.length > MAX_OUTLINED_CONVERSATIONS ? [] : messageSymbols(document, unit, index, budget);
    const name = `Conversation ${index + 1}`;
    const detail = children.find(({ kind }) => kind === SymbolKind.Namespace)?.detail ?? '';
    const span = { start: 0, end: unit.text.trimEnd().length };
    return [{ ...symbol(document, index, name, detail, SymbolKind.Namespace, span, span), children }];
  });
  return namesAsText(outline);
}

/** The maximum number of branches of a session that are listed. */
const MAX_OUTLINED_BRANCHES = 200;

const branchTitles: Readonly<Record<SessionBranch['kind'], string>> = {
  branch: 'Branch',
  'rolled-back': 'Rolled back',
  'sub-agent': 'Sub-agent',
};

/** The turns of a session's final conversation, followed by the other branches of its log. */
function sessionSymbols(document: JsonDocument, unit: JsonUnit, budget: Budget): DocumentSymbol[] {
  const turns = messageSymbols(document, unitOfBranch(unit, undefined), 0, budget);
  const branches = listOf(readUnit(unit)).session?.branches.slice(0, MAX_OUTLINED_BRANCHES) ?? [];
  const others = branches.map((branch) => {
    const [message] = branch.messages;
    const words = message ? firstWords(shownContent(message)) : '';
    return symbol(document, 0, branchTitles[branch.kind], words, SymbolKind.Namespace, branch, message ?? branch);
  });
  return [...turns, ...others];
}

/** The functions that outline units without messages, by dialect. */
const symbolsOf: Partial<Record<JsonDialectId, typeof messageSymbols>> = { 'stream-event': eventSymbol };

function messageSymbols(document: JsonDocument, unit: JsonUnit, index: number, budget: Budget): DocumentSymbol[] {
  const waiting = !budget.told ? argumentsIn(readUnit(unit), dialectOfUnit(unit, document.dialect)) : [];
  let next = 0;
  const messages = messagesOf(unit, document.dialect);
  const symbols = messages.map((message) => {
    const { content, roleSpan, start, end } = message;
    const one = symbol(document, index, label(message), firstWords(content), iconOf(message), message, roleSpan);
    while (next < waiting.length && (waiting[next] as JsonNode).start < start) next++;
    const node = waiting[next];
    if (message.to === undefined || node === undefined || node.end > end) return one;
    next++;
    const children = valueSymbols(document, index, node, budget);
    return children.length > 0 ? { ...one, children } : one;
  });
  // A line that is a single message does not contain a whole turn.
  return document.lines && !isConversation(unit, document.dialect) ? symbols : inTurns(symbols, messages);
}

/** The arguments of a unit's calls, in order. */
const passedIn: Partial<Record<JsonDialectId, (reading: JsonReading) => (JsonNode | undefined)[]>> = {
  messages: (reading) => listOf(reading).messages.flatMap((message) => callsOf(message).map((call) => call.arguments)),
  'openchatml-json': (reading) =>
    projectedOf(reading).map(({ node }) => memberOf(memberOf(node, 'tool_call')?.value, 'arguments')?.value),
};

function argumentsIn(reading: JsonReading, dialect: JsonDialectId): readonly JsonNode[] {
  return (passedIn[dialect]?.(reading) ?? []).filter((node) => node !== undefined);
}

/**
 * The outline of an object, or of the object in a JSON string. For a plain JSON file, only objects in strings are outlined, since editors
 * themselves list its fields.
 */
function valueSymbols(document: JsonDocument, index: number, node: JsonNode, budget: Budget): DocumentSymbol[] {
  const rangeOf = (span: Span) => document.rangeIn(index, span);
  if (node.kind !== 'string') return budget.told || !document.lines ? [] : jsonSymbols(node, rangeOf, budget);
  if (budget.told || node.value.length > MAX_OUTLINED_LENGTH) return [];
  const offsets = sourceOffsets((document.units[index] as JsonUnit).text, node);
  const at = (offset: number) => offsets[Math.min(offset, offsets.length - 1)] as number;
  return symbolsInText(node.value, ({ start, end }) => rangeOf({ start: at(start), end: at(end) }), budget);
}

function eventSymbol(document: JsonDocument, unit: JsonUnit, index: number, _budget: Budget): DocumentSymbol[] {
  const { root } = readUnit(unit);
  const event = memberOf(root, 'event')?.value;
  if (root === undefined || event?.kind !== 'string') return [];
  const detail = textOf(root, 'delta') ?? textOf(root, 'call_id') ?? '';
  return [symbol(document, index, event.value, firstWords(detail), SymbolKind.Event, root, event)];
}

function symbol(
  document: JsonDocument,
  index: number,
  name: string,
  detail: string,
  kind: number,
  span: Span,
  selected: Span,
): DocumentSymbol {
  const selection = selected.start >= span.start && selected.end <= span.end ? selected : span;
  return {
    name: name.trim() === '' ? 'message' : name,
    detail,
    kind: kind as DocumentSymbol['kind'],
    range: document.rangeIn(index, span),
    selectionRange: document.rangeIn(index, selection),
  };
}

function label({ role, channel, name, to, tool, callId, open }: JsonMessage): string {
  if (role === modelRole && to !== undefined) return `→ ${tool ?? to}${callId === undefined ? '' : ` ${callId}`}`;
  if (role === toolRole) return `← ${[name ?? toolRole, callId].filter(Boolean).join(' ')}`;
  const speaker = `${role ?? 'message'}${name === undefined ? '' : ` (${name})`}`;
  return `${open ? 'open ' : ''}${channel === undefined ? speaker : `${speaker} · ${channel}`}`;
}

function iconOf({ role, channel, to }: JsonMessage): number {
  if (role === modelRole && to !== undefined) return SymbolKind.Function;
  return iconFor(role, channel);
}

function firstWords(text: string): string {
  const line =
    text
      .slice(0, 1000)
      .trimStart()
      .split(/[\r\n]/, 1)[0] ?? '';
  return line.length > 50 ? `${line.slice(0, 50).replace(/[\uD800-\uDBFF]$/, '')}…` : line;
}
