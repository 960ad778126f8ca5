/** Thought blocks of OpenChatML 0.1 in a body (0.1 §4): matches starts with ends. */
import { type Block, has, Trait } from '../syntax/block.ts';
import { BlockCache } from '../syntax/block-cache.ts';
import { type Segment, segments } from '../syntax/body.ts';
import type { Span } from '../syntax/span.ts';
import { OpenMarks } from './visibility/open-marks.ts';

export interface Thought {
  /** `reflect`, `introspect` or `reason`. */
  readonly name: string;
  /** The tokens; offsets in the block. */
  readonly start: Span;
  readonly end: Span | undefined;
  /** The thought begins inside another one. */
  readonly nested: boolean;
}

export interface Thoughts {
  readonly blocks: readonly Thought[];
  /** End tokens without a start. */
  readonly unmatched: readonly Segment[];
  /** `<|reflect|>`, `<|introspect|>`, `<|reason|>`. */
  readonly flags: readonly Segment[];
}

const none: Thoughts = { blocks: [], unmatched: [], flags: [] };
const cache = new BlockCache<Thoughts>();

/** The thoughts of a 0.1 message; an end token closes the last open block with its name. */
export function thoughtsOf(block: Block): Thoughts {
  if (!has(block, Trait.OddBody) || !block.family.has.thoughtBlocks) return none;
  let thoughts = cache.get(block);
  if (thoughts === undefined) {
    thoughts = read(segments(block));
    cache.set(block, thoughts);
  }
  return thoughts;
}

/** The name in `start_reason`, `end_reason`. */
export function thoughtName(segment: Segment): string {
  return (segment.token?.name ?? '').replace(/^(?:start|end)_/, '');
}

function read(all: readonly Segment[]): Thoughts {
  const flags = all.filter(({ token }) => token?.kind === 'flag');
  const marks = all.filter(({ token }) => token?.kind === 'thought');
  if (marks.length === 0) return flags.length === 0 ? none : { blocks: [], unmatched: [], flags };
  const found: { name: string; start: Span; end: Span | undefined }[] = [];
  const open = new Map<string, typeof found>();
  const unmatched: Segment[] = [];
  for (const mark of marks) {
    const name = thoughtName(mark);
    if (mark.token?.name.startsWith('start_')) {
      const thought = { name, start: mark, end: undefined };
      found.push(thought);
      const same = open.get(name);
      if (same) same.push(thought);
      else open.set(name, [thought]);
    } else {
      const thought = open.get(name)?.pop();
      if (thought) thought.end = mark;
      else unmatched.push(mark);
    }
  }
  let reach = 0;
  const blocks = found.map((thought): Thought => {
    const nested = thought.start.start < reach;
    if (thought.end) reach = Math.max(reach, thought.end.end);
    return { ...thought, nested };
  });
  return { blocks, unmatched, flags };
}

/** A thought marker. `exact`: it is valid in the document; otherwise it may have been intended as one. */
export interface ThoughtMark extends Span {
  readonly name: string;
  readonly edge: 'start' | 'end';
  readonly exact: boolean;
}

/**
 * The stretches of a body that thoughts hide: from a start to its end, or else to the end of the body; and all
 * text before an unmatched end, except in 2.x if another section is open there. A misspelled end is ambiguous, so it ends no
 * thought.
 */
export function hiddenThoughts(
  marks: readonly ThoughtMark[],
  { bodyStart, bodyEnd, family }: Block,
): (Span & { readonly doubt: boolean })[] {
  const found: (Span & { doubt: boolean })[] = [];
  const open = new OpenMarks<ThoughtMark>();
  for (const mark of marks) {
    if (mark.edge === 'start') {
      open.add(mark);
      continue;
    }
    const start = mark.exact ? open.take(mark.name) : undefined;
    if (start) found.push({ start: start.start, end: mark.end, doubt: !start.exact });
    else if (open.size === 0 || !mark.exact || family.has.thoughtBlocks)
      found.push({ start: bodyStart, end: mark.end, doubt: true });
  }
  for (const { start, exact } of open.left()) found.push({ start, end: bodyEnd, doubt: !exact });
  return found;
}
