/**
 * The tags around what is not for users in ChatML: `<think>`, `<tool_call>`, `<tool_response>`. A misspelled one
 * counts, since showing what it hides does more harm than hiding too much.
 */
import { hidingTags } from '../../grammar/index.ts';
import { isQuoted } from '../../syntax/body.ts';
import type { Span } from '../../syntax/span.ts';
import { closest } from '../../syntax/tokens/closest.ts';
import { OpenMarks } from './open-marks.ts';

interface Tag extends Span {
  readonly name: string;
  readonly closes: boolean;
  /** It is written exactly so. */
  readonly exact: boolean;
}

/** A stretch between tags. `doubt`: a tag is missing or misspelled, so the stretch is as long as possible. */
export interface TaggedSpan extends Span {
  readonly doubt: boolean;
}

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The tags by the letters of their names and of what else they are called. */
const byLetters = new Map(
  hidingTags.flatMap(({ name, aliases }) => [name, ...aliases].map((alias) => [letters(alias), name] as const)),
);
const candidates = [...byLetters.keys()];
const others = new Set(hidingTags.flatMap((tag) => tag.others));

const sign = '[^\\p{L}\\p{N}<>＜＞]';
/** From an opening bracket on: a name with at most one foreign sign in it. */
const whole = new RegExp(
  `[<＜]${sign}{0,2}([\\p{L}\\p{N}_-]{2,20}(?:${sign}[\\p{L}\\p{N}_-]{1,20})?)${sign}{0,2}[>＞]`,
  'uy',
);
/** The closing bracket is lost. */
const withoutClose = /[<＜][/\\]?([\p{L}\p{N}_-]{2,20})(?=[\s{[<]|$)/uy;
const inWord = /[\p{L}\p{N}_-]/u;
/** Shorter words do not count as near misses of them. */
const shortest = Math.min(...candidates.map(({ length }) => length)) - 2;
const longest = 24;

/**
 * What tags hide in a stretch of a text, in the order of its beginning; the spans may overlap. An opening tag that nothing
 * closes hides all after it, a closing one that nothing opens all before it. `role`: who says it.
 */
export function taggedSpans(text: string, from: number, to: number, role: string | undefined): TaggedSpan[] {
  const names = new Set<string>(
    hidingTags.filter(({ hides }) => role !== undefined && hides.includes(role)).map((t) => t.name),
  );
  if (names.size === 0) return [];
  const found: TaggedSpan[] = [];
  const open = new OpenMarks<Tag>();
  for (const tag of tagsIn(text, from, to)) {
    if (!names.has(tag.name)) continue;
    if (!tag.closes) {
      open.add(tag);
      continue;
    }
    const opener = open.take(tag.name);
    found.push({
      start: opener?.start ?? from,
      end: tag.end,
      doubt: !tag.exact || opener?.exact !== true,
    });
  }
  found.sort(inOrder);
  const unclosed = outside(open.left(), found).map(({ start }) => ({ start, end: to, doubt: true }));
  return unclosed.length === 0 ? found : [...found, ...unclosed].sort(inOrder);
}

/** Whether a text contains a tag that hides something, or may be meant as one, for any role. */
export const hasTags = (text: string): boolean => tagsIn(text, 0, text.length).next().done !== true;

const inOrder = (a: Span, b: Span) => a.start - b.start || b.end - a.end;

/** The tags in no span, both in order: what a thought or a call mentions opens nothing. */
function outside(tags: readonly Tag[], spans: readonly Span[]): Tag[] {
  let next = 0;
  let reach = 0;
  return tags.toSorted(inOrder).filter(({ start }) => {
    for (; (spans[next]?.start ?? start) < start; next++) reach = Math.max(reach, spans[next]?.end ?? 0);
    return reach <= start;
  });
}

/** Whether a text has any of them, in quotes too: in a part of a line, it is not known which quotes are open. */
export const mayHaveTags = (text: string): boolean => tagsWritten(text, 0, text.length).next().done !== true;

/** The tags of a stretch in order. Quoted ones, and those in backticks, are text. */
function* tagsIn(text: string, from: number, to: number): IterableIterator<Tag> {
  for (const tag of tagsWritten(text, from, to)) if (!isQuoted(text, tag.start, tag.end)) yield tag;
}

function* tagsWritten(text: string, from: number, to: number): IterableIterator<Tag> {
  const bracket = /[<>＜＞]/g;
  bracket.lastIndex = from;
  let last = from;
  for (let found = bracket.exec(text); found !== null && found.index < to; found = bracket.exec(text)) {
    const at = found.index;
    const isOpening = found[0] === '<' || found[0] === '＜';
    const tag = isOpening ? tagFrom(text, at) : tagUpTo(text, Math.max(last, at - longest), at + 1);
    if (tag === undefined || tag.end > to) continue;
    last = bracket.lastIndex = tag.end;
    yield tag;
  }
}

function tagFrom(text: string, start: number): Tag | undefined {
  whole.lastIndex = withoutClose.lastIndex = start;
  const [both = '', name = ''] = whole.exec(text) ?? [];
  const key = name.length >= shortest ? keyOf(letters(name)) : undefined;
  if (key) return tagOf(both, start, key);
  // Where a bracket is lost, only the very name tells a tag from prose.
  const [written = '', word = ''] = withoutClose.exec(text) ?? [];
  return byLetters.has(letters(word)) ? tagOf(written, start, letters(word)) : undefined;
}

const keys = new Map<string, string | undefined>();
const mostKeys = 1000;

/** The key that a word is or is nearest to. Few words are in brackets, and often. */
function keyOf(word: string): string | undefined {
  if (keys.has(word)) return keys.get(word);
  if (keys.size >= mostKeys) keys.clear();
  const key = others.has(word) ? undefined : closest(word, candidates);
  keys.set(word, key);
  return key;
}

function tagUpTo(text: string, from: number, end: number): Tag | undefined {
  let start = end - 1;
  while (start > from && inWord.test(text[start - 1] as string)) start--;
  const word = letters(text.slice(start, end - 1));
  if (!byLetters.has(word)) return undefined;
  const slash = start > from && /[/\\]/.test(text[start - 1] as string) ? 1 : 0;
  return tagOf(text.slice(start - slash, end), start - slash, word);
}

function tagOf(written: string, start: number, key: string): Tag {
  const name = byLetters.get(key) as string;
  const closes = /^[^\p{L}\p{N}]*[/\\]/u.test(written);
  return { start, end: start + written.length, name, closes, exact: written === `<${closes ? '/' : ''}${name}>` };
}
