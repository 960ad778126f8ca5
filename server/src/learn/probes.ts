/** The conversations that a template is tried with, spelled as in `sentinels.ts`: plain ones first, since the first reading is theirs. */
import type { ToolKind } from './sentinels.ts';

export const plainProbes = [
  ...['U', 'U A', 'U A U', 'U A U A', 'U A U A U', 'S U', 'S U A', 'S U A U', 'S U A U A'],
  ...['U U', 'U A A', 'U U A', 'S S U', 'S', 'S A', 'A', 'A U', 'U A S U', 'U S', 'U S A', 'D U', 'D U A', 'S D U A'],
];

/** The first shows whether there is reasoning at all. */
export const reasoningProbes = ['U T', 'S U T', 'U T U', 'U T U T', 'U T U A', 'U A U T', 'U A U T U'];

export const callProbes = [
  ...['U C', 'U C R', 'U C R A', 'U C R A U', 'U C R A U A', 'S U C', 'S U C R A U', 'U A U C R A', 'U C R U', 'U C A'],
  ...['U K', 'U K R R', 'U K R R A', 'U W R R R A', 'U C R C', 'U C R C R A', 'U C R A U C R A', 'U C C', 'U C U'],
  ...['S U C R C R A', 'S U K R R A', 'S U A U C R C R A', 'S U C R A U A'],
  ...['U B', 'U B R A', 'U A U B R', 'U C R B R A', 'U B B'],
];

/** Calls with reasoning: the others are needed if the first show it, or any before. */
export const thoughtfulCallProbes = {
  first: ['U X', 'U X R', 'U X R A', 'U X R T'],
  others: ['U X R X R T', 'U Y R T', 'U Y', 'U C R T', 'U T U C R T', 'U X R T U T', 'U T U X R A', 'U X R T U X R T'],
} as const;

/** Needed where arguments are written one by one. */
export const memberProbes = [
  ...['U Z', 'U Z R A', 'U M', 'U M R A', 'U O R R A', 'U C R Z R A', 'U M R M R A', 'U A U Z R A'],
  ...['U N', 'U N R A', 'U P', 'U P R R A', 'U Q', 'U Q R R A', 'U A U N R A'],
];

/** Where arguments of other types take the place of numbers. */
export const dataProbes = ['U N', 'U P', 'U Q', 'U N R A', 'U Q R R A'];

/** With tools. */
export const withTools = [
  ...['U', 'S U', 'U A', 'U A U', 'S U A', 'U C', 'U C R A', 'S U C R A', 'U C R A U', 'U K R R A', 'U T', 'U X R T'],
  ...['U B R A', 'D U', 'S U A U A', 'U A U A'],
  ...['S U K R R A', 'S U A U C R C R A'],
];

/** Tools that each of them is tried with: between them, only what a template writes of tools differs. */
export const toolSets: readonly (readonly ToolKind[])[] = [['whole'], ['bare'], ['whole', 'bare', 'whole']];
