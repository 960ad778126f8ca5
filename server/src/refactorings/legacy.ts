/** Obsolete spellings that readers accept: all of a document in the spelling of 2.2. */
export const legacy = {
  kind: 'source.convertLegacy.ocml',
  title: 'Convert legacy spellings',
  /** The codes by which they are reported; their fixes do it. */
  codes: new Set(['role-legacy', 'attribute-position', 'content-type-bare', 'start-implied']),
} as const;
