/**
 * Checks the invariants of every repair. Words in bodies are kept, and at most a few words of headers are removed; shown text stays
 * shown, hidden text stays hidden, and calls stay calls.
 */
import type { Replacement } from '../fixes/proof/replacement.ts';
import { answerChannel, modelRole } from '../grammar/index.ts';
import { parseReference } from '../model/reference/parse.ts';
import { literalMeant } from '../syntax/json/literals.ts';
import type { Span } from '../syntax/span.ts';
import type { Format, Parsed, ParsedStretch } from './parsers/parser.ts';
import { refine } from './word-difference.ts';
import { isShown, type WordZone, zoneAt, zonesOf } from './word-zones.ts';

/** The maximum that repairs may remove from the headers of an output, in words and in UTF-16 units. */
export const MAX_HEADER_WORDS = 3;
const MAX_HEADER_LENGTH = 60;

/**
 * Returns a function that counts the header words that edits (sorted, not overlapping) remove. It returns undefined if the edits
 * break an invariant. `after`: the edited text.
 */
export function headerWordsLost(
  before: string,
  format: Format,
): (edits: readonly Replacement[], after: string) => number | undefined {
  const counts = countable[format].map((count) => [count, count(before)] as const);
  const zones = zonesOf(before, format);
  return (edits, after) => {
    const changes = refine(before, edits);
    const words = removedWords(before, changes).filter((word) => !isRepeated(word, before, after, zones));
    const isFew = words.length <= MAX_HEADER_WORDS && lengthOf(words) <= MAX_HEADER_LENGTH;
    if (!isFew || !words.every((word) => mayGo(word, before, zones))) return undefined;
    if (!counts.every(([count, least]) => count(after) >= least)) return undefined;
    return keepsLabels(before, zones, changes, zonesOf(after, format)) ? words.length : undefined;
  };
}

/** Whether edits remove no word, except that `true`, `false` and `null` may change to Python's words. */
export const losesNoWord = (before: string, edits: readonly Replacement[]): boolean =>
  removedWords(before, refine(before, edits)).every(({ text }) => /^(?:true|false|null)$/.test(text));

interface Word {
  readonly start: number;
  readonly text: string;
}

const lengthOf = (words: readonly Word[]) => words.reduce((sum, { text }) => sum + text.length, 0);

/** Tokens and tags, which do not count as words. The names of functions and parameters count as words. */
const marks = /<\|\w+\|>|<\/?(?:tool_call|think|tools|tool_response)>|<\/?(?:function|parameter)\b/g;
const words = /[\p{L}\p{N}]+/gu;

/** Replaces the tokens and tags in a text with spaces, so that offsets stay the same. */
const plainOf = (text: string) => text.replace(marks, (mark) => ' '.repeat(mark.length));

function wordsIn(plain: string, start = 0): Word[] {
  return [...plain.matchAll(words)].map(({ 0: word, index }) => ({ start: start + index, text: word }));
}

/** The words that edits remove, except for those that they insert elsewhere or only spell differently. */
function removedWords(before: string, changes: readonly Replacement[]): Word[] {
  const plain = plainOf(before);
  const inserted = new Map<string, number>();
  for (const { text } of changes)
    for (const word of wordsIn(plainOf(text))) inserted.set(word.text, (inserted.get(word.text) ?? 0) + 1);
  return changes.flatMap(({ start, end, text }) => {
    const removed = plain.slice(start, end);
    if (contains(text, removed) || literalMeant(removed.trim()) === text.trim()) return [];
    return wordsIn(removed, start).filter((word) => {
      const count = inserted.get(word.text) ?? 0;
      if (count > 0) inserted.set(word.text, count - 1);
      return count === 0;
    });
  });
}

/** Whether a text contains all letters and digits of another text in the same order. */
function contains(text: string, other: string): boolean {
  let at = 0;
  for (const { text: word } of wordsIn(other)) {
    for (const letter of word) {
      at = text.indexOf(letter, at) + letter.length;
      if (at < letter.length) return false;
    }
  }
  return true;
}

/** The header that contains a word. */
function headerOf({ start }: Word, zones: readonly WordZone[]): WordZone | undefined {
  const zone = zones[zoneAt(zones, start)];
  return zone?.isHeader && zone.start <= start ? zone : undefined;
}

/** The recipient that contains a word of a header. */
function recipientOf(word: Word, before: string, header: WordZone): string | undefined {
  const from = before.slice(header.start, word.start).search(/(?:^|[\s>])to=[^\s<]*$/);
  return from < 0 ? undefined : /to=([^\s<]*)/.exec(before.slice(header.start + from, header.end))?.[1];
}

/** Whether a word is part of a duplicate recipient. */
function isRepeated(word: Word, before: string, after: string, zones: readonly WordZone[]): boolean {
  const header = headerOf(word, zones);
  const recipient = header && recipientOf(word, before, header);
  return recipient !== undefined && recipient !== modelRole && after.includes(`to=${recipient}`);
}

/** Whether a word may be removed: it must be in a header, but not in the recipient of a call. */
function mayGo(word: Word, before: string, zones: readonly WordZone[]): boolean {
  const header = headerOf(word, zones);
  return header !== undefined && [undefined, modelRole].includes(recipientOf(word, before, header));
}

