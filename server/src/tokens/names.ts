/** The names of the encodings, known before any of them is loaded. */
export const encodingNames = ['o200k_harmony', 'o200k_base', 'cl100k_base'] as const;
export type EncodingName = (typeof encodingNames)[number];
