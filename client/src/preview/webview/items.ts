/** What is in the page: messages, notices, and ways to more of a long transcript. */
import {
  type CallState,
  isBefore,
  type Position,
  type SessionDetails,
  type UserView,
  type ViewMessage,
} from '../protocol.ts';
import { contentOf } from './content.ts';
import { ranksOf, spacer } from './edges.ts';
import { element } from './elements.ts';
import { branchNames, durationText, usageText, withCompactions } from './session.ts';
import { t } from './words.ts';

/** Something on the page. Two with the same key look the same, so that one can stand for the other. */
export interface Item {
  readonly key: string;
  make(): HTMLElement;
  /** Brings up to date what the key leaves out. */
  place?(element: HTMLElement): void;
}

export function itemsOf(view: UserView, debug: boolean): Item[] {
  const { messages, before, after, left, session } = view;
  const ranks = ranksOf(view);
  const total = before + after + new Set(ranks).size;
  const items = [
    ...(before > 0 ? [...spacer('before', before), more(t('Show earlier messages ({0})', before), ranks[0])] : []),
    ...withCompactions(
      messages.map((message, i) => messageItem(message, (ranks[i] as number) + 1, total, messages[i - 1])),
      view,
    ),
    ...(after > 0 ? [more(t('Show later messages ({0})', after), ranks.at(-1)), ...spacer('after', after)] : []),
  ];
  if (messages.length === 0) items.push(note('empty', emptyText(view)));
  if (left > 0) items.push(note('left', leftText(left)));
  for (const item of session ? sessionNotes(session) : []) items.push(item);
  if (!debug && view.hidden > 0) items.push(note('withheld', withheldText(view.hidden)));
  if (!debug && view.doubt > 0) items.push(note('doubt', doubtText(view.doubt)));
  if (!debug && view.faulty > 0) items.push(note('faulty', faultyText(view.faulty)));
  return items;
}

/** What is said of a session after its messages. */
function sessionNotes({ format, usage, branches, branch }: SessionDetails): Item[] {
  const used = usage && usageText(usage);
  const others = branches.reduce((sum, { count }) => sum + count, 0);
  return [
    ...(branch === undefined && others > 0 ? [note('others', othersText(others))] : []),
    note('session', used ? `${format}: ${used}.` : `${format}.`),
  ];
}

const othersText = (count: number): string =>
  count === 1
    ? t('1 more message is in this log, on a branch or of a sub-agent. The list at the top leads there.')
    : t('{0} more messages are in this log, on branches or of sub-agents. The list at the top leads there.', count);

/** Stands for all messages where there is no view: why, what to do, and a way to try again. */
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
    return t('End users see nothing of a sub-agent. Show hidden layers to read what it did.');
  if (hidden > 0) return t('There is nothing here that an end user would see.');
  return t('No messages yet. The conversation between the user and the assistant will appear here.');
}

function leftText(left: number): string {
  return left === 1 ? t('The filter hides 1 message.') : t('The filter hides {0} messages.', left);
}

function withheldText(hidden: number): string {
  return hidden === 1 ? t('1 message is not for end users.') : t('{0} messages are not for end users.', hidden);
}

/** A summary that is safe for users: it quotes nothing (2.2 §14). */
function doubtText(count: number): string {
  return count === 1
    ? t('1 message is hidden in full or in part, because it contains an error or may not be what it seems.')
    : t(
        '{0} messages are hidden in full or in part, because they contain an error or may not be what they seem.',
        count,
      );
}

/** The same of messages that are hidden anyway. */
function faultyText(count: number): string {
  return count === 1 ? t('1 hidden message contains an error.') : t('{0} hidden messages contain errors.', count);
}

/** A text in the place of messages. */
export function note(kind: string, text: string): Item {
  return { key: `${kind} ${text}`, make: () => element('p', `note ${kind}`, text) };
}

/** A way to messages that are not on the page, for who does not scroll: around the one with a rank. */
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

