/** Finds the words of a probe in the prompt that a template renders from it. */

import type { JsonNode } from '../syntax/json/nodes.ts';
import { readJson } from '../syntax/json/read.ts';
import { givenBy, type Source, type TemplateVariables } from '../templates/input/conversation.ts';
import { TemplateError } from '../templates/jinja/errors.ts';
import type { Limits } from '../templates/jinja/runtime/budget.ts';
import { type Origin, originsOf, plain, type Text } from '../templates/jinja/runtime/text.ts';
import type { Value } from '../templates/jinja/runtime/values.ts';
import type { Template } from '../templates/template.ts';
import type { Encoding, Part } from './frames.ts';
import { type Owner, type Probe, sentinel } from './sentinels.ts';
import { toolRegions } from './tool-regions.ts';

/** A part of a conversation, with its span in a prompt (UTF-16 offsets). */
export interface Item extends Owner {
  readonly start: number;
  readonly end: number;
  readonly encoding?: Encoding;
}

export interface Observation {
  readonly text: string;
  readonly items: readonly Item[];
  /** Whether the prompt has the tools in a form that cannot be read back. */
  readonly toolsUnreadable: boolean;
}

/** The limits for rendering a probe, which consists of a few one-word messages. */
const limits: Limits = {
  steps: 200_000,
  time: 200,
  text: 1 << 18,
  texts: 1 << 22,
  list: 1 << 14,
  lists: 1 << 18,
  depth: 100,
};

/** The maximum number of words, and of origins, in a prompt. The prompts of real templates have about fifty. */
const MAX_WORDS = 1_000;
const MAX_ORIGINS = 5_000;

/** The template's input besides messages and tools. */
export interface Setting {
  readonly variables: ReadonlyMap<string, Value>;
  readonly clock: Date | undefined;
}

/** A setting for probes. `end`: the time after which no more probes are rendered, in milliseconds, as in `Date.now()`. */
export interface ProbeSetting extends Setting {
  readonly end: number;
}

/** The maximum time for all probes of a template, in milliseconds. Real templates take a hundredth of this time. */
const MAX_TOTAL_TIME = 10_000;

export const beginProbes = (setting: Setting): ProbeSetting => ({ ...setting, end: Date.now() + MAX_TOTAL_TIME });

/** Renders a probe without a generation prompt; undefined if the template rejects the probe, or if no time is left. */
export const observe = (template: Template, probe: Probe, setting: ProbeSetting): Observation | undefined =>
  observeGiven(template, probe, giveProbe(probe, setting), setting);

/** Renders a probe first without and then with a generation prompt; the list is empty if rendering without one fails. */
export function observeBoth(template: Template, probe: Probe, setting: ProbeSetting): readonly Observation[] {
  const variables = giveProbe(probe, setting);
  const observation = observeGiven(template, probe, variables, setting);
  if (observation === undefined) return [];
  variables.variables.set('add_generation_prompt', true);
  const longer =
    withOtherEnd(template, observation, variables, setting) ?? observeGiven(template, probe, variables, setting);
  return longer ? [observation, longer] : [observation];
}

function giveProbe({ messages, tools }: Probe, { variables: set }: ProbeSetting): TemplateVariables {
  const json = JSON.stringify({ messages, ...(tools.length > 0 && { tools }), add_generation_prompt: false });
  const variables = givenBy(readJson(json).root as JsonNode, json, true);
  for (const [name, value] of set) if (name !== 'tools' || tools.length === 0) variables.variables.set(name, value);
  return variables;
}

/** Renders a prompt; undefined if the template rejects the input, or if no time is left. */
function rendered(
  template: Template,
  { variables }: TemplateVariables,
  { clock, end }: ProbeSetting,
  traces: boolean,
): Text | undefined {
  if (Date.now() > end) return undefined;
  try {
    return template.render(variables, { traces, limits, ...(clock && { clock }) }).text;
  } catch (error) {
    if (error instanceof TemplateError) return undefined;
    throw error;
  }
}

function observeGiven(
  template: Template,
  { tools, owners }: Probe,
  variables: TemplateVariables,
  setting: ProbeSetting,
): Observation | undefined {
  const prompt = rendered(template, variables, setting, true);
  if (prompt === undefined) return undefined;
  const text = plain(prompt);
  const regions = toolRegions(text, tools);
  const items = itemsIn(text, originsOf(prompt), variables.sources, owners);
  const isOfTools = ({ message }: Item) => message < 0;
  const inRegion = (item: Item) => regions.some(({ start, end }) => start <= item.start && item.end <= end);
  // If a template lists the names of tools outside the declarations, these names count as repeated.
  const elsewhere = (item: Item): Item =>
    isOfTools(item) && regions.length > 0 ? { ...item, part: 'repeated' } : item;
  const rest = items.filter((item) => !(isOfTools(item) && inRegion(item))).map(elsewhere);
  const all = [...rest, ...regions].sort((a, b) => a.start - b.start);
  return { text, items: all, toolsUnreadable: regions.length === 0 && items.some(isOfTools) };
}

