/** The outline of a JSON document: its messages; of a data set, its conversations with their messages. */

import type { DocumentSymbol } from 'vscode-languageserver-types';
import type { JsonDialectId } from '../../grammar/index.ts';
import { modelRole } from '../../grammar/index.ts';
import { type JsonMessage, messagesOf } from '../../model/json/message.ts';
import { dialectOf } from '../../model/json/shapes.ts';
import { type JsonDocument, type JsonUnit, readUnit } from '../../syntax/json/document.ts';
import { memberOf, textOf } from '../../syntax/json/nodes.ts';
import { own } from '../../syntax/own.ts';
import type { Span } from '../../syntax/span.ts';
import { SymbolKind } from '../support/kinds.ts';

/** In a data set of more conversations than this, they are listed without their messages. */
const most = 500;

export function documentSymbols(document: JsonDocument): DocumentSymbol[] {
  const { units, dialect, lines } = document;
  return units.flatMap((unit, index) => {
    const own = dialectOf(readUnit(unit), dialect);
    if (!(lines && conversations.has(own))) return (symbolsOf[own] ?? messageSymbols)(document, unit, index);
    if (!/\S/.test(unit.text)) return [];
    const children = units.length > most ? [] : messageSymbols(document, unit, index);
    const name = `Conversation ${index + 1}`;
    const detail = children.find(({ kind }) => kind === SymbolKind.Object)?.detail ?? '';
    const span = { start: 0, end: unit.text.trimEnd().length };
    return [{ ...symbol(document, index, name, detail, SymbolKind.Namespace, span, span), children }];
  });
}

/** Units that are one conversation each, and units that are no messages. */
const conversations = new Set<JsonDialectId>(['messages']);
const symbolsOf: Partial<Record<JsonDialectId, typeof messageSymbols>> = { 'stream-event': eventSymbol };

function messageSymbols(document: JsonDocument, unit: JsonUnit, index: number): DocumentSymbol[] {
  return messagesOf(unit, document.dialect).map((message) =>
    symbol(document, index, label(message), firstWords(message.content), iconOf(message), message, message.roleSpan),
  );
}

function eventSymbol(document: JsonDocument, unit: JsonUnit, index: number): DocumentSymbol[] {
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
  if (role === 'tool') return `← ${[name ?? 'tool', callId].filter(Boolean).join(' ')}`;
  const named = `${role ?? 'message'}${name === undefined ? '' : ` (${name})`}`;
  return `${open ? 'open ' : ''}${channel === undefined ? named : `${named} · ${channel}`}`;
}

const byRole: Readonly<Record<string, number>> = {
  system: SymbolKind.Module,
  developer: SymbolKind.Module,
  user: SymbolKind.Object,
  tool: SymbolKind.Event,
};

function iconOf({ role, channel, to }: JsonMessage): number {
  if (role === modelRole && to !== undefined) return SymbolKind.Function;
  return own(byRole, role) ?? (channel === 'analysis' ? SymbolKind.Variable : SymbolKind.String);
}

function firstWords(text: string): string {
  const line =
    text
      .slice(0, 1000)
      .trimStart()
      .split(/[\r\n]/, 1)[0] ?? '';
  return line.length > 50 ? `${line.slice(0, 50).replace(/[\uD800-\uDBFF]$/, '')}…` : line;
}
