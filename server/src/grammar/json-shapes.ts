/** The keys by which the shapes of JSON files are recognized, if the file name does not determine them. */

/** Fields that contain a conversation, in the order in which they are tried. */
export const listMembers: readonly string[] = ['conversations', 'conversation', 'dialog', 'dialogue', 'messages'];

/**
 * Fields that contain a conversation if no other shape matches. They are used in sessions of agents (SWE-agent's `history`,
 * tau-bench's `traj`) and in logs of programs.
 */
export const sessionMembers: readonly string[] = ['traj', 'trajectory', 'history', 'chat', 'turns'];

/** The field with a list of lists of messages, one list for each turn of the user (BFCL). */
export const turnListMember = 'question';

/**
 * Fields with the list of rows, in a file that is a single object: logs of Inspect (`samples`) and of tau2 (`simulations`), and
 * rows downloaded from the Hub.
 */
export const rowListMembers: readonly string[] = ['samples', 'data', 'rows', 'examples', 'simulations'];

/** The keys of a row that consists of separate texts: the question, optional input, and the answer. */
interface PromptForm {
  readonly asks: string;
  readonly beside: readonly string[];
  readonly answers: string;
  /** Whether the answer consists of tool calls, which users do not see. */
  readonly calls?: true;
}

const form = (asks: string, answers: string, beside: readonly string[] = []): PromptForm => ({ asks, beside, answers });

/** The optional fields next to an instruction. */
const task = ['input', 'context', 'system'];

/** The keys of Alpaca's rows, and of other formats that trainers support. */
export const promptForms: readonly PromptForm[] = [
  form('instruction', 'output', task),
  form('instruction', 'response', task),
  form('query', 'response', ['system']),
  form('prompt', 'response', ['system']),
  { ...form('query', 'answers'), calls: true },
  form('instruction', 'answer', task),
  // The following forms are used by OpenOrca, GSM8K, NuminaMath and FLAN.
  form('question', 'response', ['system_prompt', 'system']),
  form('question', 'answer', ['context', 'system']),
  form('question', 'solution'),
  form('problem', 'solution'),
  form('Problem', 'Solution'),
  form('problem', 'answer'),
  form('inputs', 'targets'),
  form('input', 'output', ['system']),
  // The following two forms are used by Firefly, and by AdvertiseGen, a data set for tuning ChatGLM.
  form('input', 'target'),
  form('content', 'summary'),
  // The following forms are used by medical data sets, and by others that were converted from tables.
  form('Question', 'Response'),
  form('Question', 'Answer'),
  form('user', 'assistant', ['system']),
];

/**
 * The field with earlier turns, next to the question and answer of a row. The turns are pairs of question and answer,
 * alternating texts, or messages.
 */
export const historyMember = 'history';

/** The field with several answers to a question, from one or more models (UltraFeedback), or with the steps of one answer. */
export const answerListMember = 'completions';

/** Fields with a list of an agent's actions and observations, as in OpenHands. */
export const eventListMembers: readonly string[] = ['history', 'trajectory', 'events'];

/** Pairs of fields with two answers, the first of which is preferred. */
export const pairForms: readonly { readonly chosen: string; readonly rejected: string }[] = [
  { chosen: 'chosen', rejected: 'rejected' },
  { chosen: 'preferred_output', rejected: 'non_preferred_output' },
  // The following forms are used by AllenAI's preference sets, by NeMo and Intel, and by the pairs of StackExchange.
  { chosen: 'chosen_messages', rejected: 'rejected_messages' },
  { chosen: 'chosen_response', rejected: 'rejected_response' },
  { chosen: 'response_j', rejected: 'response_k' },
];

/** The field with the id of a row in a batch. */
export const batchId = 'custom_id';

/**
 * Keys by which shapes are recognized. In an editor, where any JSON may be open, a file is only examined further if one of these
 * keys is near its beginning.
 */
export const tellingKeys: readonly string[] = [
  ...new Set([
    ...[...listMembers, 'role', 'from', 'output', 'system', 'choices', batchId],
    ...[...promptForms.map(({ asks }) => asks), ...pairForms.map(({ chosen }) => chosen)],
    ...[...sessionMembers, ...rowListMembers, turnListMember, 'message_tree_id'],
    ...[answerListMember, ...eventListMembers, 'action', 'observation', 'row', 'transcript', 'message_id'],
    ...['event', 'token', 'text', 'type', 'parentUuid', 'schema_version', 'session_id', 'resourceSpans'],
    ...['scopeSpans', 'stringValue'],
  ]),
];

/** The length of the beginning in which these keys are searched for (UTF-16 units). */
export const veryBeginning = 4000;
