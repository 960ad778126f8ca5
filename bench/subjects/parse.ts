/** Measures a full parse of a text into blocks with line counts. The parse is compared with a search for tokens only, and with Lezer. */
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { calls, conversation, oneLine, type Script } from '../data.ts';
import { parser } from '../lezer.ts';
import type { Options } from '../options.ts';
import { atLeast, heading, megabytes, progress, table, times } from '../report.ts';
import { race, type Timed } from '../timing.ts';

const aims = { speed: 600, overLezer: 20 };

/** Keeps a document in memory, as a server would. Without a live document, V8 discards its optimizations for such objects. */
const keepAlive: object[] = [];

export async function parse({ sizes, quick }: Options): Promise<void> {
  heading('Full parse');
  keepAlive.push(new Transcript('bench:', 'ocml', 0, conversation(0.1, 'ASCII')), parser.parse(''));
  const rows: string[][] = [];
  for (const [name, text] of documents(sizes)) {
    progress(name);
    const size = Buffer.byteLength(text) / 1e6;
    const small = size < 2;
    const { family } = new Transcript('bench:', 'ocml', 0, text);
    const contenders = [
      { name: 'hopping', run: () => countTokens(text) },
      { name: 'blocks', run: () => family.scan({ text, first: true, last: true }) },
      { name: 'transcript', run: () => new Transcript('bench:', 'ocml', 0, text) },
      { name: 'Lezer', run: () => parser.parse(text) },
    ];
    const turns = { rounds: (small ? 50 : 9) >> (quick ? 1 : 0), warmUp: small ? 25 : 3, collect: true };
    const timed = await race(contenders, turns);
    const speed = (i: number) => size / ((timed[i] as Timed).median / 1000);
    const overLezer = speed(1) / speed(3);
    rows.push([
      name,
      `${(speed(0) / 1000).toFixed(1)} GB/s`,
      `${speed(1).toFixed(0)} MB/s ${atLeast(speed(1), aims.speed)}`,
      `${speed(2).toFixed(0)} MB/s`,
      `${speed(3).toFixed(0)} MB/s`,
      `${times(overLezer)} ${atLeast(overLezer, aims.overLezer)}`,
    ]);
  }
  const ours = [`blocks and lines (≥ ${aims.speed} MB/s)`, 'with header and dialect'];
  table(['document', "indexOf('<|')", ...ours, 'Lezer', `blocks over Lezer (≥ ${aims.overLezer}×)`], rows);
}

function* documents(sizes: readonly number[]): Iterable<[string, string]> {
  for (const script of ['ASCII', 'Cyrillic and CJK'] satisfies Script[]) {
    for (const size of sizes) yield [`${megabytes(size)}, ${script}`, conversation(size, script)];
  }
  yield ['10,000 calls', calls(10_000)];
  yield ['10 MB on one line (Harmony)', oneLine(10)];
}

function countTokens(text: string): number {
  let count = 0;
  for (let at = text.indexOf('<|'); at >= 0; at = text.indexOf('<|', at + 2)) count++;
  return count;
}
