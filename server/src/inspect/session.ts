/** A document that is the log of an agent's session: what is known of it besides its messages. */
import type { SessionFormat } from '../grammar/agent-sessions.ts';
import { listOf } from '../model/json/list.ts';
import type { SessionFacts } from '../model/json/sessions/session.ts';
import { byKind } from '../syntax/any-document.ts';
import { readUnit } from '../syntax/json/document.ts';

/** The session that a document is; undefined for any other, and where it holds several. */
export const sessionIn = byKind<[], SessionFacts | undefined>({
  text: () => undefined,
  json({ units, shape }) {
    const [unit, ...more] = units;
    return shape === 'session' && unit && more.length === 0 ? listOf(readUnit(unit)).session : undefined;
  },
});

/** Numbers of a session for people: how its log is kept, and what is in it besides the conversation. */
export interface SessionSummary {
  readonly format: SessionFormat;
  /** Messages on branches that were left, that were rolled back, and of sub-agents. */
  readonly asides: Readonly<Record<string, number>>;
  readonly compactions: number;
  /** Parts of the session that its log does not have. */
  readonly missing: readonly string[];
  /** Records that are not messages, known ones and others. */
  readonly others: readonly { readonly kind: string; readonly meaning: string; readonly count: number }[];
}

export function summaryOf({ format, asides, compactions, missing, others }: SessionFacts): SessionSummary {
  const counts = new Map<string, number>();
  for (const aside of asides.values()) counts.set(aside, (counts.get(aside) ?? 0) + 1);
  return {
    ...{ format, asides: Object.fromEntries(counts), compactions: compactions.length, missing },
    others: others.map(({ kind, meaning, count }) => ({ kind, meaning, count })),
  };
}
