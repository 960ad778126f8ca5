/**
 * Writes thoughts, calls and replies like the chat templates of Qwen and Hermes: in text, with the tags `<think>`, `<tool_call>`
 * and `<tool_response>`. The output is read again for verification, since tags have no escapes.
 */
import {
  answerChannel,
  callChannel,
  functionsNamespace,
  modelRole,
  thoughtChannel,
  userRole,
} from '../../grammar/index.ts';
import { asMessage } from '../../model/json/as-message.ts';
import type { Message } from '../../model/message.ts';
import { type Entry, entriesOf } from '../../model/visibility/entries.ts';
import { hiddenStretches } from '../../model/visibility/hidden.ts';
import { leadingBreaks, trailingBreaks, trimBreaks } from '../../model/visibility/spoken.ts';
import { families } from '../../syntax/families/index.ts';
import { parseJson } from '../../syntax/json/values.ts';
import type { CallReadBack } from '../built-in.ts';
import { type ConversationMessage, calledTool, textOfPieces } from '../conversation.ts';
import type { Notes } from '../notes.ts';
import type { Speech } from '../turns.ts';
import type { Composed } from './composed.ts';
import { noteDropped, noteMissing, noteSpaces, refuseArguments, withoutEmpty } from './dropped.ts';
import { withoutMarkers } from './extract-thoughts.ts';
import { noteReadAsParts } from './read-as-parts.ts';

export type Stretch = Composed['stretches'][number];

const family = families['openchatml-0.1'];
const prefix = `${functionsNamespace}.`;
const toolOf = (tool: string) => (tool.startsWith(prefix) ? tool.slice(prefix.length) : tool);

/** The parts in a ChatML text. */
const partsOf = (content: string, role: string): readonly Entry[] => entriesOf(messageOf(content, role));

function messageOf(content: string, role: string): Message {
  const span = { start: 0, end: content.length };
  return asMessage({ ...span, role, roleSpan: span, content, open: false, family, familyIsCertain: true });
}

/** Whether the text after an offset is hidden by the text before it, such as by half a token in a thought. */
const isHiddenFrom = (content: string, at: number): boolean =>
  hiddenStretches(messageOf(content, modelRole)).some(
    ({ start, end }) => start < at && end > at && /\S/.test(content.slice(at, end)),
  );

const joinedText = (stretches: readonly Stretch[]): string => stretches.map(({ text }) => text).join('');

export interface CallStyle {
  /** The name of the format, for use in sentences. */
  readonly form: string;
  /** Returns the call as it is read back from this format. */
  readBack(call: ConversationMessage): CallReadBack;
  /** Writes the calls of a turn. By default, each call is in a `<tool_call>` on its own lines. */
  readonly write?: (calls: readonly ConversationMessage[], text: ConversationMessage | undefined) => CallText;
}

/** Calls as written in a format, and whether they are in tags. */
export interface CallText {
  readonly stretches: readonly Stretch[];
  readonly tagged: boolean;
}

/**
 * Writes the assistant's speech in one turn: the thoughts in one `<think>`, the text, and the calls. Notes losses, and refuses text
 * that would be misread.
 */
export function taggedSpeech(originalSpeech: Speech, style: CallStyle, notes: Notes): readonly Stretch[] {
  const { form, write = taggedCalls } = style;
  const speech = withoutEmpty(originalSpeech, form, notes, (text) => text.trim() === '');
  const { answer, calls } = speech;
  const thoughts = withoutMarkers(withoutEmptyThoughts(speech.thoughts, form, notes), notes);
  const before = thinking(thoughts, form, notes);
  const text = answer ? writeAnswer(answer, { before, calls }, form, notes) : [];
  const { refusals } = notes;
  for (const one of calls) noteCall(one, style, notes);
  const called = write(calls, answer);
  const stretches = [...before, ...text, ...called.stretches];
  // If arguments were refused because they are not JSON, there is nothing to compare: they are never read back.
  if (notes.refusals === refusals && before.length + called.stretches.length > 0)
    refuseMisread(stretches, { ...speech, thoughts, calls: called.tagged ? calls : [] }, notes);
  return stretches;
}

/** Writes each call in a `<tool_call>`. */
function taggedCalls(calls: readonly ConversationMessage[], text: ConversationMessage | undefined): CallText {
  const stretches = calls.flatMap((one, i): Stretch[] => [
    ...(i === 0 && text === undefined ? [] : [{ kind: 'text' as const, text: '\n' }]),
    { kind: 'text', text: '<tool_call>\n' },
    ...callObject(one),
    { kind: 'text', text: '\n</tool_call>' },
  ]);
  return { stretches, tagged: true };
}

/**
 * Drops empty thoughts next to other thoughts. A single empty thought is written, as templates write it for a model that does not
 * think.
 */
