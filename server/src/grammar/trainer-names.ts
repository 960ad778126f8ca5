/**
 * The names of trainers whose masks are known. The masks are in other files, since the command line and the configuration need only the
 * names.
 */

export const trainerNames = ['trl', 'trl-dpo', 'trl-kto', 'axolotl', 'unsloth', 'llama-factory', 'flags'] as const;
export type TrainerName = (typeof trainerNames)[number];

/** The ways to handle rows that are too long. */
export const overRules = ['drop', 'right', 'left', 'llama-factory'] as const;
export type OverRule = (typeof overRules)[number];
