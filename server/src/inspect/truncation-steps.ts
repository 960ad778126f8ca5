/** The steps that `ocml truncate` may take until a document fits; users choose their order. */
export const steps = {
  'keep-system': 'keep instructions: system and developer messages',
  'drop-reasoning': 'remove the reasoning of completed turns, oldest first',
  'drop-oldest': 'remove questions with their answers, oldest first',
} as const;
export type Step = keyof typeof steps;

/** The strategy recommended in the documentation of ChatML, which keeps the system message (document 002). */
export const usualStrategy: readonly Step[] = ['keep-system', 'drop-oldest'];
