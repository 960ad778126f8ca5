/**
 * Examples for the call graph that contain the expected result: `$0` is the position of the request, and `«…»` mark the ranges in the
 * response, in order. No dialect uses these marks as tokens.
 */
import * as assert from 'node:assert/strict';
import type { Position, Range } from 'vscode-languageserver-protocol';
import type { Client } from './client.ts';

export interface Example {
  readonly text: string;
  readonly position: Position;
  readonly ranges: readonly Range[];
}

export function example(marked: string): Example {
  let text = '';
  let cursor = 0;
  const offsets: [start: number, end: number][] = [];
  for (const piece of marked.split(/(\$0|«|»)/)) {
    if (piece === '$0') cursor = text.length;
    else if (piece === '«') offsets.push([text.length, text.length]);
    else if (piece === '»') (offsets.at(-1) as [number, number])[1] = text.length;
    else text += piece;
  }
  const position = (offset: number): Position => {
    const lines = text.slice(0, offset).split('\n');
    return { line: lines.length - 1, character: (lines.at(-1) as string).length };
  };
  const ranges = offsets.map(([start, end]) => ({ start: position(start), end: position(end) }));
  return { text, position: position(cursor), ranges };
}

let opened = 0;

/** Opens an example under a unique name whose extension determines its dialect. */
export function open(client: Client, marked: string, ending: string): Example & { readonly uri: string } {
  const one = example(marked);
  const uri = `file:///graph-${++opened}${ending}`;
  client.open(uri, one.text, ending.endsWith('.json') || ending.endsWith('.jsonl') ? 'json' : 'ocml');
  return { ...one, uri };
}

/** Sends a request at `$0`, and expects the marked ranges. The response may contain locations or other objects with a range. */
export async function expects(client: Client, method: string, marked: string, ending: string): Promise<void> {
  const { uri, position, ranges, text } = open(client, marked, ending);
  const context = { includeDeclaration: true };
  const found = await client.ask<{ range: Range; uri?: string }[]>(method, uri, { position, context });
  assert.ok(Array.isArray(found), `${method} gives no list in:\n${marked}`);
  const where = ({ start, end }: Range) =>
    `${start.line}:${start.character} ${text.split('\n')[start.line]?.slice(start.character, end.character)}`;
  assert.deepEqual(
    found.map(({ range }) => where(range)),
    ranges.map(where),
    `${method} in:\n${marked}`,
  );
  for (const one of found) assert.ok(one.uri === undefined || one.uri === uri);
}

/** Three functions return a call in OpenChatML 2.2, a reply to it, and a declaration. */
export const call = (tool: string, id: string) =>
  `<|start|>assistant to=${tool} call_id=${id}<|channel|>commentary<|constrain|>json<|message|>{}<|call|>\n`;
export const reply = (tool: string, id: string) => `<|start|>tool name=${tool} call_id=${id}<|message|>1<|end|>\n`;
export const declared = (name: string) =>
  `<|start|>developer<|message|>namespace functions {\ntype ${name} = (_: { a: string }) => any;\n}<|end|>\n`;
