/** The names of trainers with known masks, without the masks: command line and configuration need only these. */

export const trainerNames = ['trl', 'trl-dpo', 'trl-kto', 'axolotl', 'unsloth', 'llama-factory', 'flags'] as const;
export type TrainerName = (typeof trainerNames)[number];

/** The options for rows that are too long. */
export const overRules = ['drop', 'right', 'left', 'llama-factory'] as const;
export type OverRule = (typeof overRules)[number];
