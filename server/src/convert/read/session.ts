/**
 * Adds notes about the conversion of a session: records that are not messages, parts that are missing from the log, and parts that
 * are not converted.
 */
import { MAX_SESSION_RECORDS } from '../../grammar/agent-sessions.ts';
import { userRole } from '../../grammar/index.ts';
import type { Aside, Missing, OtherRecords, SessionFacts } from '../../model/json/sessions/session.ts';
import { firstOf, valueOf } from '../../model/json/shapes/conversation.ts';
import { type JsonNode, textOf } from '../../syntax/json/nodes.ts';
import type { Notes } from '../notes.ts';

const asideReasons: Readonly<Record<Aside, string>> = {
  branch: 'is dropped: the session abandoned it, and only the conversation at the end of the session is converted.',
  'rolled-back': 'is dropped: only the conversation at the end of the session is converted.',
  'sub-agent': 'is dropped: it is a separate conversation, and the main conversation contains at most its result.',
};

const asideNames: Readonly<Record<Aside, string>> = {
  branch: 'A branch',
  'rolled-back': 'A rolled-back part',
  'sub-agent': "A sub-agent's conversation",
};

/**
 * Notes each branch that is not part of the conversation, at the position of its first message. The note states the branch's length and,
 * except for sub-agents, the user's first words.
 */
export function noteAsides({ branches }: SessionFacts, others: ReadonlySet<JsonNode>, notes: Notes): void {
  for (const { kind, messages } of branches) {
    const [first] = messages;
    if (first === undefined || !others.has(first)) continue;
    const words = kind === 'sub-agent' ? '' : wordsOf(messages);
    const begins = words === '' ? '' : `, in which the user says “${words}”,`;
    const length = messages.length === 1 ? '1 message' : `${messages.length} messages`;
    notes.lose(first, `${asideNames[kind]} of ${length}${begins} ${asideReasons[kind]}`);
  }
}

/** The maximum length of the words that are quoted to identify a branch (UTF-16 units). */
const MAX_WORDS_LENGTH = 60;

/** The beginning of the user's first message, in one line. */
function wordsOf(messages: readonly JsonNode[]): string {
  const node = messages.find((message) => textOf(message, 'role') === userRole);
  const content = valueOf(node, 'content');
  const text = content?.kind === 'string' ? content.value : textOf(firstOf(content)[0], 'text');
  const line = (text ?? '')
    .slice(0, MAX_WORDS_LENGTH * 2)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length > MAX_WORDS_LENGTH ? `${line.slice(0, MAX_WORDS_LENGTH).replace(/[\uD800-\uDBFF]$/, '')}…` : line;
}

const missingParts: Readonly<Record<Missing, string>> = {
  'system prompt': 'The system prompt is missing from the output: this log does not record it.',
  tools: 'The tool declarations are missing from the output: this log does not record them.',
  reasoning: 'Some reasoning is missing from the output: the log contains it only in encrypted or redacted form.',
  'summary of a compaction':
    'A summary that replaced messages is missing from the output: the log contains it only in encrypted form, or not at all.',
  prompt: 'The prompt is missing from the output: this log does not record it.',
};

const meanings: Readonly<Record<OtherRecords['meaning'], string>> = {
  bookkeeping: 'it concerns the program, not the conversation',
  context: 'it was given to the model, but the log does not record it as a message',
  repeated: 'it is also elsewhere in the log',
  unknown: 'records of this type are unknown',
  broken: 'it is not valid JSON',
  torn: 'the file ends in the middle of it',
  unread: `only the first ${MAX_SESSION_RECORDS.toLocaleString('en')} records of a log are read`,
};

/** Notes everything in a session that is not in its conversation. `drops`: whether the messages that summaries replaced are dropped. */
export function noteSession(session: SessionFacts, notes: Notes, drops = false): void {
  const { others, missing, faults } = session;
  for (const part of missing) notes.lose(beginning, missingParts[part]);
  noteFailed(session, notes);
  noteCompactions(session, notes, drops);
  const copies = faults.filter(({ kind }) => kind === 'copied');
  const [first] = copies;
  if (first) {
    const steps = copies.length === 1 ? '1 step is' : `${copies.length} steps are`;
    notes.lose(
      first,
      `${steps} copied from an earlier trajectory (\`is_copied_context\`), but not marked as copied in the output: a model trained on both trajectories learns this part twice.`,
    );
  }
  for (const { kind, meaning, count, at } of others)
    notes.lose(at, `\`${kind}\` is dropped${count === 1 ? '' : ` (${count} times)`}: ${meanings[meaning]}.`);
}

/** Notes that the output does not show which calls failed. */
function noteFailed({ failed, asides }: SessionFacts, notes: Notes): void {
  const apart = new Set([...asides.keys()].map(({ start }) => start));
  const starts = [...failed].filter((start) => !apart.has(start));
  const [start] = starts;
  if (start === undefined) return;
  const calls = starts.length === 1 ? '1 failed call' : `${starts.length} failed calls`;
  notes.lose({ start, end: start }, `The status of ${calls} is dropped: only the text of a reply is converted.`);
}

/** Notes that the output has both a summary and the messages that it replaced, or that those messages are dropped. */
function noteCompactions({ compactions }: SessionFacts, notes: Notes, drops: boolean): void {
  for (const { start, end, replaced } of compactions) {
    if (replaced === 0) continue;
    const messages = replaced === 1 ? '1 message' : `${replaced} messages`;
    const rest = drops
      ? `For the model, a summary replaced ${messages}, which ${replaced === 1 ? 'is' : 'are'} dropped.`
      : `A summary replaced ${messages}. The output contains the summary and the original messages, although the model never saw them together.`;
    notes.lose({ start, end }, rest);
  }
}

const beginning = { start: 0, end: 0 };
