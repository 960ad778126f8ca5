/** The conversations that a template is tried with, spelled as in `sentinels.ts`: plain ones first, since the first reading is theirs. */
import type { ToolKind } from './sentinels.ts';

export const plainProbes = [
  ...['U A', 'U A U', 'U A U A', 'U A U A U', 'S U', 'S U A', 'S U A U', 'S U A U A'],
  ...['U U', 'U A A', 'U U A', 'S S U', 'S', 'S A', 'A', 'A U', 'U A S U', 'U S', 'U S A', 'D U', 'D U A', 'S D U A'],
];

/** The first shows whether there is reasoning at all. */
export const reasoningProbes = ['U T', 'U T U', 'U T U T'];

export const callProbes = [
  ...['U C', 'U C R', 'U C R A', 'U C R A U', 'U C R A U A', 'S U C', 'S U C R A U', 'U C R U', 'U C A'],
  ...['U K', 'U K R R', 'U K R R A', 'U W R R R A', 'U C R C', 'U C R C R A', 'U C R A U C R A', 'U C C', 'U C U'],
  ...['S U C R C R A', 'S U K R R A', 'S U A U C R C R A', 'S U C R A U A'],
  ...['U B', 'U B R A', 'U A U B R', 'U C R B R A', 'U B B'],
];

/** Calls with reasoning: the others are needed if the first show it, or any before. */
export const thoughtfulCallProbes = {
  first: ['U X', 'U X R T'],
  others: ['U X R X R T', 'U Y', 'U X R T U T'],
} as const;

/** Needed where arguments are written one by one. */
export const memberProbes = ['U Z', 'U Z R A', 'U M', 'U O R R A', 'U N', 'U N R A', 'U P'];

/** Where arguments of other types take the place of numbers. */
export const dataProbes = ['U N', 'U P', 'U N R A'];

/** With tools: what is written before and after them. */
export const toolProbes = {
  /** Tried with each of the sets of tools: between them, only what a template writes of tools differs. */
  sets: ['U', 'S U', 'D U'],
  /** Tried with one. */
  others: ['U A', 'U A U', 'S U A', 'S U C R A', 'U C R A U'],
} as const;
export const toolSets: readonly (readonly ToolKind[])[] = [['whole'], ['bare'], ['whole', 'bare', 'whole']];
