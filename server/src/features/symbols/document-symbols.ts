/** `textDocument/documentSymbol` of a transcript: the outline, which consists of the document header and the turns with their messages. */

import type { DocumentSymbol, Range } from 'vscode-languageserver-types';
import { functionSteps } from '../../model/calls/functions.ts';
import type { HeaderInfo } from '../../model/message.ts';
import { declarations, mayDeclare } from '../../model/tools/declarations.ts';
import { taggedEntriesOf } from '../../model/visibility/entries.ts';
import { has, Trait } from '../../syntax/block.ts';
import { segments } from '../../syntax/body.ts';
import { headerValues } from '../../syntax/document-header/values.ts';
import { append } from '../../syntax/lists.ts';
import { LITERAL, START } from '../../syntax/tokens/tokens.ts';
import type { Transcript } from '../../syntax/transcript.ts';
import { filePlaces } from '../support/files.ts';
import { type Budget, budgetFor } from '../support/json-symbols.ts';
import { SymbolKind } from '../support/kinds.ts';
import { namesAsText } from '../support/label.ts';
import { firstWords, iconOf, isSlot, label } from '../support/outline.ts';
import { inFiles, sequenceSymbols } from '../support/sequence-symbols.ts';
import { adder } from '../support/symbol-adder.ts';
import { anywhere, endOf, inkEnd, positionIn, type Step, walk } from '../support/walk.ts';
import { bodySymbols, stretchSymbols } from './bodies.ts';

/**
 * In a document with more messages than this, only turns are listed. The client requests the whole outline after every pause in typing, and
 * 20,000 symbols are 6 MB, which would delay the next keystroke.
 */
const MAX_MESSAGES = 10_000;

export function symbolsOf(transcript: Transcript): DocumentSymbol[] {
  const top: DocumentSymbol[] = [];
  let turn: DocumentSymbol | undefined;
  /** The last message of the current turn so far. The turn ends where this message ends. */
  let end: Step | undefined;
  let turns = 0;
  const brief = transcript.blocks.length > MAX_MESSAGES;
  const budget = budgetFor(transcript.blocks.length);
  const last = transcript.blocks.at(transcript.blocks.length - 1);
  walk(transcript, (step) => {
    if (step.beginsFile) endTurn();
    addMessage(step);
    append(top, sequenceSymbols(step, step.block === last, transcript.choice));
  });
  endTurn();
  const files = filePlaces(transcript);
  return files.length > 0 ? inFiles(top, files) : top;

  function endTurn(): void {
    if (turn !== undefined && end !== undefined) turn.range.end = endOf(end);
    turn = end = undefined;
  }

  function addMessage(step: Step): void {
    if (step.meaning === undefined) {
      if (step.block.kind === 'document-header') append(top, namesAsText([headerSymbol(transcript, step)]));
      return;
    }
    // Before the first turn, messages are listed up to a limit, so that a document without turns also has an outline.
    const isEnough = turn !== undefined || top.length >= 2 * MAX_MESSAGES;
    if (brief && isEnough && !step.beginsTurn && !isSlot(step.block)) {
      end = step;
      return;
    }
    const symbol = messageSymbol(step, step.meaning, budget);
    if (step.beginsTurn && !isSlot(step.block)) {
      endTurn();
      turns++;
      turn = {
        ...symbol,
        name: `Turn ${turns}`,
        kind: SymbolKind.Namespace,
        range: { ...symbol.range },
        ...(!brief && { children: [] }),
      };
      top.push(turn);
    }
    if (turn === undefined || (step.beginsTurn && isSlot(step.block))) {
      top.push(symbol);
      return;
    }
    if (!brief || isSlot(step.block)) (turn.children ??= []).push(symbol);
    end = step;
  }
}

function messageSymbol(step: Step, what: HeaderInfo, budget: Budget): DocumentSymbol {
  const { block } = step;
  const start = { line: step.line, character: step.character };
  const { role, channel } = what.header;
  const opening = role && role.end > 0 ? role : channel?.word;
  const nameEnd = Math.min(opening?.end ?? START.text.length, block.end);
  // Only unusual spacing in the header can move the name to a later line.
  const selectionEnd =
    what.header.spaces.length === 0
      ? { line: step.line, character: step.character + nameEnd }
      : positionIn(step, nameEnd);
  const symbol: DocumentSymbol = {
    name: label(what, block),
    detail: firstWords(block),
    kind: iconOf(what, block) as DocumentSymbol['kind'],
    range: { start, end: endOf(step) },
    selectionRange: { start, end: selectionEnd },
  };
  const children = parts(step, what, budget);
  if (children.length > 0) symbol.children = namesAsText(children);
  return symbol;
}