function withoutEmptyThoughts(
  thoughts: readonly ConversationMessage[],
  form: string,
  notes: Notes,
): readonly ConversationMessage[] {
  if (thoughts.length < 2) return thoughts;
  const isEmpty = ({ pieces }: ConversationMessage) =>
    trimBreaks(textOfPieces(pieces.filter(({ kind }) => kind !== 'token'))) === '';
  const message = thoughts.find((one) => !isEmpty(one)) ?? thoughts[0];
  return thoughts.filter(
    (one) => one === message || !isEmpty(one) || noteMissing(one, 'An empty thought', form, notes),
  );
}

/** Writes all thoughts as one, since a message in these templates has only one thought. */
function thinking(thoughts: readonly ConversationMessage[], form: string, notes: Notes): readonly Stretch[] {
  const stretches = thoughts.flatMap((one, i): Stretch[] => {
    noteDropped(one, { attributes: [], channel: thoughtChannel }, form, notes);
    if (i > 0)
      notes.losePart(one, 'joined', 'This thought is joined with the preceding one: a message has only one `<think>`.');
    const text = textOfPieces(one.pieces);
    const marker = markerInThought.exec(text);
    if (marker)
      notes.losePart(
        one,
        'tags',
        'This text will be read as the marker of an unclosed thought, so checks will report it. Put it in backticks if it is meant as text.',
        one.places.body(marker.index, marker.index + marker[0].length),
      );
    return [...(i > 0 ? [{ kind: 'text' as const, text: '\n\n' }] : []), { kind: 'text', text, of: one }];
  });
  const [first] = thoughts;
  if (first === undefined) return [];
  const all = joinedText(stretches);
  if (trimBreaks(all) !== all)
    notes.losePart(first, 'body', 'Line breaks at the beginning or end of this thought are lost.');
  return [{ kind: 'text', text: '<think>\n' }, ...stretches, { kind: 'text', text: '\n</think>\n\n' }];
}

interface Around {
  readonly before: readonly Stretch[];
  readonly calls: readonly ConversationMessage[];
}

/** Writes the text for users that is next to thoughts and calls. */
function writeAnswer(
  answer: ConversationMessage,
  { before, calls }: Around,
  form: string,
  notes: Notes,
): readonly Stretch[] {
  const beside = calls.length > 0;
  const keptParts = { attributes: beside ? ['intent'] : [], channel: beside ? callChannel : answerChannel };
  noteDropped(answer, keptParts, form, notes);
  noteReadAsParts(answer, notes, { family, following: calls.map(({ pieces }) => textOfPieces(pieces)).join('') });
  const text = textOfPieces(answer.pieces);
  const lost = (before.length > 0 ? leadingBreaks(text) : 0) + (beside ? trailingBreaks(text) : 0);
  if (lost > 0)
    notes.losePart(
      answer,
      'body',
      'Line breaks at the beginning or end of this text are lost: next to thoughts and calls, they belong to the template.',
    );
  return [{ kind: 'text', text, of: answer }];
}

/** Writes a call as an object with `name` and `arguments`. */
export const callObject = (message: ConversationMessage): readonly Stretch[] => [
  { kind: 'text', text: `{"name": ${JSON.stringify(toolOf(calledTool(message) as string))}, "arguments": ` },
  { kind: 'text', text: textOfPieces(message.pieces), of: message },
  { kind: 'text', text: '}' },
];

/** Notes the losses in a call, and refuses arguments that are not JSON. */
function noteCall(message: ConversationMessage, { form, readBack }: CallStyle, notes: Notes): void {
  const tool = calledTool(message) as string;
  const back = readBack(message);
  if (back.to !== tool)
    notes.losePart(message, 'to', `\`${tool}\` is read back as \`${back.to}\`: ${form} can name only functions.`);
  noteDropped(message, { ...back, attributes: ['to'] }, form, notes);
  const text = textOfPieces(message.pieces);
  if (parseJson(text).error !== undefined) refuseArguments(message, form, notes);
  noteSpaces(message, notes);
}

/**
 * Refuses a thought or a call that would be misread. Misread parts of an answer, which may hide calls, are noted by
 * `noteReadAsParts`.
 */
