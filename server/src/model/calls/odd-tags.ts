/**
 * Finds misspelled tags of calls, such as `<toolcall>` and `</tool_call`. Parsers, including the one for tags here, treat them as
 * text.
 */
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
const oddTagPattern = new RegExp(`${oddTag}[\\w-]{0,8}(?:>|(?=[\\s{[<]|$))`, 'g');
/** Similar tags that are not misspelled. Some models write them around a list of calls. */
const others = new Set(['toolcalls']);
/** Tags of Nemotron's format. They are correct only in this exact spelling. */
const ofOthers = new Set(['<TOOLCALL>', '</TOOLCALL>']);
/**
 * Match the beginning and the end of a call inside its tags. Around any other text, a similar tag is a component in code, or is merely
 * mentioned in prose.
 */
const [call, callEnd] = [/^\s*(?:[{[]|<function=)/, /[}\]>]\s*$/];
/** The maximum distance between a tag and the edge of the call (UTF-16 units). */
const near = 200;
const none: readonly OddTag[] = [];

const cache = new BlockCache<readonly OddTag[]>();

/** Returns the misspelled tags in an assistant message, except those in code, in order. */
export function oddTags(block: Block, role: string | undefined): readonly OddTag[] {
  if (role !== modelRole) return none;
  let tags = cache.get(block);
  if (tags === undefined) cache.set(block, (tags = oddTagsIn(block)));
  return tags;
}

function oddTagsIn(block: Block): readonly OddTag[] {
  const { text, bodyStart, bodyEnd } = block;
  const body = text.slice(bodyStart, bodyEnd);
  const tags = [...body.matchAll(oddTagPattern)].flatMap(({ 0: tag, index }): OddTag[] => {
    const closes = tag[1] === '/';
    const correctTag = closes ? '</tool_call>' : '<tool_call>';
    const end = index + tag.length;
    const isInPlace = closes
      ? callEnd.test(body.slice(Math.max(0, index - near), index))
      : call.test(body.slice(end, end + near));
    // At the end of an open message, the tag may be incomplete and not misspelled.
    const isOpen = end === body.length && correctTag.startsWith(tag) && has(block, Trait.Open);
    const span = { start: bodyStart + index, end: bodyStart + end };
    return tag === correctTag ||
      ofOthers.has(tag) ||
      isOpen ||
      !isInPlace ||
      !isNear(tag) ||
      isQuoted(text, span.start, span.end)
      ? []
      : [{ ...span, meant: correctTag }];
  });
  if (tags.length === 0) return none;
  const inCode = codeSpans(text, bodyStart, bodyEnd);
  return tags.filter(({ start }) => !inCode(start));
}

function isNear(tag: string): boolean {
  const letters = tag.toLowerCase().replace(/[^a-z]/g, '');
  return !others.has(letters) && closest(letters, ['toolcall'], 1) !== undefined;
}
