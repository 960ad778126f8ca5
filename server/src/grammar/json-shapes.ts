/** Keys that identify the shapes of JSON files, if the file name does not. */

/** Members with a conversation, in the order in which they are tried. */
export const listMembers: readonly string[] = ['conversations', 'conversation', 'dialog', 'dialogue', 'messages'];

/**
 * Members with a conversation if no other shape matches: sessions of agents (SWE-agent's `history`, tau-bench's `traj`) and
 * logs of programs.
 */
export const sessionMembers: readonly string[] = ['traj', 'trajectory', 'history', 'chat', 'turns'];

/** A list of lists of messages, one for each turn of the user (BFCL). */
export const turnListMember = 'question';

/**
 * Members with the rows of a file that is a single object: logs of Inspect (`samples`) and of tau2 (`simulations`), and rows
 * served by the Hub.
 */
export const rowListMembers: readonly string[] = ['samples', 'data', 'rows', 'examples', 'simulations'];

/** The keys of a row of texts: the question, an optional input, and the answer. */
interface PromptForm {
  readonly asks: string;
  readonly beside: readonly string[];
  readonly answers: string;
  /** The answer consists of tool calls, which users do not see. */
  readonly calls?: true;
}

const form = (asks: string, answers: string, beside: readonly string[] = []): PromptForm => ({ asks, beside, answers });

/** The members next to an instruction. */
const task = ['input', 'context', 'system'];

/** Alpaca's rows, and other formats that trainers support. */
export const promptForms: readonly PromptForm[] = [
  form('instruction', 'output', task),
  form('instruction', 'response', task),
  form('query', 'response', ['system']),
  form('prompt', 'response', ['system']),
  { ...form('query', 'answers'), calls: true },
  form('instruction', 'answer', task),
  // OpenOrca; GSM8K; NuminaMath; FLAN.
  form('question', 'response', ['system_prompt', 'system']),
  form('question', 'answer', ['context', 'system']),
  form('question', 'solution'),
  form('problem', 'solution'),
  form('Problem', 'Solution'),
  form('problem', 'answer'),
  form('inputs', 'targets'),
  form('input', 'output', ['system']),
  // Firefly; AdvertiseGen, for tuning ChatGLM.
  form('input', 'target'),
  form('content', 'summary'),
  // Medical data sets, and others from tables.
  form('Question', 'Response'),
  form('Question', 'Answer'),
  form('user', 'assistant', ['system']),
];

/**
 * The member with earlier turns, next to the question and answer of a row: pairs of a question and an answer, or alternating texts or
 * messages.
 */
export const historyMember = 'history';

/** Several answers to a question, from several models or from one (UltraFeedback), or the steps of one answer. */
export const answerListMember = 'completions';

/** Lists of an agent's actions and observations, as in OpenHands. */
export const eventListMembers: readonly string[] = ['history', 'trajectory', 'events'];

/** Members of a pair of answers, one of which is preferred. */
export const pairForms: readonly { readonly chosen: string; readonly rejected: string }[] = [
  { chosen: 'chosen', rejected: 'rejected' },
  { chosen: 'preferred_output', rejected: 'non_preferred_output' },
  // AllenAI's preference sets; NeMo and Intel; the pairs of StackExchange.
  { chosen: 'chosen_messages', rejected: 'rejected_messages' },
  { chosen: 'chosen_response', rejected: 'rejected_response' },
  { chosen: 'response_j', rejected: 'response_k' },
];

/** The member with the id of a row in a batch. */
export const batchId = 'custom_id';

/**
 * Keys that identify shapes. In an editor, where any JSON may be open, a file is only examined if one of these keys is at its very
 * beginning.
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
