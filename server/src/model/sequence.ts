/**
 * Finds the parts outside messages in OpenChatML 0.1: tokens at the edges of a sequence, files, and fill-in-the-middle tasks (0.1
 * §4 to §6). All offsets are in the block.
 */
import { fimOrder, type SequencePair, sequencePairs, type TokenFact } from '../grammar/index.ts';
import { type Block, has, Trait } from '../syntax/block.ts';
import { BlockCache } from '../syntax/block-cache.ts';
import { isQuoted } from '../syntax/body.ts';
import type { BlockSequence } from '../syntax/sequence.ts';
import type { Span } from '../syntax/span.ts';

/** A token that begins or ends a sequence. */
interface SequenceMark extends Span {
  readonly pair: SequencePair;
}

export interface PlacedToken extends Span {
  readonly token: TokenFact;
}

/** The text between two separators. The line breaks that are part of the separators are not included. */
export interface Part extends Span {
  /** The separator before the part, and the one after it. */
  readonly before: PlacedToken | undefined;
  readonly after: PlacedToken | undefined;
}

export interface FimTask {
  readonly tokens: readonly PlacedToken[];
  /** Whether the task has all three tokens. */
  readonly complete: boolean;
}

/**
 * Returns the pairs of tokens that are recognized. The configured pair comes first, since its tokens may begin with the tokens of another
 * pair.
 */
export const pairsOf = ({ sequencePair }: Marks): readonly SequencePair[] =>
  sequencePair ? [sequencePair, ...sequencePairs] : sequencePairs;

/** The configuration of the tokens at the edges of a sequence: the model's own pair. */
export interface Marks {
  readonly sequencePair?: SequencePair | undefined;
}

/** Returns `[BOS]`, `<s>` or the configured token, if a document begins with it. */
export function beginMark(block: Block | undefined, marks: Marks): SequenceMark | undefined {
  if (block?.kind !== 'prelude') return undefined;
  const start = block.text.search(/[^\s\uFEFF]/);
  for (const pair of pairsOf(marks)) {
    const end = start + pair.begin.length;
    if (start < 0 || !block.text.startsWith(pair.begin, start)) continue;
    if (pair.afterBegin?.test(block.text.slice(end, end + 100)) !== false) return { start, end, pair };
  }
  return undefined;
}

/**
 * Returns `[EOS]`, `</s>` or the configured token, if a document ends with it, outside messages. If the matching token at the
 * beginning is missing, the text before the token must show that it is neither HTML nor code.
 */
export function endMark(block: Block | undefined, marks: Marks): SequenceMark | undefined {
  if (block === undefined || block.end >= block.text.length) return undefined;
  const begin = beginMark(block, marks);
  let end = block.text.length;
  while (end > block.end && /\s/.test(block.text[end - 1] as string)) end--;
  for (const pair of pairsOf(marks)) {
    const start = end - pair.end.length;
    if (start < block.end || !block.text.startsWith(pair.end, start)) continue;
    const inText = block.kind === 'prelude' && start > 0 && begin?.pair !== pair;
    if (!inText || pair.beforeEnd?.test(block.text[start - 1] as string) !== false) return { start, end, pair };
  }
  return undefined;
}

const tokenCache = new BlockCache<readonly PlacedToken[]>();
const none: readonly PlacedToken[] = [];

/**
 * Returns the tokens outside messages: in the text before the first message, or in the gap after a message. Quoted tokens are
 * plain text.
 */
export function outerTokens(block: Block): readonly PlacedToken[] {
  if (!has(block, Trait.OddGap)) return none;
  let tokens = tokenCache.get(block);
  if (tokens === undefined) {
    tokens = tokensIn(block);
    tokenCache.set(block, tokens);
  }
  return tokens;
}

