/** A multi-file document of 0.1 ↔ its files (0.1 §6). One line break on either side belongs to the separator. */

import { beginMark, endMark, partsOf } from '../../model/sequence.ts';
import { Transcript } from '../../syntax/transcript.ts';
import { files as fileTokens } from './tokens.ts';

/** A document of 0.1, the only one that can contain files. */
export const sequenceOf = (text: string): Transcript =>
  new Transcript('', 'ocml', 0, text, { dialect: 'openchatml-0.1' });

/** The files of a document, byte for byte, messages among them; without the marks of its sequence. */
export function splitFiles(text: string): string[] {
  const { blocks } = sequenceOf(text);
  const last = blocks.at(blocks.length - 1);
  const cuts: { end: number; next: number }[] = [];
  let base = 0;
  for (const block of blocks) {
    const parts = partsOf(block, block === last, {});
    for (const [i, part] of parts.entries()) {
      const next = parts[i + 1];
      if (next) cuts.push({ end: base + part.end, next: base + next.start });
    }
    base += block.text.length;
  }
  const end = last ? base - last.text.length + (endMark(last, {})?.start ?? last.text.length) : 0;
  const found: string[] = [];
  let from = beginMark(blocks.at(0), {})?.end ?? 0;
  for (const cut of cuts) {
    found.push(text.slice(from, Math.max(from, cut.end)));
    from = cut.next;
  }
  found.push(text.slice(from, Math.max(from, end)));
  // Nothing is before a separator that begins the document.
  return found.length > 1 && found[0]?.trim() === '' ? found.slice(1) : found;
}

/** Why files cannot be one document: the number of the file, from 0. */
export interface NotJoined {
  readonly file: number;
  readonly reason: string;
}

const separator = fileTokens.separator;

/** The files as one document; it is read again, and has to have the same files. */
export function joinFiles(files: readonly string[]): string | NotJoined {
  const usual = files.some((file) => file.includes('\r\n')) ? '\r\n' : '\n';
  let first: NotJoined | undefined;
  // A file that ends in half a line break needs the other.
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
  if (file.includes(separator)) return `holds \`${separator}\`, which would split it, and there is no escape for that`;
  if (odd === 0 && file.trim() === '' && files.length > 1)
    return 'is empty, so it cannot be first: a document that begins with a separator has no file before it';
  return 'would not be read back unchanged: its beginning or end would be taken for a sequence token or part of a message';
}
