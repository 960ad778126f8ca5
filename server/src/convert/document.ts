/** A whole document, of either kind, in another form. */
import { byKind } from '../syntax/any-document.ts';
import { type Converted, convertJson, convertTranscript, type Options } from './index.ts';
import { convertMessageLines } from './projection-lines.ts';

/** JSON Lines are read as one conversation, a message a line: of a data set, each line is converted by itself. */
export const convertDocument = byKind<[options: Options], Converted>({
  text: convertTranscript,
  json: (document, options) =>
    document.lines ? convertMessageLines(document.getText(), options) : convertJson(document.getText(), options, true),
});
