import { createChecker, openDocument } from '../../server/src/documents/document.ts';
import type { AnyDialectId, MessageProfile, SequencePair } from '../../server/src/grammar/index.ts';
import type { Level, Problem } from '../../server/src/rules/support/rule.ts';

export interface CheckOptions {
  readonly dialect?: AnyDialectId;
  readonly strict?: boolean;
  readonly sequencePair?: SequencePair;
  readonly levels?: Record<string, Level>;
  readonly profile?: MessageProfile;
  readonly training?: boolean;
}

/** The problems of a text in document order, with offsets in the text. A rule that throws fails the test. */
export function check(
  text: string,
  { dialect, sequencePair, strict = false, levels = {}, profile, training = false }: CheckOptions = {},
): Problem[] {
  const checker = createChecker(
    openDocument('test:x.ocml', 'ocml', 0, text, dialect, sequencePair),
    { strict, levels, profile, training },
    (code, cause) => {
      throw new Error(`${code} threw`, { cause });
    },
  );
  return checker
    .problems(Number.POSITIVE_INFINITY)
    .problems.map((placed) => {
      const base = checker.offsetOf(placed);
      return { ...placed.problem, start: base + placed.problem.start, end: base + placed.problem.end };
    })
    .sort((a, b) => a.start - b.start || a.end - b.end);
}

/** The problems of a text, each as `code «text»`: short enough to be written beside an example. */
export function summary(text: string, options: CheckOptions = {}): string[] {
  return check(text, options)
    .filter(({ code }) => code !== 'document-header-missing')
    .map(({ code, start, end }) => `${code} «${text.slice(start, end)}»`);
}
