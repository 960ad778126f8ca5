/** The steps that `ocml truncate` may take until a document fits. Users choose their order. */
export const steps = {
  'keep-system': 'keep instructions: system and developer messages',
  'drop-reasoning': 'remove the reasoning of completed turns, oldest first',
  'drop-oldest': 'remove questions with their answers, oldest first',
} as const;
export type Step = keyof typeof steps;

/** The default strategy, which the documentation of ChatML recommends (document 002). It keeps the system message. */
export const usualStrategy: readonly Step[] = ['keep-system', 'drop-oldest'];
