/**
 * The header of a message as data: its role, attributes, channel and type, each with its position, and its faults. Since headers repeat,
 * those with the same text share one parse. All offsets are relative to the block.
 */

import { type Block, has, Trait } from './block.ts';
import type { Family } from './families/family.ts';
import type { Span } from './span.ts';
import type { MisspelledToken } from './tokens/misspelled.ts';

/** A word of the header. `name`: the role, channel or type that the word stands for; undefined if that is unclear. */
export interface Word extends Span {
  readonly text: string;
  readonly name: string | undefined;
}

export interface Attribute extends Span {
  readonly key: string;
  readonly value: string;
  readonly valueStart: number;
  /** Whether the attribute comes after the channel. */
  readonly afterChannel: boolean;
  /** Whether an earlier attribute has the same key and value. */
  readonly repeated: boolean;
}

/** A token of the header, with the word after it. */
export interface Part {
  readonly token: Span;
  readonly word: Word | undefined;
}

/** The values of `data.rule` in reports of `E-PARSE-HEADER` (`docs/language-notes.md`). */
export type HeaderRule =
  | 'role'
  | 'role-missing'
  | 'attr-unknown'
  | 'attr-empty'
  | 'attr-duplicate'
  | 'attr-ascii'
  | 'stray-word'
  | 'order'
  | 'channel-missing-value'
  | 'channel-unknown'
  | 'channel-duplicate'
  | 'constrain-missing-value'
  | 'no-message'
  | 'literal-in-header'
  // The following rules exist only in 0.1.
  | 'no-newline'
  | 'name';

export interface HeaderFault extends Span {
  readonly rule: HeaderRule;
  /** The faulty text; `suggestion`: the text that was probably meant. */
  readonly text: string;
  readonly suggestion?: string | undefined;
}

export interface MessageHeader {
  /** The text of the header, from its opener to `<|message|>` or, if that is missing, to the end of the message. */
  readonly text: string;
  readonly role: Word | undefined;
  readonly attributes: readonly Attribute[];
  readonly channel: Part | undefined;
  /** All channels that the header names. There are several if `<|channel|>` is repeated. */
  readonly channels: readonly Word[];
  readonly constrain: Part | undefined;
  /** A content type without `<|constrain|>`, as Harmony writes it after `to=`. */
  readonly contentType: Word | undefined;
  /** The tool that is called: the value of `to=`, unless that is a speaker. */
  readonly recipient: string | undefined;
  readonly faults: readonly HeaderFault[];
  /** The misspelled tokens before `bodyStart`. Each one counts as the correct token. */
  readonly misspelled: readonly MisspelledToken[];
  /** Line breaks, extra spaces, and spaces in places where none are allowed. */
  readonly spaces: readonly Span[];
  /** Whether the header contains a token of another dialect. */
  readonly foreign: boolean;
  /** Whether the header ends with `<|message|>`, spelled correctly or not. */
  readonly closed: boolean;
  /** Whether the document ends in the header, so that it may be incomplete. */
  readonly unfinished: boolean;
  /** If `<|message|>` is missing: the offset of the first text that cannot be part of a header, or the end of the header. */
  readonly bodyStart: number;
  /** The interpretation of the header, set by `model/message.ts`. */
  meaning: unknown;
}

export { isToolRole, ungluedRole } from './header/words.ts';

const cacheLimit = 4096;

/** Returns the parsed header of a message block. */
export function messageHeader(block: Block): MessageHeader {
  block.parsed ??= readHeader(block, block.family);
  return block.parsed;
}

/** Returns the header as parsed by a family, whatever the dialect of the document. The result is not stored with the block. */
export function readHeader(block: Block, family: Family): MessageHeader {
  const closed = has(block, Trait.HasMessage);
  const end = closed ? block.headerEnd : block.bodyEnd;
  const text = block.text.slice(0, end);
  const isOpenerMissing = has(block, Trait.StartMissing);
  // A header with a call id occurs only once, so sharing its parse is useless.
  const implied = has(block, Trait.Implied);
  if (!closed || end > 200 || isOpenerMissing || implied || text.includes(' call_id='))
    return family.parseHeader(text, {
      closed,
      open: !closed && has(block, Trait.Open),
      missing: isOpenerMissing,
      implied,
    });
  const cache = family.headers;
  let header = cache.get(text);
  if (header === undefined) {
    if (cache.size >= cacheLimit) cache.clear();
    // The key is a copy, since a slice would keep the entire document in memory.
    const key = JSON.parse(JSON.stringify(text)) as string;
    header = family.parseHeader(key, { closed, open: false, missing: false });
    cache.set(key, header);
  }
  return header;
}

/** Returns the value of an attribute. If it occurs several times, the first value that is not empty counts. */
export function attributeValue(header: MessageHeader, key: string): string | undefined {
  return header.attributes.find((attribute) => attribute.key === key && attribute.value !== '')?.value;
}

export function attributeNamed(header: MessageHeader, key: string): Attribute | undefined {
  return header.attributes.find((attribute) => attribute.key === key);
}
