/** Which of the JSON files and streams of events in a folder are transcripts: told by their first lines, whatever their size. */
import { isJsonDialect, mayBeTranscript, sniff } from '../../documents/sniff.ts';
import { type AnyDialectId, hasMessages } from '../../grammar/index.ts';
import { beginningOf } from '../../packed/beginning.ts';
import { unpackedName } from '../../packed/names.ts';
import { isEventStream } from '../../syntax/event-stream.ts';
import type { RowNames } from '../../syntax/json/row-names.ts';
import { utf16In } from '../files/input.ts';

/** How much of a file is looked at, bytes. */
const beginning = 1 << 18;

/** Whether a file with a JSON name contains something to check. `settled`: the dialect chosen for it; `names`: those of its rows. */
export function isTranscript(file: string, settled: AnyDialectId | undefined, names?: RowNames): boolean {
  if (isJsonDialect(settled)) return true;
  let text: string;
  try {
    text = textOf(beginningOf(file, beginning));
  } catch {
    // A file that cannot be read is reported when it is checked.
    return true;
  }
  const sniffed =
    mayBeTranscript(text, names, beginning) || isEventStream(text)
      ? sniff(unpackedName(file), text, undefined, names)
      : undefined;
  if (sniffed?.language !== 'json') return settled === undefined && sniffed?.language === 'stream';
  // In a dialect of text, JSON is a data set of texts or nothing.
  return settled === undefined ? hasMessages(sniffed.shape) : sniffed.shape === 'text';
}

function textOf(bytes: Buffer): string {
  const encoding = utf16In(bytes);
  return new TextDecoder(encoding ?? 'utf-8').decode(bytes);
}
