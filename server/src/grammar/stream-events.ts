/** The events of a stream (2.2 §9). */
import type { ValueFact } from './types.ts';

interface StreamEventFact extends ValueFact {
  /** String members that it must have. */
  readonly needs: readonly string[];
  /** It belongs to one message, which `message_id` tells from others. */
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
    doc: 'A call is cancelled; not displayed. Tools should be idempotent: a cancelled call may already have run.',
  },
];

/** Events that are not of §9, which `ocml stream --debug` writes for developers: notes, and what users do not see. */
export const debugEvents: readonly string[] = ['debug', 'debug.delta'];

/**
 * Why something is cancelled. These words alone are in events for users: what a server or a tool says about it may quote
 * arguments and thoughts.
 */
export const cancelReasons = {
  interrupted: 'interrupted',
  cancelled: 'cancelled',
  error: 'the server reported an error',
  doubt: 'the text after it leaves open whether it was meant for users',
} as const;

/** Members that are strings wherever they are. */
export const eventMembers: readonly ValueFact[] = [
  { name: 'event', doc: 'The kind of event.' },
  {
    name: 'message_id',
    doc: 'The message that the event belongs to; required if several messages are streamed at the same time.',
  },
  { name: 'delta', doc: 'The slice of text.' },
  { name: 'channel', doc: 'The channel of the message: users are sent only slices of `final`.' },
  { name: 'intent', doc: 'For a slice on `commentary`: `preamble`, if preambles are streamed, too.' },
  { name: 'call_id', doc: 'The call that is cancelled.' },
  { name: 'reason', doc: 'Why it is cancelled.' },
];
