/** Converts the arguments of a call to an object, for formats that require one. */
import { readJson } from '../../syntax/json/read.ts';
import type { ConversationMessage } from '../conversation.ts';
import type { Notes } from '../notes.ts';
import { spelled, spellingOf } from '../spelled.ts';

/**
 * Returns the object with its original spelling; undefined if the arguments are not an object. `message`: the call that notes are
 * about.
 */
export function argumentsObject(
  argumentsText: string,
  message: ConversationMessage | undefined,
  notes: Notes,
): unknown {
  const { root, faults } = readJson(argumentsText);
  if (root?.kind !== 'object' || faults.length > 0) return undefined;
  if (message && spellingOf(root, argumentsText) !== argumentsText)
    notes.losePart(
      message,
      'body',
      'White space between the tokens of these arguments is lost: they become an object.',
    );
  return spelled(root, argumentsText);
}
