/** Collects the texts that a template writes between the parts of conversations, each text once. */
import type { Part, Transition } from './frames.ts';
import type { Item, Observation } from './observe.ts';
import type { Probe } from './sentinels.ts';

/** The maximum number of texts that are stored for one preceding part; real templates have a third of this number. */
const MAX_TRANSITIONS = 120;
/** The maximum length of a text between parts (UTF-16 units). Such a text may include a template's own instructions. */
const MAX_TRANSITION_LENGTH = 40_000;

export class TransitionTable {
  readonly transitions = new Map<Transition['from'], Transition[]>();
  readonly parts = new Set<Part>();
  readonly encodings = new Map<Part, NonNullable<Item['encoding']>>();
  overflowed = false;

  get texts(): readonly string[] {
    return [...this.transitions.values()].flatMap((all) => all.map(({ text }) => text));
  }
  private readonly known = new Set<string>();

  add({ text, items }: Observation, { messages }: Probe, generation: boolean): void {
    const messageIndexes = new Set(items.map(({ message }) => message));
    const roleOf = (message: number) => String(messages[message]?.['role']);
    /** The roles of the messages between two indexes that do not occur in the prompt. */
    const unseen = (after: number, before: number) =>
      messages.flatMap((_, i) => (i > after && i < before && !messageIndexes.has(i) ? [roleOf(i)] : []));
    let [from, at, message, call]: [Transition['from'], number, number, number] = ['start', 0, -1, 0];
    for (const item of items) {
      // A repeated part does not show which message it is in.
      const ofTools = item.message < 0 || item.part === 'repeated';
      const [opens, role] = ofTools
        ? (['nothing', undefined] as const)
        : item.message !== message
          ? (['message', roleOf(item.message)] as const)
          : [isOfCall(item.part) && item.call !== call ? ('call' as const) : ('nothing' as const), roleOf(message)];
      const between = ofTools ? [] : unseen(message, item.message);
      this.put({ from, to: item.part, text: text.slice(at, item.start), opens, role, between, generation: false });
      this.parts.add(item.part);
      if (item.encoding) this.encodings.set(item.part, item.encoding);
      if (!ofTools) {
        if (item.message !== message) call = 0;
        message = item.message;
        if (isOfCall(item.part)) call = item.call;
      }
      [from, at] = [item.part, item.end];
    }
    const between = unseen(message, messages.length);
    this.put({ from, to: 'end', text: text.slice(at), opens: 'nothing', role: undefined, between, generation });
  }

  private put(transition: Transition): void {
    const { from, to, text, opens, role, between, generation } = transition;
    const key = JSON.stringify([from, to, text, opens, role, between, generation]);
    if (this.known.has(key)) return;
    const list = this.transitions.get(from) ?? [];
    this.transitions.set(from, list);
    if (list.length >= MAX_TRANSITIONS || text.length > MAX_TRANSITION_LENGTH) {
      this.overflowed = true;
      return;
    }
    this.known.add(key);
    list.push(transition);
  }
}

const partsOfCalls = new Set<Part>(['name', 'id', 'arguments', 'key', 'value', 'data']);
const isOfCall = (part: Part) => partsOfCalls.has(part);
