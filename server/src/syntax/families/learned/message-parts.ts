/** Reads the parts of a message in a learned dialect as the template writes them: reasoning, calls with their arguments, and replies. */
import type { Block } from '../../block.ts';
import { parseJson } from '../../json/values.ts';
import type { Span } from '../../span.ts';
import { toolNamedBy } from './call-id-names.ts';
import type { MessageFacts } from './facts.ts';
import { type Scan, type Step, scan } from './part-scan.ts';
import type { Part, PartFrames } from './transitions.ts';

/** A name or an id in a message, with its span in the block. */
export interface PlacedWord extends Span {
  readonly value: string;
}

/** A part of a message. Its span includes the template's text around it (UTF-16 offsets in the block). */
export interface MessagePart extends Span {
  readonly kind: 'thought' | 'answer' | 'call' | 'reply';
  /** The content: for a call, its arguments as JSON. */
  readonly text: string;
  readonly name: PlacedWord | undefined;
  readonly callId: PlacedWord | undefined;
  /** Whether the end of the part is present. */
  readonly complete: boolean;
  /** The span of the content itself. */
  readonly content: Span;
}

/** Reads the parts of a message; undefined if the template would not write the message exactly like this. */
export type PartReader = (block: Pick<Block, 'text' | 'bodyStart' | 'bodyEnd'>) => readonly MessagePart[] | undefined;

/** The kind of message part for each part of a conversation. */
export const kinds: Readonly<Partial<Record<Part, MessagePart['kind']>>> = {
  reasoning: 'thought',
  assistant: 'answer',
  reply: 'reply',
  replyName: 'reply',
  replyId: 'reply',
  name: 'call',
  id: 'call',
  arguments: 'call',
  key: 'call',
  value: 'call',
  data: 'call',
};

const nothingForbidden: ReadonlySet<string> = new Set();

export function partReader({ transitions, encodings }: MessageFacts): PartReader {
  const frames: PartFrames = { transitions: new Map(transitions), encodings: new Map(encodings) };
  const alike = writesAlike(frames);
  return ({ text, bodyStart, bodyEnd }) => {
    const body = text.slice(bodyStart, bodyEnd);
    const read = scan(body.trim(), frames, nothingForbidden);
    if (read === undefined || read.steps.length === 0) return undefined;
    const offset = bodyStart + body.length - body.trimStart().length;
    return partsOf(read, body.trim(), { offset, end: bodyEnd, frames, alike });
  };
}

/**
 * Returns texts such that every message with a call contains at least one of them. Undefined if a call may follow other parts without any
 * text.
 */
export function callSigns({ transitions }: MessageFacts): readonly string[] | undefined {
  const signs = new Set<string>();
  for (const [from, all] of transitions)
    for (const { to, text } of all)
      if (kinds[to as Part] === 'call' && kinds[from as Part] !== 'call') signs.add(text.trim());
  if (signs.has('')) return undefined;
  // If one text contains another, only the shorter one is needed, since every message that contains the longer one also contains the
  // shorter one.
  return [...signs].filter((sign) => ![...signs].some((other) => other !== sign && sign.includes(other)));
}

interface Circumstances {
  /** `offset`: where the text begins in the block. `end`: where the body ends. */
  readonly offset: number;
  readonly end: number;
  readonly frames: PartFrames;
  readonly alike: boolean;
}

function partsOf(
  { steps, ending }: Scan,
  text: string,
  circumstances: Circumstances,
): readonly MessagePart[] | undefined {
  const groups: Step[][] = [];
  /** The name of the tool, with which a reply may begin. */
  let nameStep: Step | undefined;
  for (const step of steps) {
    const kind = kinds[step.transition.to as Part];
    const last = groups.at(-1);
    if (kind === undefined) {
      if (step.transition.to !== 'repeated') return undefined;
      if (last === undefined) nameStep ??= step;
      else last.push(step);
    } else if (last !== undefined && goesOn(last, step, kind)) last.push(step);
    else groups.push([step]);
  }
  const { offset, end } = circumstances;
  return groups.map((group, i) => {
    const [next] = groups[i + 1] ?? [];
    const first = group[0] as Step;
    const isLast = next === undefined;
    const to = next === undefined ? end : offset + (isAnswer(next) ? next.start : next.gap);
    const from = offset + (isAnswer(first) ? first.start : (i === 0 && nameStep ? nameStep : first).gap);
    const span = { start: from, end: isAnswer(first) ? offset + first.end : to };
    return { ...partOf(group, text, circumstances), ...span, complete: !isLast || ending !== undefined };
  });
}

