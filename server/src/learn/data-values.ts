/**
 * Observes arguments that are neither strings nor numbers, in templates that write arguments one by one: some of them write each
 * type differently.
 */
import type { Template } from '../templates/template.ts';
import type { InputForms } from './frames.ts';
import { type Item, type Observation, observeBoth, type ProbeSetting } from './observe.ts';
import { type Probe, probeOf } from './sentinels.ts';

interface DataValue {
  readonly value: unknown;
  /** The texts that templates may write for the value. */
  readonly writings: readonly string[];
}

const values: readonly DataValue[] = [
  { value: true, writings: ['true', 'True'] },
  { value: null, writings: ['null', 'None'] },
  { value: { x: 1 }, writings: ['{"x": 1}', '{"x":1}'] },
  { value: [1], writings: ['[1]', '[\n    1\n]'] },
];

/**
 * Observes a probe in which other values replace the numbers. Returns two observations for each kind of value: without and with a
 * generation prompt.
 */
export function observeData(
  template: Template,
  spelling: string,
  forms: InputForms,
  setting: ProbeSetting,
): readonly (readonly [probe: Probe, observation: Observation, generation: boolean])[] {
  return values.flatMap(({ value, writings }) => {
    const probe = probeOf(spelling, forms);
    const messages = JSON.parse(
      JSON.stringify(probe.messages).replaceAll(/7391\d{4}/g, JSON.stringify(value)),
    ) as Probe['messages'];
    return observeBoth(template, { ...probe, messages }, setting).flatMap((observation, i) => {
      const items = withData(observation, writings);
      return items ? [[probe, { ...observation, items }, i === 1] as const] : [];
    });
  });
}

/**
 * Adds the spans of the values, in one of their `writings`, to the items of an observation. Undefined if a value is not written in any of
 * these ways.
 */
function withData({ text, items }: Observation, writings: readonly string[]): readonly Item[] | undefined {
  const all: Item[] = [];
  for (const [i, item] of items.entries()) {
    all.push(item);
    const next = items[i + 1];
    if (item.part !== 'key' || next?.part === 'value') continue;
    const end = next?.start ?? text.length;
    const [first] = writings
      .map((writing) => ({ start: text.indexOf(writing, item.end), length: writing.length }))
      .filter(({ start, length }) => start >= 0 && start + length <= end);
    if (first === undefined) return undefined;
    all.push({ ...item, part: 'data', start: first.start, end: first.start + first.length });
  }
  return all;
}
