/** Facts about a message that its tokens show in addition to its text: its audience, declared tools, answered calls. */
import { headerInfo } from '../../model/message.ts';
import { type Neighbours, type Verdict, verdictOf } from '../../model/visibility/verdict.ts';
import type { Block } from '../../syntax/block.ts';
import { Modifier } from './token.ts';

export interface Facts {
  /** The audience of its role and channel. */
  readonly seen: number;
  readonly verdict: Verdict | undefined;
  /** The call that it makes or answers. */
  readonly call: number;
  /** The tool that it names. */
  readonly tool: number;
  readonly toolName: string | undefined;
  /** Calls and outputs in the body, by the offset of their tokens. */
  readonly steps: ReadonlyMap<number, number>;
}

/** The calls and tools of a message: modifiers as bits. */
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
  // A call without an id is answered by the name of its tool.
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
