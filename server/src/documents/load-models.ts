/** A fast check whether a text may be that of a model with a bundled template; all other code for such texts is loaded only if so. */
import type { LearnedDialectId } from '../grammar/index.ts';

/** The beginnings of such texts; `grammar/model-frames.ts` has the rest. */
const opening =
  /^\uFEFF?\s*(?:<start_of_turn>|<bos>|<s>|<BOS_TOKEN>|<｜|\[(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|gMASK)\]|<\|(?:im_(?:system|user|assistant)|start_of_role|START_OF_TURN_TOKEN|system|user)\|>|<\|turn>)/;

/** How much of a text is examined for such a beginning (UTF-16 units). */
const MAX_OPENING = 200;

export const mayBeOfModel = (text: string): boolean => opening.test(text.slice(0, MAX_OPENING));

let room: typeof import('./models.ts') | undefined;

/** The code for recognized texts and bundled dialects. */
function models(): typeof import('./models.ts') {
  room ??= require('./models.ts') as typeof import('./models.ts');
  return room;
}

/** The dialect of the model that wrote a text, if its beginning shows it. */
export const modelDialect = (text: string): LearnedDialectId | undefined =>
  mayBeOfModel(text) ? models().recognisedDialect(text) : undefined;
