/** Converts the edits of a formatter to LSP text edits. */
import type { Position, Range, TextEdit } from 'vscode-languageserver-types';
import { formatText, onType } from '../../format/index.ts';
import { getOwn } from '../../syntax/get-own.ts';
import type { TextEdit as Edit } from '../../syntax/rescan.ts';
import type { Transcript } from '../../syntax/transcript.ts';

/** The edits that format a document, or, with `range`, only the messages that overlap the range. */
export function formatted(transcript: Transcript, range?: Range): TextEdit[] {
  const within = range && { start: transcript.offsetAt(range.start), end: transcript.offsetAt(range.end) };
  return formatText(transcript, { keepBlankLine: true }, within).map((edit) => placed(transcript, edit));
}

/** The edits that complete text after the user typed a character. */
export function typed(transcript: Transcript, position: Position, character: string): TextEdit[] {
  const edit = getOwn(onType, character)?.(transcript, transcript.offsetAt(position));
  return edit ? [placed(transcript, edit)] : [];
}

function placed(transcript: Transcript, { start, end, text }: Edit): TextEdit {
  return { range: { start: transcript.positionAt(start), end: transcript.positionAt(end) }, newText: text };
}