function messageItem(message: ViewMessage, number: number, total: number, before: ViewMessage | undefined): Item {
  const { index: _index, range, text: _text, pair, ...look } = message;
  const { other, ...how } = pair ?? {};
  return {
    key: JSON.stringify([look, how, other !== undefined]),
    make: () => messageElement(message),
    place(article) {
      const { dataset } = article;
      dataset.start = String(range.start.line);
      dataset.character = String(range.start.character);
      dataset.end = String(range.end.line);
      dataset.endCharacter = String(range.end.character);
      dataset.rank = String(number - 1);
      article.ariaPosInSet = String(number);
      article.ariaSetSize = String(total);
      // A reply that follows its call is with it.
      article.classList.toggle('joined', pair?.kind === 'reply' && other !== undefined && isAt(before, other));
      const link = article.querySelector<HTMLElement>('.other');
      if (link && other) link.dataset.go = JSON.stringify(other);
    },
  };
}

const isAt = (message: ViewMessage | undefined, { line, character }: Position) =>
  message?.pair?.kind === 'call' &&
  !isBefore({ line, character }, message.range.start) &&
  isBefore({ line, character }, message.range.end);

/** How a call went, in words. */
const states = (): Readonly<Record<CallState, string>> => ({
  answered: t('answered'),
  open: t('no reply yet'),
  error: t('failed'),
  timeout: t('timed out'),
  cancelled: t('cancelled'),
});

function messageElement(message: ViewMessage): HTMLElement {
  const kind = message.role === 'user' ? 'user' : '';
  const article = element('article', `message ${message.hidden ? 'hidden' : kind}`);
  const speaker = element('button', 'speaker', speakerOf(message));
  speaker.title = t('Show in the editor');
  speaker.dir = 'auto';
  const head = element('header');
  const copy = element('button', 'copy', t('Copy'));
  copy.ariaLabel = t('Copy this message: {0}', speaker.textContent ?? '');
  for (const part of [speaker, ...badgesOf(message).map(badge), ...pairOf(message), ...usageOf(message)])
    head.append(part);
  const body = element('div', 'body');
  body.dir = 'auto';
  body.append(contentOf(message.html));
  article.append(head, body);
  if (message.complete && message.text === '') body.append(element('p', 'note', t('Empty message')));
  if (!message.complete) article.append(element('p', 'cut-off', t('The message was truncated here.')));
  article.setAttribute('aria-label', head.textContent ?? '');
  head.append(copy);
  return article;
}

/** How the call of a message went, and a way to the other half. */
function pairOf({ pair }: ViewMessage): HTMLElement[] {
  if (pair === undefined) return [];
  const { kind, state, other, duration } = pair;
  const said = kind === 'reply' && state === 'open' ? t('answers no call') : states()[state];
  const shown = badge(duration === undefined ? said : `${said}, ${durationText(duration)}`);
  shown.classList.add('state', state);
  if (other === undefined) return [shown];
  const link = element('button', 'other', kind === 'call' ? t('→ reply') : t('← call'));
  link.title = kind === 'call' ? t('Go to the reply') : t('Go to the call');
  return [shown, link];
}

/** What an answer used, as its log says. */
function usageOf({ usage }: ViewMessage): HTMLElement[] {
  return usage ? [element('span', 'usage', usageText(usage))] : [];
}

/** The display name, in which `_` stands for a space; else the role. */
export function speakerOf({ name, role, hidden }: ViewMessage): string {
  if (name !== undefined) return hidden ? name : name.replaceAll('_', ' ');
  if (role === undefined) return t('Unknown role');
  return hidden ? role : role[0]?.toUpperCase() + role.slice(1);
}

function badgesOf(message: ViewMessage): string[] {
  const { hidden, role, name, channel, effectiveChannel, intent, to, callId, aside } = message;
  if (!hidden) return intent === 'preamble' ? [t('preamble')] : [];
  // A thought of ChatML has no header to name a channel.
  const where = channel ?? (effectiveChannel === 'analysis' ? effectiveChannel : undefined);
  const facts = [
    name && role,
    where,
    intent,
    to && t('to {0}', to),
    callId,
    aside && branchNames()[aside],
    t('hidden from users'),
  ];
  return facts.filter((fact): fact is string => fact !== undefined && fact !== '');
}

function badge(text: string): HTMLElement {
  const made = element('span', 'badge', text);
  made.dir = 'auto';
  return made;
}
