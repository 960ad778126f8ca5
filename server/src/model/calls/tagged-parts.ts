/**
 * Finds the tags that Qwen, Hermes and similar models write in ChatML, with their content: thoughts, calls, replies,
 * tools. A tag counts in messages of its role if it is spelled exactly and is in neither code nor the JSON of a call. Any other
 * tag is text, but may still hide text: see `visibility/tags.ts`.
 */
import { type TagFact, tags } from '../../grammar/index.ts';
import type { Block } from '../../syntax/block.ts';
import { BlockCache } from '../../syntax/block-cache.ts';
import { isQuoted } from '../../syntax/body.ts';
import { parseValues } from '../../syntax/json/values.ts';
import type { Span } from '../../syntax/span.ts';
import { codeSpans } from '../code-spans.ts';
import { oddTag } from './odd-tags.ts';

/** A tag and its content, up to the matching tag. All offsets are in the block. */
export interface TaggedPart extends Span {
  readonly name: TagFact['name'];
  readonly open: Span | undefined;
  readonly close: Span | undefined;
  /** The span between the tags. If one of them is missing, the span is the longest possible one. */
  readonly inner: Span;
}

interface Tag extends Span {
  readonly name: TagFact['name'];
  readonly closes: boolean;
}

const names = tags.map(({ name }) => name).join('|');
const exactTag = new RegExp(`<(/?)(${names})>`, 'g');
/** Matches all tags, and misspelled tags of calls. */
const anyTag = new RegExp(`</?(?:${names})>|${oddTag}`);
const none: readonly TaggedPart[] = [];
const cache = new BlockCache<readonly TaggedPart[]>();

/** Whether a text contains a tag that counts in messages of some role, or a misspelled tag of a call. */
export const namesTag = (text: string): boolean => text.includes('<') && anyTag.test(text);

const thinks = { open: '<think>', close: '</think>' };

/** Splits the most common kind of text with tags: a thought at the beginning, and then an answer. Returns undefined for any other text. */
export function beginningThought(text: string): { readonly thought: string; readonly answer: string } | undefined {
  if (!text.startsWith(thinks.open)) return undefined;
  const end = text.indexOf(thinks.close);
  // After a backtick, the tag may be in code.
  if (end < 0 || text[end - 1] === '`') return undefined;
  const thought = text.slice(thinks.open.length, end);
  const answer = text.slice(end + thinks.close.length);
  return namesTag(thought + answer) ? undefined : { thought, answer };
}

/** Whether a message block may contain tags that count. This check is fast. */
export function mayBeTagged({ family, text, bodyStart }: Block): boolean {
  return family.has.taggedParts && text.includes('<', bodyStart) && anyTag.test(text);
}

/** Returns the tagged parts of a message, in order and without overlaps. `role`: the role of the message. */
export function taggedParts(block: Block, role: string | undefined): readonly TaggedPart[] {
  if (role === undefined || !mayBeTagged(block)) return none;
  let parts = cache.get(block);
  if (parts === undefined) {
    const tagNames = new Set<string>(tags.filter(({ roles }) => roles.includes(role)).map(({ name }) => name));
    parts = tagNames.size === 0 ? none : read(block, tagNames);
    cache.set(block, parts);
  }
  return parts;
}

function read({ text, bodyStart, bodyEnd }: Block, tagNames: ReadonlySet<string>): readonly TaggedPart[] {
  const all: Tag[] = [];
  exactTag.lastIndex = bodyStart;
  for (let match = exactTag.exec(text); match !== null && exactTag.lastIndex <= bodyEnd; match = exactTag.exec(text)) {
    const [whole, slash, name = ''] = match;
    const tag = {
      name: name as Tag['name'],
      closes: slash === '/',
      start: match.index,
      end: match.index + whole.length,
    };
    if (tagNames.has(name) && !isQuoted(text, tag.start, tag.end)) all.push(tag);
  }
  if (all.length === 0) return none;
  const inCode = codeSpans(text, bodyStart, bodyEnd);
  let parts: TaggedPart[] = [];
  for (let i = 0; i < all.length; ) {
    const tag = all[i] as Tag;
    i++;
    // Only the opening tag of a part is checked for code, since the closing tag may seem to be in code if the model left a code
    // fence open.
    if (inCode(tag.start)) continue;
    const { name, start, end } = tag;
    if (tag.closes) {
      // The template wrote the opening tag, so the thought began with the message.
      if (name === 'think') parts = [];
      const from = name === 'think' ? bodyStart : start;
      parts.push({ name, start: from, end, open: undefined, close: tag, inner: { start: from, end: start } });
      continue;
    }
    if (name === 'tool_call') i = afterPayload(text, end, bodyEnd, all, i);
    let next = i;
    if (name === 'think') while (next < all.length && !isPartner(all[next], tag)) next++;
    else if (name === 'tool_call')
      while (next < all.length && all[next]?.name === 'think' && all[next]?.closes !== true) next++;
    const partner = all[next];
    const paired = isPartner(partner, tag);
    // The template wrote the opening tag of this thought, so this further opening tag is only mentioned in the thought.
    if (!paired && partner?.name === 'think' && partner.closes) continue;
    const to = paired ? (partner?.start as number) : name === 'think' ? bodyEnd : (partner?.start ?? bodyEnd);
    const close = paired ? partner : undefined;
    parts.push({ name, start, end: close?.end ?? to, open: tag, close, inner: { start: end, end: to } });
    i = paired ? next + 1 : name === 'think' ? all.length : next;
  }
  return parts;
}

function isPartner(tag: Tag | undefined, { name }: Tag): boolean {
  return tag?.closes === true && tag.name === name;
}

/** The maximum number of tags after the start of a call that may be inside the strings of its JSON. */
const MAX_TAGS = 4;

/** Returns the index of the first tag after the JSON with which a call begins. Tags in strings of the JSON are text. */
function afterPayload(text: string, from: number, to: number, all: readonly Tag[], next: number): number {
  if (!/^\s*[{[]/.test(text.slice(from, from + 100))) return next;
  for (let i = next; i < next + MAX_TAGS && i <= all.length; i++) {
    const { values, error } = parseValues(text.slice(from, all[i]?.start ?? to));
    if (values.length > 0 && error === undefined) return i;
  }
  return next;
}
