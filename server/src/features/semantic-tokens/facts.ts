/**
 * Facts about a message that its tokens show but its text does not contain: its audience, and whether its calls are answered and its tools
 * declared.
 */
import { headerInfo } from '../../model/message.ts';
import { type Neighbours, type Verdict, verdictOf } from '../../model/visibility/verdict.ts';
import type { Block } from '../../syntax/block.ts';
import { Modifier } from './token.ts';

export interface Facts {
  /** The modifiers for the audience of the message. They are added to its role and channel. */
  readonly seen: number;
  readonly verdict: Verdict | undefined;
  /** The modifiers for the state of the call that the message makes or answers. */
  readonly call: number;
  /** The modifiers for the tool that the message names. */
  readonly tool: number;
  readonly toolName: string | undefined;
  /** The modifiers of calls and outputs in the body, by the offset of their tokens. */
  readonly steps: ReadonlyMap<number, number>;
}

/** The modifiers for the call and for the tool that the header of a message names. */
export interface CallFacts {
  readonly call: number;
  readonly tool: number;
}

export const noCalls: CallFacts = { call: 0, tool: 0 };
const noSteps: ReadonlyMap<number, number> = new Map();

/** The modifiers for each audience. */
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
  // A call without an id is matched by the name of its tool, so that name shows the state of the call.
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
