import { functionSteps } from '../model/functions.ts';
import { type Message, meaning } from '../model/message.ts';
import { type Context, in01, type Rule } from './rule.ts';

/**
 * An output that is not that of the next call (0.1 §8.4, A-106). Calls and outputs are matched by name in one sequence; a
 * message of a user or the system begins anew, and an output without any call is none's.
 */
export const rule: Rule = {
  code: 'function-order',
  title: 'Outputs out of the order of the calls',
  section: '0.1 §8.4',
  level: 'warning',
  dialects: in01,
  group: {
    by: 'functions',
    check(members, context, report) {
      let queue = new Queue();
      /** The message that called last. */
      let caller: Message | undefined;
      for (const message of members) {
        // Only where it matters: to look for what stands between is to look at it.
        const isNewTurn = () => caller !== undefined && caller !== message && interrupted(caller, message, context);
        for (const { kind, name, start, end } of functionSteps(message.block, message.role)) {
          const expected = queue.next();
          if (kind === 'call') {
            if (expected !== undefined && isNewTurn()) queue = new Queue();
            queue.add(name ?? any);
            caller = message;
            continue;
          }
          if (expected === undefined || name === undefined) continue;
          if (expected === name || expected === any) {
            queue.shift();
            continue;
          }
          if (isNewTurn()) {
            queue = new Queue();
            continue;
          }
          queue.take(name);
          report(
            message.block,
            { start, end },
            `Outputs come in the order of the calls, and the next call is of \`${expected}\`, not of \`${name}\`.`,
            { data: { suggestion: expected } },
          );
        }
      }
    },
  },
};

/** Stands for a call that names no function. */
const any = '';

/** The calls that wait for an output, in their order. Mostly each is answered in turn, and nothing is looked up. */
class Queue {
  private readonly names: string[] = [];
  private first = 0;
  /** Calls behind the first that are answered already. */
  private readonly taken = new Set<number>();
  /** The calls of a name by their number, those of interest from `at` on; once one is asked for. */
  private byName: Map<string, { calls: number[]; at: number }> | undefined;

  add(name: string): void {
    if (this.byName !== undefined) this.index(name, this.names.length);
    this.names.push(name);
  }

  /** The name of the call whose turn it is; undefined if none waits. */
  next(): string | undefined {
    while (this.taken.size > 0 && this.taken.delete(this.first)) this.first++;
    return this.names[this.first];
  }

  /** The first call is answered. */
  shift(): void {
    this.first++;
  }

  /** The first call of a name is answered, if one waits. */
  take(name: string): void {
    if (this.byName === undefined) {
      this.byName = new Map();
      for (let i = this.first; i < this.names.length; i++) this.index(this.names[i] as string, i);
    }
    const same = this.byName.get(name);
    if (same === undefined) return;
    while ((same.calls[same.at] ?? this.first) < this.first) same.at++;
    const call = same.calls[same.at];
    if (call === undefined) return;
    same.at++;
    this.taken.add(call);
  }

  private index(name: string, number: number): void {
    const same = this.byName?.get(name);
    if (same) same.calls.push(number);
    else this.byName?.set(name, { calls: [number], at: 0 });
  }
}

/** Whether a message of a user or the system stands between two messages. */
function interrupted(before: Message, behind: Message, context: Context): boolean {
  const from = context.blocks.placeOf(before.block)?.index ?? 0;
  const to = context.blocks.placeOf(behind.block)?.index ?? 0;
  for (let i = from + 1; i < to; i++) {
    const block = context.blocks.at(i);
    if (block === undefined) continue;
    const { role } = meaning(block, context);
    if (role === 'user' || role === 'system') return true;
  }
  return false;
}
