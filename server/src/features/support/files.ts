/** The files of a sequence of OpenChatML 0.1 that contain messages (0.1 §6), as positions in the transcript. */
import type { Position } from 'vscode-languageserver-types';
import { dividesFiles, filesIn } from '../../model/sequence.ts';
import type { Transcript } from '../../syntax/transcript.ts';
import { firstWords } from './outline.ts';
import { anywhere, endOf, walk } from './walk.ts';

export interface FilePlace {
  readonly start: Position;
  /** The end of the separator before the file, or the start of a file without a separator. */
  readonly separatorEnd: Position;
  end: Position;
  /** The first words of the file. */
  words: string;
}

/** The files in order. None if the document has no separator. */
export function filePlaces(transcript: Transcript): FilePlace[] {
  const files: FilePlace[] = [];
  const { blocks, family } = transcript;
  if (!family.has.files || ![...blocks].some(dividesFiles)) return files;
  const last = blocks.at(blocks.length - 1);
  walk(transcript, (step) => {
    const { block, line, character } = step;
    if (block.kind === 'message') {
      const open = files[files.length - 1] ?? begin({ line, character }, { line, character });
      open.end = endOf(step);
      open.words ||= firstWords(block);
    }
    const position = anywhere(step);
    for (const { before, start, end } of filesIn(block, block === last, transcript.choice)) {
      const file = begin(position(before?.start ?? start), position(before?.end ?? start));
      file.end = position(Math.max(end, before?.end ?? start));
      file.words = firstLine(block.text, { start, end });
    }
  });
  return files;

  function begin(start: Position, separatorEnd: Position): FilePlace {
    const file = { start, separatorEnd, end: separatorEnd, words: '' };
    files.push(file);
    return file;
  }
}

/** The first words of a span of text, on one line. */
export function firstLine(text: string, { start, end }: { start: number; end: number }): string {
  return (
    text
      .slice(start, Math.min(end, start + 200))
      .trimStart()
      .split(/[\r\n]|<\|/, 1)[0]
      ?.slice(0, 50) ?? ''
  );
}
