/** `ocml templates`: shows the available chat templates and their effects on conversations, and compares rendering with Python. */
import { templateFiles } from '../../files/local-templates.ts';
import { modelFormNames, modelForms } from '../../grammar/model-forms.ts';
import { templates as facts } from '../../grammar/template-names.ts';
import { formats } from '../check/formats/index.ts';
import { print, printAside } from '../output.ts';
import { table } from '../table/index.ts';
import { customPatterns } from '../templates/template-options.ts';
import { command } from './command.ts';

const complain = (message: string) => void printAside([`ocml templates: ${message}`]);

export const templates = command(table.templates, async ({ check, compare, evidence, names, ...values }, files) => {
  if (names) return await printNames();
  if ((check || compare) === (files.length === 0))
    throw new Error(check || compare ? 'FILE is missing' : 'say what to do with FILE: add --check or --compare');
  if (check) {
    const { checkTemplates } = await import('../templates/findings.ts');
    return checkTemplates(
      files,
      formats[values.format].start({ maxProblems: 0 }),
      evidence && values.format === 'text',
      complain,
    );
  }
  if (compare) return (await import('../templates/compare.ts')).compareTemplates(files, values.with);
  await list();
  return 0;
});

/** Prints all names that `--template` accepts. */
async function printNames(): Promise<number> {
  await print([
    ...facts.map(({ name }) => name),
    ...modelFormNames,
    ...customPatterns('-', complain).keys(),
    ...templateFiles.modelsInCache(),
  ]);
  return 0;
}

const line = (name: string, doc: string) => `${name.padEnd(11)} ${doc}`;

async function list(): Promise<void> {
  const custom = [...customPatterns('-', complain).keys()];
  await print([
    ...facts.map(({ name, doc }) => line(name, doc)),
    ...modelForms.map(({ name, doc }) => line(name, `${doc}.`)),
    ...custom.map((name) => line(name, "From this project's templates.custom.")),
  ]);
}
