/** A whole document of either kind, laid out. */
import { hasMessages, isUnchosen } from '../grammar/index.ts';
import { byKind } from '../syntax/any-document.ts';
import { readUnit } from '../syntax/json/json-unit.ts';
import { formatJson } from './json.ts';
import type { Layout } from './layout.ts';
import { laidOut } from './text.ts';

/** The text of the document with its headers and gaps laid out; undefined where it is not ours to lay out. No byte of a body changes. */
export const laidOutDocument = byKind<[layout?: Layout], string | undefined>({
  text: (transcript, layout) => laidOut(transcript, layout),
  json({ units: [unit], dialect, shape }) {
    // Other JSON is somebody else's.
    if (unit === undefined || (isUnchosen(dialect) && !hasMessages(shape))) return undefined;
    return formatJson(readUnit(unit));
  },
});
