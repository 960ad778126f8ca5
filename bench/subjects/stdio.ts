/** `didChange` → the diagnostics of that version, over stdio, beside a server that does nothing. */
import { TextDocument } from 'vscode-languageserver-textdocument';
import { Client, servers } from '../client.ts';
import { calls, conversation, inAnswer, inLongMessage, type Script, withLongMessage } from '../data.ts';
import type { Options } from '../options.ts';
import { atMost, heading, megabytes, ms, progress, table } from '../report.ts';
import { type Contender, race } from '../timing.ts';

const aim = 2.5;
const uri = 'file:///bench.ocml';

export async function stdio({ sizes, quick }: Options): Promise<void> {
  heading('didChange → diagnostics over stdio');
  const rows: string[][] = [];
  for (const { name, text, at } of cases(sizes)) {
    progress(name);
    const contenders = [await typing(servers.ours, text, at), await typing(servers.doNothing, text, at)];
    const [ours, nothing] = await race(contenders, {
      rounds: (text.length > 5e6 ? 150 : 300) >> (quick ? 1 : 0),
      warmUp: 30,
    });
    for (const { client } of contenders) await client.stop();
    if (!ours || !nothing) continue;
    rows.push([name, ms(ours.median), ms(ours.p95), atMost(ours.p95, aim), ms(nothing.median), ms(nothing.p95)]);
  }
  table(['document', 'ours, p50', 'p95', `p95 ≤ ${aim} ms`, 'do nothing, p50', 'p95'], rows);
}

function* cases(sizes: readonly number[]): Iterable<{ name: string; text: string; at: number }> {
  for (const script of ['ASCII', 'Cyrillic and CJK'] satisfies Script[]) {
    for (const size of sizes) {
      const text = conversation(size, script);
      yield { name: `${megabytes(size)}, ${script}`, text, at: inAnswer(text) };
    }
  }
  const long = withLongMessage(1, 'ASCII', 'prose');
  yield { name: '1 MB, in 170 KB of prose', text: long, at: inLongMessage(long) };
  const many = calls(10_000);
  yield { name: '10,000 calls', text: many, at: many.indexOf('"city":"', many.length >> 1) + 9 };
}

/** The same, from the first answer on: most of the document is still to be checked. */
export async function whileChecking({ sizes }: Options): Promise<void> {
  heading('didChange → diagnostics while the rest of the document is being checked');
  const rows: string[][] = [];
  for (const size of sizes.filter((size) => size >= 10)) {
    const text = conversation(size, 'ASCII');
    progress(megabytes(size));
    const took: number[] = [];
    for (let round = 0; round < 3; round++) {
      const { client, run } = await typing(servers.ours, text, inAnswer(text), 0);
      // As fast as fingers are, for about as long as checking takes.
      for (let key = 0; key < 12; key++) {
        took.push(await run());
        await new Promise((resolve) => setTimeout(resolve, 70));
      }
      await client.stop();
    }
    took.sort((a, b) => a - b);
    const p95 = took[Math.floor(took.length * 0.95)] as number;
    rows.push([megabytes(size), ms(took[took.length >> 1] as number), ms(p95), atMost(p95, 5)]);
  }
  table(['document', 'p50', 'p95', 'p95 ≤ 5 ms'], rows);
}

interface Typist extends Contender {
  readonly client: Client;
  run(): Promise<number>;
}

/** A server with the text open, in which a character comes and goes. `rest`: it has been quiet for as long. */
async function typing(path: string, text: string, at: number, rest = 300): Promise<Typist> {
  const { client } = await Client.start(path);
  let version = 1;
  const textDocument = { uri, languageId: 'ocml', version, text };
  await client.untilDiagnostics('textDocument/didOpen', { textDocument }, uri, version);
  if (rest > 0) await client.quiet(rest);
  const start = TextDocument.create(uri, 'ocml', 0, text).positionAt(at);
  const behind = { line: start.line, character: start.character + 1 };
  return {
    name: path,
    client,
    run() {
      const typed = ++version % 2 === 0;
      const change = typed ? { range: { start, end: start }, text: 'x' } : { range: { start, end: behind }, text: '' };
      const params = { textDocument: { uri, version }, contentChanges: [change] };
      return client.untilDiagnostics('textDocument/didChange', params, uri, version);
    },
  };
}
