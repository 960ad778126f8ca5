/** Texts of models whose chat template is not at hand, in the dialects of the bundled templates; loaded with the first such text. */
import type { LearnedDialectId } from '../grammar/index.ts';
import { type ModelFormName, modelFormNamed } from '../grammar/model-forms.ts';
import type { LearnedFacts } from '../syntax/families/learned/facts.ts';
import { knowDialects } from '../syntax/families/learned/know.ts';
import bundled from './bundled-dialects.json';
import { recogniseModel } from './recognise-model.ts';

/** The facts that were learned from the bundled templates when they were bundled. */
const factsOf = bundled as unknown as Readonly<Record<ModelFormName, LearnedFacts>>;

/** The dialect of a bundled template by its name, which is known from then on; undefined for any other name. */
export function bundledDialect(name: string): LearnedDialectId | undefined {
  const form = modelFormNamed(name);
  if (form === undefined) return undefined;
  const facts = factsOf[form.name];
  knowDialects([facts]);
  return facts.id;
}

/** A chat with these tokens alone is that of Phi-3, which is a dialect of its own. */
const ofPhi3 = 'phi';
const onlyPhi4 = /<\|(?:\/?tool|tool_call|tool_response)\|>/;

/** The dialect of the model whose text this is, as its beginning shows. */
export function recognisedDialect(text: string): LearnedDialectId | undefined {
  const found = recogniseModel(text);
  if (found === undefined || (found.form.name === ofPhi3 && !onlyPhi4.test(text))) return undefined;
  return bundledDialect(found.form.name);
}
