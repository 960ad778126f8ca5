import { createChecker, openDocument } from '../../server/src/documents/document.ts';
import type { AnyDialectId, MessageProfile, SequencePair } from '../../server/src/grammar/index.ts';
import type { Level, Problem } from '../../server/src/rules/support/rule.ts';

export interface CheckOptions {
  /** The name of the file, and its language in the editor. */
  readonly name?: string;
  readonly language?: string;
  readonly dialect?: AnyDialectId | undefined;
  readonly strict?: boolean;
  readonly sequencePair?: SequencePair;
  readonly levels?: Record<string, Level>;
  readonly profile?: MessageProfile | undefined;
  readonly training?: boolean;
}

interface PlacedProblem extends Problem {
  /** The line, counted from 1. */
  readonly line: number;
}

/** Returns the problems in a text as the checker reports them, with offsets in the text. A rule that throws makes the test fail. */
function problemsOf(
  text: string,
  {
    name = 'x.ocml',
    language = 'ocml',
    dialect,
    sequencePair,
    strict = false,
    levels = {},
    profile,
    training = false,
  }: CheckOptions,
): PlacedProblem[] {
  const checker = createChecker(
    openDocument(`test:${name}`, language, 0, text, dialect, sequencePair),
    { strict, levels, profile, training },
    (code, cause) => {
      throw new Error(`${code} threw`, { cause });
    },
  );
  return checker.problems(Number.POSITIVE_INFINITY).problems.map((placed) => {
    const base = checker.offsetOf(placed);
    const { problem } = placed;
    const line = checker.rangeOf(placed).start.line + 1;
    return { ...problem, start: base + problem.start, end: base + problem.end, line };
  });
}

/** Returns the problems in a text, in document order. */
export const check = (text: string, options: CheckOptions = {}): Problem[] =>
  problemsOf(text, options)
    .map(({ line, ...problem }) => problem)
    .sort((a, b) => a.start - b.start || a.end - b.end);

/** Returns the text of a span in the notation that the tests use: `«…»`. */
export const marked = (text: string, { start, end }: { readonly start: number; readonly end: number }) =>
  `«${text.slice(start, end)}»`;

/**
 * Describes the problems in a text, in the order of the checker. Each description has the requested parts and the marked text, as in `3
 * error template-shape «…»`.
 *
 * With `serious`, only errors and warnings are included.
 */
export function describeProblems(
  text: string,
  parts: readonly ('line' | 'severity' | 'code')[],
  { serious = false, ...options }: CheckOptions & { readonly serious?: boolean } = {},
): string[] {
  return problemsOf(text, options)
    .filter(({ severity }) => !serious || severity === 'error' || severity === 'warning')
    .map((problem) => [...parts.map((part) => problem[part]), marked(text, problem)].join(' '));
}

/** Returns the problems in a text, each as `code «text»`, which is short enough to be written next to an example. */
export function summary(text: string, options: CheckOptions = {}): string[] {
  return check(text, options)
    .filter(({ code }) => code !== 'document-header-missing')
    .map((problem) => `${problem.code} ${marked(text, problem)}`);
}
