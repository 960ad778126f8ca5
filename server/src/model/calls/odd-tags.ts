/** Misspelled tags of calls, `<toolcall>`, `</tool_call`: parsers take them for text, and so does the reader of tags. */
import { modelRole } from '../../grammar/index.ts';
import { type Block, has, Trait } from '../../syntax/block.ts';
import { isQuoted } from '../../syntax/body.ts';
import type { Span } from '../../syntax/span.ts';
import { closest } from '../../syntax/tokens/closest.ts';
import { codeSpans } from '../code-spans.ts';

export interface OddTag extends Span {
  readonly meant: '<tool_call>' | '</tool_call>';
}

/** How such a tag begins, by which it is looked for. */
export const oddTag = '</?[Tt][Oo]{1,2}[Ll]?[-_ ]?[Cc]';
const written = new RegExp(`${oddTag}[\\w-]{0,8}(?:>|(?=[\\s{[<]|$))`, 'g');
/** Tags that are nearly this one, and are not: around a list of calls, as some models write it. */
const others = new Set(['toolcalls']);
/** Tags of another format, exactly so: those of Nemotron. */
const ofOthers = new Set(['<TOOLCALL>', '</TOOLCALL>']);
/** Before a call, or after one: elsewhere, such a name is that of a component, or spoken of. */
const [call, callEnd] = [/^\s*(?:[{[]|<function=)/, /[}\]>]\s*$/];
/** How far that is looked for (UTF-16 units). */
const near = 200;
const none: readonly OddTag[] = [];

const cache = new WeakMap<Block, readonly OddTag[]>();

/** Such tags of an assistant's message, outside code, in order. */
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
    // It may still be written.
    const isOpen = end === body.length && meant.startsWith(tag) && has(block, Trait.Open);
    const place = { start: bodyStart + index, end: bodyStart + end };
    return tag === meant ||
      ofOthers.has(tag) ||
      isOpen ||
      !isInPlace ||
      !isNear(tag) ||
      isQuoted(text, place.start, place.end)
      ? []
      : [{ ...place, meant }];
  });
  if (found.length === 0) return none;
  const inCode = codeSpans(text, bodyStart, bodyEnd);
  return found.filter(({ start }) => !inCode(start));
}

function isNear(tag: string): boolean {
  const letters = tag.toLowerCase().replace(/[^a-z]/g, '');
  return !others.has(letters) && closest(letters, ['toolcall'], 1) !== undefined;
}
