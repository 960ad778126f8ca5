/** Which of the JSON files, streams of events and texts in a folder are transcripts: told by their first lines, whatever their size. */
import { modelDialect } from '../../documents/load-models.ts';
import { isJsonDialect, mayBeTranscript, sniff } from '../../documents/sniff.ts';
import { type AnyDialectId, hasMessages } from '../../grammar/index.ts';
import { beginningOf } from '../../packed/beginning.ts';
import { unpackedName } from '../../packed/names.ts';
import { isEventStream } from '../../syntax/event-stream.ts';
import { familyOf, isLearned } from '../../syntax/families/index.ts';
import { beginsAs } from '../../syntax/families/learned/begins.ts';
import type { RowNames } from '../../syntax/json/row-names.ts';
import { utf16In } from '../files/input.ts';

/** How much of a file is looked at, bytes. */
const beginning = 1 << 18;

/** How texts in a folder end that may be of any kind: those that certainly begin as the text of a model are read. */
export const textEndings: readonly string[] = ['.txt', '.log'];

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
  if (textEndings.some((ending) => file.endsWith(ending))) return isModelText(text, settled);
  const sniffed =
    mayBeTranscript(text, names, beginning) || isEventStream(text)
      ? sniff(unpackedName(file), text, undefined, names)
      : undefined;
  if (sniffed?.language !== 'json') return settled === undefined && sniffed?.language === 'stream';
  // In a dialect of text, JSON is a data set of texts or nothing.
  return settled === undefined ? hasMessages(sniffed.shape) : sniffed.shape === 'text';
}

/** Whether a text begins as that of its dialect, which was learned, or of a known model. */
function isModelText(text: string, settled: AnyDialectId | undefined): boolean {
  if (!isLearned(settled)) return settled === undefined && modelDialect(text) !== undefined;
  const facts = familyOf(settled).learned;
  return facts !== undefined && beginsAs(facts, text);
}

function textOf(bytes: Buffer): string {
  const encoding = utf16In(bytes);
  return new TextDecoder(encoding ?? 'utf-8').decode(bytes);
}
