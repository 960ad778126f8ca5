/** The items of the page: messages, notes, and buttons that load more messages of a long conversation. */
import type { Position, SessionDetails, UserView, ViewMessage } from '../protocol.ts';
import { withAnswerPairs } from './answer-pairs.ts';
import { factsLine } from './details.ts';
import { ranksOf, spacer } from './edges.ts';
import { element } from './elements.ts';
import { type AtOnce, callsAtOnce, type Exchange, exchangesOf } from './exchanges.ts';
import { foldAs } from './folds.ts';
import { messageElement, placeUnit } from './message-element.ts';
import { rawButton } from './raw.ts';
import { usageText, withCompactions } from './session.ts';
import { t } from './words.ts';

/** An item on the page. If two items have the same key, they look the same, so the element of one can be used for the other. */
export interface Item {
  readonly key: string;
  make(): HTMLElement;
  /** Updates the properties of the element that do not depend on the key. */
  place?(element: HTMLElement): void;
}

export function itemsOf(view: UserView, debug: boolean): Item[] {
  const { messages, before, after, left, session } = view;
  const ranks = ranksOf(view);
  const total = before + after + new Set(ranks).size;
  const items = [
    ...rowItems(view),
    ...(before > 0 ? [...spacer('before', before), more(t('Show earlier messages ({0})', before), ranks[0])] : []),
    ...withCompactions(withAnswerPairs(messageItems(view, ranks, total)), view),
    ...(after > 0 ? [more(t('Show later messages ({0})', after), ranks.at(-1)), ...spacer('after', after)] : []),
  ];
  if (messages.length === 0) items.push(note('empty', emptyText(view)));
  if (left > 0) items.push(note('left', leftText(left)));
  for (const item of session ? sessionNotes(session) : []) items.push(item);
  return [...items, ...endNotes(view, debug)];
}

/**
 * Returns the note at the end: the number of messages with problems or, if there are none, of hidden messages, with a button to show them.
 */
function endNotes({ hidden, doubt, faulty, firstError, messages }: UserView, debug: boolean): Item[] {
  const count = debug ? messages.filter(({ faults }) => faults).length : doubt + faulty;
  if (count > 0) {
    const first = debug ? messages.find(({ faults }) => faults)?.range.start : firstError;
    const data: Way = debug ? { name: 'go', value: first } : { name: 'reveal', value: first };
    return [link('faulty', debug ? faultsText(count) : doubtText(count), t('Show the first'), first && data)];
  }
  return !debug && hidden > 0
    ? [link('withheld', withheldText(hidden), t('Show hidden layers'), { name: 'layers', value: true })]
    : [];
}

/** Returns an item with the other fields of the row, and a button that shows the whole row. */
function rowItems({ conversation }: UserView): Item[] {
  const { metadata, range, number } = conversation ?? {};
  if (metadata === undefined || range === undefined || number === undefined) return [];
  const make = () => {
    const facts = metadata.map(({ name, value }) => [name, value] as const);
    const rowElement = factsLine([[t('row'), number.toLocaleString('en')], ...facts]);
    rowElement.classList.add('row');
    rowElement.role = 'group';
    rowElement.ariaLabel = t('Other fields in this row');
    const raw = rawButton(range.start, true);
    if (raw) rowElement.append(raw);
    return rowElement;
  };
  return [{ key: `row ${number} ${JSON.stringify([metadata, range.start])}`, make }];
}

/** The action of a button: go to a message on the page, show a position in the editor, or show hidden layers. */
interface Way {
  readonly name: 'go' | 'reveal' | 'layers';
  readonly value: unknown;
}

/** Returns a note with a button. */
function link(kind: string, text: string, action: string, way: Way | undefined): Item {
  const key = `${kind} ${text} ${JSON.stringify(way)}`;
  const make = () => {
    const noteElement = element('p', `note ${kind}`, text);
    if (way) {
      const button = element('button', 'way', action);
      button.setAttribute(`data-${way.name}`, JSON.stringify(way.value));
      noteElement.append(' ', button);
    }
    return noteElement;
  };
  return { key, make };
}

/** Returns the notes that follow the messages of a session. */
function sessionNotes({ format, usage, branches, branch }: SessionDetails): Item[] {
  const usageLabel = usage && usageText(usage);
  const others = branches.reduce((sum, { count }) => sum + count, 0);
  return [
    ...(branch === undefined && others > 0 ? [note('others', othersText(others))] : []),
    note('session', usageLabel ? `${format}: ${usageLabel}.` : `${format}.`),
  ];
}

const othersText = (count: number): string =>
  count === 1
    ? t('This log contains 1 more message, on a branch or from a sub-agent. To see it, use the list at the top.')
    : t(
        'This log contains {0} more messages, on branches or from sub-agents. To see them, use the list at the top.',
        count,
      );

/** Returns the items to show if there is no content: the reason, and a button to retry. */
export function failureItems(reason: string): Item[] {
  const again = () => {
    const button = element('button', 'more', t('Try again'));
    button.dataset.again = '';
    return button;
  };
  return [note('failure', reason), { key: 'again', make: again }];
}