function tokensIn({ text, end: from, family }: Block): PlacedToken[] {
  const tokens: PlacedToken[] = [];
  for (let at = text.indexOf('<|', from); at >= 0; ) {
    const token = family.tokenAt(text, at);
    const end = at + (token?.text.length ?? 2);
    // Quotes around fill-in-the-middle tokens are part of the code that contains the tokens.
    if (token !== undefined && (token.kind === 'fim' || !(family.has.quotes && isQuoted(text, at, end))))
      tokens.push({ token, start: at, end });
    at = text.indexOf('<|', end);
  }
  return tokens;
}

/**
 * Returns the parts between the separators outside messages. Without separators, there is a single part. Tokens at the edges of a
 * sequence are not included.
 */
export function partsOf(block: Block, isLast: boolean, marks: Marks): Part[] {
  const { text } = block;
  let start = beginMark(block, marks)?.end ?? block.end;
  const limit = (isLast ? endMark(block, marks)?.start : undefined) ?? text.length;
  const parts: Part[] = [];
  let before: PlacedToken | undefined;
  for (const after of outerTokens(block)) {
    if (after.token.kind !== 'separator') continue;
    const end =
      after.start - (/\r\n$|[\r\n]?$/.exec(text.slice(Math.max(start, after.start - 2), after.start))?.[0].length ?? 0);
    parts.push({ start, end: Math.max(start, end), before, after });
    start = after.end + (/^(?:\r\n|\r|\n)?/.exec(text.slice(after.end, after.end + 2))?.[0].length ?? 0);
    before = after;
  }
  parts.push({ start, end: Math.max(start, limit), before, after: undefined });
  return parts;
}

/** Whether a separator outside messages ends a file and begins another one. */
export function dividesFiles(block: Block): boolean {
  return block.family.has.files && outerTokens(block).some(({ token }) => token.kind === 'separator');
}

/**
 * Returns the files that begin outside messages in a block: one after each separator and, in the text before the first message,
 * the file before the first separator, unless it is empty. If the last file continues with a message, its span is empty.
 */
export function filesIn(block: Block, isLast: boolean, marks: Marks): Part[] {
  if (!dividesFiles(block)) return [];
  const { text, kind } = block;
  const [first, ...files] = partsOf(block, isLast, marks) as [Part, ...Part[]];
  if (kind === 'prelude' && text.slice(first.start, first.end).trim() !== '') files.unshift(first);
  return files.map((file) => (file.after || isLast ? file : { ...file, end: file.start }));
}

/** Returns the number of the first file that begins in each block with separators. The numbers start at 1. */
export function fileNumbers(blocks: BlockSequence, marks: Marks): ReadonlyMap<Block, number> {
  const numbers = new Map<Block, number>();
  let next = 0;
  for (const block of blocks) {
    if (!dividesFiles(block)) continue;
    // If messages precede the first separator, they are the first file.
    next ||= block.kind === 'message' ? 2 : 1;
    numbers.set(block, next);
    next += filesIn(block, false, marks).length;
  }
  return numbers;
}

/**
 * Returns the fill-in-the-middle tasks in each of the parts, which must be in ascending order without overlaps. If a token is
 * repeated, it begins another task.
 */
export function fimTasks(block: Block, parts: readonly Span[]): FimTask[][] {
  const tokens = outerTokens(block).filter(({ token }) => token.kind === 'fim');
  let next = 0;
  return parts.map(({ start, end }) => {
    const tasks: PlacedToken[][] = [];
    for (; next < tokens.length && (tokens[next] as PlacedToken).end <= end; next++) {
      const token = tokens[next] as PlacedToken;
      if (token.start < start) continue;
      const task = tasks[tasks.length - 1];
      if (task === undefined || task.some((other) => other.token === token.token)) tasks.push([token]);
      else task.push(token);
    }
    return tasks.map((task) => ({ tokens: task, complete: task.length === fimOrder.length }));
  });
}

/** Whether the text outside messages is itself content, that is, files or fill-in-the-middle tasks (0.1 §5, §6). */
export function showsSequence(block: Block): boolean {
  return outerTokens(block).some(({ token }) => token.kind === 'fim' || token.kind === 'separator');
}
