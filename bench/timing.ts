/** Machines drift: whoever is compared takes turns, A B C A B C …, in one run. */

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

/** Times the contenders in turns, in milliseconds. The first rounds only warm up. */
export async function race(
  contenders: readonly Contender[],
  { rounds, warmUp = 2, collect = false }: { rounds: number; warmUp?: number; collect?: boolean },
): Promise<Timed[]> {
  const samples = contenders.map((): number[] => []);
  for (let round = -warmUp; round < rounds; round++) {
    for (const [i, contender] of contenders.entries()) {
      // What one leaves behind is not for the next to clear up.
      if (collect) globalThis.gc?.();
      const start = performance.now();
      const given = contender.run();
      // Awaiting what is there already would time the event loop too.
      const own = given instanceof Promise ? await given : undefined;
      const took = typeof own === 'number' ? own : performance.now() - start;
      if (round >= 0) samples[i]?.push(took);
    }
  }
  return contenders.map(({ name }, i) => summary(name, samples[i] ?? []));
}

export function summary(name: string, samples: readonly number[]): Timed {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { name, median: at(0.5), p95: at(0.95) };
}
