/** What 2.2 puts into JSON bodies: a key of calls that is no argument, and the envelope of replies. Not needed at start. */
import { replyErrorCodes } from './openchatml-2.2.ts';
import type { BodyMemberFact } from './types.ts';

/** Members of a call's body that are for the runtime, not arguments of the tool (2.2 §8.2). */
export const callMembers: readonly BodyMemberFact[] = [
  {
    name: 'deadline_ms',
    doc: 'How long the tool may take: a positive number of milliseconds. It is for the runtime, and no argument of the tool.',
    section: '2.2 §8.2',
  },
];

const codes = replyErrorCodes.map((code) => `\`${code}\``).join(' or ');

/** The recommended envelope of a reply (2.2 §8.2, §11). */
export const replyMembers: readonly BodyMemberFact[] = [
  { name: 'ok', doc: 'Whether the tool succeeded. If not, `error` says why.', section: '2.2 §8.2' },
  { name: 'content', doc: 'What the tool returns.', section: '2.2 §8.2' },
  {
    name: 'error',
    doc: `Why the tool failed, so that a machine can read it: a code such as ${codes}, or an object with one. \`null\` if it did not fail.`,
    section: '2.2 §8.2, §11',
  },
  { name: 'error.code', doc: `Which error it is: ${codes}, or a code of the tool's own.`, section: '2.2 §11, §14' },
  { name: 'error.message', doc: 'The error in words.', section: '2.2 §11' },
  { name: 'provenance', doc: 'Where the content comes from.', section: '2.2 §8.2, §11' },
  { name: 'provenance.source', doc: 'The source, such as a URL.', section: '2.2 §8.2, §11' },
  { name: 'provenance.timestamp', doc: 'When the content was obtained.', section: '2.2 §8.2, §11' },
  { name: 'provenance.checksum', doc: 'A checksum of the content.', section: '2.2 §11' },
];
