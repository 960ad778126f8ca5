/**
 * Measures the preview's requests to the server for large documents: after an edit, for the first view, and for the end of the
 * conversation.
 */
import { Client, ours, serversBefore } from '../client.ts';
import { conversation, inAnswer, oneLine } from '../data.ts';
import type { Options } from '../options.ts';
import { atMost, heading, kilobytes, ms, progress, table } from '../report.ts';
import { summary } from '../timing.ts';

const uri = 'file:///bench.ocml';
/** The number of messages on the page. */
const limit = 80;

/** The number of messages in a document of short messages. */
const messages = 100_000;
const many = () =>
  Array.from(
    { length: messages / 2 },
    (_, i) => `<|start|>user<|message|>Question ${i}<|end|>\n<|start|>assistant<|message|>Answer ${i}<|end|>\n`,
  ).join('');

interface Case {
  readonly name: string;
  readonly text: () => string;
  readonly params: (text: string) => object;
  readonly method?: string;
  /** Whether the request is measured after each of several edits. Otherwise, only the first request to a new server is measured. */
  readonly edited?: boolean;
  readonly aim: number;
}

const middleLine = (text: string) => text.slice(0, inAnswer(text)).split('\n').length - 1;
const end = { rank: messages - 1, limit };

const cases: readonly Case[] = [
  {
    name: '10 MB: after an edit',
    text: () => conversation(10, 'ASCII'),
    params: (text) => ({ around: { line: middleLine(text), character: 0 }, limit }),
    edited: true,
    aim: 5,
  },
  {
    name: '10 MB: after an edit, with hidden layers',
    text: () => conversation(10, 'ASCII'),
    params: (text) => ({ around: { line: middleLine(text), character: 0 }, limit, debug: true }),
    edited: true,
    aim: 5,
  },
  { name: '10 MB on one line: first view', text: () => oneLine(10), params: () => ({ limit }), aim: 50 },
  { name: '100,000 messages: to the end', text: many, params: () => end, aim: 50 },
  {
    name: '100,000 messages: to the end, with a filter',
    text: many,
    params: () => ({ ...end, only: { roles: ['user'] } }),
    aim: 50,
  },
];

export async function preview({ quick, ...others }: Options): Promise<void> {
  heading('The preview, over stdio');
  const rows: string[][] = [];
  for (const { name, aim, ...one } of cases) {
    progress(name);
    const text = one.text();
    const servers = [ours, ...serversBefore(others)];
    for (const [i, { path, name: server }] of servers.entries()) {
      const took: number[] = [];
      let size = 0;
      for (let round = 0; round < (quick ? 3 : 7); round++) {
        const asked = await ask(path, text, one.params(text), one.edited ? (quick ? 5 : 15) : 0);
        took.push(...asked.took);
        size = asked.bytes;
      }
      const { median, p95 } = summary(name, took);
      const verdict = i > 0 ? '' : ` (≤ ${aim} ms: ${atMost(median, aim)})`;
      rows.push([servers.length > 1 ? `${name}, ${server}` : name, ms(median) + verdict, ms(p95), kilobytes(size)]);
    }
  }
  table(['document: view', 'p50', 'p95', 'answer'], rows);
}

/** Starts a server, and returns the times of a request: that of the first one, or, if there are `edits`, of those after each edit. */
async function ask(path: string, text: string, params: object, edits: number) {
  const { client } = await Client.start(path);
  const textDocument = { uri, languageId: 'ocml', version: 1, text };
  await client.untilDiagnostics('textDocument/didOpen', { textDocument }, uri, 1);
  await client.atRest();
  const request = async () => {
    const start = performance.now();
    const { at, bytes } = await client.request('ocml/userView', { textDocument: { uri }, ...params });
    return { took: at - start, bytes };
  };
  const first = await request();
  if (edits === 0) {
    await client.stop();
    return { took: [first.took], bytes: first.bytes };
  }
  const took: number[] = [];
  const at = { line: middleLine(text), character: 0 };
  for (let version = 2; version < edits + 2; version++) {
    const range = version % 2 === 0 ? { start: at, end: at } : { start: at, end: { ...at, character: 1 } };
    const change = { range, text: version % 2 === 0 ? 'x' : '' };
    const edited = { textDocument: { uri, version }, contentChanges: [change] };
    await client.untilDiagnostics('textDocument/didChange', edited, uri, version);
    took.push((await request()).took);
  }
  await client.stop();
  return { took, bytes: first.bytes };
}
