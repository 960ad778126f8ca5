/** The outline of what stands outside of messages in OpenChatML 0.1: files, and tasks of fill-in-the-middle. */
import type { DocumentSymbol } from 'vscode-languageserver-types';
import type { Reading } from '../model/message.ts';
import { type FimTask, filesOf, fimTasks, type Part, partsOf } from '../model/sequence.ts';
import { has, Trait } from '../syntax/block.ts';
import { SymbolKind } from './kinds.ts';
import { adder } from './symbol-adder.ts';
import { anywhere, type Step } from './walk.ts';

type PositionOf = ReturnType<typeof anywhere>;

/** 'File n' for each file, with its tasks; without files the tasks alone. */
export function sequenceSymbols(step: Step, reading: Reading): DocumentSymbol[] {
  const { block } = step;
  if (!has(block, Trait.ChatML)) return [];
  const found: DocumentSymbol[] = [];
  const position = anywhere(step);
  const files = filesOf(block, reading);
  if (files.length === 0) {
    const parts = partsOf(block, true, reading);
    const tasks = fimTasks(block, parts);
    return parts.flatMap((part, i) => taskSymbols(step, part, tasks[i], position));
  }
  const add = adder(step, found, position);
  files.forEach((file, i) => {
    const begin = file.before?.start ?? file.start;
    add(
      `File ${i + 1}`,
      SymbolKind.Module,
      begin,
      file.before?.end ?? file.start,
      file.end,
      firstLine(block.text, file),
    );
  });
  const tasks = fimTasks(block, files);
  files.forEach((file, i) => {
    const children = taskSymbols(step, file, tasks[i], position);
    const symbol = found[i];
    if (symbol && children.length > 0) symbol.children = children;
  });
  return found;
}

function taskSymbols(
  step: Step,
  part: Part,
  tasks: readonly FimTask[] | undefined,
  position: PositionOf,
): DocumentSymbol[] {
  if (tasks === undefined || tasks.length === 0) return [];
  const found: DocumentSymbol[] = [];
  const add = adder(step, found, position);
  const ends = tasks.map((_, i) => tasks[i + 1]?.tokens[0]?.start ?? part.end);
  tasks.forEach(({ tokens: [first] }, i) => {
    if (first) add('fill in the middle', SymbolKind.Object, first.start, first.end, ends[i] as number);
  });
  tasks.forEach((task, i) => {
    const symbol = found[i];
    if (symbol) symbol.children = partSymbols(step, task, ends[i] as number, position);
  });
  return found;
}

/** `prefix`, `middle`, `suffix`, each from its token to the next. */
function partSymbols(step: Step, { tokens }: FimTask, end: number, position: PositionOf): DocumentSymbol[] {
  const found: DocumentSymbol[] = [];
  const add = adder(step, found, position);
  tokens.forEach(({ token, start, end: tokenEnd }, i) => {
    const next = tokens[i + 1]?.start ?? end;
    const words = firstLine(step.block.text, { start: tokenEnd, end: next });
    add(token.name.replace('fim_', ''), SymbolKind.String, start, tokenEnd, next, words);
  });
  return found;
}

/** The first words of a stretch that has some, on one line. */
function firstLine(text: string, { start, end }: { start: number; end: number }): string {
  return (
    text
      .slice(start, Math.min(end, start + 200))
      .trimStart()
      .split(/[\r\n]|<\|/, 1)[0]
      ?.slice(0, 50) ?? ''
  );
}
