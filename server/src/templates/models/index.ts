/** This project's chat templates for model families, which follow the published formats of the models (`grammar/model-forms.ts`). */
import { type ModelForm, modelDialectNamed, modelFormNamed } from '../../grammar/model-forms.ts';
import type { ModelDialectName } from '../../grammar/model-names.ts';
import { type JinjaTemplate, jinjaTemplate } from '../jinja-template.ts';
import { commandR } from './command-r.ts';
import { deepseek } from './deepseek.ts';
import { deepseekV3 } from './deepseek-v3.ts';
import { gemma } from './gemma.ts';
import { gemma4 } from './gemma-4.ts';
import { glm } from './glm.ts';
import { granite } from './granite.ts';
import { kimi } from './kimi.ts';
import { mistral } from './mistral.ts';
import { phi } from './phi.ts';

const sources: Readonly<Record<ModelDialectName, string>> = {
  gemma,
  mistral,
  deepseek,
  'deepseek-v3': deepseekV3,
  glm,
  kimi,
  granite,
  'command-r': commandR,
  phi,
  'gemma-4': gemma4,
};

const templateByName = new Map<string, JinjaTemplate>();

const tokensOf = ({ begin }: ModelForm) => ({
  tokens: new Map(begin === '' ? [] : [['bos_token', begin]]),
  special: begin === '' ? [] : [begin],
});

/** The template that writes a model format; undefined if the name is unknown. */
export const modelTemplate = (name: string): JinjaTemplate | undefined =>
  modelFormNamed(name) === undefined ? undefined : readingTemplate(name);

/** The template by which a text of a model is read; undefined if the name is unknown. It is parsed on first use. */
export function readingTemplate(name: string): JinjaTemplate | undefined {
  const form = modelDialectNamed(name);
  if (form === undefined) return undefined;
  const template = templateByName.get(name) ?? jinjaTemplate(name, sources[form.name], tokensOf(form));
  templateByName.set(name, template);
  return template;
}