/**
 * Replaces the prompt of an observation with the one that has a generation prompt. Most templates add the generation prompt only at the
 * end, so the parts keep their positions. Undefined if the two prompts differ anywhere else.
 */
function withOtherEnd(
  template: Template,
  observation: Observation,
  variables: TemplateVariables,
  setting: ProbeSetting,
): Observation | undefined {
  const prompt = rendered(template, variables, setting, false);
  if (prompt === undefined) return undefined;
  const text = plain(prompt);
  const end = observation.items.at(-1)?.end ?? 0;
  const isSame = text.startsWith(observation.text.slice(0, end)) && text.slice(end).search(sentinel) < 0;
  return isSame ? { ...observation, text } : undefined;
}

function itemsIn(
  text: string,
  origins: readonly Origin[],
  sources: readonly Source[],
  owners: Probe['owners'],
): readonly Item[] {
  const keys = new Set<string>();
  const items: Item[] = [];
  const places = origins.length > MAX_ORIGINS ? [] : origins;
  for (const { 0: word, index: start } of text.matchAll(sentinel)) {
    if (items.length >= MAX_WORDS) break;
    const end = start + word.length;
    const candidates = owners.get(word) ?? [];
    const messages = new Set(
      places
        .filter((one) => one.start <= start && end <= one.end && typeof one.source === 'number')
        .map(({ source }) => sources[source as number])
        .filter((source) => source?.value.includes(word))
        .map((source) => source?.message),
    );
    const owner = candidates.find(({ message }) => messages.has(message)) ?? candidates[0];
    if (owner === undefined) continue;
    const key = `${word} ${owner.part}`;
    const part: Part = owner.message >= 0 && keys.has(key) ? 'repeated' : owner.part;
    keys.add(key);
    items.push({ ...owner, part, start, end });
  }
  return withArguments(text, joined(items));
}

/** Parts whose words are never joined with adjacent words. */
const apart = new Set<Part>(['key', 'data', 'repeated']);

/** Joins adjacent words of the same content into one part. */
function joined(items: readonly Item[]): readonly Item[] {
  const joinedItems: Item[] = [];
  for (const item of items) {
    const last = joinedItems.at(-1);
    const same = last && last.part === item.part && last.message === item.message && last.call === item.call;
    if (last && same && !apart.has(item.part) && item.message >= 0)
      joinedItems[joinedItems.length - 1] = { ...last, end: item.end };
    else joinedItems.push(item);
  }
  return joinedItems;
}

const forms: readonly { readonly encoding: Encoding; readonly before: RegExp; readonly after: RegExp }[] = [
  { encoding: 'quoted', before: /"\{\s*\\"$/, after: /^(?:\\")?\s*\}"/ },
  { encoding: 'json', before: /\{\s*"$/, after: /^"?\s*\}/ },
];

/** The maximum distance between arguments and their braces (UTF-16 units). */
const MAX_BRACE_DISTANCE = 40;

/** Joins the keys and values between the braces of a JSON object into one part. */
function withArguments(text: string, items: readonly Item[]): readonly Item[] {
  const joinedItems: Item[] = [];
  for (let i = 0; i < items.length; i++) {
    const first = items[i] as Item;
    let last = i;
    while (isMember(items[last + 1], first)) last++;
    const item = first.part === 'key' && last > i ? aroundMembers(text, first, items[last] as Item) : undefined;
    if (item) i = last;
    joinedItems.push(item ?? first);
  }
  return joinedItems;
}

const isMember = (item: Item | undefined, { message, call }: Item) =>
  item !== undefined &&
  (item.part === 'key' || item.part === 'value' || item.part === 'data') &&
  item.message === message &&
  item.call === call;

function aroundMembers(text: string, first: Item, last: Item): Item | undefined {
  const before = text.slice(Math.max(0, first.start - MAX_BRACE_DISTANCE), first.start);
  const after = text.slice(last.end, last.end + MAX_BRACE_DISTANCE);
  for (const { encoding, before: opening, after: closing } of forms) {
    const [open, close] = [opening.exec(before), closing.exec(after)];
    if (open && close)
      return {
        ...first,
        part: 'arguments',
        encoding,
        start: first.start - open[0].length,
        end: last.end + close[0].length,
      };
  }
  return undefined;
}
