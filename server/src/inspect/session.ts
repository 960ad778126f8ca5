/** Facts about the log of an agent's session, in addition to its messages. */
import type { SessionFormat } from '../grammar/agent-sessions.ts';
import type { CallStatus } from '../model/calls/call-status.ts';
import { listOf } from '../model/json/list.ts';
import type { SessionFacts } from '../model/json/sessions/session.ts';
import type { Usage } from '../model/json/sessions/usage.ts';
import { byKind } from '../syntax/any-document.ts';
import { readUnit } from '../syntax/json/json-unit.ts';

/** Returns the session in a document; undefined if the document does not contain a session, or contains several. */
export const sessionIn = byKind<[], SessionFacts | undefined>({
  text: () => undefined,
  json({ units, shape }) {
    const [unit, ...more] = units;
    return shape === 'session' && unit && more.length === 0 ? listOf(readUnit(unit)).session : undefined;
  },
});

/** A summary of a session for people: its log format, its activity, and its contents besides the conversation. */
export interface SessionSummary {
  readonly format: SessionFormat;
  /** The session's own id. */
  readonly id?: string | undefined;
  /** The times of the first and the last record. */
  readonly begin?: string | undefined;
  readonly end?: string | undefined;
  readonly turns: number;
  readonly calls: CallSummary;
  /** Tokens and costs (US dollars), as far as the log states them. */
  readonly usage?: Usage | undefined;
  /** The numbers of messages on abandoned branches, of rolled-back messages, and of messages of sub-agents. */
  readonly asides: Readonly<Record<string, number>>;
  readonly compactions: number;
  /** Parts of the session missing from its log. */
  readonly missing: readonly string[];
  /** The kinds of records that are not messages, whether their meaning is known or not. */
  readonly others: readonly { readonly kind: string; readonly meaning: string; readonly count: number }[];
}

interface CallSummary {
  readonly count: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** The numbers of unsuccessful calls in the list of all calls. */
  readonly failed: readonly number[];
  /** The called tools, the most frequent first; `failed`: the number of calls that had an error or a timeout, or were cancelled. */
  readonly tools: readonly { readonly name: string; readonly count: number; readonly failed: number }[];
}

/** Summarizes a session. `calls`: the calls in the session, with their turns. */
export function summaryOf(session: SessionFacts, calls: readonly Called[], turns: number): SessionSummary {
  const { format, origin, times, usage, asides, compactions, missing, others } = session;
  const counts = new Map<string, number>();
  for (const aside of asides.values()) counts.set(aside, (counts.get(aside) ?? 0) + 1);
  let [begin, end] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { time } of times) [begin, end] = [Math.min(begin, time), Math.max(end, time)];
  return {
    format,
    id: origin.id,
    ...(isDate(begin) && isDate(end) && { begin: new Date(begin).toISOString(), end: new Date(end).toISOString() }),
    turns,
    calls: callSummaryOf(calls),
    ...(usage.total && { usage: usage.total }),
    asides: Object.fromEntries(counts),
    compactions: compactions.length,
    missing,
    others: others.map(({ kind, meaning, count }) => ({ kind, meaning, count })),
  };
}

const isDate = (time: number): boolean => !Number.isNaN(new Date(time).getTime());

interface Called {
  readonly to: string;
  readonly status: CallStatus;
}

/** The statuses of unsuccessful calls. */
export const failures: ReadonlySet<CallStatus> = new Set<CallStatus>(['error', 'timeout', 'cancelled']);

function callSummaryOf(calls: readonly Called[]): CallSummary {
  const statuses = new Map<string, number>();
  const tools = new Map<string, { count: number; failed: number }>();
  const failed: number[] = [];
  for (const [i, { to, status }] of calls.entries()) {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const tool = tools.get(to) ?? { count: 0, failed: 0 };
    tools.set(to, tool);
    tool.count++;
    if (!failures.has(status)) continue;
    tool.failed++;
    failed.push(i + 1);
  }
  const sorted = [...tools].sort(([, a], [, b]) => b.count - a.count);
  return {
    count: calls.length,
    statuses: Object.fromEntries(statuses),
    failed,
    tools: sorted.map(([name, counts]) => ({ name, ...counts })),
  };
}
