/**
 * Fits a conversation into a number of tokens by removing messages. The remaining messages do not change by a single byte. A question is
 * removed together with everything that answers it, and a call together with its replies. The last question and everything after it are
 * kept.
 */
import { calledTool, isAnswer, textOfPieces } from '../convert/conversation.ts';
import { callsOfReplies } from '../convert/pairs.ts';
import { modelRole, userRole } from '../grammar/index.ts';
import { instructs } from '../model/message.ts';
import type { Span } from '../syntax/span.ts';
import type { Item, Talk } from './conversations.ts';
import type { Step } from './truncation-steps.ts';

interface Truncated {
  /** The stretches to remove, in order (UTF-16 offsets in the document). */
  readonly cuts: readonly Span[];
  readonly tokens: number;
  readonly dropped: number;
  readonly messages: number;
}

export interface Limits {
  readonly limit: number;
  readonly strategy: readonly Step[];
  count(text: string): number;
}

/**
 * Determines which parts of a conversation must be removed so that it fits. `tokens` exceeds `limit` if the messages that must stay are too
 * long.
 */
export function truncate(talk: Talk, text: string, { limit, strategy, count }: Limits): Truncated {
  const { items, isText, whole } = talk;
  const end = (i: number) => items[i + 1]?.start ?? whole.end;

  const sizes = items.map((item, i) =>
    isText
      ? count(text.slice(item.start, end(i)))
      : item.said.reduce((sum, { pieces }) => sum + count(textOfPieces(pieces)), 0),
  );
  const first = items[0];
  let tokens = sizes.reduce((sum, size) => sum + size, isText ? count(text.slice(0, first?.start)) : 0);
  const [pairs, turns] = [pairsOf(talk), turnsOf(items)];
  const indexesToKeep = new Set(keptIn(items, turns, strategy.includes('keep-system')));
  // In JSON, a message can be removed only if it is an element of a list.
  if (!isText) for (const i of items.keys()) if (!between.test(text.slice(items[i]?.end, end(i)))) indexesToKeep.add(i);
  const gone = new Set<number>();
  const drop = (some: readonly number[]) => {
    const group = some.flatMap((i) => pairs[i] as readonly number[]);
    if (group.some((one) => indexesToKeep.has(one))) return;
    for (const one of group) {
      if (gone.has(one)) continue;
      gone.add(one);
      tokens -= sizes[one] as number;
    }
  };
  for (const step of strategy) {
    const which = candidates[step](items, turns);
    for (let k = 0; k < which.length && tokens > limit; k++) drop(which[k] as readonly number[]);
  }
  return { cuts: cutsOf(items, gone, isText, whole.end), tokens, dropped: gone.size, messages: items.length };
}

/** Matches the text between the elements of a list, between the lines of JSON Lines, and between messages in a string of JSON. */
const between = /^(?:\s|\\[nrt])*(?:,(?:\s|\\[nrt])*)?$/;

/** Returns the groups of items to remove, in the order of removal. */
type Candidates = (items: readonly Item[], turns: readonly (readonly number[])[]) => readonly (readonly number[])[];

const candidates: Readonly<Record<Step, Candidates>> = {
  'keep-system': () => [],
  'drop-reasoning': (items) => items.flatMap((item, i) => (isReasoning(item) ? [[i]] : [])),
  'drop-oldest': (_, turns) => turns,
};

const isReasoning = ({ said }: Item) =>
  said.every((one) => one.role === modelRole && !one.slot && calledTool(one) === undefined && !isAnswer(one));

const has = (item: Item, holds: (role: string | undefined) => boolean) => item.said.some(({ role }) => holds(role));
const isQuestion = (item: Item) => has(item, (role) => role === userRole);
const isInstruction = (item: Item) => has(item, instructs);

/**
 * Returns the groups of messages that are removed together when the oldest messages are dropped. A group is a question, which may consist
 * of several messages, with everything up to the next question. If a group contains no message from the assistant, each of its messages is
 * removed individually. Instructions are also removed individually.
 */
function turnsOf(items: readonly Item[]): readonly (readonly number[])[] {
  const turns: number[][] = [];
  let [turn, isAnswered]: [number[], boolean] = [[], false];
  const close = () => {
    if (isAnswered) turns.push(turn);
    else for (const i of turn) turns.push([i]);
    [turn, isAnswered] = [[], false];
  };
  for (const [i, item] of items.entries()) {
    if (isQuestion(item)) {
      if (isAnswered) close();
      turn.push(i);
    } else if (isInstruction(item) || turn.length === 0) {
      turns.push([i]);
    } else {
      turn.push(i);
      isAnswered ||= has(item, (role) => role === modelRole);
    }
  }
  close();
  return turns.sort(([a = 0], [b = 0]) => a - b);
}

/** Returns the items that are always kept: everything from the last question on and, if `instructions` is set, the instructions. */
function keptIn(
  items: readonly Item[],
  turns: readonly (readonly number[])[],
  instructions: boolean,
): ReadonlySet<number> {
  const lastUser = items.findLastIndex(isQuestion);
  const from = lastUser < 0 ? items.length - 1 : (turns.find((turn) => turn.includes(lastUser))?.[0] ?? lastUser);
  return new Set(items.flatMap((item, i) => (i >= from || (instructions && isInstruction(item)) ? i : [])));
}

/** Returns, for each item, the items that are removed together with it. They contain calls and replies that belong together. */
function pairsOf({ items, messages, withoutIds }: Talk): readonly (readonly number[])[] {
  const at = new Map(items.flatMap(({ said }, i) => said.map((one) => [one, i] as const)));
  const leader = items.map((_, i) => i);
  const find = (i: number): number => {
    let root = i;
    while (leader[root] !== root) root = leader[root] as number;
    for (let next = i; leader[next] !== root; ) [leader[next], next] = [root, leader[next] as number];
    return root;
  };
  for (const [reply, call] of callsOfReplies(messages, withoutIds)) {
    const [a, b] = [find(at.get(reply) as number), find(at.get(call) as number)];
    leader[Math.max(a, b)] = Math.min(a, b);
  }
  const groups = new Map<number, number[]>();
  for (const i of items.keys()) {
    const root = find(i);
    const group = groups.get(root);
    if (group) group.push(i);
    else groups.set(root, [i]);
  }
  return items.map((_, i) => groups.get(find(i)) as number[]);
}

/**
 * Returns the stretches to cut. A message is cut together with the text that separates it from the next message, which is a gap in text and
 * a comma in JSON.
 */
function cutsOf(items: readonly Item[], gone: ReadonlySet<number>, isText: boolean, end: number): Span[] {
  const cuts: Span[] = [];
  for (const i of [...gone].sort((a, b) => a - b)) {
    const { start } = items[i] as Item;
    cuts.push({ start, end: items[i + 1]?.start ?? (isText ? end : (items[i] as Item).end) });
  }
  return cuts;
}
