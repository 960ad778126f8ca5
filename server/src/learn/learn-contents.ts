/** Learns whether a template escapes characters in content, and whether it keeps the white space at both ends. */
import type { Template } from '../templates/template.ts';
import type { Encoding, InputForms, LearnedFrames, Part } from './frames.ts';
import { observe, type ProbeSetting } from './observe.ts';
import { type Probe, probeOf } from './sentinels.ts';

/** Characters that some notations escape. */
const telling = `"\\'é<&\n`;
const escaped = JSON.stringify(telling).slice(1, -1);

const spellings = ['U A U', 'S U A', 'U T', 'U C R A', 'U C R', 'U C', 'U X R A'];

/**
 * Learns the encodings of parts, and the parts that are trimmed. `parts`: the parts that the template writes;
 * `jsonEncodings`: the encodings of the parts that are JSON.
 */
export function learnContents(
  template: Template,
  setting: ProbeSetting,
  forms: InputForms,
  parts: ReadonlySet<Part>,
  jsonEncodings: ReadonlyMap<Part, Encoding>,
): Pick<LearnedFrames, 'encodings' | 'trimmed' | 'pythonData'> {
  const encodings = new Map(jsonEncodings);
  const trimmed = new Set<Part>();
  for (const spelling of spellings) {
    const between = observe(
      template,
      probeOf(spelling, forms, [], (word, next) => `${word}${telling}${next()}`),
      setting,
    );
    for (const { part, start, end } of between?.items ?? []) {
      const text = between?.text.slice(start, end) ?? '';
      if (text.length <= 9 || encodings.has(part)) continue;
      encodings.set(part, text.includes(escaped) && !text.includes(telling) ? 'escaped' : 'raw');
    }
    const padded = observe(
      template,
      probeOf(spelling, forms, [], (word) => ` \n${word}\n `),
      setting,
    );
    for (const { part, start, end } of padded?.items ?? []) {
      if (padded?.text.slice(start - 2, start) !== ' \n' || padded.text.slice(end, end + 2) !== '\n ')
        trimmed.add(part);
    }
  }
  for (const part of [...trimmed]) if (!contents.has(part) || !parts.has(part)) trimmed.delete(part);
  return { encodings, trimmed, pythonData: writesPython(template, setting, forms) };
}

const contents = new Set<Part>(['system', 'developer', 'user', 'assistant', 'reasoning', 'reply', 'value']);

/** Whether the template writes the argument `true` as in Python. */
function writesPython(template: Template, setting: ProbeSetting, forms: InputForms): boolean {
  const probe = probeOf('U N', forms);
  const json = JSON.stringify(probe.messages).replace(/7391\d{4}/, 'true');
  const observation = observe(template, { ...probe, messages: JSON.parse(json) as Probe['messages'] }, setting);
  return observation !== undefined && /\bTrue\b/.test(observation.text);
}
