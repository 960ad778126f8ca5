/** Verifies that a text reads back as the intended message, and finds the part that reads back differently. */
import type { Message } from '../model/message.ts';
import type { Family } from '../syntax/families/family.ts';
import type { HeaderRule } from '../syntax/message-header.ts';
import type { MessageDraft, Piece, Refusal } from './message-draft.ts';
import { draftOf } from './read.ts';

/** Faults that make a header unusual, but do not change its meaning. */
const harmless = new Set<HeaderRule>(['attr-ascii']);

/** The first part that reads back differently. */
export function difference(draft: MessageDraft, message: Message | undefined, family: Family): Refusal | undefined {
  const read = message && draftOf(message);
  if (message === undefined || read === undefined) return firstOdd(draft.pieces, undefined, family);
  const odd = (part: string, value = ''): Refusal => ({
    part,
    start: 0,
    end: value.length,
    reason: 'would be read as something else',
  });
  if (read.role !== draft.role) return odd('role', draft.role);
  for (const key of new Set([...draft.attributes.keys(), ...read.attributes.keys()]))
    if (read.attributes.get(key) !== draft.attributes.get(key)) return odd(key, draft.attributes.get(key));
  if (read.channel !== draft.channel) return odd('channel', draft.channel);
  if (read.constraint !== draft.constraint) return odd('constraint', draft.constraint);
  const { faults, misspelled, foreign } = message.header;
  const fault = faults.find(({ rule }) => !harmless.has(rule));
  if (fault !== undefined || misspelled.length > 0 || foreign) return odd('header', fault?.text);
  if (!samePieces(read.pieces, draft.pieces)) return firstOdd(draft.pieces, read.pieces, family);
  if (read.terminator !== draft.terminator) return odd('terminator', draft.terminator);
  // In a plain frame, an open header reads back as a message with an empty body.
  return read.slot === (draft.slot && family.has.channels) ? undefined : odd('body');
}

const textOf = (pieces: readonly Piece[]) => pieces.map(({ text }) => text).join('');

export function samePieces(a: readonly Piece[], b: readonly Piece[]): boolean {
  return a.length === b.length && a.every(({ kind, text }, i) => b[i]?.kind === kind && b[i]?.text === text);
}

/**
 * The position at which a body reads back differently. If the text does not read back as one body (`pieces` is undefined), the body
 * contains a token that frames messages.
 */
export function firstOdd(
  expectedPieces: readonly Piece[],
  pieces: readonly Piece[] | undefined,
  family: Family,
): Refusal {
  const { frame, tokenAt, name } = family;
  const framing = new Set([...frame.openers, ...frame.terminators]);
  const text = textOf(expectedPieces);
  const at = pieces === undefined ? 0 : equalUpTo(expectedPieces, pieces);
  for (let hop = text.indexOf('<|', at); hop >= 0; hop = text.indexOf('<|', hop + 2)) {
    const token = tokenAt(text, hop);
    if (token === undefined || (pieces === undefined && !framing.has(token))) continue;
    const reason = `contains \`${token.text}\`, which ${name} cannot express as text here`;
    return { part: 'body', start: hop, end: hop + token.text.length, reason };
  }
  return { part: 'body', start: at, end: text.length, reason: 'would be read as something else' };
}

/** The length of the beginning that two lists of pieces have in common, as an offset in their concatenated texts. */
function equalUpTo(a: readonly Piece[], b: readonly Piece[]): number {
  let at = 0;
  for (let i = 0; i < a.length; i++) {
    const [one, other] = [a[i] as Piece, b[i]];
    if (one.kind !== other?.kind) break;
    let same = 0;
    while (same < one.text.length && one.text[same] === other.text[same]) same++;
    at += same;
    if (same < one.text.length) break;
  }
  return at;
}
