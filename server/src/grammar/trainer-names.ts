/** The trainers whose masks are known, by name: a command line and a configuration need no more of them. */

export const trainerNames = ['trl', 'trl-dpo', 'trl-kto', 'axolotl', 'unsloth', 'llama-factory', 'flags'] as const;
export type TrainerName = (typeof trainerNames)[number];

/** The options for a row that is too long. */
export const overRules = ['drop', 'right', 'left', 'llama-factory'] as const;
export type OverRule = (typeof overRules)[number];
