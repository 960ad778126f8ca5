/** `textDocument/inlayHint` of a JSON document. Hints exist only for the projection of OpenChatML, which is the only form with channels. */
import type { InlayHint } from 'vscode-languageserver-types';
import type { JsonDialectId } from '../../grammar/index.ts';
import { asMessage } from '../../model/json/as-message.ts';
import { elementsOf, messagesOf } from '../../model/json/message.ts';
import { dialectOfUnit } from '../../model/json/shapes.ts';
import type { JsonDocument } from '../../syntax/json/document.ts';
import type { JsonUnit } from '../../syntax/json/json-unit.ts';
import type { Span } from '../../syntax/span.ts';
import { channelHint } from '../inlay-hints/channel.ts';
import type { HintParams } from '../inlay-hints.ts';
import { isPosition } from '../support/cursor.ts';

/** The dialects whose messages are on channels. */
const withChannels = new Set<JsonDialectId>(['openchatml-json']);

export function inlayHints(document: JsonDocument, { range }: HintParams): InlayHint[] {
  if (!isPosition(range?.start) || !isPosition(range.end)) return [];
  const from = document.indexAt(document.offsetAt(range.start));
  const to = document.indexAt(document.offsetAt(range.end));
  const hints: InlayHint[] = [];
  for (let index = from; index <= to; index++) {
    const unit = document.units[index] as JsonUnit;
    if (!withChannels.has(dialectOfUnit(unit, document.dialect))) continue;
    const isAlone = aloneOn(document, index, elementsOf(unit, document.dialect));
    for (const message of messagesOf(unit, document.dialect)) {
      const hint = message.spans && channelHint(asMessage(message), message.channel);
      if (hint === undefined) continue;
      const position = document.positionIn(index, message.roleSpan.end);
      if (position.line < range.start.line || position.line > range.end.line || !isAlone(position.line)) continue;
      hints.push({ ...hint, position });
    }
  }
  return hints;
}

/** Returns a function that tests whether a line contains at most one message. */
function aloneOn(document: JsonDocument, index: number, messages: readonly Span[]): (line: number) => boolean {
  const counts = new Map<number, number>();
  for (const { start, end } of messages) {
    const lines = new Set([document.positionIn(index, start).line, document.positionIn(index, end).line]);
    for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return (line) => (counts.get(line) ?? 0) <= 1;
}
