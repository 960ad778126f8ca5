/**
 * Words between bars by which models of other families begin and end a thought, as in `<|begin_of_thought|>`,
 * `<|START_THINKING|>` and `<|end_reasoning|>`. No dialect here has them; what they enclose is hidden in doubt.
 */
export const thoughtEdges = {
  begin: ['start', 'begin', 'open'],
  end: ['end', 'stop', 'close'],
  subjects: ['think', 'thinking', 'thought', 'thoughts', 'reason', 'reasoning', 'reflection'],
} as const;
