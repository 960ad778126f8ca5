/** The speed of machines drifts, so contenders take turns, A B C A B C …, in one run. */

export interface Contender {
  readonly name: string;
  /** One measured step. */
  run(): unknown;
}

export interface Timed {
  readonly name: string;
  readonly median: number;
  readonly p95: number;
}

export interface Race {
  readonly rounds: number;
  /** The number of uncounted rounds at the beginning. */
  readonly warmUp?: number;
  /** Steps per turn of a contender. Short steps need several, or they measure the state of the caches left by the others. */
  readonly steps?: number;
  /** Whether to collect young garbage before each turn, so that no contender cleans up after another. */
  readonly collect?: boolean;
}

/** Times the contenders in turns, in milliseconds. A step that returns a promise of a number has measured its own time. */
export async function race(contenders: readonly Contender[], how: Race): Promise<Timed[]> {
  const { rounds, warmUp = 2, steps = 1, collect = false } = how;
  const samples = contenders.map((): number[] => []);
  for (let round = -warmUp; round < rounds; round++) {
    for (const [i, contender] of contenders.entries()) {
      if (collect) globalThis.gc?.({ type: 'minor' });
      for (let step = 0; step < steps; step++) {
        const start = performance.now();
        const given = contender.run();
        // Awaiting a value that is not a promise would include the event loop in the time.
        const own = given instanceof Promise ? await given : undefined;
        const took = typeof own === 'number' ? own : performance.now() - start;
        if (round >= 0) samples[i]?.push(took);
      }
    }
  }
  return contenders.map(({ name }, i) => summary(name, samples[i] ?? []));
}

export function summary(name: string, samples: readonly number[]): Timed {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { name, median: at(0.5), p95: at(0.95) };
}
