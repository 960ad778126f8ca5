/**
 * Determines which JSON files, event streams and text files in a folder are transcripts. Only the beginning of a file is read, so that its
 * size does not matter.
 */
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

/** The maximum number of bytes read from the beginning of a file. */
const beginning = 1 << 18;

/**
 * The extensions of text files that may contain anything. In a folder, such a file is checked only if its beginning is certainly text of a
 * model.
 */
export const textEndings: readonly string[] = ['.txt', '.log'];

/**
 * Whether a file in a folder is to be checked. `settled`: the dialect chosen for the file; `names`: the names that its rows use for their
 * fields and roles.
 */
export function isTranscript(file: string, settled: AnyDialectId | undefined, names?: RowNames): boolean {
  if (isJsonDialect(settled)) return true;
  let text: string;
  try {
    text = textOf(beginningOf(file, beginning));
  } catch {
    // If a file cannot be read, the error is reported when the file is checked.
    return true;
  }
  if (textEndings.some((ending) => file.endsWith(ending))) return isModelText(text, settled);
  const sniffed =
    mayBeTranscript(text, names, beginning) || isEventStream(text)
      ? sniff(unpackedName(file), text, undefined, names)
      : undefined;
  if (sniffed?.language !== 'json') return settled === undefined && sniffed?.language === 'stream';
  // If a dialect of text is chosen, a JSON file is a transcript only if it is a data set of texts.
  return settled === undefined ? hasMessages(sniffed.shape) : sniffed.shape === 'text';
}

/** Whether a text begins like text in the dialect that was learned for it, or like the text of a known model. */
function isModelText(text: string, settled: AnyDialectId | undefined): boolean {
  if (!isLearned(settled)) return settled === undefined && modelDialect(text) !== undefined;
  const facts = familyOf(settled).learned;
  return facts !== undefined && beginsAs(facts, text);
}

function textOf(bytes: Buffer): string {
  const encoding = utf16In(bytes);
  return new TextDecoder(encoding ?? 'utf-8').decode(bytes);
}
