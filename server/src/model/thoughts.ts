/** Finds the thought blocks of OpenChatML 0.1 in a body, by pairing start tokens with end tokens (0.1 §4). */
import { type Block, has, Trait } from '../syntax/block.ts';
import { BlockCache } from '../syntax/block-cache.ts';
import { type Segment, segments } from '../syntax/body.ts';
import type { Span } from '../syntax/span.ts';
import { OpenMarks } from './visibility/open-marks.ts';

export interface Thought {
  /** The name of the block: `reflect`, `introspect` or `reason`. */
  readonly name: string;
  /** The spans of the start token and the end token in the block. */
  readonly start: Span;
  readonly end: Span | undefined;
  readonly nested: boolean;
}

export interface Thoughts {
  readonly blocks: readonly Thought[];
  /** The end tokens that have no start token. */
  readonly unmatched: readonly Segment[];
  /** The flags `<|reflect|>`, `<|introspect|>` and `<|reason|>`. */
  readonly flags: readonly Segment[];
}

const none: Thoughts = { blocks: [], unmatched: [], flags: [] };
const cache = new BlockCache<Thoughts>();

/** Returns the thoughts of a 0.1 message. An end token closes the most recent open block with the same name. */
export function thoughtsOf(block: Block): Thoughts {
  if (!has(block, Trait.OddBody) || !block.family.has.thoughtBlocks) return none;
  let thoughts = cache.get(block);
  if (thoughts === undefined) {
    thoughts = read(segments(block));
    cache.set(block, thoughts);
  }
  return thoughts;
}

/** Returns the name of the block in a token such as `start_reason` or `end_reason`. */
export function thoughtName(segment: Segment): string {
  return (segment.token?.name ?? '').replace(/^(?:start|end)_/, '');
}

function read(all: readonly Segment[]): Thoughts {
  const flags = all.filter(({ token }) => token?.kind === 'flag');
  const marks = all.filter(({ token }) => token?.kind === 'thought');
  if (marks.length === 0) return flags.length === 0 ? none : { blocks: [], unmatched: [], flags };
  const thoughts: { name: string; start: Span; end: Span | undefined }[] = [];
  const open = new Map<string, typeof thoughts>();
  const unmatched: Segment[] = [];
  for (const mark of marks) {
    const name = thoughtName(mark);
    if (mark.token?.name.startsWith('start_')) {
      const thought = { name, start: mark, end: undefined };
      thoughts.push(thought);
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
  const blocks = thoughts.map((thought): Thought => {
    const nested = thought.start.start < reach;
    if (thought.end) reach = Math.max(reach, thought.end.end);
    return { ...thought, nested };
  });
  return { blocks, unmatched, flags };
}

/** A marker of a thought. `exact`: whether the marker is valid in the document. If not, it may have been meant as one. */
export interface ThoughtMark extends Span {
  readonly name: string;
  readonly edge: 'start' | 'end';
  readonly exact: boolean;
}

/**
 * Returns the ranges of a body that thoughts hide. A thought extends from its start marker to its end marker or, without an
 * end marker, to the end of the body. An end marker without a start hides all text before it, except in 2.x if another thought is open
 * there. A misspelled end marker does not end a thought, since its meaning is uncertain.
 */
export function hiddenThoughts(
  marks: readonly ThoughtMark[],
  { bodyStart, bodyEnd, family }: Block,
): (Span & { readonly doubt: boolean })[] {
  const spans: (Span & { doubt: boolean })[] = [];
  const open = new OpenMarks<ThoughtMark>();
  for (const mark of marks) {
    if (mark.edge === 'start') {
      open.add(mark);
      continue;
    }
    const start = mark.exact ? open.take(mark.name) : undefined;
    if (start) spans.push({ start: start.start, end: mark.end, doubt: !start.exact });
    else if (open.size === 0 || !mark.exact || family.has.thoughtBlocks)
      spans.push({ start: bodyStart, end: mark.end, doubt: true });
  }
  for (const { start, exact } of open.left()) spans.push({ start, end: bodyEnd, doubt: !exact });
  return spans;
}
