/** The values in the YAML document header. The module that reads headers is loaded with the first header. */
import type { Block } from '../block.ts';
import type { Span } from '../span.ts';
import { CHANNEL, MESSAGE } from '../tokens/tokens.ts';
import type { HeaderError } from './errors.ts';
import { opensHeader } from './extent.ts';

/** A key of the header with its value. Offsets are relative to the block. */
export interface HeaderEntry {
  /** The path of the key, with dots as in `grammar/`. Keys that are empty or contain dots are in quotes. */
  readonly path: string;
  /** The path of the mapping that contains the key; empty at the top level. */
  readonly parent: string;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly valueStart: number;
  readonly valueEnd: number;
  /** The value as written, without quotes. */
  readonly source: string;
  /** The value; null if nothing follows the key, undefined if it is a list or mapping. */
  readonly value: unknown;
  /** The items, if the value is a list, each with its span. */
  readonly items: readonly HeaderItem[] | undefined;
  readonly isMapping: boolean;
  /** Whether the same key occurs earlier in the mapping. */
  readonly duplicate: boolean;
}

/** Whether a key is actually the beginning of a message. YAML reads a message as a key if it contains a colon. */
export const isMessageKey = (path: string): boolean => messageTokens.some((token) => path.includes(token));
const messageTokens = [CHANNEL.text, MESSAGE.text];

interface HeaderItem {
  readonly value: unknown;
  readonly start: number;
  readonly end: number;
}

export interface HeaderValues {
  readonly entries: readonly HeaderEntry[];
  /** The comments in the header, each from its `#` to the end of its line. Offsets are relative to the block. */
  readonly comments: readonly Span[];
  readonly errors: readonly HeaderError[];
  /** The major version, if `version` has the form `N.M`. */
  readonly major: number | undefined;
  readonly harmonyEnabled: boolean;
  get(path: string): HeaderEntry | undefined;
  /** Whether a key or its value contains an error, so that its meaning is uncertain. */
  isBroken(entry: HeaderEntry): boolean;
}

const cache = new WeakMap<Block, HeaderValues>();

export function headerValues(block: Block): HeaderValues {
  let values = cache.get(block);
  if (values === undefined) {
    // The reader is loaded with the first header.
    const { readDocumentHeader: read } = require('./reader.ts') as typeof import('./reader.ts');
    values = read(block.text);
    cache.set(block, values);
  }
  return values;
}

/** The values of a YAML header in a document of 0.1, which does not have such headers. The document may be of another version. */
export function foreignHeader(opening: Block | undefined): HeaderValues | undefined {
  const isHeader = opening?.kind === 'prelude' && opensHeader(opening.text, false) && /version/.test(opening.text);
  const values = isHeader ? headerValues(opening) : undefined;
  return values?.major === undefined || values.major === 2 ? undefined : values;
}
