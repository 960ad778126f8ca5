/**
 * The limits for a template. The interpreter enforces them itself, because exhausted memory would kill a process, a worker or a
 * page before anything else could stop it.
 */
import { TemplateError } from '../errors.ts';

export interface Limits {
  /**
   * The maximum number of steps. Each expression or statement is one step, and the work of filters is counted in steps of about the same
   * cost.
   */
  readonly steps: number;
  /** The maximum time in milliseconds. */
  readonly time: number;
  /** The maximum number of UTF-16 units: `text` in one string, `texts` in all strings that are created. */
  readonly text: number;
  readonly texts: number;
  /** The maximum number of elements: `list` in one list, `lists` in all lists that are created. */
  readonly list: number;
  readonly lists: number;
  /** The maximum depth of nested calls. */
  readonly depth: number;
  /** Returns whether the request was cancelled. */
  readonly unwanted?: () => boolean;
}

export const usualLimits: Limits = {
  steps: 20_000_000,
  time: 10_000,
  text: 1 << 24,
  texts: 1 << 28,
  list: 1 << 20,
  lists: 1 << 23,
  depth: 150,
};

/** The limits for rendering a prompt while the user types. */
export const typingLimits: Limits = {
  steps: 5_000_000,
  time: 1_500,
  text: 1 << 23,
  texts: 1 << 26,
  list: 1 << 20,
  lists: 1 << 22,
  depth: 150,
};

export class Budget {
  private steps = 0;
  private texts = 0;
  private lists = 0;
  private depth = 0;
  private readonly end: number;
  private nextLook = lookEvery;

  constructor(readonly limits: Limits) {
    this.end = Date.now() + limits.time;
  }

  step(count = 1): void {
    this.steps += count;
    if (this.steps < this.nextLook) return;
    this.nextLook = this.steps + lookEvery;
    if (this.steps > this.limits.steps) throw over(`takes more than ${this.limits.steps} steps`);
    if (Date.now() > this.end) throw over(`takes longer than ${this.limits.time} ms`);
    if (this.limits.unwanted?.()) throw new TemplateError('budget', 'Rendering this template was cancelled.');
  }

  /** Must be called before a string of this length is created. */
  text(length: number): void {
    // The negation also covers NaN, which results from 0 × Infinity.
    if (!(length <= this.limits.text)) throw over(`builds a string of more than ${this.limits.text} characters`);
    this.texts += length;
    if (this.texts > this.limits.texts)
      throw over(`builds strings of more than ${this.limits.texts} characters in all`);
    this.step(1 + (length >> 8));
  }

  /** Must be called before a text or a list of this length is read completely. */
  through(length: number): void {
    this.step(length >> 6);
  }

  /** Must be called before a search for a substring. In the worst case, the whole `part` is compared at every position. */
  search(text: string, part: string): void {
    this.step((text.length * Math.max(1, part.length)) / 256);
  }

  /** Must be called before a list of this length is created. */
  list(length: number): void {
    if (!(length <= this.limits.list)) throw over(`builds a list of more than ${this.limits.list} elements`);
    this.lists += length;
    if (this.lists > this.limits.lists) throw over(`builds lists of more than ${this.limits.lists} elements in all`);
    this.step(1 + (length >> 2));
  }

  /** Iterates over values that become a list, and throws at the limit for lists. */
  *counted<T>(values: Iterable<T>): Generator<T> {
    let count = 0;
    for (const one of values) {
      if ((++count & 255) === 0) this.list(count > this.limits.list ? count : 256);
      yield one;
    }
  }

  /** Runs code that may be recursive, and limits the depth of the recursion. */
  inner<T>(run: () => T): T {
    if (++this.depth > this.limits.depth) throw over(`calls itself more than ${this.limits.depth} levels deep`);
    const result = run();
    this.depth--;
    return result;
  }
}

const lookEvery = 2048;

const over = (what: string) => new TemplateError('budget', `This template ${what}, so it was stopped.`);
