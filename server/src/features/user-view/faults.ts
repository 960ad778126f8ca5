/**
 * The faults of messages in a view. Users see only how many hidden messages have an error, in a notice that quotes nothing (2.2 §14). Views
 * with hidden layers show the problems themselves.
 */
import type { Position } from 'vscode-languageserver-types';
import type { MessageFault } from '../../../../protocol/views.ts';
import type { Checker } from '../../checker/checker.ts';
import type { DocumentChecker, PlacedProblem } from '../../checker/document-checker.ts';
import { type AnyDocument, sliced } from '../../documents/document.ts';
import { indexAtMost } from '../../syntax/json/nodes.ts';
import type { Span } from '../../syntax/span.ts';
import type { ViewMessage } from '../user-view.ts';

/**
 * The deadline (`performance.now()`) until which a view waits for a document to be checked. A view does not wait for a large document,
 * which is checked in the background.
 */
const deadlineFor = ({ length }: Pick<AnyDocument, 'length'>) =>
  length < sliced ? Number.POSITIVE_INFINITY : performance.now();

/** The number of hidden messages with an error. In a large document, only the part that has been checked counts. */
export function hiddenFaults(document: Pick<AnyDocument, 'length'>, checker: Checker): number {
  checker.problems(0, deadlineFor(document));
  return checker.hiddenFaults();
}

/** The duration of each step of a check, in milliseconds. */
const slice = 10;

/** Checks the whole document in steps, and returns the number of hidden messages with an error. */
export function* allHiddenFaults(checker: Checker): Generator<undefined, number> {
  while (!checker.problems(0, performance.now() + slice).complete) yield undefined;
  return checker.hiddenFaults();
}

/** The maximum number of faults that are shown in a window, and for a message. */
const MAX_FAULTS = 400;
const MAX_FAULTS_OF_MESSAGE = 5;

/** The position of the first error in a document, or in a span of it (UTF-16 offsets), if there is one. */
export function firstErrorIn(
  { length }: Pick<AnyDocument, 'length'>,
  checker: DocumentChecker,
  stretch?: Span,
): { readonly firstError?: Position } {
  const placedProblem = stretch
    ? checker.problemsIn(stretch.start, stretch.end, MAX_FAULTS).find(isError)
    : checker.problems(1, deadlineFor({ length })).problems.find(isError);
  return placedProblem ? { firstError: checker.rangeOf(placedProblem).start } : {};
}

const isError = ({ problem }: PlacedProblem) => problem.severity === 'error';

/** Adds the faults in each message to its view. The ranges of the messages must not overlap. */
export function withFaults(
  document: Pick<AnyDocument, 'length' | 'offsetAt'>,
  views: readonly ViewMessage[],
  checker: DocumentChecker,
): ViewMessage[] {
  const isKnown = document.length < sliced || checker.problems(0, performance.now()).complete;
  const starts = views.map(({ range }, i) => ({ i, start: document.offsetAt(range.start) }));
  starts.sort((a, b) => a.start - b.start);
  const [first, last] = [starts[0], starts.at(-1)];
  if (!isKnown || first === undefined || last === undefined) return [...views];
  const end = document.offsetAt((views[last.i] as ViewMessage).range.end);
  const faults = new Map<number, MessageFault[]>();
  for (const placed of checker.problemsIn(first.start, end, MAX_FAULTS)) {
    const { code, severity, message } = placed.problem;
    if (severity !== 'error' && severity !== 'warning') continue;
    const position = checker.rangeOf(placed).start;
    const offset = document.offsetAt(position);
    const holder = starts[indexAtMost(starts, offset, ({ start }) => start)];
    if (holder === undefined) continue;
    const messageFaults = faults.get(holder.i) ?? [];
    if (messageFaults.length < MAX_FAULTS_OF_MESSAGE) messageFaults.push({ code, severity, message, position });
    faults.set(holder.i, messageFaults);
  }
  return views.map((view, i) => {
    const messageFaults = faults.get(i);
    return messageFaults ? { ...view, faults: messageFaults } : view;
  });
}
