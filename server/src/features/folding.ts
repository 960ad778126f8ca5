/** `textDocument/foldingRange`: document header, turns, messages, literal blocks. */
import type { FoldingRange } from 'vscode-languageserver-types';
import { has, Trait } from '../syntax/block.ts';
import { segments } from '../syntax/body.ts';
import { readingOf } from './cursor.ts';
import type { Feature } from './feature.ts';
import { ascending, endOf, positionIn, type Step, walk } from './walk.ts';

export const foldingRanges: Feature<unknown, FoldingRange[]> = {
  method: 'textDocument/foldingRange',
  capability: { foldingRangeProvider: true },
  run(transcript) {
    const found: FoldingRange[] = [];
    const { escapes } = readingOf(transcript);
    let turn: FoldingRange | undefined;
    const add = (startLine: number, endLine: number, kind?: string): FoldingRange | undefined => {
      if (endLine <= startLine) return undefined;
      const range = kind === undefined ? { startLine, endLine } : { startLine, endLine, kind };
      found.push(range);
      return range;
    };
    const endTurn = (endLine: number) => {
      if (turn === undefined) return;
      if (endLine > turn.startLine) found.push({ ...turn, endLine });
      turn = undefined;
    };
    let lastLine = 0;
    walk(transcript, (step) => {
      const { block, line } = step;
      if (block.kind === 'prelude') return;
      if (block.kind === 'document-header') {
        const end = positionIn(step, block.text.trimEnd().length);
        const start = positionIn(step, Math.max(0, block.text.search(/\S/)));
        add(start.line, end.line, 'imports');
        return;
      }
      const endLine = lastLineOf(step);
      if (step.beginsTurn) {
        endTurn(lastLine);
        // One fold begins on a line: the turn folds behind the question, which stays readable.
        turn = { startLine: endLine, endLine };
        add(line, endLine - 1);
      } else {
        add(line, endLine, step.meaning?.channel === 'analysis' ? 'comment' : undefined);
      }
      lastLine = endLine;
      if (has(block, Trait.HasLiteral) && has(block, Trait.OddBody)) {
        const position = ascending(step);
        for (const { kind, start, end } of segments(block, escapes)) {
          if (kind === 'literal') add(position(start).line, position(end).line);
        }
      }
    });
    endTurn(lastLine);
    return found;
  },
};

/** The last line of a message; of one that is not closed, the last that is not blank. */
function lastLineOf(step: Step): number {
  const { block } = step;
  if (block.terminator !== undefined) return endOf(step).line;
  return positionIn(step, block.text.trimEnd().length).line;
}