function emptyText({ hidden, left, session }: UserView): string {
  if (left > 0) return t('The filter hides all messages.');
  if (hidden > 0 && session?.branches.some(({ id, kind }) => id === session.branch && kind === 'sub-agent'))
    return t('End users see nothing from a sub-agent. To read what it did, show hidden layers.');
  if (hidden > 0) return t('End users would see nothing here.');
  return t('No messages yet. The conversation between the user and the assistant will appear here.');
}

function leftText(count: number): string {
  return count === 1 ? t('The filter hides 1 message.') : t('The filter hides {0} messages.', count);
}

function withheldText(hidden: number): string {
  return hidden === 1 ? t('1 message is not for end users.') : t('{0} messages are not for end users.', hidden);
}

/** Returns a summary of the messages in doubt. It quotes nothing, so it is safe to show to end users (2.2 §14). */
function doubtText(count: number): string {
  return count === 1
    ? t('1 message contains an error or may not be what it seems, so end users do not see the complete message.')
    : t(
        '{0} messages contain errors or may not be what they seem, so end users do not see the complete messages.',
        count,
      );
}

function faultsText(count: number): string {
  return count === 1 ? t('1 message here has a problem.') : t('{0} messages here have problems.', count);
}

/** Returns a paragraph of text as an item. */
export function note(kind: string, text: string): Item {
  return { key: `${kind} ${text}`, make: () => element('p', `note ${kind}`, text) };
}

/**
 * Returns a button that loads messages that are not on the page, for users who do not scroll. `rank`: the rank of the message around which
 * messages are loaded.
 */
function more(text: string, rank = 0): Item {
  return {
    key: `more ${text} ${rank}`,
    make() {
      const button = element('button', 'more edge', text);
      button.dataset.rank = String(rank);
      return button;
    },
  };
}

/** Returns the items for the messages. Replies are grouped with their calls. */
function messageItems(
  view: UserView,
  ranks: readonly number[],
  total: number,
): (Item & { readonly start: Position; readonly answer: ViewMessage['answer'] })[] {
  const { messages, conversation } = view;
  const row = conversation ? `${conversation.number}/` : '';
  const keys = partKeys(messages);
  const atOnce = callsAtOnce(messages, { before: (ranks[0] ?? 0) > 0, after: (ranks.at(-1) ?? total) < total - 1 });
  return exchangesOf(messages).map((exchange) => {
    const message = messages[exchange.message] as ViewMessage;
    const isTurn = exchange.message > 0 && speaks(message) && !speaks(messages[exchange.message - 1]);
    const together = atOnce.get(exchange.message);
    const item = messageItem(message, exchange, view, ranks, total, `${row}${keys[exchange.message]}`, together);
    const place = (article: HTMLElement) => {
      item.place?.(article);
      article.classList.toggle('turn', isTurn);
    };
    return { ...item, place, start: message.range.start, answer: message.answer };
  });
}

/** Whether a message belongs to the user. Consecutive user messages, such as the instruction and the input of a row, count as one turn. */
const speaks = (message: ViewMessage | undefined) => message?.role === 'user' && !message.hidden;

/** Returns a key for each entry: the index of its message in the document, and the number of the entry within the message. */
function partKeys(messages: readonly ViewMessage[]): string[] {
  let part = 0;
  return messages.map(({ index }, at) => {
    part = messages[at - 1]?.index === index ? part + 1 : 0;
    return `${index}.${part}`;
  });
}

function messageItem(
  message: ViewMessage,
  exchange: Exchange,
  { messages }: UserView,
  ranks: readonly number[],
  total: number,
  foldKey: string,
  atOnce: AtOnce | undefined,
): Item {
  const replies = exchange.replies.map((at) => messages[at] as ViewMessage);
  const rank = ranks[exchange.message] as number;
  const lastRank = exchange.replies.reduce((last, at) => Math.max(last, ranks[at] as number), rank);
  return {
    key: JSON.stringify([...[message, ...replies].map(lookOf), atOnce]),
    make: () => messageElement(message, replies, atOnce),
    place(article) {
      placeUnit(article, message, rank);
      article.dataset.lastRank = String(lastRank);
      for (const [i, unit] of article.querySelectorAll<HTMLElement>('.reply').entries()) {
        const at = exchange.replies[i];
        if (at !== undefined) placeUnit(unit, messages[at] as ViewMessage, ranks[at] as number);
      }
      article.ariaPosInSet = String(rank + 1);
      article.ariaSetSize = String(total);
      foldAs(article, foldKey);
    },
  };
}

/** Returns the properties that determine how a message looks. Its position is not one of them. */
function lookOf({ index: _index, range, text: _text, pair, faults, ...look }: ViewMessage) {
  const { other, ...how } = pair ?? {};
  const { line } = range.start;
  const faultLooks = faults?.map(({ position, ...fault }) => ({
    ...fault,
    at: [
      position.line - line,
      position.line === line ? position.character - range.start.character : position.character,
    ],
  }));
  return [look, how, other !== undefined, faultLooks];
}
