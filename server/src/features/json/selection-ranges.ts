/** `textDocument/selectionRange` of a JSON document: word → string → field → value → message → turn. */
import type { Position, SelectionRange } from 'vscode-languageserver-types';
import { elementsOf, messagesOf } from '../../model/json/message.ts';
import type { JsonDocument } from '../../syntax/json/document.ts';
import { type JsonUnit, readUnit } from '../../syntax/json/json-unit.ts';
import type { Span } from '../../syntax/span.ts';
import { nested, selectionRange, valuesAround, wordAndLine } from '../selection-ranges/nested.ts';
import type { SelectionParams } from '../selection-ranges.ts';
import { isPosition } from '../support/cursor.ts';
import { turnsIn } from './turns.ts';

export function selectionRanges(document: JsonDocument, { positions }: SelectionParams): SelectionRange[] {
  if (!Array.isArray(positions) || !positions.every(isPosition)) return [];
  return positions.map((position: Position) => {
    const offset = document.offsetAt(position);
    const index = document.indexAt(offset);
    const at = offset - document.startOf(index);
    const unit = document.units[index] as JsonUnit;
    const chain = nested(spansAround(unit, document, at), at);
    return selectionRange(chain, (span) => document.rangeIn(index, span));
  });
}

function spansAround(unit: JsonUnit, { dialect }: JsonDocument, at: number): Span[] {
  const { text } = unit;
  const holds = ({ start, end }: Span) => start <= at && at <= end;
  return [
    ...wordAndLine(text, at, 0, text.length),
    ...valuesAround(readUnit(unit).root, at),
    ...elementsOf(unit, dialect).filter(holds),
    ...turnsIn(messagesOf(unit, dialect)).filter(holds),
    { start: 0, end: text.length },
  ];
}
