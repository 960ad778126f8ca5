/**
 * The header of a message as data: role, attributes, channel, constrain, each with its position, and each fault separately. Headers repeat,
 * so equal texts share one parse; all offsets count from the block's start.
 */

import { type Block, has, Trait } from './block.ts';
import type { Family } from './families/family.ts';
import type { Span } from './span.ts';
import type { MisspelledToken } from './tokens/misspelled.ts';

/** A word of the header; `name` is what it counts as, undefined if that is unclear. */
export interface Word extends Span {
  readonly text: string;
  readonly name: string | undefined;
}

export interface Attribute extends Span {
  readonly key: string;
  readonly value: string;
  readonly valueStart: number;
  /** Whether it is after the channel. */
  readonly afterChannel: boolean;
  /** Repeats an earlier attribute with the same value. */
  readonly repeated: boolean;
}

/** A token of the header with the word after it. */
export interface Part {
  readonly token: Span;
  readonly word: Word | undefined;
}

/** `data.rule` of `E-PARSE-HEADER` (`docs/language-notes.md`). */
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
  // In 0.1.
  | 'no-newline'
  | 'name';

export interface HeaderFault extends Span {
  readonly rule: HeaderRule;
  /** The text at fault, and what was probably meant. */
  readonly text: string;
  readonly suggestion?: string | undefined;
}

export interface MessageHeader {
  /** The header as it is written, from its opener up to `<|message|>` or, without one, to the end of the message. */
  readonly text: string;
  readonly role: Word | undefined;
  readonly attributes: readonly Attribute[];
  readonly channel: Part | undefined;
  /** Every channel that the header names: more than one where `<|channel|>` is repeated. */
  readonly channels: readonly Word[];
  readonly constrain: Part | undefined;
  /** A bare content type, as Harmony writes it after `to=`. */
  readonly contentType: Word | undefined;
  /** `to=`, unless it names a speaker: the tool that is called. */
  readonly recipient: string | undefined;
  readonly faults: readonly HeaderFault[];
  /** Misspelled tokens before `bodyStart`. A part of the header counts as if its token were correct. */
  readonly misspelled: readonly MisspelledToken[];
  /** Line breaks, extra spaces, and spaces where none belong. */
  readonly spaces: readonly Span[];
  /** A token of another dialect occurs. */
  readonly foreign: boolean;
  /** The header ends with `<|message|>`, in any spelling. */
  readonly closed: boolean;
  /** The document ends in the header, which may still be incomplete. */
  readonly unfinished: boolean;
  /** Without `<|message|>`: the offset of the first text that cannot be part of a header, or the header's end. */
  readonly bodyStart: number;
  /** The model's reading of the header (`model/message.ts`). */
  meaning: unknown;
}

export { isToolRole, ungluedRole } from './header/words.ts';

const cacheLimit = 4096;

/** The header of a message block. */
export function messageHeader(block: Block): MessageHeader {
  block.parsed ??= readHeader(block, block.family);
  return block.parsed;
}

/** The header as a family reads it, whatever the dialect of the document; the result is not kept with the block. */
export function readHeader(block: Block, family: Family): MessageHeader {
  const closed = has(block, Trait.HasMessage);
  const end = closed ? block.headerEnd : block.bodyEnd;
  const text = block.text.slice(0, end);
  const missing = has(block, Trait.StartMissing);
  // A header with a call id occurs only once, so sharing its parse is useless.
  const implied = has(block, Trait.Implied);
  if (!closed || end > 200 || missing || implied || text.includes(' call_id='))
    return family.parseHeader(text, { closed, open: !closed && has(block, Trait.Open), missing, implied });
  const cache = family.headers;
  let header = cache.get(text);
  if (header === undefined) {
    if (cache.size >= cacheLimit) cache.clear();
    // A copied key, since a slice would keep the entire document in memory.
    const key = JSON.parse(JSON.stringify(text)) as string;
    header = family.parseHeader(key, { closed, open: false, missing: false });
    cache.set(key, header);
  }
  return header;
}

/** The value of an attribute: the first that is not empty. */
export function attributeValue(header: MessageHeader, key: string): string | undefined {
  return header.attributes.find((attribute) => attribute.key === key && attribute.value !== '')?.value;
}

export function attributeNamed(header: MessageHeader, key: string): Attribute | undefined {
  return header.attributes.find((attribute) => attribute.key === key);
}
