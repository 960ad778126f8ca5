/**
 * Finds the tags in ChatML around text that users do not see (A-140): `<think>`, `<tool_call>`, `<tool_response>`. A misspelled
 * tag counts as well, since showing text that should be hidden does more harm than hiding too much.
 */

import { hidingTags } from '../../grammar/index.ts';
import { isQuoted } from '../../syntax/body.ts';
import { minimum } from '../../syntax/lists.ts';
import type { Span } from '../../syntax/span.ts';
import { closest } from '../../syntax/tokens/closest.ts';
import { OpenMarks } from './open-marks.ts';

interface Tag extends Span {
  readonly name: string;
  readonly closes: boolean;
  readonly exact: boolean;
}

/** A range between two tags. `doubt`: whether a tag is missing or misspelled. In that case, the range is the longest possible one. */
interface TaggedSpan extends Span {
  readonly doubt: boolean;
}

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

interface Key {
  readonly name: string;
  /**
   * Whether the letters are those of the closing tag. Undefined if the opening tag has the same letters, so that only a slash distinguishes
   * the two.
   */
  readonly closes: boolean | undefined;
}

/** All spellings of tags, each with the text of the opening and the closing tag. */
const spellings = hidingTags.flatMap(({ name, aliases }) => [
  { name, open: `<${name}>`, close: `</${name}>`, resembled: undefined },
  ...aliases.map(({ open, close, resembled }) => ({ name, open, close, resembled })),
]);
/** The texts of all tags, and the letters of their names, by which a tag is recognized if a bracket is missing. */
export const tagTexts: readonly string[] = spellings.flatMap(({ open, close }) => [open, close]);
export const tagWords: readonly string[] = [...new Set(tagTexts.map(letters))];
const exact = new Set(tagTexts);

/** The tags in angle brackets, by the letters in them. */
const byLetters = new Map<string, Key>(
  spellings
    .filter(({ open }) => open.startsWith('<'))
    .flatMap(({ name, open, close }) => {
      const [first, last] = [letters(open), letters(close)];
      const edge = (closes: boolean) => ({ name, closes: first === last ? undefined : closes });
      return [
        [first, edge(false)],
        [last, edge(true)],
      ] as const;
    }),
);
/** The tags in other brackets. An opening tag must be exact, since text in square brackets may be anything. */
const bracketed = spellings.filter(({ open }) => !open.startsWith('<'));
const otherBrackets = bracketed.flatMap(({ name, open, close }) =>
  [open, close].map((text) => ({ name, text, closes: text === close, lower: text.toLowerCase() })),
);
const otherOpenings = new Set(bracketed.map(({ open }) => open[0] as string));
const mainNames = new Set(hidingTags.map(({ name }) => letters(name)));
const candidates = [...byLetters.keys()];
/** The letters of tags for which only one wrong letter counts as a misspelling. */
const resembled = new Set(spellings.flatMap((tag) => (tag.resembled ? [letters(tag.open), letters(tag.close)] : [])));
const usual = candidates.filter((one) => !resembled.has(one));
const nearest = (word: string) => closest(word, [...resembled], 1) ?? closest(word, usual);
const others = new Set(hidingTags.flatMap((tag) => tag.others));

