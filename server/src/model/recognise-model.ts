/** Recognizes the model that wrote a text by the beginning of the text, if the chat template is not available. */
import { type ModelForm, modelDialectNamed } from '../grammar/model-forms.ts';
import { type ModelFrame, modelFrames } from '../grammar/model-frames.ts';

export interface RecognisedModel {
  readonly form: ModelForm;
  readonly frame: ModelFrame;
  /** Whether the text begins with the token that begins a sequence, which is often missing in logs. */
  readonly hasBegin: boolean;
}

/** The maximum length of the text that is examined (UTF-16 units). */
const MAX_LENGTH = 100_000;

/**
 * Returns the model that wrote a text; undefined if the text does not begin like that of a known model, or if it is prose that
 * quotes the model's tokens.
 */
export function recogniseModel(text: string): RecognisedModel | undefined {
  const head = text.slice(0, MAX_LENGTH);
  const start = /^\uFEFF?\s*/.exec(head)?.[0].length ?? 0;
  for (const frame of modelFrames) {
    const { name, opening, evidence, sign } = frame;
    const form = modelDialectNamed(name) as ModelForm;
    const hasBegin = form.begin !== '' && head.startsWith(form.begin, start);
    opening.lastIndex = hasBegin ? start + form.begin.length : start;
    if (!opening.test(head) || sign?.test(head) === false) continue;
    if (hasBegin || evidence === undefined || evidence.some((one) => one.test(head))) return { form, frame, hasBegin };
  }
  return undefined;
}
