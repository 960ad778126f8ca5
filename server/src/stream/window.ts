/**
 * Shortens a message that is still being written, so that a message of any length takes constant memory. The part that is kept
 * is enough to read further text correctly.
 */
import { modelRole } from '../grammar/index.ts';
import type { Block } from '../syntax/block.ts';
import { type Segment, segments } from '../syntax/body.ts';
import type { Family } from '../syntax/families/family.ts';
import { headerToken, openerFor } from '../syntax/families/family.ts';
import { LITERAL } from '../syntax/tokens/tokens.ts';
import { wholeMarks } from './pending-suffix.ts';

/** The length of text that is kept although it has been read, since later text on the same line depends on it (UTF-16 units). */
const context = 700;
/** The minimum length by which a body is shortened. */
export const step = 1024;
/** The length from which hidden or waiting text is shortened as well. */
export const MAX_HIDDEN_WINDOW = 1 << 14;
/** The maximum length of text that waits to be shown. If more text waits, the rest of the message stays hidden. */
export const MAX_WAITING_LENGTH = 1 << 18;

interface Shortened {
  readonly text: string;
  /** The length removed before `dealt`. */
  readonly by: number;
}

/**
 * Removes most of the processed part of a body. Returns undefined if too little could be removed. `inked`: whether users have
 * seen more than white space of the body.
 */
export function shortened(block: Block, dealt: number, inked: boolean): Shortened | undefined {
  const { text, bodyStart: from, family } = block;
  if (dealt - from < context + step) return undefined;
  const parts = segments(block);
  const cut = cutBefore(block, parts, from + 1, dealt - context);
  if (cut === undefined) return undefined;
  const inside = parts.find(({ start, end }) => start < cut && cut < end);
  if (inside !== undefined && inside.kind !== 'text' && inside.kind !== 'literal') return undefined;
  // If the cut is inside a literal block, the block is opened again.
  const open = inside?.kind === 'literal' ? LITERAL.text : '';
  const head = (from > 0 ? text.slice(0, from) : opening(family)) + open;
  const within = inked && inside === undefined && !isBreak(text[cut - 1]) ? filler : '';
  return { text: head + within + text.slice(cut), by: cut - head.length - within.length };
}

/**
 * Inserted before the kept text if that text does not begin a line. A token at the beginning of the kept text then still begins neither a
 * line nor the body.
 */
const filler = '.';
const isBreak = (unit: string | undefined) => unit === '\n' || unit === '\r';

/** The opener for a message that has none because it is in the prompt. */
function opening({ frame }: Family): string {
  const opener = openerFor(frame, modelRole);
  const breaks = '\n'.repeat(frame.breaksBefore);
  if (frame.headerEnd === 'opener') return opener.text + breaks;
  return `${opener.text}${modelRole}${headerToken(frame)?.text ?? '\n'}${breaks}`;
}

/**
 * Returns an offset at which text can be cut; undefined if there is none nearby. The remaining text begins a line only if it already did so
 * before the cut. No token is split.
 */
function cutBefore({ text, family }: Block, parts: readonly Segment[], from: number, to: number): number | undefined {
  const near = Math.max(from, to - 4 * step);
  const line = text.lastIndexOf('\n', to - 1);
  if (line >= near) return line + 1;
  for (let at = to; at > near; at--) {
    if (/\s/.test(text[at] as string)) continue;
    if (/\s/.test(text[at - 1] as string)) return at;
  }
  // Without white space nearby, the cut is at `to`, or at the start of the token or tag around that offset.
  const token = parts.find(({ kind, start, end }) => kind !== 'text' && kind !== 'literal' && start < to && to < end);
  const at = wholeMarks(text, from, token?.start ?? to, family.has);
  const isHalf = (text.charCodeAt(at) & 0xfc00) === 0xdc00;
  return at - Number(isHalf) > near ? at - Number(isHalf) : undefined;
}

/** Matches a long run of text without any token, tag, JSON or line break. */
const plainRun = /[^<＜>＞|｜◁▷{}[\]"'“”`\\:,=\r\n]{300,}/g;
const edge = 120;

/** Shortens long plain runs in hidden text, which does not change where the hidden text ends. */
export function squeezed(text: string): string {
  return text.replace(plainRun, (run) => run.slice(0, edge) + run.slice(-edge));
}

/** Reduces long text outside messages to its beginning and its end, since only these affect later text. */
export function middleless(text: string): string {
  return text.length > MAX_HIDDEN_WINDOW ? `${text.slice(0, 4 * step)}\n${text.slice(-4 * step)}` : text;
}