/** Whether the label (shown, hidden or called) of each remaining word stays the same, if it was certain. */
function keepsLabels(
  before: string,
  zones: readonly WordZone[],
  changes: readonly Replacement[],
  now: readonly WordZone[],
): boolean {
  let [zone, change, shift, other] = [0, 0, 0, 0];
  for (const { start } of wordsIn(plainOf(before))) {
    while (change < changes.length && (changes[change] as Replacement).end <= start) {
      const { start: from, end, text } = changes[change++] as Replacement;
      shift += text.length - (end - from);
    }
    if (change < changes.length && (changes[change] as Replacement).start <= start) continue;
    zone = zoneAt(zones, start, zone);
    const { start: from = 0, ...was } = zones[zone] ?? {};
    if (start < from) continue;
    other = zoneAt(now, start + shift, other);
    if (!mayBecome(was, now[other]?.label)) return false;
  }
  return true;
}

/** Whether a word may move to a stretch with a different label. */
function mayBecome({ label, mayShow = true, mayHide = true }: Omit<WordZone, keyof Span>, now: string | undefined) {
  if (label !== undefined) return now === label;
  return now === undefined || (isShown(now) ? mayShow : mayHide);
}

/** The words that a parser reads differently from what their tokens and tags indicate. */
interface MisreadWords {
  /** The words of thoughts and calls that the parser reads as an answer, with the number of their occurrences. */
  readonly shown: ReadonlyMap<string, number>;
  /**
   * The number of words in answers that are read as thoughts or calls, in thoughts that are read as calls, and in calls that
   * are read as thoughts.
   */
  readonly hidden: number;
}

export function misreadWords(text: string, format: Format, { made }: Pick<Parsed, 'made'>): MisreadWords {
  const zones = zonesOf(text, format);
  const plain = plainOf(text);
  const shown = new Map<string, number>();
  let hidden = 0;
  for (const { as, who, start, end } of made) {
    const kind = as === 'message' ? kindOfMessage(who) : as;
    // Lost text is counted by the `lost` function.
    if (kind === undefined || kind === 'lost') continue;
    let zone = zoneAt(zones, start);
    for (const word of wordsIn(plain.slice(start, end), start)) {
      zone = zoneAt(zones, word.start, zone);
      const { label, mayShow = true, isCallLike = false, start: from = 0 } = zones[zone] ?? {};
      if (word.start < from) continue;
      const isAnswer = kind === 'answer';
      const isRight = label === undefined ? !isAnswer || (mayShow && !isCallLike) : kindOfLabel(label) === kind;
      if (isRight) continue;
      if (isAnswer) shown.set(word.text, (shown.get(word.text) ?? 0) + 1);
      else hidden++;
    }
  }
  return { shown, hidden };
}

export const nothingMisread: MisreadWords = { shown: new Map(), hidden: 0 };

/**
 * Whether a parser reads the edited text at least as well: no word is wrongly shown more often than before, and no more words than
 * before are misread in any other way.
 */
export const isNoWorse = (now: MisreadWords, before: MisreadWords): boolean =>
  now.hidden <= before.hidden && [...now.shown].every(([word, count]) => count <= (before.shown.get(word) ?? 0));

const kindOfLabel = (label: string) => (isShown(label) ? 'answer' : callLabels.includes(label) ? 'call' : 'reasoning');
const callLabels = ['call', 'tool_call'];

/**
 * Returns the kind of a message, which depends on its speaker, channel and recipient, as described by a parser that only splits an
 * output.
 */
function kindOfMessage(who: string): ParsedStretch['as'] | undefined {
  const [, recipient, channel] = /^assistant(?: to (\S+))?(?: on (\S+))?/.exec(who) ?? [];
  if (recipient !== undefined && recipient !== modelRole) return 'call';
  return channel === undefined ? undefined : isShown(channel) ? 'answer' : 'reasoning';
}

const bodies = (text: string) => text.split('<|message|>').length;

/** Matches a recipient in a header that is the name of a tool, up to the next token. The space before it may be missing. */
const toTool = new RegExp(`to=(?!(?:${modelRole}|user|all)\\b)[\\w.-]+`);

const headersIn = (text: string) =>
  text
    .split('<|message|>')
    .slice(0, -1)
    .map((part) => part.slice(part.lastIndexOf('<|start|>') + 1));

/** The number of headers with a tool as the recipient. */
const callsWritten = (text: string) => headersIn(text).filter((header) => toTool.test(header)).length;

/** Matches the answer channel in a header, even if there is another channel. */
const toAnswer = new RegExp(`<\\|channel\\|>\\s*${answerChannel}\\b`);
const answersWritten = (text: string) => headersIn(text).filter((header) => toAnswer.test(header)).length;

/** The number of calls that are closed by their end tag after a JSON object. */
const callsClosed = (text: string) => text.match(/\}\s{0,9}<\/tool_call>/g)?.length ?? 0;

/** The number of JSON messages that end like calls. */
const callsEnded = (text: string) => text.match(/\}\s{0,9}<\|call\|>/g)?.length ?? 0;

/** The number of messages that end like calls but do not have a tool as their recipient. */
function spoilt(text: string): number {
  const { messages } = parseReference(text, { strict: false });
  return messages.filter(
    ({ role, recipient = '', to }) =>
      text.startsWith('<|call|>', to - '<|call|>'.length) &&
      (role !== modelRole || recipient === modelRole || !/^[\w.-]+$/.test(recipient)),
  ).length;
}

/** The number of messages that a parser drops: they are neither shown nor called. */
export const lost = ({ made }: Parsed): number => made.filter(({ as }) => as === 'lost').length;

/** The counts that a repair must not lower. */
const countable: Readonly<Record<Format, readonly ((text: string) => number)[]>> = {
  harmony: [bodies, callsWritten, answersWritten, callsEnded, (text) => -spoilt(text)],
  chatml: [bodies, callsClosed],
  model: [],
};
