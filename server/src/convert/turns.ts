/**
 * Groups the assistant's messages by turn, for formats that keep reasoning, text and calls in one message: thoughts, then the text,
 * then the calls.
 */
import { modelRole } from '../grammar/index.ts';
import { type ConversationMessage, calledTool, isAnswer, isPreamble } from './conversation.ts';

export interface Speech {
  readonly kind: 'speech';
  readonly thoughts: readonly ConversationMessage[];
  readonly answer: ConversationMessage | undefined;
  readonly calls: readonly ConversationMessage[];
}

/** A message that is not from the assistant, or the open message at the end. */
export interface Other {
  readonly kind: 'other';
  readonly said: ConversationMessage;
}

type Part = 'thoughts' | 'answer' | 'calls';

/** Groups the messages. In a group with calls, the text is a preamble, since an answer next to calls would be read back as a preamble. */
export function speeches(messages: readonly ConversationMessage[]): readonly (Speech | Other)[] {
  const turns: (Speech | Other)[] = [];
  let draft:
    | { thoughts: ConversationMessage[]; answer: ConversationMessage | undefined; calls: ConversationMessage[] }
    | undefined;
  const flush = () => {
    if (draft) turns.push({ kind: 'speech', ...draft });
    draft = undefined;
  };
  for (const message of messages) {
    if (message.role !== modelRole || message.slot) {
      flush();
      turns.push({ kind: 'other', said: message });
      continue;
    }
    const part: Part = calledTool(message) !== undefined ? 'calls' : isAnswer(message) ? 'answer' : 'thoughts';
    if (draft && !follows(draft, part)) flush();
    draft ??= { thoughts: [], answer: undefined, calls: [] };
    if (part === 'answer') draft.answer = message;
    else draft[part].push(message);
  }
  flush();
  return turns;
}

function follows({ answer, calls }: Omit<Speech, 'kind'>, part: Part): boolean {
  if (part === 'calls') return answer === undefined || isPreamble(answer);
  return answer === undefined && calls.length === 0;
}
