/** Writes plain frames, which consist of a speaker and a body with thoughts and calls in the syntax of the family. */
import { sequencePairs } from '../../grammar/index.ts';
import type { Family } from '../../syntax/families/family.ts';
import { getOwn } from '../../syntax/get-own.ts';
import { append } from '../../syntax/lists.ts';
import { replyRole } from '../../write/index.ts';
import { type Conversation, type ConversationMessage, isReply } from '../conversation.ts';
import type { Declared } from '../declared.ts';
import { type Notes, plainCodes } from '../notes.ts';
import { inOrderOfCalls } from '../pairs.ts';
import { type Speech, speeches } from '../turns.ts';
import { type Composed, textOf } from './composed.ts';
import { noteReturn } from './ends.ts';
import { extractThoughts } from './extract-thoughts.ts';
import { headerKeys } from './header.ts';
import { asText } from './parts.ts';
import type { Target } from './target.ts';
import { writable } from './values.ts';

/** The facts about a family that writing requires in addition to its frame. */
export interface Bodies {
  readonly family: Family;
  readonly name: string;
  /** The token at the beginning of the sequence, unless an option changes it. */
  readonly bos: string;
  /** Whether replies name the tool that they come from. */
  readonly namesTools: boolean;
  /** Adds the tools that are declared next to the messages to the text of the messages. */
  declared(
    messages: readonly ConversationMessage[],
    declared: Declared | undefined,
    notes: Notes,
  ): readonly ConversationMessage[];
  /** The assistant's speech in one turn, composed into messages. */
  speech(speech: Speech, notes: Notes): readonly Composed[];
  /** The tool replies that follow each other, composed into messages. */
  replies(replies: readonly ConversationMessage[], notes: Notes): readonly Composed[];
  /** The message of any other speaker, or the open message at the end. */
  other(message: ConversationMessage, notes: Notes): Composed;
}

/** Builds a target whose messages are plain frames. */
export function plainTarget(bodies: () => Bodies, name: string): Target {
  return {
    name,
    codes: plainCodes,
    form: 'text',
    write(conversation, notes, style) {
      const targetBodies = bodies();
      headerKeys(conversation, notes);
      const messages = composed(conversation, targetBodies, notes);
      const { family } = targetBodies;
      const { lineBreak } = conversation;
      const gap = family.frame.between === '' ? '' : lineBreak;
      const texts = messages.map((one, i) => {
        const closed = one.terminator !== undefined;
        const isLast = i === messages.length - 1;
        return textOf(one, family, name, lineBreak, notes) + (closed && (!isLast || gap !== '') ? gap : '');
      });
      return { text: inMarks(texts.join(''), style.bos ?? targetBodies.bos) };
    },
  };
}

function composed(conversation: Conversation, bodies: Bodies, notes: Notes): readonly Composed[] {
  const messages = bodies.declared(conversation.messages, conversation.declared, notes);
  const textMessages = writable(
    extractThoughts(inOrderOfCalls({ ...conversation, messages }, bodies.namesTools, notes), notes),
    notes,
  ).map((one) => asText(one, notes));
  noteReturn(textMessages, notes);
  const all: Composed[] = [];
  // Messages with refused parts are not written as text, since writing them could only refuse the same parts again.
  const add = (compose: () => readonly Composed[]) => {
    const { refusals } = notes;
    const messages = compose();
    if (notes.refusals === refusals) append(all, messages);
  };
  let replies: ConversationMessage[] = [];
  for (const one of [...speeches(textMessages), undefined]) {
    if (one?.kind === 'other' && isReply(one.said)) {
      replies.push(one.said);
      continue;
    }
    const returned = replies;
    if (returned.length > 0) add(() => bodies.replies(returned, notes));
    replies = [];
    if (one?.kind === 'speech') add(() => bodies.speech(one, notes));
    else if (one) add(() => [bodies.other(one.said, notes)]);
  }
  return all;
}

/** Returns the family's role for a role of 2.2; notes a change of role. */
export function roleIn({ roles, roleMeant, name }: Family, message: ConversationMessage, notes: Notes): string {
  const role = message.role as string;
  if (isReply(message))
    return roles.find(({ name: one, replies }) => replies && one === role)?.name ?? replyRole({ roles } as Family);
  if (roles.some((roleFact) => roleFact.name === role)) return role;
  const nearestRole = getOwn(roleMeant, role);
  if (nearestRole !== undefined)
    notes.losePart(message, 'role', `The role \`${role}\` becomes \`${nearestRole}\`, the nearest role in ${name}.`);
  return nearestRole ?? role;
}

/** Puts the text between the marks of a sequence; the end mark is the one that matches the begin mark. */
function inMarks(text: string, begin: string): string {
  if (begin === '' || begin === 'none') return text;
  return begin + text + (sequencePairs.find((pair) => pair.begin === begin)?.end ?? '');
}
