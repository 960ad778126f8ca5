/** Learns the texts that a chat template writes around the parts of a conversation, by rendering probes. */
import type { Template } from '../templates/template.ts';
import { formsWithin } from './choose-forms.ts';
import { observeData } from './data-values.ts';
import type { LearnedFrames, ToolForm } from './frames.ts';
import { learnContents } from './learn-contents.ts';
import { beginProbes, type Observation, observeBoth, type Setting } from './observe.ts';
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
import { withSameToolText, withToolText } from './tool-text.ts';
import { TransitionTable } from './transition-table.ts';

/** The number of prompts without the tools after which the template is assumed to drop tools. */
const ENOUGH_WITHOUT_TOOLS = 3;

/** Whether the prompt was rendered with a generation prompt, for each of the two observations of a probe. */
const generations = [false, true] as const;

export function learnFrames(template: Template, baseSetting: Setting): LearnedFrames {
  const setting = beginProbes(baseSetting);
  const forms = formsWithin(template, setting);
  const table = new TransitionTable();
  /** The number of prompts that the template has rendered. */
  let accepted = 0;
  let toolForm: ToolForm | undefined;

  const add = (observation: Observation, probe: Probe, generation: boolean) => {
    table.add(observation, probe, generation);
    accepted++;
  };
  /** The text that the template writes for the first set of tools, once it is known. */
  let toolText: string | undefined;
  /** Renders a conversation with the first set of tools, and adds it if it contains their text. Returns whether it does. */
  const runWithToolText = (probe: Probe, text: string): boolean => {
    const all = observeBoth(template, probe, setting).flatMap((one) => withSameToolText(one, text) ?? []);
    if (all.length < generations.length) return false;
    for (const [i, observation] of all.entries()) add(observation, probe, generations[i] as boolean);
    return true;
  };
  /** Renders a conversation with different tools, and adds the texts that are the same in all of these prompts. */
  const runUnread = (spelling: string) => {
    const probes = toolSets.map((kinds) => probeOf(spelling, forms, kinds));
    const [first] = probes as [Probe];
    if (toolText !== undefined && runWithToolText(first, toolText)) return;
    const all = probes.map((probe) => observeBoth(template, probe, setting));
    for (const [i, generation] of generations.entries()) {
      const observation = withToolText(all.flatMap((observations) => observations[i] ?? []));
      if (observation === undefined) continue;
      add(observation, first, generation);
      const part = observation.items.find((item) => item.part === 'toolText');
      toolText ??= part && observation.text.slice(part.start, part.end);
    }
  };
  /** Renders a conversation, and returns whether the template accepts it. */
  const run = (probe: Probe): boolean => {
    const all = observeBoth(template, probe, setting);
    accepted += all.length;
    for (const [i, observation] of all.entries()) {
      if (probe.tools.length > 0) toolForm = toolFormOf(observation, toolForm);
      if (!observation.toolsUnreadable) table.add(observation, probe, generations[i] as boolean);
    }
    return all.length > 0;
  };
  const runAll = (spellings: readonly string[]) => {
    for (const spelling of spellings) run(probeOf(spelling, forms));
  };
  const takesQuestions = run(probeOf('U', forms));
  runAll(plainProbes);
  const takesTools = !setting.variables.has('tools');
  const takesNothing = accepted === 0 && !run(probeOf('U', forms, toolSets[0]));
  if (takesNothing) return nothingLearned(forms);
  runAll(reasoningProbes.slice(0, 1));
  if (table.parts.has('reasoning')) runAll(reasoningProbes.slice(1));
  runAll(callProbes);
  runAll(thoughtfulCallProbes.first);
  if (table.parts.has('reasoning')) runAll(thoughtfulCallProbes.others);
  if (table.parts.has('key')) {
    runAll(memberProbes);
    for (const spelling of dataProbes)
      for (const [probe, observation, generation] of observeData(template, spelling, forms, setting))
        table.add(observation, probe, generation);
  }
  if (takesTools)
    for (const [i, spelling] of [...toolProbes.sets, ...toolProbes.others].entries()) {
      const sets = i < toolProbes.sets.length ? toolSets : toolSets.slice(0, 1);
      for (const kinds of toolForm === 'unreadable' ? [] : sets) {
        run(probeOf(spelling, forms, kinds));
        if (toolForm === 'lost') break;
      }
      if (toolForm === 'unreadable') runUnread(spelling);
      if (i >= ENOUGH_WITHOUT_TOOLS && toolForm === 'lost') break;
    }
  // Some templates accept questions only together with tools. Such templates then accept calls, too.
  if (!takesQuestions && run(probeOf('U', forms, toolSets[0])))
    for (const spelling of [...plainProbes, ...callProbes, ...thoughtfulCallProbes.first])
      if (toolForm === 'unreadable') runUnread(spelling);
      else run(probeOf(spelling, forms, toolSets[0]));

  const contents = learnContents(template, setting, forms, table.parts, table.encodings);
  const stopped = Date.now() > setting.end;
  const uncertain = [
    ...(stopped ? ['the template is so slow that only some test conversations were rendered'] : []),
    ...(table.overflowed
      ? ['the template writes so many different texts between messages that not all of them are recognized']
      : []),
    ...(toolForm === 'unreadable'
      ? ['the template does not write `tools` as JSON: tool declarations are not recognized']
      : []),
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

/**
 * The result for a template that accepts no conversation, for example because it never ends. Trying further conversations would
 * only use up the time.
 */
const nothingLearned = (forms: LearnedFrames['forms']): LearnedFrames => ({
  transitions: new Map(),
  parts: new Set(),
  markers: [],
  encodings: new Map(),
  trimmed: new Set(),
  tools: 'lost',
  forms,
  pythonData: false,
  uncertain: ['the template rejects all test conversations'],
});

function toolFormOf({ items, toolsUnreadable }: Observation, before: ToolForm | undefined): ToolForm {
  if (toolsUnreadable) return 'unreadable';
  const toolForm = items.find(({ message, part }) => message < 0 && part !== 'repeated')?.part as ToolForm | undefined;
  return toolForm ?? before ?? 'lost';
}
