/** A whole text into blocks with line counts, beside hopping alone and beside Lezer. */
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { calls, conversation, oneLine, type Script } from '../data.ts';
import { parser } from '../lezer.ts';
import type { Options } from '../options.ts';
import { atLeast, heading, megabytes, table, times } from '../report.ts';
import { race } from '../timing.ts';

const aims = { speed: 600, overLezer: 20 };

const keepAlive: object[] = [];

export async function parse({ sizes, quick }: Options): Promise<void> {
  heading('Full parse');
  const rows: string[][] = [];
  // As in a server, some document is always open; without any, V8 forgets what it knows of their objects.
  keepAlive.push(new Transcript('bench:', 'ocml', 0, conversation(0.1, 'ASCII')), parser.parse(''));
  for (const [name, text] of documents(sizes)) {
    const size = Buffer.byteLength(text) / 1e6;
    const small = size < 2;
    const [hop, ours, lezer] = await race(
      [
        { name: 'hopping', run: () => countTokens(text) },
        { name: 'ours', run: () => new Transcript('bench:', 'ocml', 0, text) },
        { name: 'Lezer', run: () => parser.parse(text) },
      ],
      { rounds: (small ? 50 : 7) >> (quick ? 1 : 0), warmUp: small ? 25 : 3, collect: true },
    );
    if (!hop || !ours || !lezer) continue;
    const speed = size / (ours.median / 1000);
    const overLezer = lezer.median / ours.median;
    rows.push([
      name,
      `${(size / hop.median).toFixed(1)} GB/s`,
      `${speed.toFixed(0)} MB/s`,
      atLeast(speed, aims.speed),
      `${(size / (lezer.median / 1000)).toFixed(0)} MB/s`,
      times(overLezer),
      atLeast(overLezer, aims.overLezer),
    ]);
  }
  table(
    ['document', "indexOf('<|')", 'ours', `≥ ${aims.speed} MB/s`, 'Lezer', 'ours over Lezer', `≥ ${aims.overLezer}×`],
    rows,
  );
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
