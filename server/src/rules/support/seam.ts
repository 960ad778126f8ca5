/**
 * Finds boundaries between messages that are hidden by two slips, as in `<|end>` before `<|start|>asistant`. Other rules find a single
 * slip, but with both there is no token left that divides the text.
 */
import { modelRole, type TokenFact } from '../../grammar/index.ts';
import { codeSpans } from '../../model/code-spans.ts';
import { headerInfo } from '../../model/message.ts';
import { type Block, has, Trait } from '../../syntax/block.ts';
import { BlockCache } from '../../syntax/block-cache.ts';
import { segments } from '../../syntax/body.ts';
import { skipSpace } from '../../syntax/cutter.ts';
import { closer, type Family, headerToken, openerOf } from '../../syntax/families/family.ts';
import { rowsOf } from '../../syntax/families/index.ts';
import { MAX_HEADER_LENGTH } from '../../syntax/families/lost-openers.ts';
import type { Span } from '../../syntax/span.ts';
import { inSomeBars, lastTokenLike } from '../../syntax/tokens/expected-tokens.ts';
import { afterAngle, terminatorBefore } from '../../syntax/tokens/tokens.ts';

/** The span of a slip and the text to write there. An empty span: the text is missing. */
interface SeamSlip extends Span {
  readonly meant: string;
}

/** A hidden boundary: the span from the first slip to the end of the unrecognized header. */
export interface Seam extends Span {
  readonly slips: readonly SeamSlip[];
  /** The span of the first slip that is not an omission. */
  readonly at: Span;
}

/** A possible header in a body: the span of its words up to the token that ends it, and the opener before them, if there is one. */
interface Header extends Span {
  readonly opener: (Span & { readonly exact: boolean }) | undefined;
}

const none: readonly Seam[] = [];
const seamsByBlock = new BlockCache<readonly Seam[]>();

/** Returns the seams in the body of a message, in order. Offsets are relative to the block. */
export function seamsIn(block: Block): readonly Seam[] {
  if (!has(block, Trait.OddBody) || !has(block, Trait.HasMessage)) return none;
  let seams = seamsByBlock.get(block);
  if (seams === undefined) {
    seams = find(block);
    seamsByBlock.set(block, seams);
  }
  return seams;
}

/** Whether a message includes further messages because their boundaries are hidden. Its terminator then belongs to the last of them. */
export const holdsSeam = (block: Block): boolean => seamsIn(block).length > 0;

/**
 * Returns a test of whether an offset in a block is inside a seam, so that only the seam is reported there. Offsets must not decrease from
 * call to call.
 */
export const inSeams = (block: Block) => within(seamsIn(block));

/** Returns a test of whether an offset is in one of several ordered, disjoint spans. Offsets must not decrease from call to call. */
function within(spans: readonly Span[]): (at: number) => boolean {
  let next = 0;
  return (at) => {
    while ((spans[next]?.end ?? Number.POSITIVE_INFINITY) <= at) next++;
    return (spans[next]?.start ?? Number.POSITIVE_INFINITY) <= at;
  };
}

function find(block: Block): readonly Seam[] {
  const { text, bodyStart, bodyEnd } = block;
  const seams: Seam[] = [];
  for (const header of headersOf(block.family)(block)) {
    const seam = header.start >= (seams.at(-1)?.end ?? 0) ? seamAt(block, header) : undefined;
    if (seam) seams.push(seam);
  }
  if (seams.length === 0) return none;
  const inCode = codeSpans(text, bodyStart, bodyEnd);
  const inLiteral = within(segments(block).filter(({ kind }) => kind === 'literal'));
  return seams.filter(({ start }) => !inCode(start) && !inLiteral(start));
}

/** The seam around a possible header in a body, if its opener, its role, or the end of the message before it is misspelled. */
function seamAt(block: Block, { opener, start: words, end }: Header): Seam | undefined {
  const { text, bodyStart, family } = block;
  const { frame } = family;
  const start = opener?.start ?? words;
  const ended = lastTokenLike(block, bodyStart, start, frame.terminators) ?? foreignBefore(block, start);
  const apart = frame.between === '' || beginsLine(text, start, bodyStart);
  if (ended === undefined && !(opener && apart)) return undefined;
  const headerText = text.slice(words, end);
  const header = family.parseHeader(frame.openers[0].text + headerText, { closed: true, open: false, missing: false });
  const fault = header.faults.find(({ rule }) => rule === 'role' || rule === 'role-missing');
  const slips: SeamSlip[] = [endOf(block, ended, start)];
  if (opener === undefined) {
    const bare = headerText.startsWith('<|') && family.has.channels;
    if (fault && !bare) return undefined;
    slips.push({
      start: words,
      end: words,
      meant: bare ? `${frame.openers[0].text}${modelRole}` : frame.openers[0].text,
    });
  } else {
    if (fault && fault.suggestion === undefined && ended === undefined) return undefined;
    if (!opener.exact) slips.push({ ...opener, meant: frame.openers[0].text });
    if (fault?.suggestion !== undefined) {
      const at = words - frame.openers[0].text.length;
      slips.push({ start: at + fault.start, end: at + fault.end, meant: fault.suggestion });
    }
  }
  const at = ended ?? opener ?? { start, end };
  const to = end + (headerToken(frame)?.text.length ?? 0);
  return { start: at.start, end: to, slips, at: { start: at.start, end: at.end } };
}

