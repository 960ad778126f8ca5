/** What a conversion says of a session: which parts of it are not messages, which are not in its log, and which it leaves out. */
import type { Aside, Missing, OtherRecords, SessionFacts } from '../../model/json/sessions/session.ts';
import type { JsonNode } from '../../syntax/json/nodes.ts';
import type { Notes } from '../notes.ts';

const asideReasons: Readonly<Record<Aside, string>> = {
  branch: 'This is on a branch that the session left, and is dropped: the conversation is the one that it ends with.',
  'rolled-back': 'This was rolled back in the session, and is dropped: the conversation is the one that it ends with.',
  'sub-agent':
    "This is a sub-agent's conversation, and is dropped: its result is the reply to the call that started it.",
};

/** What is said of a message that is not in the conversation. */
export const asideDropped = ({ asides }: SessionFacts, node: JsonNode): string =>
  asideReasons[asides.get(node) ?? 'branch'];

const missingParts: Readonly<Record<Missing, string>> = {
  'system prompt': 'The system prompt is missing in the output: this log does not record it.',
  tools: 'The declarations of tools are missing in the output: this log does not record them.',
  reasoning: 'Some reasoning is missing in the output: the log has it only encrypted or redacted.',
  prompt: 'The prompt is missing in the output: this log does not record it.',
};

const meanings: Readonly<Record<OtherRecords['meaning'], string>> = {
  bookkeeping: 'it is about the program, not part of the conversation',
  context: 'the model was given it, but the log does not keep it as a message',
  repeated: 'the log tells it elsewhere as well',
  unknown: 'records of this type are not known',
  broken: 'it is not valid JSON',
  torn: 'the file ends in the middle of it',
};

/** Notes everything in a session that is not in its conversation. */
export function noteSession({ others, missing }: SessionFacts, notes: Notes): void {
  for (const part of missing) notes.lose(beginning, missingParts[part]);
  for (const { kind, meaning, count, at } of others)
    notes.lose(at, `\`${kind}\` is dropped${count === 1 ? '' : ` (${count} times)`}: ${meanings[meaning]}.`);
}

const beginning = { start: 0, end: 0 };
