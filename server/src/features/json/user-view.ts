/** `ocml/userView` of a JSON document. Which messages a user may see, and what of them, is decided as for text. */
import type { Position } from 'vscode-languageserver-types';
import { answerChannel, functionsNamespace, type JsonDialectId } from '../../grammar/index.ts';
import { asMessage, verdictOf } from '../../model/json/as-message.ts';
import { type JsonMessage, messagesOf } from '../../model/json/message.ts';
import { dialectOfUnit, isConversation } from '../../model/json/shapes.ts';
import type { JsonDocument, JsonUnit } from '../../syntax/json/document.ts';
import { isPosition } from '../support/cursor.ts';
import { rendered } from '../user-view/rendered.ts';
import { type Numbered, Selector, shownKinds } from '../user-view/selection.ts';
import { windowAround } from '../user-view/window.ts';
import type { UserView, UserViewParams, ViewMessage } from '../user-view.ts';

type Placed = Numbered<JsonMessage> & { readonly stretch: number };

const selector = new Selector((unit: JsonUnit, dialect: JsonDialectId) =>
  messagesOf(unit, dialect).map((what) => {
    const { shown, doubt } = verdictOf(what);
    return { what, shown, doubt };
  }),
);

export function userView(document: JsonDocument, params: UserViewParams): UserView {
  const { debug, around, limit } = params;
  const { units, version, dialect, lines } = document;
  const place = isPosition(around) ? document.offsetAt(around as Position) : 0;
  const current = document.indexAt(place);
  // A line of a data set is a conversation of its own: the others are before and after it.
  const alone = lines && current < units.length && isConversation(units[current] as JsonUnit, dialect);
  const first = alone ? current : 0;
  const chosen = alone ? units.slice(current, current + 1) : units;
  const shown = selector.select(chosen, shownKinds(params), () => [dialect]);
  const offset = place - document.startOf(current);
  const middle = shown.before(current - first, (said) => said.end < offset);
  const { from, to } = windowAround(shown.count, middle, limit, (rank) => shown.at(rank)?.what.content.length ?? 0);
  const messages: ViewMessage[] = [];
  for (let rank = from; rank < to; rank++) {
    const { what, stretch, index } = shown.at(rank) as Placed;
    messages.push(viewOf(document, what, first + stretch, index, debug === true));
  }
  const before = from + first;
  const after = shown.count - to + (units.length - first - chosen.length);
  return {
    version,
    dialect: dialectOfUnit(units[current] as JsonUnit, dialect),
    messages,
    total: before + messages.length + after,
    before,
    after,
    hidden: shown.hidden,
    doubt: shown.doubt,
  };
}

function viewOf(document: JsonDocument, said: JsonMessage, unit: number, index: number, debug: boolean): ViewMessage {
  const verdict = verdictOf(said);
  const { shown } = verdict;
  return {
    index,
    role: said.role,
    channel: said.channel,
    effectiveChannel: said.channel ?? answerChannel,
    intent: shown === 'preamble' ? shown : said.intent,
    name: said.name,
    // A call that does not say of what.
    to: said.to === functionsNamespace ? undefined : said.to,
    callId: said.callId,
    ...rendered(said, verdict, debug, () => asMessage(said)),
    range: document.rangeIn(unit, said),
    hidden: shown === 'hidden',
    complete: !said.open,
  };
}
