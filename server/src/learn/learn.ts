/** Learns what a chat template writes around the parts of a conversation, by probes. */
import type { Template } from '../templates/template.ts';
import { formsWithin } from './choose-forms.ts';
import { observeData } from './data-values.ts';
import type { LearnedFrames, Part, ToolForm, Transition } from './frames.ts';
import { learnContents } from './learn-contents.ts';
import { beginProbes, type Item, type Observation, observeBoth, type Setting } from './observe.ts';
import {
  callProbes,
  dataProbes,
  memberProbes,
  plainProbes,
  reasoningProbes,
  thoughtfulCallProbes,
  toolProbes,
  toolSets,
} from './probes.ts';
import { type Probe, probeOf } from './sentinels.ts';
import { withToolText } from './tool-text.ts';

/** How many texts are kept that follow one part; real templates have a third of it. */
const MAX_TRANSITIONS = 120;
/** After so many conversations without any of their tools, the template is taken to leave tools out. */
const ENOUGH_WITHOUT_TOOLS = 3;
/** How long such a text may be, UTF-16 units: some have instructions of their own. */
const MAX_TRANSITION_LENGTH = 40_000;

/** Of the observations of a probe, whether a generation prompt was asked for. */
const generations = [false, true] as const;

export function learnFrames(template: Template, given: Setting): LearnedFrames {
  const setting = beginProbes(given);
  const forms = formsWithin(template, setting);
  const table = new Table();
  /** Prompts that the template wrote. */
  let accepted = 0;
  let toolForm: ToolForm | undefined;

  /** Adds what is the same whatever the tools are. */
  const runUnread = (spelling: string) => {
    const probes = toolSets.map((kinds) => probeOf(spelling, forms, kinds));
    const all = probes.map((probe) => observeBoth(template, probe, setting));
    for (const [i, generation] of generations.entries()) {
      const whole = withToolText(all.flatMap((found) => found[i] ?? []));
      if (whole) table.add(whole, probes[0] as Probe, generation);
      if (whole) accepted++;
    }
  };
  /** Returns whether the template takes the conversation. */
  const run = (probe: Probe): boolean => {
    const all = observeBoth(template, probe, setting);
    accepted += all.length;
    for (const [i, found] of all.entries()) {
      if (probe.tools.length > 0) toolForm = toolFormOf(found, toolForm);
      if (!found.toolsUnreadable) table.add(found, probe, generations[i] as boolean);
    }
    return all.length > 0;
  };
  const runAll = (spellings: readonly string[]) => {
    for (const spelling of spellings) run(probeOf(spelling, forms));
  };
  const takesQuestions = run(probeOf('U', forms));
  runAll(plainProbes);
  runAll(reasoningProbes.slice(0, 1));
  if (table.parts.has('reasoning')) runAll(reasoningProbes.slice(1));
  runAll(callProbes);
  runAll(thoughtfulCallProbes.first);
  if (table.parts.has('reasoning')) runAll(thoughtfulCallProbes.others);
  if (table.parts.has('key')) {
    runAll(memberProbes);
    for (const spelling of dataProbes)
      for (const [probe, found, generation] of observeData(template, spelling, forms, setting))
        table.add(found, probe, generation);
  }
  if (!setting.variables.has('tools'))
    for (const [i, spelling] of [...toolProbes.sets, ...toolProbes.others].entries()) {
      const sets = i < toolProbes.sets.length ? toolSets : toolSets.slice(0, 1);
      for (const kinds of toolForm === 'unreadable' ? [] : sets) {
        run(probeOf(spelling, forms, kinds));
        if (toolForm === 'lost') break;
      }
      if (toolForm === 'unreadable') runUnread(spelling);
      if (i >= ENOUGH_WITHOUT_TOOLS && toolForm === 'lost') break;
    }
  // Some templates take a question only with tools, and then a call as well.
  if (!takesQuestions && run(probeOf('U', forms, toolSets[0])))
    for (const spelling of [...plainProbes, ...callProbes, ...thoughtfulCallProbes.first])
      if (toolForm === 'unreadable') runUnread(spelling);
      else run(probeOf(spelling, forms, toolSets[0]));

  const contents = learnContents(template, setting, forms, table.parts, table.encodings);
  const stopped = Date.now() > setting.end;
  const uncertain = [
    ...(accepted === 0 ? ['the template refuses every conversation that it was tried with'] : []),
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