const sign = '[^\\p{L}\\p{N}<>＜＞]';
/** Matches a whole tag at its opening bracket. The name may contain one character other than letters, digits, `_` and `-`. */
const whole = new RegExp(
  `[<＜]${sign}{0,2}([\\p{L}\\p{N}_-]{2,20}(?:${sign}[\\p{L}\\p{N}_-]{1,20})?)${sign}{0,2}[>＞]`,
  'uy',
);
/** Matches a tag whose closing bracket is missing. */
const withoutClose = /[<＜][/\\]?([\p{L}\p{N}_-]{2,20})(?=[\s{[<]|$)/uy;
const inWord = /[\p{L}\p{N}_-]/u;
const capital = /^\P{L}*\p{Lu}\p{Ll}/u;
const brackets = new RegExp(`[<>＜＞${[...otherOpenings].map((sign) => `\\${sign}`).join('')}]`, 'g');
/** The minimum length of a word that may be a misspelled tag. */
const shortest = minimum(candidates.map(({ length }) => length)) - 2;
const MAX_TAG_LENGTH = 24;

/**
 * Returns the spans that tags hide in a range of a text, ordered by their start. They may overlap. An opening tag without a
 * closing tag hides all text after it, and a closing tag without an opening tag hides all text before it. `role`: the role of the
 * message.
 */
export function taggedSpans(text: string, from: number, to: number, role: string | undefined): TaggedSpan[] {
  const names = new Set<string>(
    hidingTags.filter(({ hides }) => role !== undefined && hides.includes(role)).map((t) => t.name),
  );
  if (names.size === 0) return [];
  const spans: TaggedSpan[] = [];
  const open = new OpenMarks<Tag>();
  for (const tag of tagsIn(text, from, to)) {
    if (!names.has(tag.name)) continue;
    if (!tag.closes) {
      open.add(tag);
      continue;
    }
    const opener = open.take(tag.name);
    spans.push({
      start: opener?.start ?? from,
      end: tag.end,
      doubt: !tag.exact || opener?.exact !== true,
    });
  }
  spans.sort(inOrder);
  const unclosed = outside(open.left(), spans).map(({ start }) => ({ start, end: to, doubt: true }));
  return unclosed.length === 0 ? spans : [...spans, ...unclosed].sort(inOrder);
}

/** Whether a text contains a tag, even a misspelled one. In which role the tag hides text does not matter. */
export const hasTags = (text: string): boolean => tagsIn(text, 0, text.length).next().done !== true;

const inOrder = (a: Span, b: Span) => a.start - b.start || b.end - a.end;

/**
 * Returns the tags that are outside all spans, since a tag that is mentioned in a thought or a call has no effect. The spans must be in
 * order.
 */
function outside(tags: readonly Tag[], spans: readonly Span[]): Tag[] {
  let next = 0;
  let reach = 0;
  return tags.toSorted(inOrder).filter(({ start }) => {
    for (; (spans[next]?.start ?? start) < start; next++) reach = Math.max(reach, spans[next]?.end ?? 0);
    return reach <= start;
  });
}

/** Whether a text contains a tag. Tags in quotes count as well, because in a part of a line it is unknown which quotes are open. */
export const mayHaveTags = (text: string): boolean => tagsWritten(text, 0, text.length).next().done !== true;

/** The tags in a range of a text, in order. Tags in quotes or backticks are plain text, so they are skipped. */
function* tagsIn(text: string, from: number, to: number): IterableIterator<Tag> {
  for (const tag of tagsWritten(text, from, to)) if (!isQuoted(text, tag.start, tag.end)) yield tag;
}

/** Yields all tags in a range of a text, in order, including tags in quotes. */
export function* tagsWritten(text: string, from: number, to: number): IterableIterator<Tag> {
  const bracket = new RegExp(brackets);
  bracket.lastIndex = from;
  let last = from;
  for (let match = bracket.exec(text); match !== null && match.index < to; match = bracket.exec(text)) {
    const at = match.index;
    const tag = otherOpenings.has(match[0])
      ? otherTagFrom(text, at)
      : match[0] === '<' || match[0] === '＜'
        ? tagFrom(text, at)
        : tagUpTo(text, Math.max(last, at - MAX_TAG_LENGTH), at + 1);
    if (tag === undefined || tag.end > to) continue;
    last = bracket.lastIndex = tag.end;
    yield tag;
  }
}

function tagFrom(text: string, start: number): Tag | undefined {
  whole.lastIndex = withoutClose.lastIndex = start;
  const [both = '', name = ''] = whole.exec(text) ?? [];
  const key = name.length >= shortest ? keyOf(letters(name)) : undefined;
  if (key) return isType(text, start, both, letters(name)) ? undefined : tagOf(both, start, key);
  // If the closing bracket is missing, the name must be exact, since the tag may be prose.
  const [tagText = '', word = ''] = withoutClose.exec(text) ?? [];
  const exactKey = byLetters.get(letters(word));
  return exactKey && !isType(text, start, tagText, letters(word)) ? tagOf(tagText, start, exactKey) : undefined;
}

/** Whether a tag is really a type parameter, as in `List<Thought>`. The usual tags of models never count as types. */
function isType(text: string, start: number, tagText: string, word: string): boolean {
  if (
    mainNames.has(word) ||
    start <= 0 ||
    !/[<＜]/.test(text[start] as string) ||
    !inWord.test(text[start - 1] as string)
  )
    return false;
  return capital.test(tagText) && !closing.test(tagText);
}

/** Returns the tag at an offset if its brackets are not angle brackets. */
function otherTagFrom(text: string, start: number): Tag | undefined {
  const near = text.slice(start, start + MAX_TAG_LENGTH);
  const bracketTag = otherBrackets.find((one) =>
    one.closes ? near.toLowerCase().startsWith(one.lower) : near.startsWith(one.text),
  );
  if (bracketTag === undefined) return undefined;
  const { name, closes, text: tagText } = bracketTag;
  return { start, end: start + tagText.length, name, closes, exact: near.startsWith(tagText) };
}

const keys = new Map<string, Key | undefined>();
const MAX_KEYS = 1000;

/** The tag that a word stands for, even if the word is misspelled. The results are cached, since brackets often contain the same words. */
function keyOf(word: string): Key | undefined {
  if (keys.has(word)) return keys.get(word);
  if (keys.size >= MAX_KEYS) keys.clear();
  const nearestWord = others.has(word) ? undefined : nearest(word);
  const nearestKey = byLetters.get(nearestWord ?? '');
  // `<antThinking>` resembles `end_thinking`, but begins a thought. Therefore, a word that begins with a different letter than
  // the tag ends a thought only if it has a slash.
  const key = nearestKey?.closes && nearestWord?.[0] !== word[0] ? { ...nearestKey, closes: undefined } : nearestKey;
  keys.set(word, key);
  return key;
}

function tagUpTo(text: string, from: number, end: number): Tag | undefined {
  let start = end - 1;
  while (start > from && inWord.test(text[start - 1] as string)) start--;
  const word = letters(text.slice(start, end - 1));
  const key = byLetters.get(word);
  if (key === undefined || isType(text, start - 1, text.slice(start - 1, end), word)) return undefined;
  const slash = start > from && /[/\\]/.test(text[start - 1] as string) ? 1 : 0;
  return tagOf(text.slice(start - slash, end), start - slash, key);
}

const closing = /^[^\p{L}\p{N}]*[/\\]/u;

function tagOf(tagText: string, start: number, { name, closes = closing.test(tagText) }: Key): Tag {
  return { start, end: start + tagText.length, name, closes, exact: exact.has(tagText) };
}

const signs = new RegExp(
  `[<>＜＞]|${bracketed
    .flatMap(({ open, close }) => [open, close])
    .map(escaped)
    .join('|')}`,
  'i',
);

function escaped(text: string): string {
  return text.replace(/[^\p{L}]/gu, (sign) => `\\${sign}`);
}

const thoughts = spellings.filter(({ name }) => name === 'think').flatMap(({ open, close }) => [open, close]);

/** The exact texts of the closing tags of thoughts. */
export const thoughtEnds: readonly string[] = spellings
  .filter(({ name }) => name === 'think')
  .map(({ close }) => close);

/** Returns a thought without the tags around it; undefined if none of its tags is spelled exactly. */
export function withoutTags(text: string): string | undefined {
  const first = thoughts.find((tag) => text.startsWith(tag)) ?? '';
  const last = thoughts.find((tag) => text.length >= first.length + tag.length && text.endsWith(tag)) ?? '';
  return first + last === '' ? undefined : text.slice(first.length, text.length - last.length);
}

/** Whether a text may contain a tag. This check is fast. */
export const mayHoldTag = (text: string): boolean => signs.test(text);
