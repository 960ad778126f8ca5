/** Computes how long calls took, from the timestamps in the log of a session. */
import { indexAtMost } from '../../../syntax/json/nodes.ts';
import type { Span } from '../../../syntax/span.ts';
import type { SessionFacts } from './session.ts';

/** Returns the milliseconds between the record of a call and that of its reply; undefined if the log has no timestamps. */
export function durationOf({ times }: SessionFacts, call: Span, reply: Span): number | undefined {
  const [begin, end] = [call, reply].map(({ start }) => times[indexAtMost(times, start, (one) => one.start)]);
  if (begin === undefined || end === undefined || begin === end || end.time < begin.time) return undefined;
  return end.time - begin.time;
}
