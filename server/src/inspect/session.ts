/** A document that is the log of an agent's session: what is known of it besides its messages. */
import type { SessionFormat } from '../grammar/agent-sessions.ts';
import type { CallStatus } from '../model/calls/call-status.ts';
import { listOf } from '../model/json/list.ts';
import type { SessionFacts } from '../model/json/sessions/session.ts';
import type { Usage } from '../model/json/sessions/usage.ts';
import { byKind } from '../syntax/any-document.ts';
import { readUnit } from '../syntax/json/json-unit.ts';

/** The session that a document is; undefined for any other, and where it holds several. */
export const sessionIn = byKind<[], SessionFacts | undefined>({
  text: () => undefined,
  json({ units, shape }) {
    const [unit, ...more] = units;
    return shape === 'session' && unit && more.length === 0 ? listOf(readUnit(unit)).session : undefined;
  },
});

/** Numbers of a session for people: how its log is kept, what was done, and what is in it besides the conversation. */
export interface SessionSummary {
  readonly format: SessionFormat;
  /** The session's own id. */
  readonly id?: string | undefined;
  /** When its first and its last record were written. */
  readonly begin?: string | undefined;
  readonly end?: string | undefined;
  readonly turns: number;
  readonly calls: CallSummary;
  /** Tokens and costs (US dollars), as far as the log says. */
  readonly usage?: Usage | undefined;
  /** Messages on branches that were left, that were rolled back, and of sub-agents. */
  readonly asides: Readonly<Record<string, number>>;
  readonly compactions: number;
  /** Parts of the session that its log does not have. */
  readonly missing: readonly string[];
  /** Records that are not messages, known ones and others. */
  readonly others: readonly { readonly kind: string; readonly meaning: string; readonly count: number }[];
}

interface CallSummary {
  readonly count: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** The numbers of the calls that did not succeed, in the list of all. */
  readonly failed: readonly number[];
  /** The most called first; `failed`: calls with an error, a timeout, or that were cancelled. */
  readonly tools: readonly { readonly name: string; readonly count: number; readonly failed: number }[];
}

/** `calls`: those of the session, with their turns. */
export function summaryOf(session: SessionFacts, calls: readonly Called[], turns: number): SessionSummary {
  const { format, origin, times, usage, asides, compactions, missing, others } = session;
  const counts = new Map<string, number>();
  for (const aside of asides.values()) counts.set(aside, (counts.get(aside) ?? 0) + 1);
  let [begin, end] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { time } of times) [begin, end] = [Math.min(begin, time), Math.max(end, time)];
  return {
    ...{ format, id: origin.id },
    ...(isDate(begin) && isDate(end) && { begin: new Date(begin).toISOString(), end: new Date(end).toISOString() }),
    ...{ turns, calls: callSummaryOf(calls) },
    ...(usage.total && { usage: usage.total }),
    ...{ asides: Object.fromEntries(counts), compactions: compactions.length, missing },
    others: others.map(({ kind, meaning, count }) => ({ kind, meaning, count })),
  };
}

const isDate = (time: number): boolean => !Number.isNaN(new Date(time).getTime());

interface Called {
  readonly to: string;
  readonly status: CallStatus;
}

/** Statuses of calls that did not succeed. */
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
