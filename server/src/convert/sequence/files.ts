/**
 * Splits a multi-file document of 0.1 into its files, and joins files again (0.1 §6). One line break before and one after a separator
 * belong to the separator.
 */

import { beginMark, partsOf } from '../../model/sequence.ts';
import { Transcript } from '../../syntax/transcript.ts';
import { files as fileTokens } from './sequence-tokens.ts';

const separator = fileTokens.separator;

/** Reads a text as a document of 0.1, the only dialect in which a document can contain files. */
export const sequenceOf = (text: string): Transcript =>
  new Transcript('', 'ocml', 0, text, { dialect: 'openchatml-0.1' });

/**
 * Returns the files in a document, byte for byte, including their messages. A separator at the beginning of the document does not begin a
 * file. It stays at the beginning of the first file, like the marks of the sequence, so that `joinFiles` restores the document.
 */
export function splitFiles(text: string): string[] {
  const files: string[] = [];
  let from = 0;
  for (const cut of cutsOf(text)) {
    files.push(text.slice(from, Math.max(from, cut.end)));
    from = cut.next;
  }
  files.push(text.slice(from));
  return files;
}

/** The offset of the first separator that `joinFiles` would write differently because it is not on a line of its own. */
export function unusualSeparator(text: string): number | undefined {
  const joined = joinFiles(splitFiles(text));
  if (joined === text) return undefined;
  const cuts = cutsOf(text);
  let first = 0;
  if (typeof joined === 'string') while (text[first] === joined[first]) first++;
  const cut = cuts.findLast(({ end }) => end <= first) ?? cuts[0];
  return cut && text.indexOf(separator, cut.end);
}

/** The end of a file and the beginning of the next one. */
interface Cut {
  readonly end: number;
  readonly next: number;
}

function cutsOf(text: string): Cut[] {
  const { blocks } = sequenceOf(text);
  const last = blocks.at(blocks.length - 1);
  const cuts: Cut[] = [];
  let base = 0;
  for (const block of blocks) {
    const parts = partsOf(block, block === last, {});
    for (const [i, part] of parts.entries()) {
      const next = parts[i + 1];
      if (next) cuts.push({ end: base + part.end, next: base + next.start });
    }
    base += block.text.length;
  }
  const [first] = cuts;
  const begin = beginMark(blocks.at(0), {})?.end ?? 0;
  return first && text.slice(begin, Math.max(begin, first.end)).trim() === '' ? cuts.slice(1) : cuts;
}

/** The reason why files cannot be joined, and the index of the file at fault. */
interface NotJoined {
  readonly file: number;
  readonly reason: string;
}

/** Joins files into one document, and splits the document again to verify that it has the same files. */
export function joinFiles(files: readonly string[]): string | NotJoined {
  const usual = files.some((file) => file.includes('\r\n')) ? '\r\n' : '\n';
  let first: NotJoined | undefined;
  // If a file ends with `\r`, which may be half a line break, the separators need the other kind of line break around them.
  for (const lineBreak of [usual, usual === '\n' ? '\r\n' : '\n']) {
    const text = files.join(`${lineBreak}${separator}${lineBreak}`);
    const read = splitFiles(text);
    const odd = files.findIndex((file, i) => file !== read[i]);
    if (odd < 0 && read.length === files.length) return text;
    first ??= { file: Math.max(odd, 0), reason: whyNot(files, Math.max(odd, 0)) };
  }
  return first as NotJoined;
}

function whyNot(files: readonly string[], odd: number): string {
  const file = files[odd] ?? '';
  if (file.includes(separator))
    return `contains \`${separator}\`, which would split it in two, and which cannot be escaped`;
  if (odd === 0 && file.trim() === '' && files.length > 1)
    return 'is empty, so it cannot come first: no file is read before a separator at the beginning of a document';
  return 'would not be read back unchanged: its beginning or end would be taken for a sequence token or part of a message';
}
