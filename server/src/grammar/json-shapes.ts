/** Keys by which the shapes of JSON files are recognised that their names do not tell. */

/** Members that hold a conversation, in the order in which they are looked for. */
export const listMembers: readonly string[] = ['conversations', 'conversation', 'dialog', 'dialogue', 'messages'];

/**
 * Members that hold a conversation where no other shape shows: sessions of agents (SWE-agent's `history`, tau-bench's `traj`) and
 * logs of programs.
 */
export const sessionMembers: readonly string[] = ['traj', 'trajectory', 'history', 'chat', 'turns'];

/** A list of lists of messages, one for each turn of the user (BFCL). */
export const turnListMember = 'question';

/** Members that hold the rows of a file that is one object: logs of Inspect (`samples`) and of tau2 (`simulations`), rows as the Hub serves them. */
export const rowListMembers: readonly string[] = ['samples', 'data', 'rows', 'examples', 'simulations'];

/** The keys of a row of texts: the question, an optional input, and the answer. */
interface PromptForm {
  readonly asks: string;
  readonly beside: readonly string[];
  readonly answers: string;
  /** The answer is tool calls, which users do not see. */
  readonly calls?: true;
}

const form = (asks: string, answers: string, beside: readonly string[] = []): PromptForm => ({ asks, beside, answers });

/** The members next to an instruction. */
const task = ['input', 'context', 'system'];

/** Alpaca's rows, and others that trainers know. */
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
  // Firefly; AdvertiseGen, which ChatGLM is tuned on.
  form('input', 'target'),
  form('content', 'summary'),
  // Medical data sets, and others that were tables.
  form('Question', 'Response'),
  form('Question', 'Answer'),
  form('user', 'assistant', ['system']),
];

/** Earlier turns next to such a row: pairs, a question and its answer each, or texts or messages in turn. */
export const historyMember = 'history';

/** The answers of several models, or several of one, to a question (UltraFeedback), or the steps of one. */
export const answerListMember = 'completions';

/** Lists of what an agent did and observed, as OpenHands keeps them. */
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

/** The member that names a row of a batch. */
export const batchId = 'custom_id';

/**
 * Keys by which shapes are recognised. In an editor, where any JSON may be open, a file is only examined if one of them is
 * at its very beginning.
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

/** How much of a file is its very beginning, UTF-16 units. */
export const veryBeginning = 4000;
