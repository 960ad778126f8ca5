import type { Severity } from '../../rules/support/rule.ts';
import type { Evidence } from '../findings/finding.ts';

/** A problem in a template, at UTF-16 offsets in its normalized text. */
export interface TextProblem {
  readonly code: string;
  readonly message: string;
  /** The offset of the problem; undefined for a problem that concerns the whole template. */
  readonly at: number | undefined;
  /** The length to underline. If it is undefined, the tag or word at the offset is underlined. */
  readonly length?: number;
  /** A severity that is milder than usual for the code. */
  readonly milder?: Severity | undefined;
  readonly evidence?: Evidence;
  /** The correct spelling of a misspelled name. */
  readonly meant?: string;
}
