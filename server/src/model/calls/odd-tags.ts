/** Misspelled call tags such as `<toolcall>` or `</tool_call`: parsers, including the one for tags, treat them as text. */
import { modelRole } from '../../grammar/index.ts';
import { type Block, has, Trait } from '../../syntax/block.ts';
import { BlockCache } from '../../syntax/block-cache.ts';
import { isQuoted } from '../../syntax/body.ts';
import type { Span } from '../../syntax/span.ts';
import { closest } from '../../syntax/tokens/closest.ts';
import { codeSpans } from '../code-spans.ts';

export interface OddTag extends Span {
  readonly meant: '<tool_call>' | '</tool_call>';
}

/** A regular expression for the beginning of a misspelled tag. */
export const oddTag = '</?[Tt][Oo]{1,2}[Ll]?[-_ ]?[Cc]';
const written = new RegExp(`${oddTag}[\\w-]{0,8}(?:>|(?=[\\s{[<]|$))`, 'g');
/** Similar tags that are not misspelled: some models write them around a list of calls. */
const others = new Set(['toolcalls']);
/** Tags of another format, that of Nemotron, in exactly this spelling. */
const ofOthers = new Set(['<TOOLCALL>', '</TOOLCALL>']);
/** The text between the tags of a call. Around other text, a similar tag is a component in code, or prose mentions the tag. */
const [call, callEnd] = [/^\s*(?:[{[]|<function=)/, /[}\]>]\s*$/];
/** How far from a tag the call may be (UTF-16 units). */
const near = 200;
const none: readonly OddTag[] = [];

const cache = new BlockCache<readonly OddTag[]>();

/** The misspelled tags in an assistant's message, outside code, in order. */
export function oddTags(block: Block, role: string | undefined): readonly OddTag[] {
  if (role !== modelRole) return none;
  let tags = cache.get(block);
  if (tags === undefined) cache.set(block, (tags = oddTagsIn(block)));
  return tags;
}

function oddTagsIn(block: Block): readonly OddTag[] {
  const { text, bodyStart, bodyEnd } = block;
  const body = text.slice(bodyStart, bodyEnd);
  const found = [...body.matchAll(written)].flatMap(({ 0: tag, index }): OddTag[] => {
    const closes = tag[1] === '/';
    const meant = closes ? '</tool_call>' : '<tool_call>';
    const end = index + tag.length;
    const isInPlace = closes
      ? callEnd.test(body.slice(Math.max(0, index - near), index))
      : call.test(body.slice(end, end + near));
    // The tag may not be complete yet.
    const isOpen = end === body.length && meant.startsWith(tag) && has(block, Trait.Open);
    const span = { start: bodyStart + index, end: bodyStart + end };
    return tag === meant ||
      ofOthers.has(tag) ||
      isOpen ||
      !isInPlace ||
      !isNear(tag) ||
      isQuoted(text, span.start, span.end)
      ? []
      : [{ ...span, meant }];
  });
  if (found.length === 0) return none;
  const inCode = codeSpans(text, bodyStart, bodyEnd);
  return found.filter(({ start }) => !inCode(start));
}

function isNear(tag: string): boolean {
  const letters = tag.toLowerCase().replace(/[^a-z]/g, '');
  return !others.has(letters) && closest(letters, ['toolcall'], 1) !== undefined;
}
