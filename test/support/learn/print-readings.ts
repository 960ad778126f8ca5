/** Measures how well the output of templates for the samples is read back, for `scripts/template-readings.mjs`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, renderInPython } from '../../../server/src/python/jinja.ts';
import { root } from '../root.ts';
import { type Published, templateSets, templatesIn } from '../templates/published.ts';
import { samples } from './conversations.ts';
import { clock, learned, measure, variablesOf } from './measure.ts';
import { type MeasuredTemplate, sumTable, templateTable } from './readings-table.ts';

const args = process.argv.slice(2);
const folders = args.filter((one) => !one.startsWith('--'));
/** Whether to read prompts that the local Python renders instead of our own prompts. */
const usesPython = args.includes('--python');
/** Whether to print each prompt that is read differently, with the result. */
const showsPrompts = args.includes('--prompts');
/** Whether to write the tables into the page. */
const writes = args.includes('--write');

type Learned = ReturnType<typeof learned> & { readonly source: string };
type TemplateSet = readonly [name: string, templates: readonly Published[] | undefined, carrier?: string];

/** Returns the prompts of all samples for each template from Python, or undefined if our own prompts are read. */
async function pythonPrompts(all: readonly Learned[]): Promise<readonly (readonly Answer[])[] | undefined> {
  if (!usesPython || all.length === 0) return undefined;
  const answers = await renderInPython(
    all.flatMap(({ source, frames }) =>
      samples.map((sample) => ({ template: source, json: variablesOf(sample, frames), clock })),
    ),
  );
  return all.map((_, i) => answers.slice(i * samples.length, (i + 1) * samples.length));
}

async function measured(templates: readonly Published[]): Promise<readonly MeasuredTemplate[]> {
  const all = templates.map(({ model, source }) => ({ model, source, ...learned(source) }));
  const prompts = await pythonPrompts(all);
  return all.map(({ model, template, frames }, i) => {
    const measurements = measure(template, frames, samples, prompts?.[i]);
    for (const { verdict, prompt, reading, sample } of showsPrompts ? measurements : [])
      if (!['exact', 'lossy'].includes(verdict)) console.log(model, verdict, sample, prompt, reading);
    return { model, writesCalls: frames.parts.has('arguments') || frames.parts.has('key'), found: measurements };
  });
}

const page = join(root, 'docs/template-readings.md');

async function printTables(): Promise<void> {
  const sets: readonly TemplateSet[] =
    folders.length > 0 ? folders.map((folder) => [folder, templatesIn(folder)] as const) : templateSets();
  for (const [name, templates] of sets) {
    const all = await measured(templates ?? []);
    const tables = `${sumTable(`${all.length} ${name}`, all)}\n\n${templateTable(all)}\n`;
    if (!writes) console.log(`\n${tables}`);
    else if (all.length > 0) writeFileSync(page, withTables(readFileSync(page, 'utf8'), name, tables));
  }
}

/** Replaces the tables of one set of templates in a page. They extend from the comment that names the set to the next heading. */
function withTables(text: string, name: string, tables: string): string {
  const start = text.indexOf(`<!-- ${name} -->`);
  if (start < 0) throw new Error(`docs/template-readings.md has no place for ${name}`);
  const from = text.indexOf('\n', start) + 1;
  const next = text.indexOf('\n#', from);
  return `${text.slice(0, from)}\n${tables}${next < 0 ? '' : text.slice(next)}`;
}
void printTables();
