/** The names of the trainers, for a command line that does not load them. */
export const trainerNames = ['trl', 'trl-dpo', 'trl-kto', 'axolotl', 'unsloth', 'flags'] as const;
