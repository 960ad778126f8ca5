/**
 * Reads Harmony token ids as a conversation. Text that looks like a token is only a token if it comes from the token's id
 * (HARM-03), so in the decoded text, all other text that looks like a token is masked.
 */
import { type Family, families } from '../../syntax/families/index.ts';
import { getOwn } from '../../syntax/get-own.ts';
import type { Span } from '../../syntax/span.ts';
import { Transcript } from '../../syntax/transcript.ts';
import { decodeHarmony, decodeTokens, isToken, isWholeText } from '../../tokens/harmony.ts';
import type { Conversation, ConversationMessage } from '../conversation.ts';
import type { Notes } from '../notes.ts';

/** Whether a format has token ids. */
export const hasTokens = (form: string | undefined): boolean =>
  form !== undefined && getOwn(families as Readonly<Record<string, Family>>, form)?.has.tokenIds === true;

/**
 * Two ways to write a list of numbers: as a JSON array, or without brackets, as in logs and test data. Spaces or commas separate the
 * numbers.
 */
const array = /^\s*\[\s*\d[\d\s,]*\]\s*$/;
const bare = /^\s*\d[\d\s,]*$/;

export const isTokenArray = (text: string): boolean => array.test(text);

/** Whether a text consists only of a list of numbers. */
export const isTokens = (text: string): boolean => isTokenArray(text) || bare.test(text);

/** Reads a transcript. `originOf`: maps a stretch of the transcript to the source. */
type Reader = (transcript: Transcript, originOf: (span: Span) => Span) => Conversation;

/** Reads a list of numbers as a conversation. Positions in the conversation refer to the numbers in `text`. */
export function readTokens(text: string, notes: Notes, reader: Reader): Conversation {
  const numbers = numbersIn(text);
  const ids = numbers.map(({ id }) => id);
  const wrong = ids.findIndex((id) => !isToken(id));
  if (wrong >= 0) {
    notes.refuse(numbers[wrong] as Span, `${ids[wrong]} is not a Harmony token id.`);
    return { messages: [], withoutIds: 'name', idPrefix: 'h', lineBreak: '\n' };
  }
  const { decoded, starts, masked, mask, place: originOf } = textOfNumbers(numbers);
  noteHalves(decoded, ids, starts, originOf, notes);
  const transcript = new Transcript('', 'ocml', 0, masked, { dialect: 'harmony' });
  const conversation = reader(transcript, originOf);
  return { ...conversation, messages: conversation.messages.map((one) => unmasked(one, mask)) };
}

interface PlacedNumber extends Span {
  readonly id: number;
}

/** The numbers in a list, with their positions. */
export const numbersIn = (text: string): readonly PlacedNumber[] =>
  [...text.matchAll(/\d+/g)].map(({ 0: word, index }) => ({
    id: Number(word),
    start: index,
    end: index + word.length,
  }));

/**
 * Decodes numbers, all of which must be token ids. `masked`: the decoded text, in which text that only looks like a token is masked.
 * `place`: maps a stretch of either text to the numbers.
 */
export function textOfNumbers(numbers: readonly PlacedNumber[]) {
  const ids = numbers.map(({ id }) => id);
  const { text: decoded, starts } = decodeTokens(ids);
  const mask = [...masks].find((one) => !decoded.includes(one)) ?? '\0';
  const pieces = decodeHarmony(ids).map(({ kind, text }) =>
    kind === 'token' ? text : text.replaceAll('<|', `<${mask}`),
  );
  const originOf = ({ start, end }: Span): Span => {
    const first = numbers[Math.max(0, tokenAt(starts, start))]?.start ?? 0;
    return { start: first, end: end > start ? (numbers[tokenAt(starts, end - 1)]?.end ?? first) : first };
  };
  return { decoded, starts, mask, masked: pieces.join(''), place: originOf };
}

/**
 * Characters that rarely occur in text. The first of them that does not occur in the text replaces the bar in text that only looks
 * like a token.
 */
const masks = '\uFDD0\uFDD1\uFDD2\uFDD3\uFDD4\uFDD5\uFDD6\uFDD7';

/** The index of the last token that begins at or before an offset. */
function tokenAt(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] as number) <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Notes where the text has U+FFFD because a token encodes only part of a character. */
function noteHalves(
  text: string,
  ids: readonly number[],
  starts: readonly number[],
  originOf: (span: Span) => Span,
  notes: Notes,
): void {
  if (!text.includes('\uFFFD') || isWholeText(ids)) return;
  const at = text.indexOf('\uFFFD');
  const first = tokenAt(starts, at);
  notes.lose(
    originOf({ start: starts[first] ?? at, end: at + 1 }),
    'Some tokens encode only part of a character, and become U+FFFD.',
  );
}

function unmasked(one: ConversationMessage, mask: string): ConversationMessage {
  const plain = (text: string) => text.replaceAll(mask, '|');
  const isMasked = (text: string | undefined) => text?.includes(mask) ?? false;
  const { role, attributes, channel, constraint, pieces, source } = one;
  const words = [role, channel, constraint, source?.text, ...attributes.values()];
  if (!words.some(isMasked) && !pieces.some(({ text }) => isMasked(text))) return one;
  return {
    ...one,
    role: role && plain(role),
    attributes: new Map([...attributes].map(([key, value]) => [key, plain(value)])),
    channel: channel && plain(channel),
    constraint: constraint && plain(constraint),
    pieces: pieces.map(({ kind, text }) => ({ kind, text: plain(text) })),
    source: undefined,
  };
}
