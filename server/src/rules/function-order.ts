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
      let before: Message | undefined;
      for (const message of members) {
        if (before && queue.next() !== undefined && interrupted(before, message, context)) queue = new Queue();
        before = message;
        for (const { kind, name, start, end } of functionSteps(message.block, message.role)) {
          if (kind === 'call') {
            queue.add(name ?? any);
            continue;
          }
          const expected = queue.next();
          if (expected === undefined || name === undefined) continue;
          queue.answer(expected === any ? any : name);
          if (expected === name || expected === any) continue;
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

/** The calls that wait for an output, in their order. */
class Queue {
  private readonly names: string[] = [];
  /** The calls of a name by their number, those that wait from `at` on. */
  private readonly byName = new Map<string, { calls: number[]; at: number }>();
  private readonly answered = new Set<number>();
  private first = 0;

  add(name: string): void {
    const same = this.byName.get(name);
    if (same) same.calls.push(this.names.length);
    else this.byName.set(name, { calls: [this.names.length], at: 0 });
    this.names.push(name);
  }

  /** The name of the call whose turn it is; undefined if none waits. */
  next(): string | undefined {
    while (this.answered.delete(this.first)) this.first++;
    return this.names[this.first];
  }

  /** Takes the first call of a name out, if one waits. */
  answer(name: string): void {
    const same = this.byName.get(name);
    const call = same?.calls[same.at];
    if (same === undefined || call === undefined) return;
    same.at++;
    this.answered.add(call);
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
