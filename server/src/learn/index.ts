/** Dialects that are learned from chat templates. */
export { type RecognisedModel, recogniseModel } from '../model/recognise-model.ts';
export { chooseForms } from './choose-forms.ts';
export { clockIn } from './clock.ts';
export type { InputForms, LearnedFrames, Part, Transition } from './frames.ts';
export { learnFrames } from './learn.ts';
export { UnfitRequest } from './model-request.ts';
export { type ModelText, modelText } from './model-text.ts';
export type { Setting } from './observe.ts';
export { type Proof, type Reading, readPrompt } from './read/index.ts';
export { requestInForms } from './write.ts';
