/** Learns the dialect of a template, which is identified by the text and the variables of the template. */
import type { LearnedDialectId } from '../grammar/index.ts';
import { standIns } from '../templates/stand-ins.ts';
import type { Template } from '../templates/template.ts';
import { dialectOf, type LearnedDialect } from './dialect.ts';
import { excusesFor } from './excuses.ts';
import { learnFrames } from './learn.ts';
import type { Setting } from './observe.ts';

/** The tokens with which the text for a model usually begins, for templates whose `bos_token` is unknown. */
const usualStarts = ['<s>', '<bos>', '<|begin_of_text|>', '<|startoftext|>', '<BOS_TOKEN>', '<｜begin▁of▁sentence｜>'];
/** The tokens with which a model's answers usually end. */
const usualEnds = [
  '</s>',
  '<eos>',
  '<|endoftext|>',
  '<|end_of_text|>',
  '<|eot_id|>',
  '<｜end▁of▁sentence｜>',
  '<|END_OF_TURN_TOKEN|>',
];

/** A fixed date for templates that write the date. */
const day = new Date(2026, 0, 31, 12);

/** Learns the dialect of a template. `id`: see `dialectId`. */
export function learnDialect(template: Template, id: LearnedDialectId): LearnedDialect {
  const { variables } = template;
  const unsetStandIns = [...standIns].filter(([name]) => !variables.has(name));
  const setting: Setting = { variables: new Map(unsetStandIns), clock: day };
  const start = variables.get('bos_token');
  const hasStart = typeof start === 'string' && start !== '';
  const starts = hasStart ? [start] : usualStarts;
  const learned = dialectOf(learnFrames(template, setting), { id, name: template.name, starts });
  if ('reason' in learned) return learned;
  const { facts } = learned;
  const ends = variables.has('eos_token') || !facts.terminators.includes('</s>') ? [] : usualEnds;
  const all = { ...facts, terminators: [...new Set([...facts.terminators, ...ends])] };
  return { facts: { ...all, excuses: excusesFor(all, template, setting) } };
}

/** The id of a template's dialect, which is the same for equal templates. */
export function dialectId({ text, variables }: Pick<Template, 'text' | 'variables'>): LearnedDialectId {
  return `template:${hash(`${text}\0${JSON.stringify([...variables].map(([name, value]) => [name, String(value)]))}`)}`;
}

/** A 64-bit hash as two 32-bit hashes; it only serves as a name. */
function hash(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}
