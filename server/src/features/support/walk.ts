/** Visits the blocks of a transcript in order and keeps track of the position, for features that list the whole transcript. */

import type { Position } from 'vscode-languageserver-types';
import { userRole } from '../../grammar/index.ts';
import { type HeaderInfo, headerInfo } from '../../model/message.ts';
import { dividesFiles } from '../../model/sequence.ts';
import type { Block } from '../../syntax/block.ts';
import { LineCounter, lineStartBefore } from '../../syntax/lines.ts';
import type { Transcript } from '../../syntax/transcript.ts';

/** A block and the LSP position at which it begins. */
export interface Step {
  readonly block: Block;
  readonly line: number;
  readonly character: number;
  /** The parsed header. Undefined if the block is not a message. */
  readonly meaning: HeaderInfo | undefined;
  /** Whether the block begins a turn: it is a user message, and the message before it is not. */
  readonly beginsTurn: boolean;
  /** Whether the block begins a file: a separator precedes it. Only in 0.1. */
  readonly beginsFile: boolean;
}

/** Calls `visit` for every block in order. Positions are not looked up, so the only cost is counting line breaks. */
export function walk(transcript: Transcript, visit: (step: Step) => void): void {
  let line = 0;
  let character = 0;
  let before: string | undefined;
  let beginsFile = false;
  for (const { blocks } of transcript.blocks.leaves()) {
    for (const block of blocks) {
      const what = block.kind === 'message' ? headerInfo(block) : undefined;
      visit({
        block,
        line,
        character,
        meaning: what,
        beginsTurn: what?.role === userRole && before !== userRole,
        beginsFile,
      });
      beginsFile = dividesFiles(block);
      before = beginsFile ? undefined : what?.role;
      line += block.lines;
      const { length } = block.text;
      character = block.lines === 0 ? character + length : length - lineStartBefore(block.text, length);
    }
  }
}

/** The LSP position of an offset in the block. This is cheap near the start of the block. */
export function positionIn({ block, line, character }: Step, offset: number): Position {
  const lineStart = block.lines === 0 ? -1 : lineStartBefore(block.text, offset);
  if (lineStart < 0) return { line, character: character + offset };
  return { line: line + new LineCounter(block.text).countTo(lineStart), character: offset - lineStart };
}

/** Like `positionIn`, but offsets must ascend. The text is scanned only once, for any number of offsets. */
export function ascending({ block, line, character }: Step): (offset: number) => Position {
  const breaks = /\r\n|\n|\r/g;
  const at = { line, character: -character };
  let next: RegExpExecArray | null | undefined;
  return (offset) => {
    if (next === undefined) next = breaks.exec(block.text);
    while (next && breaks.lastIndex <= offset) {
      at.line++;
      at.character = breaks.lastIndex;
      next = breaks.exec(block.text);
    }
    return { line: at.line, character: offset - at.character };
  };
}

const lineStarts = new WeakMap<Block, readonly number[]>();

/** The starts of the lines in a block. They are cached, since the parts of the block are looked up one by one. */
function lineStartsIn(block: Block): readonly number[] {
  let starts = lineStarts.get(block);
  if (starts === undefined) {
    starts = Array.from(block.text.matchAll(/\r\n|\n|\r/g), ({ 0: { length }, index }) => index + length);
    lineStarts.set(block, starts);
  }
  return starts;
}

/** Like `positionIn`, but for many offsets in any order. The line breaks are found only once. */
export function anywhere({
  block,
  line,
  character,
}: Pick<Step, 'block' | 'line' | 'character'>): (offset: number) => Position {
  const starts = lineStartsIn(block);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] as number) <= offset) low = middle + 1;
      else high = middle;
    }
    return low === 0
      ? { line, character: character + offset }
      : { line: line + low, character: offset - (starts[low - 1] as number) };
  };
}

/** The LSP position of a message's end. */
export function endOf(step: Step): Position {
  const { text, end, lines } = step.block;
  const lineStart = lines === 0 ? -1 : lineStartBefore(text, end);
  return { line: endLineOf(step), character: lineStart < 0 ? step.character + end : end - lineStart };
}

/**
 * The line on which a message ends. It is found by subtracting the line breaks after that end from those of the block, since usually only a
 * few follow.
 */
export function endLineOf({ block: { text, end, lines }, line }: Step): number {
  return lines === 0 ? line : line + lines - breaksFrom(text, end);
}

function breaksFrom(text: string, start: number): number {
  if (start === text.length || (start + 1 === text.length && text.endsWith('\n'))) return text.length - start;
  return new LineCounter(text.slice(start)).countTo(text.length - start);
}

/** The end of the text in a block. White space at the end does not count. */
export function inkEnd({ text }: Block): number {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) <= 32) end--;
  return end;
}
