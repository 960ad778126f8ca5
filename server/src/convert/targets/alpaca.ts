/**
 * Writes Alpaca rows, as LLaMA-Factory reads them: the last question and its answer, instructions in `system`, and earlier turns as
 * pairs in `history`. Everything that the assistant says between two questions is one answer.
 */
import {
  answerChannel,
  developerRole,
  functionsNamespace,
  modelRole,
  systemRole,
  userRole,
} from '../../grammar/index.ts';
import { turnsOf } from '../../model/json/shapes/dialogue-text.ts';
import { trimBreaks } from '../../model/visibility/spoken.ts';
import { type ConversationMessage, calledTool, isAnswer, isReply, textOfPieces } from '../conversation.ts';
import { apart, noteUndeclared } from '../declared.ts';
import { type Notes, usualCodes } from '../notes.ts';
import type { Speech } from '../turns.ts';
import { noteDropped, noteMissing } from './dropped.ts';
import { noteEnd, noteOpen, noteReturn } from './ends.ts';
import { extractThoughts } from './extract-thoughts.ts';
import { headerKeys } from './header.ts';
import { joinedMessages } from './joined-texts.ts';
import { asText } from './parts.ts';
import { noteReadAsParts } from './read-as-parts.ts';
import { type CallStyle, taggedSpeech } from './tagged-text.ts';
import type { Target } from './target.ts';

const form = 'Alpaca';

export const alpaca: Target = {
  name: form,
  codes: usualCodes,
  form: 'json',
  write(conversation, notes) {
    headerKeys(conversation, notes);
    const { messages, declared } = apart(conversation.messages, notes);
    noteUndeclared(declared, form, notes);
    noteUndeclared(conversation.declared, form, notes);
    const supportedMessages = extractThoughts(messages, notes).filter((one) => isHeld(one, notes));
    const texts = supportedMessages.map((one) => asText(one, notes));
    const system = joinedTexts(texts.filter(isInstruction), notes);
    const turns = turnsIn(
      texts.filter((one) => !isInstruction(one)),
      notes,
    );
    const last = turns.at(-1);
    const lastInstruction = texts.findLast(isInstruction);
    if (last === undefined && lastInstruction) notes.losePart(lastInstruction, 'turn', turnAdded);
    return {
      value: {
        instruction: last?.question ?? '',
        input: '',
        output: last?.answer ?? '',
        system,
        history: turns.slice(0, -1).map(({ question, answer }) => [question, answer]),
      },
    };
  },
};

const isInstruction = ({ role }: ConversationMessage) => role === systemRole || role === developerRole;

/** Whether a row can contain a message. If not, adds a note. */
function isHeld(message: ConversationMessage, notes: Notes): boolean {
  if (isReply(message)) return noteMissing(message, 'A reply', form, notes);
  if (calledTool(message) !== undefined) return noteMissing(message, 'A call', form, notes);
  if (message.slot) return !noteEnd(message, notes);
  if (message.role === userRole || message.role === modelRole || isInstruction(message)) return true;
  notes.refusePart(message, {
    part: 'role',
    start: 0,
    end: 0,
    reason: `cannot be written, because ${form} has no role like this one`,
  });
  return false;
}

interface Turn {
  readonly question: string;
  readonly answer: string;
}

function turnsIn(messages: readonly ConversationMessage[], notes: Notes): readonly Turn[] {
  const turns: Turn[] = [];
  for (let at = 0; at < messages.length; ) {
    const questions = runOf(messages, at, userRole);
    const answered = runOf(messages, at + questions.length, modelRole);
    at += questions.length + answered.length;
    const isLast = at >= messages.length;
    const answer = answered.length > 0 ? writeAnswer(answered, notes) : undefined;
    const [question] = questions;
    if (answer === undefined && question) notes.losePart(question, 'answer', answerAdded);
    const first = firstWritten(answered);
    if (answer !== undefined && first && !question) notes.losePart(first, 'question', questionAdded);
    if (answer === undefined && !question) continue;
    turns.push({ question: joinedTexts(questions, notes, isLast), answer: answer ?? '' });
  }
  return turns;
}

const questionAdded = 'An empty question is added before this answer: in Alpaca, each answer must have a question.';
const turnAdded = 'An empty question and an empty answer are added: an Alpaca row must have both.';
const answerAdded =
  'An empty answer is added after this question, because an Alpaca row must have an answer: a model trained on it learns to write nothing.';

