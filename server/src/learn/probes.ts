/**
 * The conversations with which a template is tested, in the notation of `sentinels.ts`. Plain conversations come first, since the
 * texts that are observed first take precedence when a prompt is read.
 */
import type { ToolKind } from './sentinels.ts';

export const plainProbes = [
  ...['U A', 'U A U', 'U A U A', 'U A U A U', 'S U', 'S U A', 'S U A U', 'S U A U A'],
  ...['U U', 'U A A', 'U U A', 'S S U', 'S', 'S A', 'A', 'A U', 'U A S U', 'U S', 'U S A', 'D U', 'D U A', 'S D U A'],
];

/** Answers with reasoning. The first probe shows whether the template writes reasoning at all. */
export const reasoningProbes = ['U T', 'U T U', 'U T U T'];

export const callProbes = [
  ...['U C', 'U C R', 'U C R A', 'U C R A U', 'U C R A U A', 'S U C', 'S U C R A U', 'U C R U', 'U C A'],
  ...['U K', 'U K R R', 'U K R R A', 'U W R R R A', 'U C R C', 'U C R C R A', 'U C R A U C R A', 'U C C', 'U C U'],
  ...['S U C R C R A', 'S U K R R A', 'S U A U C R C R A', 'S U C R A U A'],
  ...['U B', 'U B R A', 'U A U B R', 'U C R B R A', 'U B B'],
];

/** Calls with reasoning. The probes in `others` are only needed if the template has written reasoning in an earlier probe. */
export const thoughtfulCallProbes = {
  first: ['U X', 'U X R T'],
  others: ['U X R X R T', 'U Y', 'U X R T U T'],
} as const;

/** Probes that are only needed if the template writes arguments one by one. */
export const memberProbes = ['U Z', 'U Z R A', 'U M', 'U O R R A', 'U N', 'U N R A', 'U P'];

/** Probes in which values of other types replace the numbers. */
export const dataProbes = ['U N', 'U P', 'U N R A'];

/** Probes that show the texts before and after tools. */
export const toolProbes = {
  /** The probes to render with each set of tools, so that the prompts differ only in the text of the tools. */
  sets: ['U', 'S U', 'D U'],
  /** The probes to render only with the first set. */
  others: ['U A', 'U A U', 'S U A', 'S U C R A', 'U C R A U'],
} as const;
export const toolSets: readonly (readonly ToolKind[])[] = [['whole'], ['bare'], ['whole', 'bare', 'whole']];
