/**
 * The parts of tokens with which models of other families begin and end a thought, such as `<|begin_of_thought|>`,
 * `<|START_THINKING|>` and `<|end_reasoning|>`. No dialect here has these tokens, but the text between them is hidden to be safe
 * (A-028).
 */
export const thoughtEdges = {
  begin: ['start', 'begin', 'open'],
  end: ['end', 'stop', 'close'],
  subjects: ['think', 'thinking', 'thought', 'thoughts', 'reason', 'reasoning', 'reflection'],
} as const;
