/** `didOpen` → diagnostics, document symbols and peak memory, each time in a new process. */
import { Client, servers } from '../client.ts';
import { calls, conversation, type Script } from '../data.ts';
import type { Options } from '../options.ts';
import { atMost, heading, megabytes, ms, table, times } from '../report.ts';
import { summary } from '../timing.ts';

const aims = { open: 1.5, symbols: 60, memory: 6 };
const uri = 'file:///bench.ocml';

export async function open({ sizes, quick }: Options): Promise<void> {
  heading('didOpen → diagnostics, document symbols, peak memory');
  const rows: string[][] = [];
  for (const [name, text] of documents(sizes)) {
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
    const ratio = median(ours, 'took') / median(nothing, 'took');
    const memory = median(ours, 'memory') / size;
    const symbols = median(ours, 'symbols');
    rows.push([
      name,
      ms(median(ours, 'took')),
      ms(median(nothing, 'took')),
      `${times(ratio)} ${atMost(ratio, aims.open)}`,
      ms(symbols) + (size < 11e6 ? ` ${atMost(symbols, aims.symbols)}` : ''),
      `${times(memory)}${size > 5e5 ? ` ${atMost(memory, aims.memory)}` : ''}`,
      times(median(nothing, 'memory') / size),
    ]);
  }
  const limits = [
    `ratio (≤ ${aims.open}×)`,
    `symbols (10 MB: ≤ ${aims.symbols} ms)`,
    `peak over idle (≤ ${aims.memory}× the text)`,
  ];
  table(['document', 'ours', 'do nothing', ...limits, 'do nothing'], rows);
}

function* documents(sizes: readonly number[]): Iterable<[string, string]> {
  for (const script of ['ASCII', 'Cyrillic and CJK'] satisfies Script[]) {
    for (const size of sizes) yield [`${megabytes(size)}, ${script}`, conversation(size, script)];
  }
  yield ['10,000 calls', calls(10_000)];
}

interface Opened {
  /** Milliseconds until the first diagnostics. */
  readonly took: number;
  /** Milliseconds of the first request for document symbols; 0 if the server has none. */
  readonly symbols: number;
  /** Bytes at the highest, above those after `initialize`. */
  readonly memory: number;
}

async function openIn(path: string, text: string): Promise<Opened> {
  const { client } = await Client.start(path);
  await client.quiet(200);
  const idle = client.memory('VmRSS') ?? Number.NaN;
  const textDocument = { uri, languageId: 'ocml', version: 1, text };
  const took = await client.untilDiagnostics('textDocument/didOpen', { textDocument }, uri, 1);
  await client.quiet(300);
  let symbols = 0;
  if (path === servers.ours) {
    const start = performance.now();
    const { at } = await client.request('textDocument/documentSymbol', { textDocument: { uri } });
    symbols = at - start;
  }
  const memory = (client.memory('VmHWM') ?? Number.NaN) - idle;
  await client.stop();
  return { took, symbols, memory };
}
