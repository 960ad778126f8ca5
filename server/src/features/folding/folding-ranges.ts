/** The folds of a transcript: the document header, turns, messages, sections of instructions, literal blocks, thoughts and files. */

import type { FoldingRange } from 'vscode-languageserver-types';
import { channels } from '../../grammar/index.ts';
import { taggedParts } from '../../model/calls/tagged-parts.ts';
import { instructs } from '../../model/message.ts';
import { thoughtsOf } from '../../model/thoughts.ts';
import { has, Trait } from '../../syntax/block.ts';
import { segments } from '../../syntax/body.ts';
import { append } from '../../syntax/lists.ts';
import type { Transcript } from '../../syntax/transcript.ts';
import { filePlaces } from '../support/files.ts';
import { anywhere, ascending, endLineOf, inkEnd, positionIn, type Step, walk } from '../support/walk.ts';
import { sectionsOf } from './sections.ts';

const reasoning = new Set<string | undefined>(channels.flatMap(({ name, thoughts }) => (thoughts ? name : [])));

export function foldsOf(transcript: Transcript): FoldingRange[] {
  const foldingRanges: FoldingRange[] = [];
  let turn: FoldingRange | undefined;
  for (const { start, end } of filePlaces(transcript)) foldingRanges.push({ startLine: start.line, endLine: end.line });
  walk(transcript, (step) => {
    const { block, line } = step;
    if (step.beginsFile) turn = undefined;
    if (block.kind === 'prelude') return;
    if (block.kind === 'document-header') {
      const start = positionIn(step, Math.max(0, block.text.search(/\S/))).line;
      foldingRanges.push({ startLine: start, endLine: positionIn(step, inkEnd(block)).line });
      return;
    }
    const endLine = lastLineOf(step);
    if (step.beginsTurn) {
      // If several folds begin on one line, editors use the first. The fold of the turn therefore precedes that of its first message.
      turn = { startLine: line, endLine };
      foldingRanges.push(turn);
    }
    if (turn !== undefined) turn.endLine = endLine;
    // Editors have a command that folds all comments. Private reasoning is marked as a comment, so that this command folds it too.
    foldingRanges.push({ startLine: line, endLine, ...(reasoning.has(step.meaning?.channel) && { kind: 'comment' }) });
    if (block.family.has.thoughtBlocks && has(block, Trait.OddBody)) append(foldingRanges, thoughtsIn(step));
    append(foldingRanges, tagsIn(step));
    if (instructs(step.meaning?.role)) append(foldingRanges, sectionsIn(step));
    if (!has(block, Trait.HasLiteral) || !has(block, Trait.OddBody)) return;
    const position = ascending(step);
    for (const { kind, start, end } of segments(block)) {
      if (kind === 'literal') foldingRanges.push({ startLine: position(start).line, endLine: position(end).line });
    }
  });
  return foldingRanges.filter(({ startLine, endLine }) => endLine > startLine);
}

/** The folds of the thought blocks in a message of 0.1. They are marked as comments. */
function thoughtsIn(step: Step): FoldingRange[] {
  const position = ascending(step);
  const lines = new Map<number, number>();
  const { blocks } = thoughtsOf(step.block);
  const offsets = blocks.flatMap(({ start, end }) => (end ? [start.start, end.end] : []));
  for (const offset of offsets.sort((a, b) => a - b)) lines.set(offset, position(offset).line);
  return blocks.flatMap(({ start, end }) =>
    end
      ? [{ startLine: lines.get(start.start) as number, endLine: lines.get(end.end) as number, kind: 'comment' }]
      : [],
  );
}

/** The folds of the Markdown sections in a message that instructs the model. */
function sectionsIn(step: Step): FoldingRange[] {
  const sections = sectionsOf(step.block);
  if (sections.length === 0) return [];
  const position = anywhere(step);
  return sections.map(({ start, end }) => ({ startLine: position(start).line, endLine: position(end).line }));
}

/** The folds of the tags in a message of ChatML, or of the parts of a message in a learned dialect. Thoughts are marked as comments. */
function tagsIn(step: Step): FoldingRange[] {
  const learned = step.block.family.parts?.(step.block, step.meaning?.role);
  if (learned !== undefined) {
    const position = ascending(step);
    return learned.flatMap(({ kind, start, end }) => {
      if (kind === 'answer') return [];
      const textLength = step.block.text.slice(start, end).trimEnd().length;
      const range = { startLine: position(start).line, endLine: position(start + textLength).line };
      return [kind === 'thought' ? { ...range, kind: 'comment' } : range];
    });
  }
  const parts = taggedParts(step.block, step.meaning?.role);
  if (parts.length === 0) return [];
  const position = ascending(step);
  return parts.map(({ name, start, end }) => ({
    startLine: position(start).line,
    endLine: position(end).line,
    ...(name === 'think' && { kind: 'comment' }),
  }));
}

/** The last line of a message. In a message that is not closed, the last line with text. */
function lastLineOf(step: Step): number {
  const { block } = step;
  if (block.terminator !== undefined) return endLineOf(step);
  return positionIn(step, inkEnd(block)).line;
}
