/** Determines the trainer for the masks of a document: the one that the user chooses, or the one that the project names. */

import { dirname, isAbsolute, join } from 'node:path';
import type { OptionJson, TrainingChoice } from '../../../../protocol/trainings.ts';
import { pathOf } from '../../files/addresses.ts';
import { templateFiles } from '../../files/local-templates.ts';
import { overRules, trainerNames } from '../../grammar/index.ts';
import type { Over } from '../../mask/trainers/trainer.ts';
import { chosenTemplate } from '../../project/chosen-template.ts';
import { chosenTokenizer, chosenTrainer } from '../../project/chosen-trainer.ts';
import { getOwn } from '../../syntax/get-own.ts';
import { isObject } from '../../syntax/is-object.ts';
import type { Documents } from '../documents.ts';
import type { Settings } from '../settings.ts';
import { surroundings } from '../templates/surroundings.ts';
import type { TrainingNames } from './profiles.ts';

/** Reads the user's choice from unvalidated params of a client. */
export function choiceIn(params: unknown): TrainingChoice {
  if (!isObject(params)) return {};
  const text = (name: string) => {
    const value = getOwn(params, name);
    return typeof value === 'string' && value !== '' ? { [name]: value } : {};
  };
  const [options, length] = [getOwn(params, 'options'), getOwn(params, 'maxLength')];
  return {
    ...text('trainer'),
    ...text('tokenizer'),
    ...text('template'),
    ...text('over'),
    ...(isObject(options) && { options: options as Readonly<Record<string, OptionJson>> }),
    ...(typeof length === 'number' && Number.isSafeInteger(length) && length > 0 && { maxLength: length }),
  };
}

export interface ResolvedChoice {
  readonly names?: TrainingNames;
  /** The required choice that neither the user nor the project has made. */
  readonly missing?: 'trainer' | 'tokenizer';
  readonly error?: string;
}

/** Whether the document's project names a trainer and a tokenizer, so that problems are reported even if the training view is not open. */
export const isInProject = ({ trainer, projectTokenizer }: Settings): boolean =>
  trainer !== undefined && projectTokenizer !== undefined;

/**
 * Returns the trainer, the tokenizer and the template for a choice. Whatever the choice does not specify is taken from the settings. `uri`:
 * the URI of the document.
 */
export function resolveChoice(
  choice: TrainingChoice,
  settings: Settings,
  uri: string,
  documents: Pick<Documents, 'all'>,
): ResolvedChoice {
  try {
    return resolved(choice, settings, uri, documents);
  } catch (error) {
    return { error: (error as Error).message };
  }
}

function resolved(
  choice: TrainingChoice,
  settings: Settings,
  uri: string,
  documents: Pick<Documents, 'all'>,
): ResolvedChoice {
  const { real } = templateFiles;
  const trainer = choice.trainer ?? settings.trainer?.choice.name;
  const tokenizer = choice.tokenizer ?? chosenTokenizer(settings, real);
  if (trainer === undefined) return { missing: 'trainer' };
  if (tokenizer === undefined) return { missing: 'tokenizer' };
  if (!(trainerNames as readonly string[]).includes(trainer))
    throw new Error(`There is no trainer ${trainer}. The known trainers are ${trainerNames.join(', ')}.`);
  // The project's options are meant for the project's trainer. They do not apply if the user chooses another.
  const ofProject = trainer === settings.trainer?.choice.name ? chosenTrainer(settings, real) : undefined;
  const template = choice.template ?? chosenTemplate(settings, real);
  const { custom, open } =
    template === undefined ? { custom: {}, open: {} } : surroundings(documents, settings, template);
  const limit = choice.maxLength ?? ofProject?.maxLength;
  const rule = choice.over ?? ofProject?.over;
  if (rule !== undefined && !(overRules as readonly string[]).includes(rule))
    throw new Error(`\`over\` must be one of ${overRules.join(', ')}, not ${rule}.`);
  const options = { ...(ofProject?.options as TrainingChoice['options']), ...choice.options };
  return {
    names: {
      trainer,
      template,
      custom,
      open,
      given: Object.entries(options),
      tokenizer: isAbsolute(tokenizer) ? tokenizer : join(dirname(pathOf(uri) ?? '/'), tokenizer),
      ...(ofProject?.config !== undefined && { config: ofProject.config }),
      ...(limit !== undefined && { limit }),
      ...(rule !== undefined && { over: rule as Over }),
    },
  };
}
