/**
 * Measures work without a clock. It counts how often each piece of code ran, as V8 does for coverage, and how many characters and elements
 * built-in searches and copies processed. The result is the same in every run on any machine. Import this before the code to measure,
 * because code that was compiled earlier has no counters.
 */
import { Session } from 'node:inspector';

interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

let session: Session | undefined;
let builtIn = 0;
/** The steps of built-in methods, by the name of the method. */
export const builtInBy = new Map<string, number>();

export function askInspector<T>(method: string, params: object = {}): T {
  let answer: { error: Error | null; result: T } | undefined;
  // An inspector session for its own process responds synchronously.
  session?.post(method, params, (error, result) => {
    answer = { error, result: result as T };
  });
  if (answer === undefined || answer.error) throw new Error(`${method}: ${answer?.error?.message ?? 'no answer'}`);
  return answer.result;
}

/** Starts counting. Code that is compiled from now on has counters. */
export function startCounting(): void {
  session = new Session();
  session.connect();
  askInspector('Profiler.enable');
  askInspector('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  for (const [prototype, name, cost] of searches) wrap(prototype, name, cost);
}

export function stopCounting(): void {
  for (const undo of undos.splice(0)) undo();
  askInspector('Profiler.stopPreciseCoverage');
  session?.disconnect();
  session = undefined;
}

/**
 * Returns the steps since the last call. Each step is weighted by the length of its code, so that it does not matter how V8 divides code
 * into ranges.
 */
export function takeSteps(): number {
  const { result } = askInspector<{
    result: { url: string; functions: { functionName: string; ranges: Range[] }[] }[];
  }>('Profiler.takePreciseCoverage');
  let steps = builtIn;
  for (const { url, functions } of result) {
    // The steps of Node's test runner, which runs at the same time, are not counted.
    if (!url.startsWith('node:'))
      for (const { functionName, ranges } of functions) if (!isOwn(functionName)) steps += weightOfRanges(ranges);
  }
  builtIn = 0;
  return steps;
}

/** The functions of the counter itself are not counted. */
const counterFunctions = ['weightOfRanges', 'takeSteps', 'askInspector', 'isOwn'];
// No regular expression is used here, because searches with `exec` are counted.
function isOwn(name: string): boolean {
  for (const one of counterFunctions) if (name.startsWith(one)) return true;
  return false;
}

/** Returns the steps of a function. Its ranges must be in order, with inner ranges after the outer ones. */
function weightOfRanges(ranges: readonly Range[]): number {
  let steps = 0;
  const open: Range[] = [];
  for (const range of ranges) {
    while ((open.at(-1)?.endOffset ?? Number.POSITIVE_INFINITY) <= range.startOffset) open.pop();
    steps += (range.count - (open.at(-1)?.count ?? 0)) * (range.endOffset - range.startOffset);
    open.push(range);
  }
  return steps;
}

type Cost = (self: never, args: readonly unknown[], result: never) => number;

const forwards = (self: string, [, from = 0]: readonly unknown[], at: number) =>
  (at < 0 ? self.length : at) - Math.max(0, Number(from)) + 1;
const backwards = (self: string, [, from = self.length]: readonly unknown[], at: number) =>
  Math.min(self.length, Number(from)) - at;
const ofLength = (self: { readonly length: number }) => self.length;
const anchored = /^\^(?!.*\|)/;

/**
 * Methods that process a string or a list inside the engine, with their cost. The other string methods call `exec`, which is in this list.
 */
const searches: readonly (readonly [prototype: object, name: string, cost: Cost])[] = [
  [String.prototype, 'indexOf', forwards],
  [String.prototype, 'lastIndexOf', backwards],
  [String.prototype, 'split', ofLength],
  [Array.prototype, 'indexOf', forwards as never],
  [Array.prototype, 'includes', ofLength],
  [Array.prototype, 'splice', ofLength],
  [Array.prototype, 'unshift', ofLength],
  [Array.prototype, 'slice', (_, __, { length }: { length: number }) => length],
  [Array.prototype, 'concat', (_, __, { length }: { length: number }) => length],
  [
    RegExp.prototype,
    'exec',
    ({ sticky, source, multiline }: RegExp, [text], match: RegExpExecArray | null) => {
      if (sticky || (anchored.test(source) && !multiline)) return 1 + (match?.[0].length ?? 0);
      return match === null ? String(text).length : Math.max(1, match.index + match[0].length);
    },
  ],
];

const undos: (() => void)[] = [];

function wrap(prototype: object, name: string, cost: Cost): void {
  const original = Object.getOwnPropertyDescriptor(prototype, name) as PropertyDescriptor;
  const method = original.value as (...args: unknown[]) => unknown;
  let inside = false;
  Object.defineProperty(prototype, name, {
    ...original,
    value(this: unknown, ...args: unknown[]) {
      const before = this instanceof RegExp && this.global ? this.lastIndex : 0;
      const result = method.apply(this, args);
      if (!inside) {
        inside = true;
        const by = Math.max(0, cost(this as never, args, result as never) - before);
        builtIn += by;
        builtInBy.set(name, (builtInBy.get(name) ?? 0) + by);
        inside = false;
      }
      return result;
    },
  });
  undos.push(() => Object.defineProperty(prototype, name, original));
}
