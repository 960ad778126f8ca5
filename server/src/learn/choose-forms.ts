/** Chooses the form in which calls and reasoning are passed to a template. It is the form with which most of them appear in a prompt. */
import type { Template } from '../templates/template.ts';
import { type InputForms, type Part, reasoningMembers } from './frames.ts';
import { beginProbes, type Observation, observe, type ProbeSetting, type Setting } from './observe.ts';
import { type Probe, probeOf } from './sentinels.ts';

const usual: InputForms = {
  arguments: 'object',
  callContent: '',
  reasoning: 'reasoning_content',
  nineCharacterIds: false,
  idsNameTools: false,
};

const candidates: readonly InputForms[] = [
  usual,
  { ...usual, callContent: null },
  { ...usual, arguments: 'string' },
  { ...usual, arguments: 'string', callContent: null },
];

/** Chooses the forms for a template about which nothing else has to be learned. */
export const chooseForms = (template: Template, setting: Setting): InputForms =>
  formsWithin(template, beginProbes(setting));

export function formsWithin(template: Template, setting: ProbeSetting): InputForms {
  const forms = bestOf(candidates, (one) => callScore(template, setting, one));
  const thinking = reasoningMembers.map((reasoning) => ({ ...forms, reasoning }));
  const best = bestOf(thinking, (one) => Number(shows(template, setting, 'U T', one, 'reasoning')) * 2);
  const idsNameTools = showsCallsByIds(template, setting, best);
  return { ...best, nineCharacterIds: refusesShortIds(template, setting, best), idsNameTools };
}

function showsCallsByIds(template: Template, setting: ProbeSetting, forms: InputForms): boolean {
  const parts = new Set(observe(template, probeOf('U C R A', forms), setting)?.items.map(({ part }) => part));
  return parts.has('id') && !parts.has('name');
}

/** Whether a template rejects a call whose id is shorter than the ids in the probes. */
function refusesShortIds(template: Template, setting: ProbeSetting, forms: InputForms): boolean {
  const probe = probeOf('U C R A', forms);
  if (observe(template, probe, setting) === undefined) return false;
  const ids = [...probe.owners].filter(([, [owner]]) => owner?.part === 'id').map(([word]) => word);
  const json = ids.reduce((text, id) => text.replaceAll(id, 'c-1'), JSON.stringify(probe.messages));
  return observe(template, { ...probe, messages: JSON.parse(json) as Probe['messages'] }, setting) === undefined;
}

/** The score at which no further forms are tried. */
const ENOUGH = 5;

function bestOf(all: readonly InputForms[], scoreOf: (one: InputForms) => number): InputForms {
  let [best, highest] = [all[0] as InputForms, -1];
  for (const one of all) {
    const score = scoreOf(one);
    if (score > highest) [best, highest] = [one, score];
    if (highest >= ENOUGH) break;
  }
  return best;
}

function shows(template: Template, setting: ProbeSetting, spelling: string, forms: InputForms, part: Part): boolean {
  const observation = observe(template, probeOf(spelling, forms), setting);
  return observation?.items.some((item) => item.part === part) ?? false;
}

function callScore(template: Template, setting: ProbeSetting, forms: InputForms): number {
  for (const spelling of ['U C R A', 'U C R', 'U C']) {
    const observation = observe(template, probeOf(spelling, forms), setting);
    if (observation) return 1 + argumentScore(observation, forms);
  }
  return 0;
}

function argumentScore({ text, items }: Observation, forms: InputForms): number {
  const item = items.find(({ part }) => part === 'arguments');
  if (item) return item.encoding === 'quoted' ? 2 : forms.arguments === 'object' ? 4 : 3;
  const key = items.find(({ part }) => part === 'key');
  if (key === undefined) return 0;
  // The template writes a mapping in Python's notation, which is not JSON.
  return text.slice(0, key.start).endsWith("{'") ? 1 : 3.5;
}
