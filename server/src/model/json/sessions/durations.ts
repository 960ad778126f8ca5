/** The duration of calls, by the timestamps in the log of a session. */
import { indexAtMost } from '../../../syntax/json/nodes.ts';
import type { Span } from '../../../syntax/span.ts';
import type { SessionFacts } from './session.ts';

/** The milliseconds between the records of a call and its reply; undefined if the log has no timestamps. */
export function durationOf({ times }: SessionFacts, call: Span, reply: Span): number | undefined {
  const [begin, end] = [call, reply].map(({ start }) => times[indexAtMost(times, start, (one) => one.start)]);
  if (begin === undefined || end === undefined || begin === end || end.time < begin.time) return undefined;
  return end.time - begin.time;
}
