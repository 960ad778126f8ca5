/** Finds the arguments of calls in a learned dialect by the text before and after them, even if a call is broken or incomplete. */
import { modelRole } from '../../grammar/index.ts';
import type { Block } from '../../syntax/block.ts';
import { BlockCache } from '../../syntax/block-cache.ts';
import type { MessageFacts } from '../../syntax/families/learned/facts.ts';
import type { Transition } from '../../syntax/families/learned/transitions.ts';
import { minimum } from '../../syntax/lists.ts';
import type { Span } from '../../syntax/span.ts';

/** Arguments in JSON. Their span, in the block, is the longest possible one. */
export interface LearnedArguments extends Span {
  /** The name of the tool as written; undefined if no name precedes the arguments. */
  readonly tool: string | undefined;
}

const none: readonly LearnedArguments[] = [];
const cache = new BlockCache<readonly LearnedArguments[]>();

/** Returns the arguments in a message from the model, in order. `role`: the role of the message. */
export function learnedArguments(block: Block, role: string | undefined): readonly LearnedArguments[] {
  if (role !== modelRole || block.family.learned?.ofModel === undefined) return none;
  let argumentSpans = cache.get(block);
  if (argumentSpans === undefined) {
    argumentSpans = read(block);
    cache.set(block, argumentSpans);
  }
  return argumentSpans;
}

/** The minimum length of a text before arguments that identifies them. A shorter one could be ordinary text. */
const MIN_TEXT = 4;

/** The texts that are written before and after arguments, and those before names; undefined if arguments are not JSON. */
type Surroundings = Readonly<Record<'before' | 'names' | 'after', readonly string[]>> | undefined;

const surroundings = new WeakMap<MessageFacts, { readonly found: Surroundings }>();

function surroundingsOf(facts: MessageFacts): Surroundings {
  let entry = surroundings.get(facts);
  if (entry === undefined) {
    entry = { found: findSurroundings(facts) };
    surroundings.set(facts, entry);
  }
  return entry.found;
}

function findSurroundings({ transitions, encodings }: MessageFacts): Surroundings {
  if (!encodings.some(([part, how]) => part === 'arguments' && how === 'json')) return undefined;
  const all = transitions.flatMap(([, some]) => some);
  return {
    before: textsOf(all, ({ to }) => to === 'arguments'),
    names: textsOf(all, ({ to }) => to === 'name'),
    after: textsOf(all, ({ from }) => from === 'arguments'),
  };
}

function read({ text, bodyStart, bodyEnd, family }: Block): readonly LearnedArguments[] {
  const facts = family.learned?.ofModel;
  const around = facts && surroundingsOf(facts);
  if (around === undefined) return none;
  const { before, names, after } = around;
  const body = text.slice(bodyStart, bodyEnd);
  const argumentSpans: LearnedArguments[] = [];
  for (const mark of before)
    for (let at = body.indexOf(mark); at >= 0; at = body.indexOf(mark, at + mark.length)) {
      const start = at + mark.length;
      if (!/^\s*\{/.test(body.slice(start, start + 100))) continue;
      argumentSpans.push({ start: bodyStart + start, end: bodyEnd, tool: toolBefore(body, at, names) });
    }
  argumentSpans.sort((a, b) => a.start - b.start);
  return argumentSpans.map((one, i) => {
    const limit = argumentSpans[i + 1]?.start ?? bodyEnd;
    const ends = after.flatMap((mark) => {
      const end = text.slice(0, limit).lastIndexOf(mark);
      return end > one.start ? [end] : [];
    });
    return { ...one, end: ends.length === 0 ? limit : minimum(ends) };
  });
}

function textsOf(all: readonly Transition[], isWanted: (one: Transition) => boolean): readonly string[] {
  const texts = new Set(all.filter(isWanted).map(({ text }) => text.trim()));
  return [...texts].filter((text) => text.length >= MIN_TEXT).sort((a, b) => b.length - a.length);
}

/** The maximum distance of a name from the arguments (UTF-16 units). */
const MAX_NAME_LENGTH = 200;

/** The name before the arguments at an offset: the text after the last occurrence of one of `names`. */
function toolBefore(body: string, at: number, names: readonly string[]): string | undefined {
  const near = body.slice(Math.max(0, at - MAX_NAME_LENGTH), at);
  for (const mark of names) {
    const from = near.lastIndexOf(mark);
    if (from >= 0) return /^[\w.-]+/.exec(near.slice(from + mark.length).trimStart())?.[0];
  }
  return undefined;
}
