/** How many messages that users do not see have an error: all that a notice says of them, which is safe for users (2.2 §14). */
import type { Checker } from '../../checker/checker.ts';
import { type AnyDocument, sliced } from '../../documents/document.ts';

/** Until when a view waits for the check of a document (`performance.now()`): a large one is checked in the background. */
const deadlineFor = ({ length }: Pick<AnyDocument, 'length'>) =>
  length < sliced ? Number.POSITIVE_INFINITY : performance.now();

/** Of a large document, as far as it is checked. */
export function hiddenFaults(document: Pick<AnyDocument, 'length'>, checker: Checker): number {
  checker.problems(0, deadlineFor(document));
  return checker.hiddenFaults();
}

/** For how long a step of the check takes, in milliseconds. */
const slice = 10;

/** Of all of a document, which is checked in steps. */
export function* allHiddenFaults(checker: Checker): Generator<undefined, number> {
  while (!checker.problems(0, performance.now() + slice).complete) yield undefined;
  return checker.hiddenFaults();
}
