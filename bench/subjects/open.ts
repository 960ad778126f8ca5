/** Measures the time from `didOpen` to the diagnostics, and the peak memory, each time in a new process. */
import { Client, doNothing, ours, type Server, serversBefore } from '../client.ts';
import { calls, conversation, type Script } from '../data.ts';
import type { Options } from '../options.ts';
import { atMost, heading, megabytes, ms, progress, table, times } from '../report.ts';
import { summary } from '../timing.ts';

const aims = { open: 1.5, small: 10, memory: 6 };

/** The columns with times. They differ in what the server has done before the document is opened. */
const columns = { atOnce: 'at once', first: 'first', second: 'second' } as const;
type Column = keyof typeof columns;

export async function open({ sizes, quick, ...others }: Options): Promise<void> {
  heading('didOpen → diagnostics, peak memory');
  const servers = [ours, doNothing, ...serversBefore(others)];
  const rows: string[][] = [];
  for (const [name, text] of documents(sizes)) {
    progress(name);
    const size = Buffer.byteLength(text);
    const samples = servers.map((): Opened[] => []);
    for (let round = 0; round < (quick ? 3 : 7); round++) {
      for (const [i, server] of servers.entries()) samples[i]?.push(await openIn(server, text));
    }
    const medianOf = (i: number, key: keyof Opened) => summary(key, samples[i]?.map((one) => one[key]) ?? []).median;
    const compared = (key: Column): string[] => {
      const [mine, nothing, before] = servers.map((_, i) => medianOf(i, key)) as [number, number, number?];
      const small = size < 150_000 && key === 'first' ? ` (≤ ${aims.small} ms: ${atMost(mine, aims.small)})` : '';
      const ratio = mine / nothing;
      return [
        ms(mine) + small,
        `${times(ratio)} ${atMost(ratio, aims.open)}`,
        ms(nothing),
        ...(before ? [ms(before)] : []),
      ];
    };
    const memory = medianOf(0, 'memory') / size;
    rows.push([
      name,
      ...(Object.keys(columns) as Column[]).flatMap(compared),
      times(memory) + (size > 5e6 ? ` ${atMost(memory, aims.memory)}` : ''),
      ...servers.slice(1).map((_, i) => times(medianOf(i + 1, 'memory') / size)),
    ]);
  }
  const besides = servers.slice(1).map(({ name }) => name);
  const opening = Object.values(columns).flatMap((name) => [name, `ratio (≤ ${aims.open}×)`, ...besides]);
  table(['document', ...opening, `peak over idle (≤ ${aims.memory}× the text)`, ...besides], rows);
}

function* documents(sizes: readonly number[]): Iterable<[string, string]> {
  for (const script of ['ASCII', 'Cyrillic and CJK'] satisfies Script[]) {
    for (const size of [0.002, ...sizes]) yield [`${megabytes(size)}, ${script}`, conversation(size, script)];
  }
  yield ['10,000 calls', calls(10_000)];
}

interface Opened {
  /** The milliseconds until the first diagnostics, if the document is opened as soon as the server has started, as in VS Code. */
  readonly atOnce: number;
  /** The same time, if the server was idle for 0.2 s before. */
  readonly first: number;
  /** The same time for a second document with the same text. */
  readonly second: number;
  /** The peak memory in bytes after one document has been checked completely, minus the memory after the start of the server. */
  readonly memory: number;
}

async function openIn({ path }: Server, text: string): Promise<Opened> {
  const hurried = await Client.start(path);
  const atOnce = await openedBy(hurried.client, 'file:///bench.ocml', text);
  await hurried.client.stop();
  const { client } = await Client.start(path);
  await client.quiet(200);
  const idle = client.memory('VmRSS') ?? Number.NaN;
  const first = await openedBy(client, 'file:///bench.ocml', text);
  await client.atRest();
  const memory = (client.memory('VmHWM') ?? Number.NaN) - idle;
  const second = await openedBy(client, 'file:///second.ocml', text);
  await client.stop();
  return { atOnce, first, second, memory };
}

function openedBy(client: Client, uri: string, text: string): Promise<number> {
  const textDocument = { uri, languageId: 'ocml', version: 1, text };
  return client.untilDiagnostics('textDocument/didOpen', { textDocument }, uri, 1);
}
