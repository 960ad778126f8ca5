/** `didOpen` → diagnostics, peak memory and document symbols, each time in a new process. */
import { Client, servers } from '../client.ts';
import { calls, conversation, type Script } from '../data.ts';
import type { Options } from '../options.ts';
import { atMost, heading, megabytes, ms, progress, table, times } from '../report.ts';
import { summary } from '../timing.ts';

const aims = { open: 1.5, symbols: 60, memory: 6 };
export async function open({ sizes, quick }: Options): Promise<void> {
  heading('didOpen → diagnostics, peak memory, document symbols');
  const rows: string[][] = [];
  for (const [name, text] of documents(sizes)) {
    progress(name);
    const size = Buffer.byteLength(text);
    const ours: Opened[] = [];
    const nothing: Opened[] = [];
    for (let round = 0; round < (quick ? 3 : 7); round++) {
      ours.push(await openIn(servers.ours, text));
      nothing.push(await openIn(servers.doNothing, text));
    }
    const median = (list: readonly Opened[], key: keyof Opened) =>
      summary(
        key,
        list.map((one) => one[key]),
      ).median;
    const compared = (key: 'first' | 'second') => {
      const ratio = median(ours, key) / median(nothing, key);
      return [ms(median(ours, key)), ms(median(nothing, key)), `${times(ratio)} ${atMost(ratio, aims.open)}`];
    };
    const memory = median(ours, 'memory') / size;
    const symbols = median(ours, 'symbols');
    rows.push([
      name,
      ...compared('first'),
      ...compared('second'),
      times(memory) + (size > 5e6 ? ` ${atMost(memory, aims.memory)}` : ''),
      times(median(nothing, 'memory') / size),
      ms(symbols) + (size < 11e6 ? ` ${atMost(symbols, aims.symbols)}` : ''),
    ]);
  }
  const ratio = `ratio (≤ ${aims.open}×)`;
  const open = ['first document', 'do nothing', ratio, 'second document', 'do nothing', ratio];
  const memory = [`peak over idle (≤ ${aims.memory}× the text)`, 'do nothing'];
  table(['document', ...open, ...memory, `symbols (10 MB: ≤ ${aims.symbols} ms)`], rows);
}

function* documents(sizes: readonly number[]): Iterable<[string, string]> {
  for (const script of ['ASCII', 'Cyrillic and CJK'] satisfies Script[]) {
    for (const size of sizes) yield [`${megabytes(size)}, ${script}`, conversation(size, script)];
  }
  yield ['10,000 calls', calls(10_000)];
}

interface Opened {
  /** Milliseconds until the first diagnostics, in a process that has seen no document yet. */
  readonly first: number;
  /** The same when the document is opened again under another name. */
  readonly second: number;
  /** Milliseconds of the second request for document symbols; 0 if the server has none. */
  readonly symbols: number;
  /** Bytes at the highest with one document, checked to its end, above those after `initialize`. */
  readonly memory: number;
}

async function openIn(path: string, text: string): Promise<Opened> {
  const { client } = await Client.start(path);
  const open = (uri: string) => {
    const textDocument = { uri, languageId: 'ocml', version: 1, text };
    return client.untilDiagnostics('textDocument/didOpen', { textDocument }, uri, 1);
  };
  const uri = 'file:///bench.ocml';
  await client.quiet(200);
  const idle = client.memory('VmRSS') ?? Number.NaN;
  const first = await open(uri);
  await client.quiet(300);
  const memory = (client.memory('VmHWM') ?? Number.NaN) - idle;
  let symbols = 0;
  for (let i = 0; i < 2 && path === servers.ours; i++) {
    const start = performance.now();
    const { at } = await client.request('textDocument/documentSymbol', { textDocument: { uri } });
    symbols = at - start;
  }
  const second = await open('file:///second.ocml');
  await client.stop();
  return { first, second, symbols, memory };
}
