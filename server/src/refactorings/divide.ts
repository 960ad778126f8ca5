/** Splits and merges messages. Their content stays the same, byte by byte. */
import { type Fix, type FixEdit, insert, remove, replace } from '../fixes/fix.ts';
import { modelRole, thoughtChannel } from '../grammar/index.ts';
import { type Block, has, Trait } from '../syntax/block.ts';
import { segments } from '../syntax/body.ts';
import { openerOf } from '../syntax/families/family.ts';
import { closer, closing, draftOf, isRefusal, readAlone, writeHeader } from '../write/index.ts';
import { isInBody, isWhole, type Refactoring } from './refactoring.ts';

/** Splits the message at the caret. The second part gets the same header. */
export const split: Refactoring = {
  kind: 'refactor.rewrite',
  offeredAt: 'selection',
  propose({ block, selection: { start, end }, message }) {
    if (start !== end || !isDividable(block) || message.kind !== 'plain') return [];
    return [divided(block, [start], 'Split the message and its body here')];
  },
};

/** Moves the selection to a separate message, which has the same header or is a thought. */
export const extract: Refactoring = {
  kind: 'refactor.extract',
  offeredAt: 'selection',
  propose({ block, selection, message }) {
    const { start, end } = selection;
    if (start === end || !isDividable(block) || message.kind !== 'plain') return [];
    const { channels } = block.family.has;
    const thinks = channels && message.role === modelRole && message.effectiveChannel !== thoughtChannel;
    const draft = draftOf(message);
    const attributes = new Map([...draft.attributes].filter(([key]) => key !== 'intent'));
    const header = thinks && writeHeader({ ...draft, attributes, channel: thoughtChannel, slot: false }, block.family);
    return [
      divided(block, [start, end], 'Extract this part of the body to a separate message'),
      header && !isRefusal(header)
        ? divided(block, [start, end], `Extract this part of the body to \`${thoughtChannel}\``, header)
        : undefined,
    ];
  },
};

/** Merges the next message into this one, if both have the same header. */
export const merge: Refactoring = {
  kind: 'refactor.inline',
  offeredAt: 'selection',
  propose({ block, context: { blocks }, message }) {
    const place = blocks.placeOf(block);
    const next = place && blocks.at(place.index + 1);
    if (next === undefined || !isDividable(block) || !isDividable(next) || message.kind !== 'plain') return [];
    const header = block.text.slice(0, block.bodyStart);
    if (next.text.slice(0, next.bodyStart) !== header || has(block, Trait.OddGap)) return [];
    const body = bodyOf(block) + bodyOf(next);
    if (
      contentOf(header + body + endOf(next), block) !==
      contentOf(wholeOf(block), block) + contentOf(wholeOf(next), next)
    )
      return [];
    return [
      {
        title: 'Merge the next message into this one, joining their bodies',
        edits: [
          remove({ start: block.bodyEnd, end: block.text.length }),
          remove({ start: 0, end: next.bodyStart }, next),
        ],
        changesBody: true,
      },
    ];
  },
};

const isDividable = (block: Block) => isWhole(block) && block.bodyEnd > block.bodyStart;

const bodyOf = ({ text, bodyStart, bodyEnd }: Block) => text.slice(bodyStart, bodyEnd);
/** The terminator of a message, with the line break that belongs to it. */
const endOf = ({ text, bodyEnd, end }: Block) => text.slice(bodyEnd, end);
const wholeOf = ({ text, end }: Block) => text.slice(0, end);

/**
 * Returns the content of a text that is a single message in the family of a block. For any other text, returns a string that no content
 * equals.
 */
function contentOf(text: string, { family }: Block): string {
  return readAlone(text, family)?.content.text ?? '\0 not one message';
}

/**
 * Returns the fix that splits a message into two or three parts. `cuts`: offsets in the block. `second`: a different header for the part
 * that begins at the first cut. Undefined if a cut would split a token, or if the content of the parts would differ from that of the
 * message.
 */
function divided(block: Block, cuts: readonly number[], title: string, second?: string): Fix | undefined {
  const { text, bodyStart, bodyEnd, family } = block;
  if (!isInBody({ start: cuts[0] as number, end: cuts.at(-1) as number }, block)) return undefined;
  const inner = cuts.filter((at) => at > bodyStart && at < bodyEnd);
  if (inner.length === 0 || inner.some((at) => !isBetween(block, at))) return undefined;
  const header = text.slice(0, bodyStart);
  const bounds = [bodyStart, ...inner, bodyEnd];
  // A part that contains only white space would be a useless message.
  if (bounds.slice(1).some((to, i) => text.slice(bounds[i], to).trim() === '')) return undefined;
  // The header `second` is for the selection, which begins at the first cut.
  const headers = bounds.slice(0, -1).map((at) => (second !== undefined && at === cuts[0] ? second : header));
  const ends = bounds.slice(1, -1).map((to, i) => closedBy(text.slice(bounds[i], to), block));
  const parts = headers.map((begin, i) => begin + text.slice(bounds[i], bounds[i + 1]) + (ends[i] ?? endOf(block)));
  if (parts.map((part) => contentOf(part, block)).join('') !== contentOf(wholeOf(block), block)) return undefined;
  const edits: FixEdit[] = inner.map((at, i) => insert(at, ends[i] + family.frame.between + headers[i + 1]));
  if (headers[0] !== header) edits.unshift(replace({ start: 0, end: bodyStart }, headers[0] as string));
  return { title, edits, changesBody: true };
}

/** The text that closes a part of a body, in the same style as the end of the message. */
function closedBy(part: string, block: Block): string {
  const { family, terminator } = block;
  const terminatorToken = family.frame.terminators.find(({ name }) => name === terminator);
  const lineBreak = endOf(block).slice(0, -(terminatorToken?.text.length ?? 0));
  return lineBreak === '' ? closing(part, family) : lineBreak + closer(family, false, openerOf(block)).text;
}

/** Whether an offset is not in the middle of a token, an escape, a line break or a surrogate pair. */
function isBetween(block: Block, at: number): boolean {
  const code = block.text.charCodeAt(at);
  if (code >= 0xdc00 && code <= 0xdfff) return false;
  if (block.text[at] === '\n' && block.text[at - 1] === '\r') return false;
  return !segments(block).some(({ kind, start, end }) => kind !== 'text' && start < at && at < end);
}