/** The symbols inside a message: declared tools, thoughts, literal blocks and the contents of JSON. */
function parts(step: Step, what: HeaderInfo, budget: Budget): DocumentSymbol[] {
  const { role } = what;
  const { block } = step;
  const symbols: DocumentSymbol[] = bodySymbols(step, what, budget);
  const nest = (start: number, end: number) => {
    const children = stretchSymbols(step, start, end, budget);
    const holder = symbols.at(-1);
    if (holder && children.length > 0) holder.children = children;
  };
  if (mayDeclare(block, role)) {
    const add = adder(step, symbols);
    for (const { tool, start, end } of declarations(block).tools) add(tool, SymbolKind.Method, start, end, end);
  }
  const inTags = adder(step, symbols);
  const learned = block.family.parts?.(block, role);
  for (const { kind, start, end, name, content } of learned ?? []) {
    if (kind === 'answer' || (kind === 'reply' && name === undefined)) continue;
    if (kind === 'thought') inTags('think', SymbolKind.Variable, start, content.start, end);
    else if (kind === 'call') inTags(`→ ${name?.value ?? '?'}`, SymbolKind.Function, start, end, end);
    else inTags(`← ${name?.value}`, SymbolKind.Event, start, end, end);
    if (kind !== 'thought') nest(content.start, content.end);
  }
  for (const { kind, start, end, name } of learned ? [] : taggedEntriesOf(block, role)) {
    if (kind === 'thought') inTags('think', SymbolKind.Variable, start, Math.min(end, start + '<think>'.length), end);
    else if (kind === 'call') inTags(`→ ${name ?? '?'}`, SymbolKind.Function, start, end, end);
    else inTags(`← ${name ?? 'tool_response'}`, SymbolKind.Event, start, end, end);
    if (kind !== 'thought') nest(start, end);
  }
  if (!has(block, Trait.OddBody)) return symbols;
  const pieces = segments(block);
  const literals = adder(step, symbols);
  for (const { kind, start, end } of pieces) {
    if (kind !== 'literal') continue;
    const from = start + LITERAL.text.length;
    const [words] = block.text
      .slice(from, Math.min(end, from + 50))
      .trim()
      .split(/[\r\n]|<\|endliteral/, 1);
    literals('literal', SymbolKind.String, start, from, end, words);
  }
  const thoughts = adder(step, symbols);
  const marks = pieces.filter(({ kind, token }) => kind === 'token' && token?.kind === 'thought');
  marks.forEach(({ token, start, end }, i) => {
    const [, name] = /^start_(.*)/.exec(token?.name ?? '') ?? [];
    if (name) thoughts(name, SymbolKind.Variable, start, end, marks[i + 1]?.start ?? block.bodyEnd);
  });
  const calls = adder(step, symbols);
  for (const { kind, tool: name = '?', start, end } of functionSteps(block, role)) {
    calls(
      `${kind === 'call' ? '→' : '←'} ${name}`,
      kind === 'call' ? SymbolKind.Function : SymbolKind.Event,
      start,
      end,
      end,
    );
    nest(start, end);
  }
  return symbols;
}

function headerSymbol(transcript: Transcript, step: Step): DocumentSymbol {
  const { block } = step;
  const end = inkEnd(block);
  const values = headerValues(block);
  const position = anywhere(step);
  const range = (from: number, to: number): Range => ({ start: position(from), end: position(to) });
  const first = Math.max(0, block.text.search(/[^\s\uFEFF]/));
  const firstLine = /^.*/.exec(block.text.slice(first, end))?.[0].length ?? 0;
  return {
    name: 'Document header',
    detail: [transcript.dialect, values.get('model')?.source].filter(Boolean).join(' · '),
    kind: SymbolKind.Module,
    range: range(first, end),
    selectionRange: range(first, first + firstLine),
    children: values.entries
      .filter(({ path }) => /^[\w-]+$/.test(path))
      .map(({ path, source, keyStart, keyEnd, valueEnd }) => ({
        name: path,
        detail: source.slice(0, 50),
        kind: SymbolKind.Property,
        range: range(keyStart, Math.max(keyEnd, Math.min(valueEnd, end))),
        selectionRange: range(keyStart, keyEnd),
      })),
  };
}
