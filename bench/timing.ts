/** Compares the speed of contenders. The speed of a machine varies over time, so the contenders take turns in one run: A B C A B C … */

export interface Contender {
  readonly name: string;
  /** Runs one step, whose time is measured. */
  run(): unknown;
}

export interface Timed {
  readonly name: string;
  readonly median: number;
  readonly p95: number;
}

export interface Race {
  readonly rounds: number;
  /** The number of rounds at the beginning that do not count. */
  readonly warmUp?: number;
  /**
   * The number of steps per turn. If steps are short, a turn needs several of them: the first ones are slowed down, since the other
   * contenders have used the caches.
   */
  readonly steps?: number;
  /** Whether young garbage is collected before each turn, so that no contender has to clean up after another. */
  readonly collect?: boolean;
}

/** Measures the contenders in turns, in milliseconds. If a step returns a promise of a number, that number is used as its time. */
export async function race(contenders: readonly Contender[], how: Race): Promise<Timed[]> {
  const { rounds, warmUp = 2, steps = 1, collect = false } = how;
  const samples = contenders.map((): number[] => []);
  for (let round = -warmUp; round < rounds; round++) {
    for (const [i, contender] of contenders.entries()) {
      if (collect) globalThis.gc?.({ type: 'minor' });
      for (let step = 0; step < steps; step++) {
        const start = performance.now();
        const given = contender.run();
        // Awaiting a value that is not a promise would add time for the event loop.
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
