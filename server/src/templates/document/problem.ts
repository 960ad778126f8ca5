import type { Severity } from '../../rules/support/rule.ts';
import type { Evidence } from '../findings/finding.ts';

/** A problem of a template, at UTF-16 offsets of its normalized text. */
export interface TextProblem {
  readonly code: string;
  readonly message: string;
  /** Undefined where it is about all of the template. */
  readonly at: number | undefined;
  /** How much is underlined; undefined: what begins there. */
  readonly length?: number;
  /** A milder severity than the usual one of the code. */
  readonly milder?: Severity | undefined;
  readonly evidence?: Evidence;
  /** The name that a misspelled one should be. */
  readonly meant?: string;
}
