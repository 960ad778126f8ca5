/** Formats a whole transcript or JSON document. */
import { hasMessages, isUnchosen } from '../grammar/index.ts';
import { byKind } from '../syntax/any-document.ts';
import { readUnit } from '../syntax/json/json-unit.ts';
import { formatJson } from './json.ts';
import type { Layout } from './layout.ts';
import { laidOut } from './text.ts';

/**
 * The text of the document with formatted headers and formatted gaps between messages. Undefined if the document cannot be formatted. No
 * byte of a body changes.
 */
export const laidOutDocument = byKind<[layout?: Layout], string | undefined>({
  text: (transcript, layout) => laidOut(transcript, layout),
  json({ units: [unit], dialect, shape }) {
    // JSON without messages is left to other formatters.
    if (unit === undefined || (isUnchosen(dialect) && !hasMessages(shape))) return undefined;
    return formatJson(readUnit(unit));
  },
});
