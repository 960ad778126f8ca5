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

/** Models whose text is recognized and read, but not written: their templates write arguments and tools in a format of their own. */
export const readOnlyModelNames = ['gemma-4'] as const;

export const modelDialectNames = [...modelFormNames, ...readOnlyModelNames] as const;

export type ModelDialectName = (typeof modelDialectNames)[number];

export const isModelDialectName = (name: string): name is ModelDialectName =>
  (modelDialectNames as readonly string[]).includes(name);
