/** Finds the part of a ChatML message that is incomplete because the document ends there. */
import { modelRole } from '../grammar/index.ts';
import { type Block, has, Trait } from '../syntax/block.ts';
import { BlockCache } from '../syntax/block-cache.ts';
import { cutOff } from '../syntax/json/cut-off.ts';
import type { Span } from '../syntax/span.ts';
import { type FunctionPart, functionParts } from './calls/functions.ts';
import { type TaggedPart, taggedParts } from './calls/tagged-parts.ts';
import { thoughtsOf } from './thoughts.ts';

/** JSON that is cut off: the span of its last character, and the offset of its last token. Both are in the block. */
interface BrokenJson {
  readonly last: Span;
  readonly lastToken: number;
}

/** The part of an open last message that is cut off by the end of the document. */
export interface Unfinished {
  readonly part: FunctionPart | TaggedPart | undefined;
  /** The JSON in the part, if the JSON is cut off. */
  readonly json: BrokenJson | undefined;
}

const cache = new BlockCache<{ readonly part: Unfinished | undefined }>();

/** Returns the thought, call or payload in which the document ends; undefined if it does not end in one. */
export function unfinishedPart(block: Block, role: string | undefined): Unfinished | undefined {
  if (!has(block, Trait.Open)) return undefined;
  let entry = cache.get(block);
  if (entry === undefined) {
    entry = { part: find(block, role) };
    cache.set(block, entry);
  }
  return entry.part;
}

function find(block: Block, role: string | undefined): Unfinished | undefined {
  const { text, bodyEnd } = block;
  // A part that ends at the beginning of the next part is complete; only its end tag is missing.
  const tagged = taggedParts(block, role).findLast(
    ({ open, close, inner }) => open !== undefined && close === undefined && inner.end === bodyEnd,
  );
  if (tagged)
    return { part: tagged, json: tagged.name === 'tool_call' ? broken(text, tagged.inner.start, bodyEnd) : undefined };
  const last = functionParts(block, role).at(-1);
  const json = last?.error && broken(text, last.payloadEnd, bodyEnd);
  if (last && (json || text.slice(last.end, bodyEnd).trim() === '')) return { part: last, json };
  const isOpen = role === modelRole && thoughtsOf(block).blocks.some(({ end }) => end === undefined);
  return isOpen ? { part: undefined, json: undefined } : undefined;
}

function broken(text: string, from: number, to: number): BrokenJson | undefined {
  const cut = cutOff(text.slice(from, to));
  if (cut === undefined) return undefined;
  const end = from + cut.end;
  return { last: { start: end - 1, end }, lastToken: from + cut.lastToken };
}
