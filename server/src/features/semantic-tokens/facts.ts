/** Facts about a message that its tokens show in addition to its text: its audience, declared tools, answered calls. */
import { headerInfo } from '../../model/message.ts';
import { type Neighbours, type Verdict, verdictOf } from '../../model/visibility/verdict.ts';
import type { Block } from '../../syntax/block.ts';
import { Modifier } from './token.ts';

export interface Facts {
  /** The audience of the message, as modifiers of its role and channel. */
  readonly seen: number;
  readonly verdict: Verdict | undefined;
  /** The state of the call that the message makes or answers, as modifiers. */
  readonly call: number;
  /** The state of the tool that the message names, as modifiers. */
  readonly tool: number;
  readonly toolName: string | undefined;
  /** Calls and outputs in the body, by the offset of their tokens. */
  readonly steps: ReadonlyMap<number, number>;
}

/** The state of the call and of the tool in the header of a message, as modifier bits. */
export interface CallFacts {
  readonly call: number;
  readonly tool: number;
}

export const noCalls: CallFacts = { call: 0, tool: 0 };
const noSteps: ReadonlyMap<number, number> = new Map();

/** The audience, as modifiers. */
export const seenAs: Readonly<Record<Verdict['shown'], number>> = {
  none: 0,
  hidden: Modifier.hidden,
  preamble: Modifier.shown,
  visible: Modifier.shown,
};

export function factsOf(
  block: Block,
  beside: Neighbours,
  { call, tool }: CallFacts,
  steps: ReadonlyMap<number, number> = noSteps,
): Facts {
  const verdict = block.kind === 'message' ? verdictOf(block, beside) : undefined;
  const header = block.kind === 'message' ? headerInfo(block) : undefined;
  // A call without an id is matched by the name of its tool; the name then shows the state of the call.
  const unnamed = header?.callId === undefined ? call : 0;
  return {
    seen: verdict ? seenAs[verdict.shown] : 0,
    verdict,
    call,
    tool: tool | unnamed,
    toolName: header?.tool,
    steps,
  };
}
