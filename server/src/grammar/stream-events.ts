/** The events of a stream (2.2 §9). */
import type { ValueFact } from './types.ts';

interface StreamEventFact extends ValueFact {
  /** The fields that the event requires, all strings. */
  readonly needs: readonly string[];
  /** Whether the event belongs to a single message, which `message_id` identifies. */
  readonly ofMessage: boolean;
}

export const streamEventFacts: readonly StreamEventFact[] = [
  {
    name: 'response.delta',
    needs: ['delta'],
    ofMessage: true,
    doc: 'A slice of a message on `final`, to be displayed.',
  },
  {
    name: 'response.cancel',
    needs: [],
    ofMessage: true,
    doc: 'The message is cancelled: no more of its text is displayed.',
  },
  { name: 'response.delta.flush', needs: [], ofMessage: true, doc: 'A paragraph or segment ends here.' },
  {
    name: 'tool.cancel',
    needs: ['call_id', 'reason'],
    ofMessage: false,
    doc: 'A call is cancelled. Not displayed. Tools should be idempotent: a cancelled call may already have run.',
  },
];

/** Events that are not in §9, which `ocml stream --debug` writes for developers: notes, and text that users do not see. */
export const debugEvents: readonly string[] = ['debug', 'debug.delta'];

/**
 * The reasons for a cancellation. Events for users contain only these reasons, since a longer reason from a server or a tool may quote
 * arguments or thoughts.
 */
export const cancelReasons = {
  interrupted: 'interrupted',
  cancelled: 'cancelled',
  error: 'the server reported an error',
  doubt: 'the text that follows makes it unclear whether the message was meant for users',
} as const;

/** Fields that are always strings, in all events. */
export const eventMembers: readonly ValueFact[] = [
  { name: 'event', doc: 'The kind of event.' },
  {
    name: 'message_id',
    doc: 'The message that the event belongs to; required if several messages are streamed at the same time.',
  },
  { name: 'delta', doc: 'The slice of text.' },
  { name: 'channel', doc: 'The channel of the message: users are sent only slices of `final`.' },
  { name: 'intent', doc: 'For a slice on `commentary`: `preamble`, if preambles are also streamed.' },
  { name: 'call_id', doc: 'The call that is cancelled.' },
  { name: 'reason', doc: 'The reason for the cancellation.' },
];
