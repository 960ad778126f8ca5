/** Renders samples with a template, reads them back with the frames that were learned from it, and compares. */
import { isDeepStrictEqual } from 'node:util';
import {
  type LearnedFrames,
  learnFrames,
  type Reading,
  readPrompt,
  type Setting,
} from '../../../server/src/learn/index.ts';
import type { Answer } from '../../../server/src/python/jinja.ts';
import { readJson } from '../../../server/src/syntax/json/read.ts';
import { givenBy, type Source } from '../../../server/src/templates/input/conversation.ts';
import { TemplateError } from '../../../server/src/templates/jinja/errors.ts';
import { originsOf, plain } from '../../../server/src/templates/jinja/runtime/text.ts';
import { jinjaTemplate } from '../../../server/src/templates/jinja-template.ts';
import { standIns } from '../../../server/src/templates/stand-ins.ts';
import type { Template } from '../../../server/src/templates/template.ts';
import { valueOfData } from '../../../server/src/templates/values.ts';
import { requestOf, type Sample, samples, tools } from './conversations.ts';

export const verdicts = ['exact', 'lossy', 'ambiguous', 'failed', 'refused'] as const;
export type Verdict = (typeof verdicts)[number];

export interface Measured {
  readonly sample: Sample;
  readonly verdict: Verdict;
  /** The parts of the sample that the template drops. */
  readonly losses: readonly string[];
  readonly prompt: string;
  readonly reading: Reading | undefined;
}

export const clock = '2026-01-31T12:00:00';
export const setting: Setting = { variables: standIns, clock: new Date(clock) };

export function learned(source: string): { readonly template: Template; readonly frames: LearnedFrames } {
  const template = jinjaTemplate('template', source);
  return { template, frames: learnFrames(template, setting) };
}

/**
 * Measures how well a template's output is read back.
 *
 * If the template does not write tools as JSON, the tools are passed to the reader, as with `--set tools=…`.
 *
 * `prompts` are prompts that another program rendered from the same conversations, or its errors. They are read in place of our prompts.
 */
export function measure(
  template: Template,
  frames: LearnedFrames,
  all: readonly Sample[] = samples,
  prompts?: readonly Answer[],
): Measured[] {
  const isUnread = frames.tools === 'unreadable';
  const settingWithTools: Setting = {
    ...setting,
    variables: new Map([...setting.variables, ['tools', valueOfData(tools)]]),
  };
  const withTools = isUnread ? learnFrames(template, settingWithTools) : frames;
  return all.map((sample, i) =>
    isUnread && sample.tools
      ? measureOne(template, withTools, sample, settingWithTools, prompts?.[i])
      : measureOne(template, frames, sample, setting, prompts?.[i]),
  );
}

/** Returns the variables with which `transformers` renders a sample, as JSON. Variables that are not set are null. */
export const variablesOf = (sample: Sample, frames: LearnedFrames): string =>
  JSON.stringify({
    ...{ tools: null, documents: null },
    ...requestOf(sample, frames.forms),
    ...Object.fromEntries(standIns),
  });

