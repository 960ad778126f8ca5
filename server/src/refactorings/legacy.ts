/** Spellings that readers accept and nobody should write any more: all of a document as 2.2 has them. */
export const legacy = {
  kind: 'source.convertLegacy.ocml',
  title: 'Convert legacy spellings',
  /** The codes by which they are reported; their fixes do it. */
  codes: new Set(['role-legacy', 'attribute-position', 'content-type-bare', 'start-implied']),
} as const;
