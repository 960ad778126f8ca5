/** How the client recognises JSON that may be a transcript; the server's tables say the same. */

/** The endings of JSON files that the server reads; `jsonFiles` of `server/src/grammar/json-files.ts`. */
export const jsonEndings = [
  '.chatml.json',
  '.ocml.json',
  '.ocml.jsonl',
  '.messages.json',
  '.messages.jsonl',
  '.events.jsonl',
];

/** Keys that suggest a transcript, and where they are looked for; `server/src/grammar/json-shapes.ts`. */
export const tellingKeys = [
  ...['conversations', 'conversation', 'dialog', 'dialogue', 'messages', 'role', 'from', 'output'],
  ...['system', 'choices', 'custom_id', 'instruction', 'query', 'prompt', 'question', 'problem'],
  ...['Problem', 'inputs', 'input', 'content', 'Question', 'user', 'chosen', 'preferred_output'],
  ...['chosen_messages', 'chosen_response', 'response_j', 'traj', 'trajectory', 'history', 'chat'],
  ...['turns', 'samples', 'data', 'rows', 'examples', 'simulations', 'message_tree_id', 'completions'],
  ...['events', 'action', 'observation', 'row', 'transcript', 'message_id', 'event', 'token', 'text'],
  ...['type'],
];
export const veryBeginning = 4000;
