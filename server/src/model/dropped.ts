import { answerChannel, modelRole } from '../grammar/index.ts';
import type { Block } from '../syntax/block.ts';
import type { BlockSequence } from '../syntax/sequence.ts';
import { RETURN } from '../syntax/tokens/tokens.ts';
import { CallPairing, withoutIdsIn } from './calls/pairing.ts';
import { headerInfo, type Message, message } from './message.ts';
import { turnOf } from './turns.ts';

/**
 * Finds the reasoning that is dropped before the model generates again (2.2 §7, §12). Reasoning is dropped if its turn ended in `final`,
 * unless the turn has a call that is still waiting for its reply. Takes messages on `analysis` in document order, and yields the dropped
 * messages of each turn.
 */
export function* droppedTurns<T extends { readonly block: Block }>(
  reasoning: Iterable<T>,
  blocks: BlockSequence,
): Generator<readonly T[]> {
  let turn: ReadonlySet<Block> = new Set();
  let over: ReadonlySet<Block> = turn;
  let members: T[] = [];
  for (const one of reasoning) {
    if (!turn.has(one.block)) {
      if (members.length > 0) yield members;
      const all = turnOf(one.block, blocks);
      turn = new Set(all);
      over = new Set(overIn(all, blocks));
      members = [];
    }
    if (over.has(one.block)) members.push(one);
  }
  if (members.length > 0) yield members;
}

/** The blocks of a turn whose reasoning is dropped. */
function overIn(turn: readonly Block[], blocks: BlockSequence): readonly Block[] {
  const last = turn.at(-1);
  const place = last && blocks.placeOf(last);
  const isLast = place === undefined || blocks.at(place.index + 1) === undefined;
  return overOf(turn, { isLast, isAnswer, returns: returnsHere, openCalls });
}

/** The properties of a turn's messages that determine what is dropped. */
interface TurnFacts<M> {
  /** Whether the turn is the last one. */
  readonly isLast: boolean;
  isAnswer(message: M): boolean;
  returns(message: M): boolean;
  openCalls(turn: readonly M[]): ReadonlySet<M>;
}

/**
 * Returns the completed part of a turn, whose reasoning is dropped. This is the whole turn if the turn has an answer and another turn
 * follows. Otherwise, it is the part up to the last answer with `<|return|>`. The part is not complete if one of its calls is still waiting
 * for a reply.
 */
export function overOf<M>(turn: readonly M[], { isLast, isAnswer, returns, openCalls }: TurnFacts<M>): readonly M[] {
  const returned = turn.findLastIndex((one) => isAnswer(one) && returns(one)) + 1;
  const whole = !isLast && turn.some(isAnswer) ? turn.length : 0;
  if (returned === 0 && whole === 0) return [];
  const open = openCalls(turn);
  const end = [whole, returned].find((at) => at > 0 && !turn.slice(0, at).some((one) => open.has(one)));
  return turn.slice(0, end ?? 0);
}

function isAnswer(block: Block): boolean {
  const { role, effectiveChannel, kind } = headerInfo(block);
  return role === modelRole && effectiveChannel === answerChannel && kind === 'plain';
}

const returnsHere = ({ terminator }: Block): boolean => terminator === RETURN.name;

function openCalls(turn: readonly Block[]): ReadonlySet<Block> {
  const [first] = turn;
  if (first === undefined) return new Set();
  const pairing = new CallPairing<Message>(withoutIdsIn(first.family));
  for (const block of turn) pairing.take(message(block));
  return new Set([...pairing.open].map(({ block }) => block));
}
