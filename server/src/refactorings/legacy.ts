/** Converts all obsolete spellings in a document, which parsers still accept, to the spellings of 2.2. */
export const legacy = {
  kind: 'source.convertLegacy.ocml',
  title: 'Convert legacy spellings',
  /** The codes that report obsolete spellings; their fixes do the conversion. */
  codes: new Set(['role-legacy', 'attribute-position', 'content-type-bare', 'start-implied']),
} as const;
