/** The outline of the parts outside messages in OpenChatML 0.1: files, and fill-in-the-middle tasks. */
import type { DocumentSymbol, Position } from 'vscode-languageserver-types';
import type { Marks } from '../../model/sequence.ts';
import { type FimTask, fimTasks, type Part, partsOf } from '../../model/sequence.ts';
import { has, Trait } from '../../syntax/block.ts';
import { type FilePlace, firstLine } from './files.ts';
import { SymbolKind } from './kinds.ts';
import { namesAsText, symbolText } from './label.ts';
import { adder } from './symbol-adder.ts';
import { anywhere, type Step } from './walk.ts';

type PositionOf = ReturnType<typeof anywhere>;

/** The symbols of the fill-in-the-middle tasks that follow the message of a step. */
export function sequenceSymbols(step: Step, isLast: boolean, marks: Marks): DocumentSymbol[] {
  const { block } = step;
  if (!block.family.has.files || !has(block, Trait.OddGap)) return [];
  const position = anywhere(step);
  const parts = partsOf(block, isLast, marks);
  const tasks = fimTasks(block, parts);
  return namesAsText(parts.flatMap((part, i) => taskSymbols(step, part, tasks[i], position)));
}

/** Groups the outline by file. Each file becomes a symbol `File n`, which contains the symbols that begin in it. */
export function inFiles(symbols: readonly DocumentSymbol[], files: readonly FilePlace[]): DocumentSymbol[] {
  const fileSymbols = files.map(
    ({ start, separatorEnd, end, words }, i): DocumentSymbol => ({
      name: `File ${i + 1}`,
      detail: symbolText(words),
      kind: SymbolKind.Module as DocumentSymbol['kind'],
      range: { start, end },
      selectionRange: { start, end: separatorEnd },
    }),
  );
  const before: DocumentSymbol[] = [];
  let next = 0;
  for (const symbol of symbols) {
    while (next < fileSymbols.length && !isAfter((files[next] as FilePlace).start, symbol.range.start)) next++;
    const file = fileSymbols[next - 1];
    if (file === undefined) {
      before.push(symbol);
      continue;
    }
    file.children ??= [];
    file.children.push(symbol);
    if (isAfter(symbol.range.end, file.range.end)) file.range.end = symbol.range.end;
  }
  return [...before, ...fileSymbols];
}

function isAfter(a: Position, b: Position): boolean {
  return a.line > b.line || (a.line === b.line && a.character > b.character);
}

function taskSymbols(
  step: Step,
  part: Part,
  tasks: readonly FimTask[] | undefined,
  position: PositionOf,
): DocumentSymbol[] {
  if (tasks === undefined || tasks.length === 0) return [];
  const symbols: DocumentSymbol[] = [];
  const add = adder(step, symbols, position);
  const ends = tasks.map((_, i) => tasks[i + 1]?.tokens[0]?.start ?? part.end);
  tasks.forEach(({ tokens: [first] }, i) => {
    if (first) add('fill in the middle', SymbolKind.Object, first.start, first.end, ends[i] as number);
  });
  tasks.forEach((task, i) => {
    const symbol = symbols[i];
    if (symbol) symbol.children = partSymbols(step, task, ends[i] as number, position);
  });
  return symbols;
}

/** The symbols `prefix`, `middle` and `suffix` of a task. Each one extends from its token to the next. */
function partSymbols(step: Step, { tokens }: FimTask, end: number, position: PositionOf): DocumentSymbol[] {
  const symbols: DocumentSymbol[] = [];
  const add = adder(step, symbols, position);
  tokens.forEach(({ token, start, end: tokenEnd }, i) => {
    const next = tokens[i + 1]?.start ?? end;
    const words = firstLine(step.block.text, { start: tokenEnd, end: next });
    add(token.name.replace('fim_', ''), SymbolKind.String, start, tokenEnd, next, words);
  });
  return symbols;
}