/** The terminator of another dialect before an offset, with only white space between the two. */
function foreignBefore({ text, bodyStart, family }: Block, to: number): Span | undefined {
  let end = to;
  while (end > bodyStart && isSpace(text, end - 1)) end--;
  const token = terminatorBefore(text, end);
  const start = end - (token?.text.length ?? 0);
  return token && start >= bodyStart && family.tokenAt(text, start)?.kind === 'foreign' ? { start, end } : undefined;
}

/**
 * The slip at the end of the first message: its terminator is misspelled or missing. If the family allows no text between messages, the
 * white space is replaced as well.
 */
function endOf(block: Block, ended: (Span & { readonly token?: TokenFact }) | undefined, next: number): SeamSlip {
  const { text, bodyStart, family } = block;
  const terminatorText = (ended?.token ?? closer(family, headerInfo(block).kind === 'call', openerOf(block))).text;
  const tight = family.frame.between === '';
  if (ended) return { start: ended.start, end: tight ? next : ended.end, meant: terminatorText };
  let at = next;
  while (!tight && at > bodyStart && isSpace(text, at - 1)) at--;
  return { start: at, end: at, meant: terminatorText };
}

const isSpace = (text: string, at: number) => /\s/.test(text[at] as string);

function beginsLine(text: string, at: number, from: number): boolean {
  let start = at;
  while (start > from && (text[start - 1] === ' ' || text[start - 1] === '\t')) start--;
  return start === from || text[start - 1] === '\n' || text[start - 1] === '\r';
}

const words = new RegExp(inSomeBars, 'g');

/** Yields possible headers in a body, for families in which a token ends the header: the text before each such token, on its line. */
function* beforeTokens(block: Block): Generator<Header> {
  const { text, bodyStart, bodyEnd, family } = block;
  const { openers, terminators } = family.frame;
  const [opener] = openers;
  const headerEnd = headerToken(family.frame);
  if (headerEnd === undefined) return;
  for (
    let end = text.indexOf(headerEnd.text, bodyStart);
    end >= 0 && end < bodyEnd;
    end = text.indexOf(headerEnd.text, end + 1)
  ) {
    if (family.has.escapes && afterAngle(text, end, bodyStart)) continue;
    const from = Math.max(bodyStart, end - MAX_HEADER_LENGTH);
    let header: Header | undefined;
    for (const { 0: word, index } of text.slice(from, end).matchAll(words)) {
      const at = { start: from + index, end: from + index + word.length };
      const exact = family.tokenAt(text, at.start);
      if (exact === opener) header = { start: at.end, end, opener: { ...at, exact: true } };
      if (exact !== undefined && exact.kind !== 'foreign') continue;
      const token = lastTokenLike(block, at.start, at.end, [opener, ...terminators])?.token;
      if (token === opener) header = { start: at.end, end, opener: { ...at, exact: false } };
      else if (token || foreignBefore(block, at.end))
        header = { start: skipSpace(text, at.end), end, opener: undefined };
    }
    if (header && !/[\r\n]/.test(text.slice(header.start, end))) yield header;
  }
}

/**
 * Returns a generator of possible headers, for families in which a line break ends the header: lines that end in a role, either at their
 * beginning or after a word in bars.
 */
function linesOf({ frame, roles, attributes }: Family) {
  const oneOf = (facts: readonly { readonly name: string }[]) => facts.map(({ name }) => name).join('|');
  const line = new RegExp(
    `(?<=^|[|>])[ \\t]*(?:${oneOf(roles)})(?:[ \\t]+(?:${oneOf(attributes)})=\\S*)?(?=[ \\t]*[\\r\\n])`,
    'gm',
  );
  return function* (block: Block): Generator<Header> {
    const { text, bodyStart, bodyEnd } = block;
    for (const { 0: lineText, index } of text.slice(bodyStart, bodyEnd).matchAll(line)) {
      const start = bodyStart + index;
      const opener = lastTokenLike(block, Math.max(bodyStart, text.lastIndexOf('\n', start - 1)), start, frame.openers);
      const exact = false;
      yield {
        start: skipSpace(text, start),
        end: start + lineText.length,
        opener: opener && { start: opener.start, end: opener.end, exact },
      };
    }
  };
}

const headersOf = rowsOf<(block: Block) => Iterable<Header>>(
  () => beforeTokens,
  (family) => (family.frame.headerEnd === 'line break' ? linesOf(family) : beforeTokens),
  {},
);
