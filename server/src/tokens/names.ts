/** The names of the encodings. They are in a separate file, so that they can be used without loading the encodings. */
export const encodingNames = ['o200k_harmony', 'o200k_base', 'cl100k_base'] as const;
export type EncodingName = (typeof encodingNames)[number];
