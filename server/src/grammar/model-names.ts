/** The names of the text formats in `model-forms.ts`, in the order in which they are documented. */

export const modelFormNames = [
  'gemma',
  'mistral',
  'deepseek',
  'deepseek-v3',
  'glm',
  'kimi',
  'granite',
  'command-r',
  'phi',
] as const;

export type ModelFormName = (typeof modelFormNames)[number];

export const isModelFormName = (name: string): name is ModelFormName =>
  (modelFormNames as readonly string[]).includes(name);
