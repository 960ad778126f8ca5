/**
 * `textDocument/semanticTokens` of a transcript: the tokens of all leaves, concatenated. A delta contains the tokens of the leaves that
 * changed.
 */

import type { Range, SemanticTokens, SemanticTokensDelta } from 'vscode-languageserver-types';
import { append } from '../../syntax/lists.ts';
import type { Leaf } from '../../syntax/sequence.ts';
import type { Transcript } from '../../syntax/transcript.ts';
import { placesIn } from '../support/places-in.ts';
import { callsIn } from './calls.ts';
import { type LeafTokens, leafTokens, longLine, tokensOf } from './encode.ts';
import { type LeafLines, leafLines } from './lines.ts';

interface Sheet {
  readonly id: string;
  readonly leaves: readonly LeafTokens[];
}

/** The tokens that the client currently has, by transcript. */
const sheetByTranscript = new WeakMap<Transcript, Sheet>();
let ids = 0;

export function full(transcript: Transcript): SemanticTokens {
  const { leaves, lines } = tokensIn(transcript);
  const data: number[] = [];
  compose(leaves, lines, 0, leaves.length, data);
  return { resultId: remember(transcript, leaves), data };
}

function remember(transcript: Transcript, leaves: readonly LeafTokens[]): string {
  const id = String(++ids);
  sheetByTranscript.set(transcript, { id, leaves });
  return id;
}

/** The changes since the result with the id `previous`. All tokens if that is not the last result. */
export function delta(transcript: Transcript, previous: string): SemanticTokens | SemanticTokensDelta {
  const was = sheetByTranscript.get(transcript);
  if (was === undefined || was.id !== previous) return full(transcript);
  const { leaves, lines } = tokensIn(transcript);
  const most = Math.min(was.leaves.length, leaves.length);
  let head = 0;
  while (head < most && was.leaves[head] === leaves[head]) head++;
  let tail = 0;
  while (tail < most - head && was.leaves.at(-1 - tail) === leaves.at(-1 - tail)) tail++;
  const resultId = remember(transcript, leaves);
  if (head === leaves.length && head === was.leaves.length) return { resultId, edits: [] };
  const numbers = (of: readonly LeafTokens[], from: number, to: number) => {
    let sum = 0;
    for (let i = from; i < to; i++) sum += (of[i] as LeafTokens).data.length;
    return sum;
  };
  const data: number[] = [];
  const to = leaves.length - tail;
  const behind = compose(leaves, lines, head, to, data);
  // The first token after the changed leaves is encoded again, because its position is relative to the last token before it.
  const next = firstWithTokens(leaves, to);
  let deleted = numbers(was.leaves, head, was.leaves.length - tail);
  if (next < leaves.length) {
    append(data, firstToken(leaves[next] as LeafTokens, lines[next] as LeafLines, behind));
    deleted += 5;
  }
  return { resultId, edits: [{ start: numbers(leaves, 0, head), deleteCount: deleted, data }] };
}

function firstWithTokens(leaves: readonly LeafTokens[], from: number): number {
  let at = from;
  while (at < leaves.length && leaves[at]?.data.length === 0) at++;
  return at;
}

interface At {
  readonly line: number;
  readonly character: number;
}

/** Adds the tokens of some leaves to `data`. Returns the position of the last token so far. */
function compose(
  leaves: readonly LeafTokens[],
  lines: readonly LeafLines[],
  from: number,
  to: number,
  data: number[],
): At {
  let last: At = { line: 0, character: 0 };
  let before = from - 1;
  while (before >= 0 && leaves[before]?.data.length === 0) before--;
  if (before >= 0) last = lastIn(leaves[before] as LeafTokens, lines[before] as LeafLines);
  for (let i = from; i < to; i++) {
    const tokens = leaves[i] as LeafTokens;
    if (tokens.data.length === 0) continue;
    const at = lines[i] as LeafLines;
    for (const number of firstToken(tokens, at, last)) data.push(number);
    for (let k = 5; k < tokens.data.length; k++) data.push(tokens.data[k] as number);
    last = lastIn(tokens, at);
  }
  return last;
}

/** The first token of a leaf, with its position relative to another token. */
function firstToken({ data }: LeafTokens, leaf: LeafLines, last: At): number[] {
  const [inLine = 0, inCharacter = 0, length = 0, type = 0, modifiers = 0] = data;
  const line = leaf.line + inLine;
  const character = inCharacter + (inLine === 0 ? leaf.character : 0);
  const same = line === last.line;
  return [line - last.line, same ? character - last.character : character, length, type, modifiers];
}

function lastIn({ lastLine, lastCharacter }: LeafTokens, { line, character }: LeafLines): At {
  return { line: line + lastLine, character: lastCharacter + (lastLine === 0 ? character : 0) };
}

function tokensIn(transcript: Transcript): { leaves: LeafTokens[]; lines: LeafLines[] } {
  const leaves = transcript.blocks.leaves();
  const calls = callsIn(transcript);
  const lines = leafLines(leaves);
  const tokens = leaves.map((leaf, i) => {
    const beside = { before: leaves[i - 1]?.blocks.at(-1), after: leaves[i + 1]?.blocks[0] };
    const { first, last } = lines[i] as LeafLines;
    return leafTokens(leaf, beside, calls.get(leaf), first >= longLine, last >= longLine, transcript.choice);
  });
  return { leaves: tokens, lines };
}

/** The tokens of the blocks that touch a range. Other blocks are not read. */
export function inRange(transcript: Transcript, range: Range): SemanticTokens {
  const calls = callsIn(transcript);
  const data: number[] = [];
  let last: At = { line: 0, character: 0 };
  for (const place of placesIn(transcript, range)) {
    const { block, index, startLine } = place;
    const lengthOf = (line: number) => transcript.getLineRange(line).end.character;
    const long = lengthOf(startLine) >= longLine || lengthOf(startLine + block.lines) >= longLine;
    const beside = transcript.blocks.beside(index);
    const tokens = tokensOf(block, beside, calls.get(block.leaf as Leaf), long, transcript.choice);
    const { character: column } = transcript.positionIn(place, 0);
    for (let at = 0; at < tokens.length; at += 5) {
      const [inLine = 0, inCharacter = 0, length = 0, type = 0, modifiers = 0] = tokens.slice(at, at + 5);
      const line = startLine + inLine;
      const character = inCharacter + (inLine === 0 ? column : 0);
      if (line < range.start.line || (line === range.start.line && character + length <= range.start.character))
        continue;
      if (line > range.end.line || (line === range.end.line && character >= range.end.character)) break;
      const same = line === last.line;
      data.push(line - last.line, same ? character - last.character : character, length, type, modifiers);
      last = { line, character };
    }
  }
  return { data };
}