function refuseMisread(stretches: readonly Stretch[], { thoughts, answer, calls }: Speech, notes: Notes): void {
  const parts = partsOf(joinedText(stretches), modelRole);
  const [first] = thoughts;
  const thought = thoughts.map(({ pieces }) => textOfPieces(pieces)).join('\n\n');
  const isRead = parts[0]?.kind === 'thought' && parts[0].start === 0 && parts[0].text === trimBreaks(thought);
  // If a thought contains a tag, the meaning of the text after that tag is doubtful, no matter where the thought ends.
  if (first && (!isRead || tagInThought.test(thought))) return refuse(first, notes);
  const speechText = joinedText(stretches);
  const answerAt = stretches
    .slice(
      0,
      stretches.findIndex(({ of }) => of === answer),
    )
    .reduce((sum, { text }) => sum + text.length, 0);
  if (first && answer && isHiddenFrom(speechText, answerAt)) return refuse(first, notes);
  if (answer && partsOf(textOfPieces(answer.pieces), modelRole).length > 0) return;
  const entries = parts.slice(first ? 1 : 0);
  const wrong = calls.find(
    (one, i) => entries[i]?.kind !== 'call' || entries[i]?.text !== textOfPieces(one.pieces).trim(),
  );
  const more = entries[calls.length] === undefined ? undefined : (answer ?? first ?? calls[0]);
  const misread = wrong ?? more;
  if (misread) refuse(misread, notes);
}

/** Matches markers outside backticks, since markers in backticks are text. */
const markerInThought = /(?<!`)<\|(?:start|end)_\w+\|>/;
const tagInThought = /(?:^|[^`])<\/?think>/;

function refuse(message: ConversationMessage, notes: Notes): void {
  const text = textOfPieces(message.pieces);
  const tag = /<\/?(?:think|tool_call|tool_response)>/.exec(text);
  notes.refusePart(message, {
    part: 'body',
    start: tag?.index ?? 0,
    end: tag ? tag.index + tag[0].length : text.length,
    reason: tag
      ? `contains \`${tag[0]}\`, which would be read as a tag here`
      : 'would be read differently, because tags have no effect in code blocks',
  });
}

/** Writes replies as one user turn, or as several if one of them would change how another one is read. */
export function taggedReplies(replies: readonly ConversationMessage[], notes: Notes): readonly (readonly Stretch[])[] {
  const together = replies.flatMap((one, i) =>
    i === 0 ? reply(one) : [{ kind: 'text' as const, text: '\n' }, ...reply(one)],
  );
  const turns = replies.length === 1 || isRead(together, replies) ? [together] : replies.map(reply);
  if (turns.length > 1 || replies.length === 1)
    for (const [i, one] of replies.entries()) noteMisread(one, partsOf(joinedText(turns[i] ?? []), userRole), notes);
  return turns;
}

function reply(message: ConversationMessage): readonly Stretch[] {
  const content: Stretch = { kind: 'text', text: textOfPieces(message.pieces), of: message };
  const name = replyNameToWrite(message);
  const body: readonly Stretch[] =
    name === undefined
      ? [content]
      : [{ kind: 'text', text: `{"name": ${JSON.stringify(name)}, "content": ` }, content, { kind: 'text', text: '}' }];
  return [{ kind: 'text', text: '<tool_response>\n' }, ...body, { kind: 'text', text: '\n</tool_response>' }];
}

/**
 * Returns the function to write with a reply, which is only needed if the reply itself would be read as an object with a name and
 * content. Undefined if the reply can be written unchanged, or if its function is unknown.
 */
export function replyNameToWrite(message: ConversationMessage): string | undefined {
  const name = message.attributes.get('name');
  if (!name?.startsWith(prefix)) return undefined;
  const text = textOfPieces(message.pieces);
  if (!text.startsWith('{')) return undefined;
  const [part, ...more] = partsOf(`<tool_response>\n${text}\n</tool_response>`, userRole);
  return part?.name !== undefined && more.length === 0 ? toolOf(name) : undefined;
}

function isRead(stretches: readonly Stretch[], replies: readonly ConversationMessage[]): boolean {
  const parts = partsOf(joinedText(stretches), userRole);
  return (
    parts.length === replies.length &&
    replies.every((one, i) => parts[i]?.name === replyNameToWrite(one) && parts[i]?.text === textOfPieces(one.pieces))
  );
}

/** Notes differences between a reply and the reply that is read back, and refuses a reply that a tag in it would divide. */
function noteMisread(message: ConversationMessage, parts: readonly Entry[], notes: Notes): void {
  const text = textOfPieces(message.pieces);
  const [part, ...more] = parts;
  if (part?.kind !== 'reply' || more.length > 0 || part.start > 0) return refuse(message, notes);
  if (part.name !== undefined) {
    if (message.attributes.get('name') !== prefix + part.name)
      notes.losePart(
        message,
        'name',
        `This reply is read back as a reply from \`${part.name}\`, because it is an object with \`name\` and \`content\`.`,
      );
    if (part.text !== text)
      notes.losePart(
        message,
        'body',
        'Only the `content` of this object is read back: an object with `name` and `content` is the usual format of a reply.',
      );
  } else if (part.text !== text) {
    if (part.text !== text.trim()) return refuse(message, notes);
    notes.losePart(message, 'body', 'White space at the beginning or end of this reply is lost.');
  }
}
