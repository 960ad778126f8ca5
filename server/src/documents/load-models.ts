/**
 * Checks quickly whether text may be in the format of a model with a bundled template. All other code for such text is loaded only if this
 * check succeeds.
 */
import type { LearnedDialectId } from '../grammar/index.ts';

/** Text with which model output and logs may begin; `grammar/model-frames.ts` has the complete patterns. */
const opening =
  /^\uFEFF?\s*(?:<start_of_turn>|<bos>|<s>|<BOS_TOKEN>|<｜|\[(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|gMASK)\]|<\|(?:im_(?:system|user|assistant)|start_of_role|START_OF_TURN_TOKEN|system|user)\|>|<\|turn>)/;

/** The length of the beginning of a text that is checked (UTF-16 units). */
const MAX_OPENING = 200;

export const mayBeOfModel = (text: string): boolean => opening.test(text.slice(0, MAX_OPENING));

let room: typeof import('./models.ts') | undefined;

/** The code that recognizes the model and creates its dialect from the bundled template. */
function models(): typeof import('./models.ts') {
  room ??= require('./models.ts') as typeof import('./models.ts');
  return room;
}

/** Returns the dialect of the model that wrote a text, if the beginning of the text shows it. */
export const modelDialect = (text: string): LearnedDialectId | undefined =>
  mayBeOfModel(text) ? models().recognisedDialect(text) : undefined;
