/** Measures the time from `didChange` to the diagnostics for that version, over stdio. It is compared with a server that does nothing. */
import { TextDocument } from 'vscode-languageserver-textdocument';
import { Client, doNothing, ours, type Server, serversBefore } from '../client.ts';
import { calls, conversation, inAnswer, inLongMessage, type Script, withLongMessage } from '../data.ts';
import type { Options } from '../options.ts';
import { atMost, heading, megabytes, ms, progress, table } from '../report.ts';
import { type Contender, race, summary } from '../timing.ts';

const aim = 2.5;
const uri = 'file:///bench.ocml';

export async function stdio({ sizes, quick, ...others }: Options): Promise<void> {
  heading('didChange → diagnostics over stdio');
  const servers = [ours, doNothing, ...serversBefore(others)];
  const rows: string[][] = [];
  for (const { name, text, at } of cases(sizes)) {
    progress(name);
    const contenders: Typist[] = [];
    for (const server of servers) contenders.push(await typing(server, text, at));
    const timed = await race(contenders, { rounds: (text.length > 5e6 ? 150 : 300) >> (quick ? 1 : 0), warmUp: 30 });
    for (const { client } of contenders) await client.stop();
    const [{ p95 } = { p95: Number.NaN }] = timed;
    const [mine = [], ...rest] = timed.map((one) => [ms(one.median), ms(one.p95)]);
    rows.push([name, ...mine, atMost(p95, aim), ...rest.flat()]);
  }
  const [mine, ...rest] = servers.map(({ name }) => [`${name}, p50`, 'p95']);
  table(['document', ...(mine ?? []), `p95 ≤ ${aim} ms`, ...rest.flat()], rows);
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

/**
 * Measures the time from `didChange` to the diagnostics for that version while most of the document is unchecked. This is the state right
 * after the first diagnostics.
 */
export async function whileChecking({ sizes, ...others }: Options): Promise<void> {
  heading('didChange → diagnostics while the rest of the document is being checked');
  const servers = [ours, ...serversBefore(others)];
  const rows: string[][] = [];
  for (const size of sizes.filter((size) => size >= 10)) {
    const text = conversation(size, 'ASCII');
    for (const { name, pause } of rhythms) {
      progress(`${megabytes(size)}, ${name}`);
      const took = servers.map((): number[] => []);
      for (let round = 0; round < 6; round++) {
        for (const [i, server] of servers.entries()) took[i]?.push(...(await typed(server, text, pause)));
      }
      const [mine, ...rest] = took.map((samples) => summary('', samples));
      const others = rest.flatMap((one) => [ms(one.median), ms(one.p95)]);
      if (mine)
        rows.push([`${megabytes(size)}, ${name}`, ms(mine.median), ms(mine.p95), atMost(mine.p95, 5), ...others]);
    }
  }
  table(
    ['document', 'p50', 'p95', 'p95 ≤ 5 ms', ...servers.slice(1).flatMap(({ name }) => [`${name}, p50`, 'p95'])],
    rows,
  );
}

/** The intervals between keys, in milliseconds. They are those of a fast typist, but long enough for the check to continue in between. */
const rhythms = [
  { name: 'a key every 70 ms', pause: 70 },
  { name: 'a key every 190 ms', pause: 190 },
];

/** Measures the time for each of twelve keys. The first one is typed right after the document has been opened. */
async function typed(server: Server, text: string, pause: number): Promise<number[]> {
  const { client, run } = await typing(server, text, inAnswer(text), false);
  const took: number[] = [];
  for (let key = 0; key < 12; key++) {
    took.push(await run());
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  await client.stop();
  return took;
}

interface Typist extends Contender {
  readonly client: Client;
  run(): Promise<number>;
}

/**
 * Starts a server, opens the text, and returns a contender that alternately types and deletes a character. With `rest`, first waits until
 * the document has been checked completely.
 */
export async function typing({ name, path }: Server, text: string, at: number, rest = true): Promise<Typist> {
  const { client } = await Client.start(path);
  let version = 1;
  const textDocument = { uri, languageId: 'ocml', version, text };
  await client.untilDiagnostics('textDocument/didOpen', { textDocument }, uri, version);
  if (rest) await client.atRest();
  const start = TextDocument.create(uri, 'ocml', 0, text).positionAt(at);
  const behind = { line: start.line, character: start.character + 1 };
  return {
    name,
    client,
    run() {
      const typed = ++version % 2 === 0;
      const change = typed ? { range: { start, end: start }, text: 'x' } : { range: { start, end: behind }, text: '' };
      const params = { textDocument: { uri, version }, contentChanges: [change] };
      return client.untilDiagnostics('textDocument/didChange', params, uri, version);
    },
  };
}
