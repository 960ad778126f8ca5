/** `ocml import` with a model's template: learns how the template writes messages, and proves the result by rendering it again. */
import { clockIn, type LearnedFrames, learnFrames, type Proof, readPrompt, type Setting } from '../../learn/index.ts';
import type { Value } from '../../templates/jinja/runtime/values.ts';
import { emptyNote } from '../../templates/stand-ins.ts';
import type { Template } from '../../templates/template.ts';
import type { ImportedRequest } from '../commands/import.ts';

export interface LearnedImport {
  readonly template: Template;
  readonly set: ReadonlyMap<string, Value>;
  readonly clock: Date | undefined;
  /** The prompt; `name` is its name in messages to the user. */
  readonly text: string;
  readonly name: string;
}

/** Converts a prompt to a request. Returns undefined if the text does not begin like a prompt from the template. */
export function importLearned(
  { template, set, clock, text, name }: LearnedImport,
  complain: (message: string) => void,
): ImportedRequest | undefined {
  const setting: Setting = { variables: set, clock: clock ?? clockIn(template.text, text) };
  const frames = learnFrames(template, setting);
  const tokens = emptyNote(template.name, template, set);
  if (tokens !== undefined) complain(tokens);
  for (const note of frames.uncertain) complain(`${template.name}: ${note}`);
  if (text.includes('\r\n') && !/(?<!\r)\n/.test(text))
    complain(
      `${name}: all lines end with CRLF, which templates do not write: convert them to LF first, for example with sed 's/\\r$//'`,
    );
  const whole = readPrompt(text, template, frames, setting);
  const shorter = whole?.proof.kind === 'equal' ? undefined : withoutLastBreak(text, template, frames, setting);
  if (shorter) complain(`${name}: the line break at the end is ignored, because ${template.name} does not write one`);
  const reading = shorter ?? whole;
  if (reading === undefined) {
    for (const note of startNotes(text, template, frames, set)) complain(`${name}: ${note}`);
    return undefined;
  }
  const note = proofNote(reading.proof, text, template.name);
  if (note !== undefined) complain(`${name}: ${note}`);
  for (const one of reading.ambiguities) complain(`${name}: ${one}`);
  const { json, messages, tools, addGenerationPrompt } = reading;
  const isEmpty = messages.length === 0 && tools.length === 0 && !addGenerationPrompt;
  return { json, isEmpty, exit: failing.has(reading.proof.kind) ? 1 : 0 };
}

/**
 * Reads a text without its final line break, which many programs add. Returns undefined unless the template writes exactly the shortened
 * text.
 */
function withoutLastBreak(text: string, template: Template, frames: LearnedFrames, setting: Setting) {
  const shorter = text.replace(/\r?\n$/, '');
  const reading = shorter === text ? undefined : readPrompt(shorter, template, frames, setting);
  return reading?.proof.kind === 'equal' ? reading : undefined;
}

/** Returns notes on why a text is not a prompt from the template, and on what to try. */
function startNotes(
  text: string,
  template: Template,
  frames: LearnedFrames,
  set: ReadonlyMap<string, Value>,
): readonly string[] {
  const start = closestStart(text, frames);
  if (start === undefined) return [];
  const same = commonStart(text, start);
  const at = same < MAX_QUOTE_LENGTH / 2 ? 0 : same;
  const notes = [`this is not a prompt from ${template.name}: ${differenceAt(text, start, at)}`];
  const token = set.get('bos_token') ?? template.variables.get('bos_token');
  if (typeof token === 'string' && token !== '' && start.startsWith(token) && !text.startsWith(token))
    notes.push(
      "bos_token is missing at the start, as in many logs. To read the prompt without it, add --set bos_token=''",
    );
  return notes;
}

const failing = new Set<Proof['kind']>(['different', 'refused']);

function proofNote(proof: Proof, text: string, template: string): string | undefined {
  switch (proof.kind) {
    case 'equal':
      return undefined;
    case 'open':
      return proof.inside
        ? 'the last message is not closed'
        : 'the text ends earlier than the template would end it, but no part of a message is missing';
    case 'different':
      return `this is not exactly what ${template} writes: ${differenceAt(text, proof.written, proof.at)}`;
    case 'refused':
      return `${template} rejects the messages that were read: ${proof.message}`;
    case 'unproven':
      return 'the tools are declared in an unsupported format, so they are missing from the output, and the rest could not be verified. Pass the tools with --set tools=JSON';
  }
}

/** The maximum length of the text quoted at a difference (UTF-16 units). */
const MAX_QUOTE_LENGTH = 40;

function differenceAt(text: string, templateText: string, at: number): string {
  const line = text.slice(0, at).split('\n').length;
  const [here, there] = [text, templateText].map((one) => JSON.stringify(one.slice(at, at + MAX_QUOTE_LENGTH)));
  return `line ${line} has ${here} where the template would write ${there}`;
}

/** Returns the possible beginning of a prompt that shares the longest prefix with a text. */
function closestStart(text: string, { transitions }: LearnedFrames): string | undefined {
  const starts = (transitions.get('start') ?? []).map((one) => one.text);
  return starts.reduce<string | undefined>(
    (best, start) => (best === undefined || commonStart(text, start) > commonStart(text, best) ? start : best),
    undefined,
  );
}

function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}
