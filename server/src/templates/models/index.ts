/** This project's chat templates for model families, which follow the published formats of the models (`grammar/model-forms.ts`). */
import { type ModelForm, type ModelFormName, modelFormNamed } from '../../grammar/model-forms.ts';
import { type JinjaTemplate, jinjaTemplate } from '../jinja-template.ts';
import { commandR } from './command-r.ts';
import { deepseek } from './deepseek.ts';
import { deepseekV3 } from './deepseek-v3.ts';
import { gemma } from './gemma.ts';
import { glm } from './glm.ts';
import { granite } from './granite.ts';
import { kimi } from './kimi.ts';
import { mistral } from './mistral.ts';
import { phi } from './phi.ts';

const sources: Readonly<Record<ModelFormName, string>> = {
  gemma,
  mistral,
  deepseek,
  'deepseek-v3': deepseekV3,
  glm,
  kimi,
  granite,
  'command-r': commandR,
  phi,
};

const known = new Map<string, JinjaTemplate>();

const tokensOf = ({ begin }: ModelForm) => ({
  tokens: new Map(begin === '' ? [] : [['bos_token', begin]]),
  special: begin === '' ? [] : [begin],
});

/** Returns the template for a model format, which is parsed on first use; undefined if the name is unknown. */
export function modelTemplate(name: string): JinjaTemplate | undefined {
  const form = modelFormNamed(name);
  if (form === undefined) return undefined;
  const template = known.get(name) ?? jinjaTemplate(name, sources[form.name], tokensOf(form));
  known.set(name, template);
  return template;
}
