/** The calls of a stream that wait for their replies. */
import type { Meaning } from '../model/message.ts';
import type { Family } from '../syntax/families/family.ts';

/** A run that calls more tools at a time than that is not one: the first are forgotten. */
const most = 10_000;

export class OpenCalls {
  /** Ids by their tools, in order. */
  private readonly waiting = new Map<string, string>();
  private made = 0;

  /** A call: gives its id, made up as `ocml inspect` does where the family has none. */
  begin({ callId, tool = '' }: Meaning, { has }: Family): string | undefined {
    this.made++;
    const id = callId ?? (has.pairsByTool ? `h${this.made}` : undefined);
    if (id === undefined) return undefined;
    if (this.waiting.size >= most) this.waiting.delete(this.open()[0] as string);
    this.waiting.set(id, tool);
    return id;
  }

  /** A reply: gives the id of the call that it answers. Without an id, it is the first call of the tool. */
  answer({ callId, tool }: Meaning, { has }: Family): string | undefined {
    const id = callId ?? (has.pairsByTool ? [...this.waiting].find(([, called]) => called === tool)?.[0] : undefined);
    if (id !== undefined) this.waiting.delete(id);
    return id;
  }

  open(): string[] {
    return [...this.waiting.keys()];
  }
}
