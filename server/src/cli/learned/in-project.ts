/** The dialect of the chat template that a project's configuration names for a file. This code is loaded when it is first needed. */
import { setEnvironmentData } from 'node:worker_threads';
import { bundledDialect } from '../../documents/models.ts';
import { templateFiles } from '../../files/local-templates.ts';
import type { LearnedDialectId } from '../../grammar/index.ts';
import { dialectId, learnDialect } from '../../learn/template-dialect.ts';
import { chosenTemplate } from '../../project/chosen-template.ts';
import type { Chosen } from '../../project/projects.ts';
import { isLearned, learnedFacts } from '../../syntax/families/index.ts';
import { knowDialects } from '../../syntax/families/learned/know.ts';
import { jinjaTemplate } from '../../templates/jinja-template.ts';
import { MAX_TEMPLATE_SIZE } from '../../templates/sources/load.ts';
import { learnedDialects } from './name.ts';

const dialectByTemplate = new Map<string, LearnedDialectId | undefined>();

/** Returns the dialect. If it cannot be learned, reports the reason and returns undefined. */
export function dialectInProject(
  { name, folder }: NonNullable<Chosen['dialectTemplate']>,
  complain: (message: string) => void,
): LearnedDialectId | undefined {
  const key = `${folder}\0${name}`;
  if (!dialectByTemplate.has(key)) dialectByTemplate.set(key, learn({ name, folder }, complain));
  return dialectByTemplate.get(key);
}

function learn(
  template: NonNullable<Chosen['dialectTemplate']>,
  complain: (message: string) => void,
): LearnedDialectId | undefined {
  const bundled = bundledDialect(template.name);
  if (bundled !== undefined) return shared(bundled);
  try {
    const path = chosenTemplate({ template }, templateFiles.real) as string;
    const text = templateFiles.text(path, MAX_TEMPLATE_SIZE);
    if (!/\.(?:jinja2?|j2)$/.test(path) || text === undefined)
      throw new Error('a template that is set as the dialect must be a .jinja file');
    const read = jinjaTemplate(path, text);
    const id = dialectId(read);
    if (isLearned(id)) return id;
    const learned = learnDialect(read, id);
    if ('reason' in learned) throw new Error(learned.reason);
    knowDialects([learned.facts]);
    return shared(id);
  } catch (error) {
    complain(`${template.name}: ${(error as Error).message}`);
    return undefined;
  }
}

/** Shares the learned dialects with threads started later. Returns its argument. */
function shared(id: LearnedDialectId): LearnedDialectId {
  setEnvironmentData(learnedDialects, learnedFacts());
  return id;
}
