/** Divides a conversation in JSON into turns, each of which begins with a user message. */

import type { DocumentSymbol } from 'vscode-languageserver-types';
import { userRole } from '../../grammar/index.ts';
import type { JsonMessage } from '../../model/json/message.ts';
import { append } from '../../syntax/lists.ts';
import type { Span } from '../../syntax/span.ts';
import { SymbolKind } from '../support/kinds.ts';

interface JsonTurn extends Span {
  readonly messages: readonly JsonMessage[];
}

/** The turns of ordered messages. Messages before the first user message belong to no turn. */
export function turnsIn(messages: readonly JsonMessage[]): JsonTurn[] {
  const turns: { start: number; end: number; messages: JsonMessage[] }[] = [];
  let before: string | undefined;
  for (const message of messages) {
    const { role, start, end } = message;
    if (role === userRole && before !== userRole) turns.push({ start, end, messages: [] });
    const turn = turns.at(-1);
    if (turn) {
      turn.messages.push(message);
      turn.end = Math.max(turn.end, end);
    }
    before = role;
  }
  return turns;
}

/** Groups the outline of messages by turn. `symbols`: one symbol for each message. */
export function inTurns(symbols: readonly DocumentSymbol[], messages: readonly JsonMessage[]): DocumentSymbol[] {
  const outline: DocumentSymbol[] = [];
  let next = 0;
  let turns = 0;
  for (const { messages: inTurn } of turnsIn(messages)) {
    const first = messages.indexOf(inTurn[0] as JsonMessage, next);
    append(outline, symbols.slice(next, first));
    next = first + inTurn.length;
    const children = symbols.slice(first, next);
    const [userSymbol] = children as [DocumentSymbol];
    outline.push({
      ...userSymbol,
      name: `Turn ${++turns}`,
      kind: SymbolKind.Namespace as DocumentSymbol['kind'],
      range: { start: userSymbol.range.start, end: (children.at(-1) as DocumentSymbol).range.end },
      children,
    });
  }
  return [...outline, ...symbols.slice(next)];
}