const isAnswer = ({ transition }: Step) => transition.to === 'assistant';

function goesOn(group: readonly Step[], { transition }: Step, kind: MessagePart['kind']): boolean {
  const first = group[0]?.transition;
  return (
    first !== undefined &&
    kinds[first.to as Part] === kind &&
    transition.opens === 'nothing' &&
    (kind === 'call' || kind === 'reply')
  );
}

type Content = Omit<MessagePart, 'start' | 'end' | 'complete'>;

function partOf(group: readonly Step[], text: string, { offset, frames, alike }: Circumstances): Content {
  const first = group[0] as Step;
  const kind = kinds[first.transition.to as Part] as MessagePart['kind'];
  const find = (...parts: readonly Part[]) => group.find(({ transition }) => parts.includes(transition.to as Part));
  const word = (step: Step | undefined): PlacedWord | undefined =>
    step && { value: decoded(step, text, frames), start: offset + step.start, end: offset + step.end };
  const main = find('reply', 'reasoning', 'assistant', 'arguments');
  const callId = word(find('id', 'replyId'));
  const placedWord = word(find('name', 'replyName'));
  const inId = callId && placedWord === undefined ? toolNamedBy(callId.value) : undefined;
  const at = inId === undefined ? -1 : (callId?.value.indexOf(inId) ?? -1);
  const name =
    inId !== undefined && callId !== undefined && at >= 0
      ? { value: inId, start: callId.start + at, end: callId.start + at + inId.length }
      : placedWord;
  const contentStep = main ?? group.find(({ transition }) => transition.to === 'key') ?? (group.at(-1) as Step);
  return {
    kind,
    name,
    callId,
    text: main ? decoded(main, text, frames) : kind === 'call' ? argumentsOf(group, text, frames, alike) : '',
    content: { start: offset + contentStep.start, end: offset + (main ?? (group.at(-1) as Step)).end },
  };
}

/** Combines arguments that are written one by one into a JSON object. */
function argumentsOf(group: readonly Step[], text: string, frames: PartFrames, alike: boolean): string {
  const members: string[] = [];
  let key: string | undefined;
  for (const step of group) {
    const { to } = step.transition;
    const decodedText = decoded(step, text, frames);
    if (to === 'key') key = decodedText;
    if ((to !== 'value' && to !== 'data') || key === undefined) continue;
    const json = to === 'data' || alike ? dataIn(decodedText) : undefined;
    members.push(`${JSON.stringify(key)}: ${json ?? JSON.stringify(decodedText)}`);
    key = undefined;
  }
  return `{${members.join(', ')}}`;
}

/** The Python keywords that differ from those of JSON. */
const pythonWords: ReadonlyMap<string, string> = new Map([
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
]);

/** Returns the JSON for an argument that is not a string; undefined for any other text. */
function dataIn(text: string): string | undefined {
  const word = pythonWords.get(text) ?? text;
  const { value, error } = parseJson(word);
  return error === undefined && value !== undefined && typeof value !== 'string' ? word : undefined;
}

/** Whether a template writes strings like all other arguments, so that `<arg>3</arg>` may be a string or a number. */
export function writesAlike({ transitions }: Pick<PartFrames, 'transitions'>): boolean {
  const before = transitions.get('key') ?? [];
  const texts = new Set(before.filter(({ to }) => to === 'value').map(({ text }) => text));
  return before.some(({ to, text }) => to === 'data' && texts.has(text));
}

function decoded({ transition, start, end }: Step, text: string, { encodings }: PartFrames): string {
  const stepText = text.slice(start, end);
  const encoding = encodings.get(transition.to as Part);
  if (encoding !== 'escaped' && encoding !== 'quoted') return stepText;
  const { value } = parseJson(encoding === 'escaped' ? `"${stepText}"` : stepText);
  return typeof value === 'string' ? value : stepText;
}
