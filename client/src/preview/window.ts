/** Determines which part of the content is on the page. */
import { isBefore, type Position, type Prompt, type Training, type UserView } from './protocol.ts';

/**
 * The center of the window, which is the part of a long document on the page: a position, the rank of a message, or the number of a
 * conversation.
 */
export type Around = { readonly around: Position } | { readonly rank: number } | { readonly number: number };

export const top: Position = { line: 0, character: 0 };
/** A position after all content, even if the file grows. */
export const end: Position = { line: 0x7fffffff, character: 0 };

/** The content of the page. */
export type View = UserView | Prompt | Training | undefined;

/** Returns the messages on the page; none if it shows a prompt or a training. */
export const messagesOn = (view: View): UserView['messages'] => (view && 'messages' in view ? view.messages : []);

/** Whether a position is outside the part of the document on the page, although the document has content there. */
export function isOutside(view: View, position: Position): boolean {
  if (view && 'stretches' in view) return view.row !== undefined && view.row !== position.line;
  if (view && 'sequences' in view) {
    const { number, count, range } = view.row ?? { number: 1, count: 1, range: { start: position, end: position } };
    return isBefore(position, range.start) ? number > 1 : isBefore(range.end, position) && number < count;
  }
  if (view === undefined || !('messages' in view)) return false;
  const { messages, before, after, conversation } = view;
  if (conversation) {
    const { number, count, range } = conversation;
    // Text between two conversations, or around all of them, belongs to no conversation.
    if (isBefore(position, range.start)) return number > 1;
    if (isBefore(range.end, position))
      return number < count && !(conversation.next && isBefore(position, conversation.next));
  }
  const first = messages[0];
  const last = messages.at(-1);
  if (!first || !last) return false;
  return (before > 0 && isBefore(position, first.range.start)) || (after > 0 && isBefore(last.range.end, position));
}