function measureOne(
  template: Template,
  frames: LearnedFrames,
  sample: Sample,
  readingSetting: Setting,
  answer: Answer | undefined,
): Measured {
  const refused = (message: string): Measured => ({
    ...{ sample, verdict: 'refused', losses: [], prompt: message, reading: undefined },
  });
  if (answer && 'error' in answer) return refused(answer.error);
  const request = requestOf(sample, frames.forms);
  const json = JSON.stringify(request);
  const { variables, sources } = givenBy(readJson(json).root as never, json, true);
  for (const [name, value] of standIns) variables.set(name, value);
  let prompt: string;
  let lost: readonly Source[];
  try {
    const { text } = template.render(variables, { traces: true, clock: setting.clock as Date });
    prompt = answer ? answer.text : plain(text);
    const sourceIndexes = new Set(originsOf(text).map(({ source }) => source));
    lost = sources.filter((source, i) => source.value !== '' && !sourceIndexes.has(i));
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return { ...refused(error.message), ...(answer && { verdict: 'failed' }) };
  }
  const reading = readPrompt(prompt, template, frames, readingSetting);
  const result = (verdict: Verdict, losses: readonly string[] = []): Measured => ({
    sample,
    verdict,
    losses,
    prompt,
    reading,
  });
  if (reading?.proof.kind !== 'equal') return result('failed');
  const original = { messages: request.messages, tools: sample.tools ? request.tools : [] } as Conversation;
  const readTools = readingSetting.variables.has('tools') && sample.tools ? tools : reading.tools;
  const read = { messages: reading.messages, tools: readTools } as Conversation;
  if (isDeepStrictEqual(canonical(read, frames, []), canonical(original, frames, []))) return result('exact');
  // The template may also drop text in tools, such as the `type` of a tool.
  const losesTools = lost.some(({ message }) => message === undefined);
  const [readAgain, originalAgain] = losesTools
    ? [
        { ...read, tools: [] },
        { ...original, tools: [] },
      ]
    : [read, original];
  if (
    isDeepStrictEqual(canonical(readAgain, frames, [], lost.length > 0), canonical(originalAgain, frames, lost, true))
  )
    return result('lossy', lossesIn(lost, frames));
  return result(reading.ambiguities.length > 0 ? 'ambiguous' : 'failed');
}

interface Conversation {
  readonly messages: readonly Readonly<Record<string, unknown>>[];
  readonly tools: readonly unknown[];
}

const lossesIn = (lost: readonly Source[], frames: LearnedFrames) =>
  [
    ...new Set([
      ...lost.map(({ part, key, message }) =>
        message === undefined
          ? 'tools'
          : part === 'tool_calls'
            ? `${key === 'id' || key === 'type' ? key : 'calls'}`
            : String(part),
      ),
      ...(frames.trimmed.size > 0 ? ['white space'] : []),
    ]),
  ].filter((one) => one !== 'type' && one !== 'role');

/** Returns a conversation without the parts that a template drops. */
function canonical(
  { messages, tools }: Conversation,
  { trimmed, forms, parts }: LearnedFrames,
  lost: readonly Source[],
  loses = lost.length > 0,
) {
  const isLost = (message: number, part: string, value?: unknown) =>
    lost.some((one) => one.message === message && one.part === part && (value === undefined || one.value === value));
  const trim = (text: unknown) =>
    (loses || trimmed.size > 0) && typeof text === 'string' ? text.trim() : (text ?? '');
  return {
    messages: messages
      .map((message, i) => ({
        role: message['role'],
        content: isLost(i, 'content') ? '' : trim(message['content']),
        reasoning: isLost(i, forms.reasoning) ? '' : trim(message[forms.reasoning]),
        calls: ((message['tool_calls'] ?? []) as never[]).flatMap(
          ({
            id,
            function: { name, arguments: args },
          }: {
            id?: string;
            function: { name: string; arguments: unknown };
          }) => {
            const one = {
              id:
                id === undefined ||
                (loses && !parts.has('id')) ||
                lost.some(({ part, value }) => part === 'tool_calls' && value === id)
                  ? ''
                  : id,
              name: isLost(i, 'tool_calls', name) && !forms.idsNameTools ? '' : name,
              arguments: JSON.parse(typeof args === 'string' ? args : JSON.stringify(args)) as unknown,
            };
            return loses && one.name === '' && one.id === '' ? [] : [one];
          },
        ),
        name: isLost(i, 'name') ? '' : (message['name'] ?? ''),
        reply: isLost(i, 'tool_call_id') || (loses && !parts.has('replyId')) ? '' : (message['tool_call_id'] ?? ''),
      }))
      .filter(
        ({ content, reasoning, calls, name, reply }) =>
          !loses || content !== '' || reasoning !== '' || calls.length > 0 || name !== '' || reply !== '',
      ),
    tools,
  };
}
