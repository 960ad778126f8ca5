/**
 * The dialect learned from the tokenizer in the same folder as a text. It applies only if the text begins as the template of that tokenizer
 * writes it.
 */
import { setEnvironmentData } from 'node:worker_threads';
import { isUnsettled, openDocument } from '../../documents/document.ts';
import { templateFiles } from '../../files/local-templates.ts';
import { readBeginning } from '../../files/regular.ts';
import { templateBeside } from '../../files/template-beside.ts';
import type { LearnedDialectId } from '../../grammar/index.ts';
import { dialectId, learnDialect } from '../../learn/template-dialect.ts';
import { isLearned, learnedFacts } from '../../syntax/families/index.ts';
import { beginsAs, MAX_BEGINNING } from '../../syntax/families/learned/begins.ts';
import type { LearnedFacts } from '../../syntax/families/learned/facts.ts';
import { knowDialects } from '../../syntax/families/learned/know.ts';
import { templateOfFile } from '../../templates/sources/load.ts';
import { learnedDialects } from './name.ts';

/**
 * The facts about the dialect of each template, by the path of the template. A value is undefined if no dialect can be learned from the
 * template.
 */
const factsByTemplate = new Map<string, LearnedFacts | undefined>();

/**
 * Returns the dialect; undefined if it does not fit the text. `file`: the path of the text. `note` receives a message on how the text was
 * recognized.
 */
export function dialectBeside(file: string, note: (message: string) => void): LearnedDialectId | undefined {
  try {
    const template = templateBeside(file);
    if (template === undefined) return undefined;
    const head = readBeginning(file, 2 * MAX_BEGINNING).toString('utf8');
    if (!factsByTemplate.has(template)) factsByTemplate.set(template, learn(template));
    const facts = factsByTemplate.get(template);
    if (facts === undefined || !beginsAs(facts, head) || showsItself(file, head)) return undefined;
    note(`${file}: recognized as text from ${template}; --dialect chooses another format`);
    return facts.id;
  } catch {
    // If the tokenizer cannot be read, no dialect is chosen. This is not an error.
    return undefined;
  }
}

/** Whether the text is recognized as one of the built-in dialects, such as ChatML, without the template. */
const showsItself = (file: string, head: string): boolean => {
  const document = openDocument(file, 'ocml', 0, head, undefined);
  return !isUnsettled(document);
};

function learn(path: string): LearnedFacts | undefined {
  const template = templateOfFile(path, templateFiles);
  if (template === undefined) return undefined;
  const id = dialectId(template);
  if (!isLearned(id)) {
    const learned = learnDialect(template, id);
    if ('reason' in learned) return undefined;
    knowDialects([learned.facts]);
    setEnvironmentData(learnedDialects, learnedFacts());
  }
  return learnedFacts().find((one) => one.id === id);
}
