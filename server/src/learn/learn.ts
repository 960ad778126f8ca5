/** Learns what a chat template writes around the parts of a conversation, by probes. */
import type { Template } from '../templates/template.ts';
import { formsWithin } from './choose-forms.ts';
import { observeData } from './data-values.ts';
import type { LearnedFrames, Part, ToolForm, Transition } from './frames.ts';
import { learnContents } from './learn-contents.ts';
import { beginProbes, type Item, type Observation, observe, type Setting } from './observe.ts';
import { dataProbes, memberProbes, toolSets, withoutTools, withTools } from './probes.ts';
import { type Probe, probeOf } from './sentinels.ts';
import { withToolText } from './tool-text.ts';

/** How many texts are kept that follow one part; real templates have a third of it. */
const MAX_TRANSITIONS = 120;
/** How long such a text may be, UTF-16 units: some have instructions of their own. */
const MAX_TRANSITION_LENGTH = 40_000;

export function learnFrames(template: Template, given: Setting): LearnedFrames {
  const setting = beginProbes(given);
  const forms = formsWithin(template, setting);
  const table = new Table();
  let rendered = 0;
  let toolForm: ToolForm | undefined;

  /** Adds what is the same whatever the tools are. */
  const runUnread = (spelling: string) => {
    const probes = toolSets.map((kinds) => probeOf(spelling, forms, kinds));
    for (const generation of [false, true]) {
      const found = probes.flatMap((probe) => observe(template, probe, generation, setting) ?? []);
      const whole = withToolText(found);
      if (whole) table.add(whole, probes[0] as Probe, generation);
      if (whole) rendered++;
    }
  };
  const run = (probe: Probe) => {
    for (const generation of [false, true]) {
      const found = observe(template, probe, generation, setting);
      if (found === undefined) return;
      rendered++;
      if (probe.tools.length > 0) toolForm = toolFormOf(found, toolForm);
      if (!found.toolsUnreadable) table.add(found, probe, generation);
    }
  };
  for (const spelling of withoutTools) run(probeOf(spelling, forms));
  if (table.parts.has('key')) {
    for (const spelling of memberProbes) run(probeOf(spelling, forms));
    for (const spelling of dataProbes)
      for (const generation of [false, true])
        for (const [probe, found] of observeData(template, spelling, forms, generation, setting))
          table.add(found, probe, generation);
  }
  if (!setting.variables.has('tools'))
    for (const spelling of withTools) {
      if (toolForm !== 'unreadable') for (const kinds of toolSets) run(probeOf(spelling, forms, kinds));
      if (toolForm === 'unreadable') runUnread(spelling);
    }

  const contents = learnContents(template, setting, forms, table.parts, table.encodings);
  const stopped = Date.now() > setting.end;
  const uncertain = [
    ...(rendered === 0 ? ['the template refuses every conversation that it was tried with'] : []),
    ...(stopped ? ['the template takes so long that only some conversations were tried'] : []),
    ...(table.overflowed ? ['the template writes so many texts between messages that some are not known'] : []),
    ...(toolForm === 'unreadable' ? ['the template writes `tools` in a form that is not JSON, which is not read'] : []),
  ];
  return {
    transitions: table.transitions,
    parts: table.parts,
    markers: template.markers.filter((marker) => table.texts.some((text) => text.includes(marker))),
    tools: toolForm ?? 'lost',
    forms,
    ...contents,
    uncertain,
  };
}

function toolFormOf({ items, toolsUnreadable }: Observation, before: ToolForm | undefined): ToolForm {
  if (toolsUnreadable) return 'unreadable';
  const found = items.find(({ message, part }) => message < 0 && part !== 'repeated')?.part as ToolForm | undefined;
  return found ?? before ?? 'lost';
}

class Table {
  readonly transitions = new Map<Transition['from'], Transition[]>();
  readonly parts = new Set<Part>();
  readonly encodings = new Map<Part, NonNullable<Item['encoding']>>();
  overflowed = false;

  get texts(): readonly string[] {
    return [...this.transitions.values()].flatMap((all) => all.map(({ text }) => text));
  }
  private readonly known = new Set<string>();

  add({ text, items }: Observation, { messages }: Probe, generation: boolean): void {
    const seen = new Set(items.map(({ message }) => message));
    const roleOf = (message: number) => String(messages[message]?.['role']);
    /** Messages without a part before a message. */
    const unseen = (after: number, before: number) =>
      messages.flatMap((_, i) => (i > after && i < before && !seen.has(i) ? [roleOf(i)] : []));
    let [from, at, message, call]: [Transition['from'], number, number, number] = ['start', 0, -1, 0];
    for (const item of items) {
      // What is repeated tells nothing of the message that it is repeated in.
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
