/** Drafts of messages, which are then written in the syntax of a family. */
import type { Family } from '../../../syntax/families/index.ts';
import { closing, isRefusal, plainly, writeHeader } from '../../../write/index.ts';
import { type Piece, plain } from '../../embedded-json/value-skeleton.ts';

/** The parts of a message, some of which are placeholders for the user to fill in. */
export interface Draft {
  readonly role: string;
  /** The attributes of the header. Those that the family does not have are omitted. */
  readonly attributes?: Readonly<Record<string, string | readonly Piece[] | undefined>>;
  readonly channel?: string;
  readonly constraint?: string;
  readonly body: readonly Piece[];
  /** The name of the terminator, if it is not the usual one. */
  readonly end?: string;
  /** Whether the message calls a tool. */
  readonly call?: boolean;
}

export interface Template {
  /** The name of the template, which is also the text that users type to find it. */
  readonly label: string;
  /** Other words that users can type to find the template. */
  readonly words?: string;
  readonly doc: string;
  readonly draft: Draft;
  /** Whether this is the reply to an unanswered call, or the answer that the conversation needs next. */
  readonly due?: true;
}

/** The first of the private-use characters that replace placeholders while a header is written. */
const firstMark = 0xe100;
const marks = /([\ue100-\ue1ff])/;

/**
 * The text and the placeholders of a message in a family, from its opener to its terminator. Undefined if the family cannot express the
 * message.
 */
export function draftPieces(draft: Draft, family: Family): readonly Piece[] | undefined {
  const { role, attributes = {}, channel, constraint, body, end, call = false } = draft;
  const placeholders: Piece[] = [];
  const attributeEntries = Object.entries(attributes).flatMap(([key, value]): [string, readonly Piece[]][] =>
    value === undefined || !takes(family, key) ? [] : [[key, [value].flat()]],
  );
  // A name from the document may contain one of the characters that replace placeholders.
  if (attributeEntries.some(([, value]) => value.some((piece) => typeof piece === 'string' && marks.test(piece))))
    return undefined;
  const marked = (piece: Piece) =>
    typeof piece === 'string' ? piece : String.fromCharCode(firstMark + placeholders.push(piece) - 1);
  const values = attributeEntries.map(([key, value]): [string, string] => [key, value.map(marked).join('')]);
  const messageDraft = { ...plainly(role, ''), attributes: new Map(values), channel, constraint };
  const header = writeHeader(messageDraft, family);
  if (isRefusal(header)) return undefined;
  const head = header.split(marks).map((piece) => placeholders[piece.charCodeAt(0) - firstMark] ?? piece);
  const token = family.frame.terminators.find(({ name }) => name === end);
  const close = token?.text ?? closing(plain(body, String), family, call);
  return [...head, ...body, close].filter((piece) => piece !== '');
}

/** Whether the family can express the attribute. Harmony has no `name`, but writes the name of a tool as the role of its replies. */
function takes({ attributes, has }: Family, key: string): boolean {
  return attributes.some(({ name }) => name === key) || (has.channels && key === 'name');
}
