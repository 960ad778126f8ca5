/** Finds other readings of a prompt from which the template would write the same prompt. */

import { writesAlike } from '../../syntax/families/learned/message-parts.ts';
import type { Scan, Step } from '../../syntax/families/learned/part-scan.ts';
import { isToolName } from '../../syntax/tool-name.ts';
import { anyOf } from '../../templates/spans.ts';
import { isWeak, type LearnedFrames, type Part, type Transition } from '../frames.ts';
import { damagedText } from './damaged-texts.ts';

const names: Readonly<Record<Part, string>> = {
  system: 'a system message',
  developer: 'a developer message',
  user: 'a user message',
  assistant: 'an answer',
  reasoning: 'reasoning',
  name: 'the name of a call',
  id: 'the id of a call',
  arguments: 'the arguments of a call',
  key: 'the name of an argument',
  value: 'an argument',
  data: 'an argument that is not a string',
  reply: 'a tool reply',
  replyName: 'the name of a tool',
  replyId: 'the id of a call',
  repeated: 'a repeated part',
  toolList: 'declared tools',
  tool: 'a declared tool',
  function: 'a declared function',
  toolText: 'declared tools',
};

/** The ambiguities of a reading in words, with each kind only once. */
export function ambiguities(prompt: string, { steps }: Scan, frames: LearnedFrames): string[] {
  const notes = new Set<string>();
  if (writesAlike(frames) && steps.some((step) => isData(prompt, step)))
    notes.add(
      'the template writes strings like other arguments: values that look like numbers, booleans or JSON were read as such, not as strings',
    );
  for (const step of steps) {
    const part = step.transition.to as Part;
    const { from } = step.transition;
    if (from !== 'start' && rawContents.has(from) && isWeak(step.transition) && toldByThemselves.has(part))
      notes.add(
        `the template writes ${names[from]} and ${names[part]} with only white space between them: what looks like ${names[part]} was read as ${names[part]}`,
      );
    if (from === 'value' && part === 'key' && isWeak(step.transition))
      notes.add(
        'the template writes arguments without quotation marks: a string that contains a comma may be two arguments',
      );
    for (const rival of rivalsOf(step, frames)) {
      const other = rival.to as Part;
      const joints = joinsOf(other, part, frames);
      // If there is nothing between the two parts, any text may belong partly to one and partly to the other.
      if (joints.every((text) => text === ''))
        notes.add(`the template writes ${names[part]} and ${names[other]} alike: the text was read as ${names[part]}`);
      else if (joints.some((text) => isInside(prompt, step, text)))
        notes.add(`the template joins ${names[other]} and ${names[part]}: all of it was read as ${names[part]}`);
    }
    for (const text of joinsOf(part, part, frames))
      if (isInside(prompt, step, text))
        notes.add(
          `the template joins consecutive messages of the same kind: they were read as one message (${names[part]})`,
        );
  }
  if (steps.some(({ transition, start, end }) => transition.to === 'name' && !isToolName(prompt.slice(start, end))))
    notes.add(
      'the name of a call is not a valid tool name, since the call is not in the form that the template writes. The name may include its arguments and later messages. Use the chat template of the model',
    );
  const quoted = quotedMarkers(prompt, steps, frames);
  for (const marker of quoted)
    notes.add(`content has ${marker}, which the template writes between messages: it was read as part of the content`);
  const damaged = quoted.size > 0 ? undefined : damagedText(prompt, steps, frames);
  if (damaged !== undefined)
    notes.add(
      `content has ${JSON.stringify(damaged)}, part of the text that the template writes between messages. If this text is damaged, the content includes text from another message`,
    );
  return [...notes];
}

const rawContents = new Set<Part>(['system', 'developer', 'user', 'assistant', 'reasoning', 'reply']);

/** The control tokens of the template that occur inside content. */
export function quotedMarkers(prompt: string, steps: readonly Step[], { markers }: LearnedFrames): ReadonlySet<string> {
  const pattern = anyOf(markers);
  if (pattern === undefined) return new Set();
  const contents = steps.filter(({ transition }) => rawContents.has(transition.to as Part));
  return new Set(contents.flatMap(({ start, end }) => prompt.slice(start, end).match(pattern) ?? []));
}

/** Parts that are recognized by their own content, since it is JSON. */
const toldByThemselves = new Set<Part>(['toolList', 'tool', 'function']);

/** Parts that are skipped, since their own text shows their kind. */
const skipped = new Set<Part>(['repeated', 'value', 'data', 'toolText']);

/** Whether the text of an argument may also be a value that is not a string. */
const isData = (prompt: string, { transition, start, end }: Step) =>
  transition.to === 'value' && /^(?:[-\d[{]|(?:true|false|null|True|False|None)$)/.test(prompt.slice(start, end));

/** The other parts that may follow the same text. */
const rivalsOf = ({ transition }: Step, { transitions }: LearnedFrames): readonly Transition[] =>
  (transitions.get(transition.from) ?? []).filter(
    ({ to, text }) =>
      text === transition.text &&
      to !== transition.to &&
      to !== 'end' &&
      !(transition.from === 'start' && to === 'assistant') &&
      !skipped.has(to) &&
      !skipped.has(transition.to as Part),
  );

/** The white space that a template writes between two parts. */
const joinsOf = (from: Part, to: Part, { transitions }: LearnedFrames): readonly string[] =>
  (transitions.get(from) ?? [])
    .filter((one) => one.to === to && one.opens === 'message' && isWeak(one))
    .map(({ text }) => text);

const isInside = (prompt: string, { start, end }: Step, text: string): boolean =>
  text !== '' && prompt.slice(start, end).includes(text);
