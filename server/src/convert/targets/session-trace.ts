/** Writes session traces for the Hugging Face Hub: https://huggingface.co/docs/hub/session-traces-format. */
import { toolRole } from '../../grammar/index.ts';
import { usualCodes } from '../notes.ts';
import type { ChatMessage } from './messages.ts';
import type { Target } from './target.ts';
import { sessionId, traceRequest } from './trace-request.ts';

const form = 'a session trace';

export const sessionTrace: Target = {
  name: form,
  codes: usualCodes,
  form: 'json',
  onlyLines: true,
  records: true,
  write(conversation, notes) {
    const { messages, tools } = traceRequest(conversation, form, notes);
    // The header may have facts for which the format has no fields, since the Hub ignores them.
    const header = {
      type: 'session',
      harness: conversation.origin?.harness ?? ownHarness,
      id: sessionId(conversation),
      ...(tools && { tools }),
    };
    return { value: [header, ...messages.map((message) => ({ type: 'message', message: messageOf(message) }))] };
  },
};

/** The harness that is named for conversations that do not come from an agent's log. */
const ownHarness = 'ocml';

function messageOf({ role, content, reasoning_content: thought, tool_calls: calls, tool_call_id: id }: ChatMessage) {
  return {
    role,
    content: typeof content === 'string' ? content : '',
    ...(thought !== undefined && { reasoningContent: thought }),
    ...(calls && { toolCalls: calls.map(({ id: callId, function: called }) => ({ id: callId, function: called })) }),
    ...(role === toolRole && { toolCallId: id }),
  };
}
