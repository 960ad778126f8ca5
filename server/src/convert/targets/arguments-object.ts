/** The arguments of a call as an object, for forms in which they are one. */
import { readJson } from '../../syntax/json/read.ts';
import type { ConversationMessage } from '../conversation.ts';
import type { Notes } from '../notes.ts';
import { spelled, spellingOf } from '../spelled.ts';

/** The object, spelled as it is; undefined where the arguments are something else. `said`: the call, for notes. */
export function argumentsObject(given: string, said: ConversationMessage | undefined, notes: Notes): unknown {
  const { root, faults } = readJson(given);
  if (root?.kind !== 'object' || faults.length > 0) return undefined;
  if (said && spellingOf(root, given) !== given)
    notes.losePart(said, 'body', 'White space between the tokens of these arguments is lost: they become an object.');
  return spelled(root, given);
}
