/** Measures the time from starting the server to its answer to `initialize`, and the size of the files that it loads for that. */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { Client, doNothing, ours, type Server, serversBefore } from '../client.ts';
import type { Options } from '../options.ts';
import { atMost, heading, ms, table, times } from '../report.ts';
import { race } from '../timing.ts';

const aims = { start: 1.1, kilobytes: 300 };

export async function start({ quick, ...others }: Options): Promise<void> {
  heading('Spawn → initialize answered');
  const servers = [ours, doNothing, ...serversBefore(others)];
  const [mine, nothing, before] = await race(servers.map(starting), { rounds: quick ? 10 : 40 });
  if (!mine || !nothing) return;
  const ratio = mine.median / nothing.median;
  const kilobytes = loadedAtStart() / 1000;
  table(
    ['', 'ours', 'do nothing', 'ratio', 'aim', ...(before ? ['before'] : [])],
    [
      [
        'start',
        ms(mine.median),
        ms(nothing.median),
        times(ratio),
        `≤ ${aims.start}× ${atMost(ratio, aims.start)}`,
        ...(before ? [ms(before.median)] : []),
      ],
      ['p95', ms(mine.p95), ms(nothing.p95), times(mine.p95 / nothing.p95), '', ...(before ? [ms(before.p95)] : [])],
      [
        'bundle',
        `${kilobytes.toFixed(0)} KB`,
        `${(statSync(doNothing.path).size / 1000).toFixed(0)} KB`,
        '',
        `≤ ${aims.kilobytes} KB ${atMost(kilobytes, aims.kilobytes)}`,
      ],
    ],
  );
}

/** Returns the size, in bytes, of the files that the server loads at startup. */
function loadedAtStart(): number {
  const script = 'require("./server.js"); console.log(JSON.stringify(Object.keys(require.cache)))';
  const { stdout } = spawnSync(process.execPath, ['-e', script], { cwd: 'server/dist', encoding: 'utf8' });
  return (JSON.parse(stdout) as string[]).reduce((sum, file) => sum + statSync(file).size, 0);
}

function starting({ name, path }: Server) {
  return {
    name,
    async run(): Promise<number> {
      const { client, took } = await Client.start(path);
      await client.stop();
      return took;
    },
  };
}