/** The consecutive messages with this role, beginning at an index. */
function runOf(messages: readonly ConversationMessage[], from: number, role: string): readonly ConversationMessage[] {
  let end = from;
  while (messages[end]?.role === role) end++;
  return messages.slice(from, end);
}

/**
 * Joins the texts of one speaker. `divides`: whether text in the field is divided into turns on reading if it looks like a
 * dialogue.
 */
function joinedTexts(messages: readonly ConversationMessage[], notes: Notes, divides = true): string {
  for (const one of messages) {
    noteDropped(one, { attributes: [] }, form, notes);
    if (one.role === developerRole)
      notes.losePart(one, 'role', `The role \`${one.role}\` becomes \`system\`, the nearest role in ${form}.`);
    noteReturn([one], notes);
    noteOpen([one], notes);
    noteReadAsParts(one, notes);
  }
  const keptMessages = messages.filter(
    (one) => one.role === userRole || one.pieces.length > 0 || noteMissing(one, 'An empty message', form, notes),
  );
  const text = textOf(keptMessages, notes);
  const [first] = keptMessages;
  if (first && divides && turnsOf(text) !== undefined)
    notes.losePart(first, 'tags', 'This text will be read back as several messages, because it looks like a dialogue.');
  return text;
}

function textOf(messages: readonly ConversationMessage[], notes: Notes): string {
  const joined = joinedOf(messages, notes);
  return joined ? textOfPieces(joined.pieces) : '';
}

function joinedOf(messages: readonly ConversationMessage[], notes: Notes): ConversationMessage | undefined {
  for (const one of messages.slice(1))
    notes.losePart(
      one,
      'joined',
      'This text is joined with the preceding text, because Alpaca has only one field for both.',
    );
  return joinedMessages(messages);
}

/** Joins the assistant's consecutive messages into one text, with the thoughts in one `<think>`; undefined if nothing remains. */
function writeAnswer(messages: readonly ConversationMessage[], notes: Notes): string | undefined {
  noteReturn(messages, notes);
  noteOpen(messages, notes);
  const begun = messages.findIndex(isAnswer);
  const answer = joinedOf(answersIn(messages, notes), notes);
  const thoughts = messages.filter((one) => !isAnswer(one));
  const isNothing = thoughts.every(isSilent) && !(answer && saysSomething(answer));
  if (isNothing) for (const one of thoughts) noteMissing(one, 'An empty thought', form, notes);
  else if (begun >= 0)
    for (const one of messages.slice(begun)) if (!isAnswer(one)) notes.losePart(one, 'moved', movedThought);
  if (isNothing && !answer) return undefined;
  const speech: Speech = { kind: 'speech', thoughts: isNothing ? [] : thoughts, answer, calls: [] };
  return taggedSpeech(speech, style, notes)
    .map(({ text }) => text)
    .join('');
}

/** The first message of an answer to be written: thoughts precede text, and empty messages are dropped. */
function firstWritten(messages: readonly ConversationMessage[]): ConversationMessage | undefined {
  const thoughts = messages.filter((one) => !isAnswer(one));
  return thoughts.find((one) => !isSilent(one)) ?? thoughts[0] ?? messages.find(saysSomething) ?? messages[0];
}

const movedThought = 'This thought is moved before the answer that precedes it: Alpaca has only one field for both.';

const isSilent = ({ pieces }: ConversationMessage): boolean =>
  trimBreaks(textOfPieces(pieces.filter(({ kind }) => kind !== 'token'))) === '';

const saysSomething = ({ pieces }: ConversationMessage): boolean => textOfPieces(pieces).trim() !== '';

/** Returns the texts for users as answers. If there are several texts, drops empty ones. */
function answersIn(messages: readonly ConversationMessage[], notes: Notes): readonly ConversationMessage[] {
  const all = messages.filter(isAnswer);
  const first = all.find(saysSomething) ?? all[0];
  const keptAnswers = all.filter(
    (one) => one === first || saysSomething(one) || noteMissing(one, 'An empty message', form, notes),
  );
  return keptAnswers.map((one) => {
    noteDropped(one, { attributes: [], channel: answerChannel }, form, notes);
    return { ...one, attributes: new Map(), channel: answerChannel, constraint: undefined };
  });
}

/** The style of calls, which `taggedSpeech` requires although Alpaca rows have no calls. */
const style: CallStyle = {
  form,
  readBack: () => ({ to: functionsNamespace, channel: answerChannel, constraint: undefined }),
};
