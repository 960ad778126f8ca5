/** Texts in learned dialects, each without a fault and with faults. They contain words that users must not see. */
import { modelFormNames } from '../../../server/src/grammar/model-forms.ts';
import { modelTemplate } from '../../../server/src/templates/models/index.ts';
import type { Template } from '../../../server/src/templates/template.ts';
import type { Sample } from './conversations.ts';
import { dialectTemplates } from './dialect-templates.ts';
import { dialectOfTemplate, learnedDialect, type TestedDialect } from './dialects.ts';

/** A canary consists of two halves, because a fault leaves at least one of them intact. */
const halves = ['vurblex', 'qontzim'];
const canary = (tag: string) => `${halves[0]}${tag}${halves[1]}`;
export const hasCanary = (text: string): boolean => halves.some((half) => text.includes(half));

const weather = { name: 'get_weather', id: 'call12345', arguments: { city: canary('A') } };
const question = { role: 'user', content: 'And the weather in Lima?' };
const system = { role: 'system', content: `Be ${canary('S')} to all.` };
const call = { role: 'assistant', content: '', calls: [weather] };
const reply = { role: 'tool', name: weather.name, id: weather.id, content: `It is ${canary('R')} there` };
const thought = { role: 'assistant', reasoning: `Let me ${canary('T')} here.`, content: 'It is sunny.' };
const sample = (messages: Sample['messages'], generation = false): Sample => ({
  kind: 'text',
  tools: false,
  generation,
  messages,
});

export const canaryConversations: readonly Sample[] = [
  sample([system, question, { role: 'assistant', content: 'Sunny.' }, question], true),
  sample([question, call, reply, { role: 'assistant', content: 'It is sunny.' }]),
  sample([question, call, reply, call, reply, { role: 'assistant', content: 'It is sunny.' }]),
  sample([question, thought, question]),
  sample([question, { ...call, reasoning: `I ${canary('T')} so.` }, reply, thought]),
];

const signs = ['', 'x', '<', '>', '|', ' ', '\n', '/', ']', '"'];

export type Fault = readonly [what: string, text: string];

/**
 * Yields the text with each fault at an offset. The text ends or begins there, or a character there is removed, replaced, added, or swapped
 * with the next one.
 */
export function* faultsAt(text: string, at: number): Generator<Fault> {
  yield [`cut off at ${at}`, text.slice(0, at)];
  yield [`begun at ${at}`, text.slice(at)];
  yield [`exchanged at ${at}`, text.slice(0, at) + (text[at + 1] ?? '') + text[at] + text.slice(at + 2)];
  for (const sign of signs) {
    yield [`replaced by ${JSON.stringify(sign)} at ${at}`, text.slice(0, at) + sign + text.slice(at + 1)];
    if (sign !== '') yield [`${JSON.stringify(sign)} added at ${at}`, text.slice(0, at) + sign + text.slice(at)];
  }
}

/**
 * Yields four of the faults of `faultsAt` at every offset: the text ends there, begins there, or lacks a character; the fourth fault varies
 * from offset to offset.
 */
export function* fewFaults(text: string): Generator<Fault> {
  for (let at = 0; at < text.length; at++) {
    const all = [...faultsAt(text, at)];
    const [cut, begun, ...others] = all;
    const omission = all.find(([what]) => what.startsWith('replaced by ""'));
    yield* [cut, begun, omission, others[at % others.length]] as Fault[];
  }
}

export const canaryDialects: readonly (readonly [name: string, learn: () => TestedDialect])[] = [
  ...Object.entries(dialectTemplates).map(([name, source]) => [name, () => learnedDialect(name, source)] as const),
  ...modelFormNames.map(
    (name) => [`${name}, bundled`, () => dialectOfTemplate(name, modelTemplate(name) as Template)] as const,
  ),
];
