/** Finds the messages that a change of a document reveals to users, by comparing the user views before and after the change. */
import { type AnyDocument, openDocument } from '../../server/src/documents/document.ts';
import { wholeView as wholeOfJson } from '../../server/src/features/json/user-view.ts';
import { userView, type ViewMessage } from '../../server/src/features/user-view.ts';
import type { Fix } from '../../server/src/fixes/fix.ts';
import { JsonDocument } from '../../server/src/syntax/json/document.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';

const textDocument = { uri: 'test:' };

/** Returns all messages in a document that users see. For a data set, these are the messages of all conversations. */
export function viewOf(document: AnyDocument): readonly ViewMessage[] {
  if (document instanceof Transcript) return userView.run(document, { textDocument }).messages;
  return [...wholeOfJson(document, {}).messages].filter((one) => one !== undefined);
}

/** Returns the messages that users see with the changed text of a document, but not with its original text. */
export function newlyShown(before: AnyDocument, after: string): readonly ViewMessage[] {
  return revealed(viewOf(before), viewOf(opened(before, after)));
}

/** Reopens a document with different text. A transcript keeps the dialect that was chosen for it, and JSON keeps its dialect. */
export function opened(before: AnyDocument, text: string): AnyDocument {
  if (before instanceof Transcript) {
    const { dialect, sequencePair } = before.choice;
    return openDocument(before.uri, 'ocml', 0, text, dialect, sequencePair);
  }
  return new JsonDocument(before.uri, 'json', 0, text, before.dialect, before.lines);
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{M}\p{N}_]+|\p{Extended_Pictographic}/gu) ?? [];

function counted(messages: readonly ViewMessage[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { text } of messages) for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Whether `after` is `before` with one span removed. */
function isCut(before: string, after: string): boolean {
  let head = 0;
  while (head < after.length && before[head] === after[head]) head++;
  return before.length >= after.length && before.endsWith(after.slice(head));
}

/** Returns the messages of the view `after` in which a word is shown more often than in `before`. */
export function revealed(before: readonly ViewMessage[], after: readonly ViewMessage[]): readonly ViewMessage[] {
  const had = counted(before);
  const has = counted(after);
  const isNew = (word: string) => (has.get(word) ?? 0) > (had.get(word) ?? 0);
  const letters = (messages: readonly ViewMessage[]) =>
    messages
      .flatMap(({ text }) => wordsOf(text).flatMap((word) => [...word]))
      .sort()
      .join('');
  // A change may split, join and reorder words without revealing anything.
  if (letters(before) === letters(after)) return [];
  // Removing a span does not reveal anything either, even if the span begins or ends within a word.
  const joined = (messages: readonly ViewMessage[]) => messages.flatMap(({ text }) => wordsOf(text)).join('');
  if (isCut(joined(before), joined(after))) return [];
  const same = before.map(({ role, text }) => `${role}\n${text}`);
  const wasShown = (message: string) => {
    const at = same.indexOf(message);
    if (at >= 0) same.splice(at, 1);
    return at >= 0;
  };
  return after.filter(({ role, text }) => !wasShown(`${role}\n${text}`) && wordsOf(text).some(isNew));
}

/** Whether the title of a fix announces that the fix shows, or may show, hidden text to users. */
export const announcesReveal = (title: string): boolean => / \((?:may show|shows) hidden text to users\)$/.test(title);

/** Whether a newly shown message contains a message that users already saw separately. */
function grown(had: readonly ViewMessage[], has: readonly ViewMessage[], text: string): boolean {
  const still = new Set(has.map((one) => one.text.trim()));
  const gone = had.filter((one) => wordsOf(one.text).length > 0 && !still.has(one.text.trim()));
  return gone.some((one) => text.includes(one.text.trim()));
}

/**
 * Describes the faults of a fix that results in `after`.
 *
 * If the fix reveals a message, it is a fault if its title does not say so, or if it is safe. It is also a fault if the fix is preferred,
 * unless only user messages are revealed.
 *
 * With `exactly`, the title must not announce anything if no message is revealed.
 */
export function revealFaults(fix: Fix, before: AnyDocument, after: string, exactly = false): string[] {
  const [had, has] = [viewOf(before), viewOf(opened(before, after))];
  const revealedMessages = revealed(had, has);
  const faults: string[] = [];
  if (revealedMessages.length === 0) {
    if (exactly && announcesReveal(fix.title)) faults.push('announces what it does not show');
    return faults;
  }
  const what = `shows ${JSON.stringify(revealedMessages.map(({ role, text }) => `${role}: ${text}`))}`;
  if (!announcesReveal(fix.title)) faults.push(`${what} without saying so`);
  if (fix.safe) faults.push(`${what} and is safe`);
  if (fix.preferred && !revealedMessages.every(({ role, text }) => role === 'user' && !grown(had, has, text)))
    faults.push(`${what} and is preferred`);
  return faults;
}
