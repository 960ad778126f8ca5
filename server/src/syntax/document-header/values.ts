/** The values of the YAML document header. The code that reads headers is loaded with the first one. */
import type { Block } from '../block.ts';
import type { Span } from '../span.ts';
import { CHANNEL, MESSAGE } from '../tokens/tokens.ts';
import type { HeaderError } from './errors.ts';
import { opensHeader } from './extent.ts';

/** A key of the header with the value after it; offsets count from the block's start. */
export interface HeaderEntry {
  /** Dotted, as in `grammar/`; keys that are empty or contain dots are in quotes. */
  readonly path: string;
  /** The path of the mapping that contains the key; empty at the top. */
  readonly parent: string;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly valueStart: number;
  readonly valueEnd: number;
  /** As written, without quotes. */
  readonly source: string;
  /** Null where nothing follows the key; undefined for a list or mapping. */
  readonly value: unknown;
  /** The items of a list, each with its place. */
  readonly items: readonly HeaderItem[] | undefined;
  readonly isMapping: boolean;
  /** The same key occurs earlier in the mapping. */
  readonly duplicate: boolean;
}

/** Whether a key is the beginning of a message, which YAML reads as a key if it contains a colon. */
export const isMessageKey = (path: string): boolean => messageTokens.some((token) => path.includes(token));
const messageTokens = [CHANNEL.text, MESSAGE.text];

interface HeaderItem {
  readonly value: unknown;
  readonly start: number;
  readonly end: number;
}

export interface HeaderValues {
  readonly entries: readonly HeaderEntry[];
  /** The comments in the header, each from its `#` to the end of its line; offsets count from the block's start. */
  readonly comments: readonly Span[];
  /** The YAML errors in the header. */
  readonly errors: readonly HeaderError[];
  /** Major version, if `version` is `N.M`. */
  readonly major: number | undefined;
  readonly harmonyEnabled: boolean;
  get(path: string): HeaderEntry | undefined;
  /** Whether an error is in a key or its value, so that its meaning is a guess. */
  isBroken(entry: HeaderEntry): boolean;
}

const cache = new WeakMap<Block, HeaderValues>();

export function headerValues(block: Block): HeaderValues {
  let values = cache.get(block);
  if (values === undefined) {
    // Loaded with the first header.
    const { readDocumentHeader: read } = require('./reader.ts') as typeof import('./reader.ts');
    values = read(block.text);
    cache.set(block, values);
  }
  return values;
}

/** The values of a header before messages of 0.1, which has no header: the text may be of another version. */
export function foreignHeader(opening: Block | undefined): HeaderValues | undefined {
  const isHeader = opening?.kind === 'prelude' && opensHeader(opening.text, false) && /version/.test(opening.text);
  const values = isHeader ? headerValues(opening) : undefined;
  return values?.major === undefined || values.major === 2 ? undefined : values;
}
