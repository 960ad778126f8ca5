/** Formats a whole document, text or JSON. */
import { hasMessages, isUnchosen } from '../grammar/index.ts';
import { byKind } from '../syntax/any-document.ts';
import { readUnit } from '../syntax/json/json-unit.ts';
import { formatJson } from './json.ts';
import type { Layout } from './layout.ts';
import { laidOut } from './text.ts';

/** The text of the document with formatted headers and gaps; undefined if the document is not supported. No byte of a body changes. */
export const laidOutDocument = byKind<[layout?: Layout], string | undefined>({
  text: (transcript, layout) => laidOut(transcript, layout),
  json({ units: [unit], dialect, shape }) {
    // Other JSON belongs to other tools.
    if (unit === undefined || (isUnchosen(dialect) && !hasMessages(shape))) return undefined;
    return formatJson(readUnit(unit));
  },
});
