/** The fields of a message in the JSON projection (2.2 §10). */
import type { ValueFact } from './types.ts';

interface MemberFact extends ValueFact {
  readonly type: 'string' | 'object';
  /** Whether the field determines who sees the message. */
  readonly decides?: true;
}

export const projectionMembers: readonly MemberFact[] = [
  { name: 'role', type: 'string', doc: 'The speaker: a role of OpenChatML 2.2, or a tool.' },
  {
    name: 'channel',
    type: 'string',
    decides: true,
    doc: 'The channel of the message; without it, `final`.',
  },
  { name: 'content', type: 'string', doc: 'The body, as a string.' },
  {
    name: 'tool_call',
    type: 'object',
    decides: true,
    doc: 'The call in a message that ends with `<|call|>`; it replaces `content`.',
  },
  {
    name: 'thinking',
    type: 'string',
    doc: 'Private reasoning, never shown to users. In text, it is a message on `analysis` before this one.',
  },
  { name: 'intent', type: 'string', decides: true, doc: 'The purpose of a message on `commentary` (2.2 §5).' },
  { name: 'name', type: 'string', doc: 'The tool that replies, or the name of the speaker.' },
  { name: 'call_id', type: 'string', doc: 'In a reply: the id of the call that it answers.' },
  { name: 'to', type: 'string', decides: true, doc: 'The recipient of a reply.' },
  { name: 'content_type', type: 'string', doc: 'The type of `content`.' },
];

export const toolCallMembers: readonly MemberFact[] = [
  { name: 'id', type: 'string', doc: 'The `call_id` of the call.' },
  { name: 'recipient', type: 'string', decides: true, doc: 'The tool that is called: in text, the value of `to=`.' },
  { name: 'content_type', type: 'string', doc: 'The type of the arguments: in text, the word after `<|constrain|>`.' },
  { name: 'arguments', type: 'string', doc: 'The body of the call: a JSON string, not an object.' },
];
