/** Converts a whole document, text or JSON, to another format. */
import { byKind } from '../syntax/any-document.ts';
import { type Converted, convertJson, convertRecords, convertTranscript, type Options } from './index.ts';
import { convertMessageLines } from './projection-lines.ts';

/**
 * Converts a document. JSON Lines are read as one conversation if they are the records of a session, or have one message per line. The
 * lines of a data set are converted one by one.
 */
export const convertDocument = byKind<[options: Options], Converted>({
  text: convertTranscript,
  json(document, options) {
    const text = document.getText();
    if (document.records) return convertRecords(text, options);
    return document.lines
      ? convertMessageLines(text, options)
      : convertJson(text, { ...options, names: document.names }, true);
  },
});
