/** Determines the tokens and costs of a session, for each answer and in total, as far as they are in the log. */
import { includedInInput, type UsageKind, usageKinds, usageMembers } from '../../../grammar/session-usage.ts';
import { type JsonNode, memberOf } from '../../../syntax/json/nodes.ts';
import { valueOf } from '../shapes/conversation.ts';

/** Counts of tokens, and their cost in US dollars. Numbers that are not in the log are missing. */
export type Usage = { readonly [Kind in UsageKind]?: number };

export interface SessionUsage {
  /** The usage of each message, by the start of the message. */
  readonly messages: ReadonlyMap<number, Usage>;
  /** The usage of all answers, including those on branches and of sub-agents; undefined if the log has no counts. */
  readonly total: Usage | undefined;
}

/** Returns the tokens and costs in an object; undefined if it has none. */
export function usageIn(node: JsonNode | undefined): Usage | undefined {
  const usage: { [Kind in UsageKind]?: number } = {};
  for (const kind of usageKinds)
    for (const name of usageMembers[kind].members) {
      const count = numberIn(node, name);
      if (count === undefined) continue;
      usage[kind] = (usage[kind] ?? 0) + count;
      if (includedInInput.includes(name) && usage.input !== undefined) usage.input = Math.max(0, usage.input - count);
    }
  const cost = numberIn(valueOf(node, 'cost'), 'total');
  if (cost !== undefined) usage.cost = cost;
  return Object.keys(usage).length > 0 ? usage : undefined;
}

function numberIn(node: JsonNode | undefined, name: string): number | undefined {
  const value = memberOf(node, name)?.value;
  const number = value?.kind === 'number' ? Number(value.value) : Number.NaN;
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}

const plus = (a: number, b: number) => a + b;

/** Collects usages while a session is read. */
export class UsageBuilder {
  private readonly messages = new Map<number, Usage>();
  /** The starts of the messages in the order in which they were added, and the totals up to each of them. */
  private readonly starts: number[] = [];
  private readonly totals: Usage[] = [];
  private readonly repeated = new Map<string, Usage>();
  told: Usage | undefined;

  /** Adds the usage of an answer. `start`: the start of its message. */
  add(start: number, usage: Usage | undefined): void {
    if (usage) this.put(start, joined(this.messages.get(start), usage, plus));
  }

  /** Replaces the usage of an answer that has grown, if its usage was added before. */
  correct(start: number, usage: Usage | undefined): void {
    if (usage && this.messages.has(start)) this.put(start, usage);
  }

  private put(start: number, usage: Usage): void {
    if (!this.messages.has(start)) this.starts.push(start);
    else this.totals.length = Math.min(this.totals.length, this.starts.lastIndexOf(start));
    this.messages.set(start, usage);
  }

  /**
   * Merges the usage in one of several records of the same answer with the usage in the other records. The maximum of each number counts.
   */
  repeat(key: string, usage: Usage | undefined): Usage | undefined {
    if (usage) this.repeated.set(key, joined(this.repeated.get(key), usage, Math.max));
    return this.repeated.get(key);
  }

  /** Merges a total from the log with earlier ones. The total is used if it exceeds the sum of the answers. */
  tell(total: Usage | undefined): void {
    if (total) this.told = joined(this.told, total, Math.max);
  }

  sums(): SessionUsage {
    const { messages, starts, totals, told } = this;
    for (let i = totals.length; i < starts.length; i++)
      totals.push(joined(totals[i - 1], messages.get(starts[i] as number) as Usage, plus));
    const total = totals.at(-1);
    return { messages, total: told ? joined(total, told, Math.max) : total };
  }
}

function joined(one: Usage | undefined, other: Usage, join: (a: number, b: number) => number): Usage {
  if (one === undefined) return other;
  const usage: { [Kind in UsageKind]?: number } = {};
  for (const kind of usageKinds) {
    const [a, b] = [one[kind], other[kind]];
    const both = a === undefined || b === undefined ? (a ?? b) : join(a, b);
    if (both !== undefined) usage[kind] = both;
  }
  return usage;
}
