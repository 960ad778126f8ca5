/** `ocml/userView` of a JSON document. Which messages a user may see, and what of them, is decided as for text. */
import type { Position } from 'vscode-languageserver-types';
import { asMessage, verdictOf } from '../../model/json/as-message.ts';
import { type JsonMessage, messagesOf } from '../../model/json/message.ts';
import { renderMessage } from '../../render/message.ts';
import type { JsonDocument, JsonUnit } from '../../syntax/json-document.ts';
import { isPosition } from '../cursor.ts';
import type { UserView, UserViewParams, ViewMessage } from '../user-view.ts';

const defaultLimit = 500;

/** A message with the unit it stands in, and its number. */
interface Numbered {
  readonly said: JsonMessage;
  readonly unit: number;
  readonly index: number;
}

export function userView(document: JsonDocument, { debug, preambles, around, limit }: UserViewParams): UserView {
  const { units, version, dialect, lines } = document;
  const place = isPosition(around) ? document.offsetAt(around as Position) : 0;
  const current = document.indexAt(place);
  // A line of a data set is a conversation of its own: the others are before and behind it.
  const alone = lines && dialect === 'messages';
  const chosen: readonly (readonly [JsonUnit, number])[] = alone
    ? [[units[current] as JsonUnit, current]]
    : units.map((unit, index) => [unit, index] as const);
  const all: Numbered[] = [];
  for (const [unit, index] of chosen) {
    for (const said of messagesOf(unit, dialect)) all.push({ said, unit: index, index: all.length });
  }
  const verdicts = all.map(({ said }) => verdictOf(said));
  const wanted = all.filter((_, i) => {
    const kind = verdicts[i]?.shown;
    return kind === 'visible' || (kind === 'preamble' && preambles !== false) || (debug === true && kind !== 'none');
  });
  const most = Math.max(1, Math.min(limit ?? defaultLimit, defaultLimit));
  const inUnit = place - document.startOf(current);
  const middle = wanted.findIndex(({ said, unit }) => unit > current || (unit === current && said.end >= inUnit));
  const from = Math.max(0, Math.min((middle < 0 ? wanted.length : middle) - (most >> 1), wanted.length - most));
  const shown = wanted.slice(from, from + most);
  const before = from + (alone ? current : 0);
  const after = wanted.length - from - shown.length + (alone ? units.length - current - 1 : 0);
  return {
    version,
    dialect,
    messages: shown.map((one) => viewOf(document, one, debug === true)),
    total: before + shown.length + after,
    before,
    after,
    hidden: verdicts.filter(({ shown }) => shown === 'hidden').length,
    doubt: verdicts.filter(({ doubt }) => doubt).length,
  };
}

function viewOf(document: JsonDocument, { said, unit, index }: Numbered, debug: boolean): ViewMessage {
  const verdict = verdictOf(said);
  const { shown } = verdict;
  return {
    index,
    role: said.role,
    channel: said.channel,
    effectiveChannel: asMessage(said).effectiveChannel,
    intent: shown === 'preamble' ? shown : said.intent,
    name: said.name,
    to: said.to,
    callId: said.callId,
    ...renderMessage(asMessage(said), verdict, debug),
    range: document.rangeIn(unit, said),
    hidden: shown === 'hidden',
    complete: !said.open,
  };
}
