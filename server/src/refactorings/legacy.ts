/** Converts all obsolete spellings in a document to those of 2.2. Parsers still accept the obsolete ones. */
export const legacy = {
  kind: 'source.convertLegacy.ocml',
  title: 'Convert legacy spellings',
  /** The codes that report obsolete spellings. Their fixes do the conversion. */
  codes: new Set(['role-legacy', 'attribute-position', 'content-type-bare', 'start-implied']),
} as const;
