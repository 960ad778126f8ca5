/** `--dialect TEMPLATE`: the dialect of a chat template, learned before anything is read. */
import { setEnvironmentData } from 'node:worker_threads';
import { bundledDialect } from '../../documents/models.ts';
import { templateFiles } from '../../files/templates.ts';
import type { LearnedDialectId } from '../../grammar/index.ts';
import { dialectId, learnDialect } from '../../learn/template-dialect.ts';
import { isLearned, learnedFacts } from '../../syntax/families/index.ts';
import { knowDialects } from '../../syntax/families/learned/know.ts';
import { loadTemplate } from '../templates/load.ts';
import { customPatterns } from '../templates/options.ts';
import { readably } from '../templates/template-message.ts';
import { learnedDialects } from './name.ts';

/** Learns the dialect, and makes it known to this thread and to those that are started later. Throws with a message for the user. */
export async function learnedDialect(argument: string, complain: (note: string) => void): Promise<LearnedDialectId> {
  const bundled = templateFiles.exists(argument) ? undefined : bundledDialect(argument);
  if (bundled !== undefined) {
    setEnvironmentData(learnedDialects, learnedFacts());
    return bundled;
  }
  const template = await loadTemplate(argument, customPatterns('-', complain)).catch(readably(argument));
  const id = dialectId(template);
  if (isLearned(id)) return id;
  const learned = learnDialect(template, id);
  if ('reason' in learned) throw new Error(`${argument}: ${learned.reason}`);
  for (const note of learned.facts.uncertain) complain(`${argument}: ${note}`);
  knowDialects([learned.facts]);
  setEnvironmentData(learnedDialects, learnedFacts());
  return id;
}
