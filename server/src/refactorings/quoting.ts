/** Turns tokens into text, with escapes or a literal block, and back (2.2 §3, A-012, A-013). */
import { type FixEdit, insert, remove, replace } from '../fixes/fix.ts';
import { type Segment, segments } from '../syntax/body.ts';
import { ENDLITERAL, isEscapable, LITERAL } from '../syntax/tokens/tokens.ts';
import { isRefusal, quote } from '../write/index.ts';
import { isInBody, type Refactoring } from './refactoring.ts';

/** Turns all tokens in the selection into text, including those that frame messages, so that pasted text becomes part of one body. */
export const escape: Refactoring = {
  kind: 'refactor.rewrite',
  offeredAt: 'selection',
  propose({ block, selection, context: { family, blocks } }) {
    const { start, end } = selection;
    if (!family.has.escapes || start === end || start < block.bodyStart || start > block.bodyEnd) return [];
    const edits: FixEdit[] = [];
    let base = 0;
    const index = blocks.placeOf(block)?.index ?? 0;
    for (let i = index; i < blocks.length && base < end && base < MAX_QUOTED_LENGTH; i++) {
      const one = blocks.at(i);
      if (one === undefined) break;
      const from = i === index ? start : 0;
      const to = Math.min(end - base, one.text.length);
      const escaped = segmentsIn(one.kind === 'message' ? segments(one) : [], from, to);
      for (let hop = one.text.indexOf('<|', from); hop >= 0 && hop < to; hop = one.text.indexOf('<|', hop + 2)) {
        const token = family.tokenAt(one.text, hop);
        if (token === undefined || hop + token.text.length > to) continue;
        if (
          escaped.some(
            (segment) =>
              segment.kind !== 'text' && segment.kind !== 'token' && segment.start <= hop && hop < segment.end,
          )
        )
          continue;
        if (!isEscapable(token)) return [];
        edits.push(insert(hop, '<', one));
      }
      base += one.text.length;
    }
    if (edits.length === 0) return [];
    return [
      {
        title: `Escape ${counted(edits.length, 'token')}, to make ${edits.length === 1 ? 'it' : 'them'} text in the body`,
        edits,
        changesBody: true,
      },
    ];
  },
};

/** Turns escaped tokens in the selection back into tokens. */
export const unescape: Refactoring = {
  kind: 'refactor.rewrite',
  offeredAt: 'selection',
  propose({ block, selection }) {
    if (block.kind !== 'message' || selection.start === selection.end || !isInBody(selection, block)) return [];
    const escapes = segmentsIn(segments(block), selection.start, selection.end).filter(({ kind }) => kind === 'escape');
    if (escapes.length === 0) return [];
    const edits = escapes.map(({ start }) => remove({ start, end: start + 1 }));
    const title = `Unescape ${counted(escapes.length, 'token')}, so that ${escapes.length === 1 ? 'it is' : 'they are'} no longer text in the body`;
    return [{ title, edits, changesBody: true }];
  },
};

export const wrap: Refactoring = {
  kind: 'refactor.rewrite',
  offeredAt: 'selection',
  propose({ block, selection }) {
    const { start, end } = selection;
    if (block.kind !== 'message' || start === end || !block.family.has.escapes || !isInBody(selection, block))
      return [];
    const all = segmentsIn(segments(block), start, end);
    const cut = all.some((one) => one.kind !== 'text' && (one.start < start || one.end > end));
    if (cut || all.some(({ kind }) => kind === 'literal') || block.text[start - 1] === '<') return [];
    const text = all.map((one) => textOf(one, block.text, start, end)).join('');
    if (text.includes(ENDLITERAL.text)) return [];
    const changesBody = all.some(({ kind }) => kind === 'token');
    const title = `Wrap in \`${LITERAL.text}\`${changesBody ? ', to make the tokens text in the body' : ''}`;
    return [
      {
        title,
        edits: [replace(selection, LITERAL.text + text + ENDLITERAL.text)],
        ...(changesBody && { changesBody }),
      },
    ];
  },
};

export const unwrap: Refactoring = {
  kind: 'refactor.rewrite',
  offeredAt: 'caret',
  propose({ block, selection: { start, end } }) {
    if (block.kind !== 'message') return [];
    const segment = segments(block).find((one) => one.kind === 'literal' && one.start <= start && end <= one.end);
    if (!segment?.closed) return [];
    const inner = block.text.slice(segment.start + LITERAL.text.length, segment.end - ENDLITERAL.text.length);
    const before = block.text.slice(block.bodyStart, segment.start);
    const text = quote(inner, block.family, { before, after: block.text.slice(segment.end, block.bodyEnd) });
    return isRefusal(text) ? [] : [{ title: 'Unwrap the literal block', edits: [replace(segment, text)] }];
  },
};

/**
 * The length of a selection in which tokens are escaped (UTF-16 units). Blocks that begin beyond it are not changed, since users would not
 * see the whole effect of the action.
 */
const MAX_QUOTED_LENGTH = 100_000;

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

const segmentsIn = (all: readonly Segment[], start: number, end: number) =>
  all.filter((one) => one.start < end && one.end > start);

/** The selected part of a segment, without an escape character. */
function textOf({ kind, start, end }: Segment, text: string, from: number, to: number): string {
  return text.slice(kind === 'escape' ? start + 1 : Math.max(start, from), Math.min(end, to));
}
