/** What stands in the page: messages, notices, and ways to more of a long transcript. */
import type { UserView, ViewMessage } from '../protocol.ts';
import { contentOf } from './content.ts';

/** Something on the page. Two with the same key look the same, so that one can stand for the other. */
export interface Item {
  readonly key: string;
  make(): HTMLElement;
  /** Brings up to date what the key leaves out. */
  place?(element: HTMLElement): void;
}

export function itemsOf(view: UserView, debug: boolean): Item[] {
  const { messages, before, after } = view;
  const items = messages.map(messageItem);
  if (before > 0) items.unshift(more(`Show earlier messages (${before})`, messages[0]?.range.start.line));
  if (after > 0) items.push(more(`Show later messages (${after})`, messages.at(-1)?.range.end.line));
  if (messages.length === 0) items.push(note('empty', emptyText(view)));
  if (!debug && view.hidden > 0) items.push(note('withheld', withheldText(view.hidden)));
  if (!debug && view.doubt > 0) items.push(note('doubt', doubtText(view.doubt)));
  return items;
}

/** Stands for all messages where there is no view: why, what to do, and a way to try again. */
export function failureItems(reason: string): Item[] {
  const again = () => {
    const button = element('button', 'more', 'Try again');
    button.dataset.again = '';
    return button;
  };
  return [note('failure', reason), { key: 'again', make: again }];
}

function emptyText({ hidden }: UserView): string {
  if (hidden > 0) return 'Nothing here that an end user would see.';
  return 'No messages yet. What users and the assistant say to each other will appear here.';
}

function withheldText(hidden: number): string {
  return hidden === 1 ? '1 message is not for end users.' : `${hidden} messages are not for end users.`;
}

/** A summary that is safe for users: it quotes nothing (2.2 §14). */
function doubtText(count: number): string {
  return count === 1
    ? '1 message is hidden, in whole or in part, because it holds an error or may be another than it looks.'
    : `${count} messages are hidden, in whole or in part, because they hold an error or may be others than they look.`;
}

function note(kind: string, text: string): Item {
  return { key: `${kind} ${text}`, make: () => element('p', `note ${kind}`, text) };
}

function more(text: string, line = 0): Item {
  return {
    key: `more ${text} ${line}`,
    make() {
      const button = element('button', 'more', text);
      button.dataset.around = String(line);
      return button;
    },
  };
}

function messageItem(message: ViewMessage): Item {
  const { index: _index, range, text: _text, ...look } = message;
  return {
    key: JSON.stringify(look),
    make: () => messageElement(message),
    place({ dataset }) {
      dataset.start = String(range.start.line);
      dataset.character = String(range.start.character);
      dataset.end = String(range.end.line);
    },
  };
}

function messageElement(message: ViewMessage): HTMLElement {
  const kind = message.role === 'user' ? 'user' : '';
  const article = element('article', `message ${message.hidden ? 'hidden' : kind}`);
  const speaker = element('button', 'speaker', speakerOf(message));
  speaker.title = 'Show in the editor';
  speaker.dir = 'auto';
  const head = element('header');
  head.append(speaker, ...badgesOf(message).map(badge));
  const body = element('div', 'body');
  body.dir = 'auto';
  body.append(contentOf(message.html));
  article.append(head, body);
  if (message.complete && message.text === '') body.append(element('p', 'note', 'Empty message'));
  if (!message.complete) article.append(element('p', 'cut-off', 'The message was cut off here.'));
  article.setAttribute('aria-label', head.textContent ?? '');
  return article;
}

/** The display name, in which `_` stands for a blank; else the role. */
function speakerOf({ name, role, hidden }: ViewMessage): string {
  if (name !== undefined) return hidden ? name : name.replaceAll('_', ' ');
  if (role === undefined) return 'Unknown role';
  return hidden ? role : role[0]?.toUpperCase() + role.slice(1);
}

function badgesOf({ hidden, role, name, channel, effectiveChannel, intent, to, callId }: ViewMessage): string[] {
  if (!hidden) return intent === 'preamble' ? ['preamble'] : [];
  // A thought of ChatML has no header to name a channel.
  const where = channel ?? (effectiveChannel === 'analysis' ? effectiveChannel : undefined);
  const facts = [name && role, where, intent, to && `to ${to}`, callId, 'hidden from users'];
  return facts.filter((fact): fact is string => fact !== undefined && fact !== '');
}

function badge(text: string): HTMLElement {
  const made = element('span', 'badge', text);
  made.dir = 'auto';
  return made;
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className = '',
  text = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}
