/**
 * Dialects for model text whose chat template is not available. They are made from the bundled templates, which are loaded with
 * the first such text.
 */
import type { LearnedDialectId } from '../grammar/index.ts';
import { modelDialectNamed } from '../grammar/model-forms.ts';
import type { ModelDialectName } from '../grammar/model-names.ts';
import { recogniseModel } from '../model/recognise-model.ts';
import type { LearnedFacts } from '../syntax/families/learned/facts.ts';
import { knowDialects } from '../syntax/families/learned/know.ts';
import bundled from './bundled-dialects.json';

/** The facts learned from the bundled templates at build time. */
const factsOf = bundled as unknown as Readonly<Record<ModelDialectName, LearnedFacts>>;

/** Registers and returns the dialect of the bundled template with a given name; undefined for any other name. */
export function bundledDialect(name: string): LearnedDialectId | undefined {
  const form = modelDialectNamed(name);
  if (form === undefined) return undefined;
  const facts = factsOf[form.name];
  knowDialects([facts]);
  return facts.id;
}

/** The template of Phi-4-mini. Text without a token that only Phi-4-mini has is in Phi-3, which is a separate dialect. */
const ofPhi3 = 'phi';
const onlyPhi4 = /<\|(?:\/?tool|tool_call|tool_response)\|>/;

/** Returns the dialect of the model that wrote a text, if the text is recognized by its beginning. */
export function recognisedDialect(text: string): LearnedDialectId | undefined {
  const model = recogniseModel(text);
  if (model === undefined || (model.form.name === ofPhi3 && !onlyPhi4.test(text))) return undefined;
  return bundledDialect(model.form.name);
}
