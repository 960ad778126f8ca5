/** `--dialect TEMPLATE`: the dialect of a chat template, learned before any input is read. */
import { setEnvironmentData } from 'node:worker_threads';
import { bundledDialect } from '../../documents/models.ts';
import { templateFiles } from '../../files/local-templates.ts';
import type { LearnedDialectId } from '../../grammar/index.ts';
import { modelDialectNames } from '../../grammar/model-names.ts';
import { dialectId, learnDialect } from '../../learn/template-dialect.ts';
import { isLearned, learnedFacts } from '../../syntax/families/index.ts';
import { knowDialects } from '../../syntax/families/learned/know.ts';
import { closest } from '../../syntax/tokens/closest.ts';
import { dialect } from '../table/options.ts';
import { loadTemplate } from '../templates/load.ts';
import { readably } from '../templates/template-message.ts';
import { customPatterns } from '../templates/template-options.ts';
import { learnedDialects } from './name.ts';

/** Whether the argument is a word rather than a path. */
const isWord = (argument: string): boolean => !/[./#\\]/.test(argument);

/** Returns the message for a word that names neither a dialect nor a template. */
function noDialect(word: string): string {
  const words = [...dialect.words, ...modelDialectNames];
  const near = closest(word, words);
  return `--dialect takes ${words.join(', ')} or a chat template, not ${word}${near ? `; did you mean ${near}?` : ''}`;
}

/**
 * Learns the dialect of a template, and registers it in this thread and in threads started later. Throws an error with a message for the
 * user.
 */
export async function learnedDialect(argument: string, complain: (note: string) => void): Promise<LearnedDialectId> {
  const bundled = templateFiles.exists(argument) ? undefined : bundledDialect(argument);
  if (bundled !== undefined) {
    setEnvironmentData(learnedDialects, learnedFacts());
    return bundled;
  }
  const template = await loadTemplate(argument, customPatterns('-', complain))
    .catch(readably(argument))
    .catch((error: unknown) => {
      throw isWord(argument) ? new Error(noDialect(argument)) : error;
    });
  const id = dialectId(template);
  if (isLearned(id)) return id;
  const learned = learnDialect(template, id);
  if ('reason' in learned) throw new Error(`${argument}: ${learned.reason}`);
  for (const note of learned.facts.uncertain) complain(`${argument}: ${note}`);
  knowDialects([learned.facts]);
  setEnvironmentData(learnedDialects, learnedFacts());
  return id;
}
