/** Prepares messages for an API that keeps instructions outside its message list, in which two speakers alternate. */
import { developerRole, modelRole, systemRole, userRole } from '../../grammar/index.ts';
import { type ConversationMessage, isAnswer } from '../conversation.ts';
import type { Notes } from '../notes.ts';
import { joinedMessages } from './joined-texts.ts';
import { asText } from './parts.ts';

/** Moves the instructions to a single system message before all others. Notes the messages that are joined or moved. */
export function systemFirst(messages: readonly ConversationMessage[], notes: Notes): readonly ConversationMessage[] {
  const isSystem = ({ role }: ConversationMessage) => role === systemRole || role === developerRole;
  const begun = messages.findIndex((one) => !isSystem(one));
  const all: ConversationMessage[] = [];
  for (const [i, one] of messages.entries()) {
    if (!isSystem(one)) continue;
    if (begun >= 0 && i > begun) notes.losePart(one, 'moved', movedToSystem);
    if (all.length > 0) notes.losePart(one, 'joined', joinedInSystem);
    else if (one.role === developerRole)
      notes.losePart(
        one,
        'role',
        `The role \`${one.role}\` becomes \`system\`, the only role for instructions in the Messages API.`,
      );
    all.push(asText(one, notes));
  }
  const joined = joinedMessages(all);
  if (joined === undefined) return messages;
  const system = { ...joined, role: systemRole };
  return [system, ...messages.filter((one) => !isSystem(one))];
}

const movedToSystem =
  'This instruction is moved to `system`, before all messages: the Messages API does not allow instructions among them.';
const joinedInSystem = 'This instruction is joined with the preceding one, because a request has only one `system`.';

/** Joins adjacent messages of one speaker if they consist only of text. */
export function joinedTurns(messages: readonly ConversationMessage[], notes: Notes): readonly ConversationMessage[] {
  const runs: ConversationMessage[][] = [];
  for (const one of messages) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (!run || !last || !isPlain(last) || !isPlain(one) || last.role !== one.role || last.channel !== one.channel)
      runs.push([one]);
    else {
      notes.losePart(one, 'joined', 'This text is joined with the preceding text, because both belong to one turn.');
      run.push(one);
    }
  }
  return runs.flatMap((run) => joinedMessages(run) ?? []);
}

const isPlain = (one: ConversationMessage): boolean =>
  (one.role === userRole || (one.role === modelRole && isAnswer(one))) &&
  !one.slot &&
  one.parts === undefined &&
  one.attributes.size === 0 &&
  one.constraint === undefined &&
  one.terminator === 'end' &&
  one.pieces.every(({ kind }) => kind === 'text');
