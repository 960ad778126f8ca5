/** Prints how samples that templates write are read back, as tables of Markdown, for `scripts/template-readings.mjs`. */
import { type Answer, renderInPython } from '../../../server/src/python/jinja.ts';
import { templateSets } from '../templates/published.ts';
import { samples } from './conversations.ts';
import { clock, learned, measure, type Verdict, variablesOf, verdicts } from './measure.ts';

const kinds = [...new Set(samples.map(({ kind }) => kind))];

/** How often each verdict was given of a kind of samples. */
type Counts = Map<string, number>;
const add = (counts: Counts, key: string, by = 1) => counts.set(key, (counts.get(key) ?? 0) + by);
const cells = (counts: Counts, kind: string) =>
  verdicts.map((verdict: Verdict) => counts.get(`${kind} ${verdict}`) ?? 0).join(' | ');

/** With `--python`, the prompts that are read are those of the local Python. */
const usesPython = process.argv.includes('--python');

const heads = verdicts.join(' | ');
type Learned = ReturnType<typeof learned> & { readonly source: string };

/** The prompts of Python, for each template those of all samples; undefined if ours are read. */
async function pythonPrompts(all: readonly Learned[]): Promise<readonly (readonly Answer[])[] | undefined> {
  if (!usesPython || all.length === 0) return undefined;
  const answers = await renderInPython(
    all.flatMap(({ source, frames }) =>
      samples.map((sample) => ({ template: source, json: variablesOf(sample, frames), clock })),
    ),
  );
  return all.map((_, i) => answers.slice(i * samples.length, (i + 1) * samples.length));
}

async function printTable([name, templates]: ReturnType<typeof templateSets>[number]): Promise<void> {
  const total: Counts = new Map();
  const all = (templates ?? []).map(({ model, source }) => ({ model, source, ...learned(source) }));
  const prompts = await pythonPrompts(all);
  console.log(`\n| ${name} | | ${heads} | lost |\n| --- | --- |${' --: |'.repeat(verdicts.length)} --- |`);
  for (const [i, { model, template, frames }] of all.entries()) {
    const counts: Counts = new Map();
    const found = measure(template, frames, samples, prompts?.[i]);
    const writesCalls = frames.parts.has('arguments') || frames.parts.has('key');
    for (const { sample, verdict } of found) {
      const isOfCalls = sample.kind === 'calls' && writesCalls;
      for (const counted of [counts, total]) {
        add(counted, `${sample.kind} ${verdict}`);
        if (isOfCalls) add(counted, `written calls ${verdict}`);
      }
    }
    for (const kind of kinds) {
      const lost = new Set(found.filter(({ sample }) => sample.kind === kind).flatMap(({ losses }) => losses));
      console.log(`| ${model} | ${kind} | ${cells(counts, kind)} | ${[...lost].join(', ')} |`);
    }
  }
  for (const kind of [...kinds, 'written calls']) console.log(`| all | ${kind} | ${cells(total, kind)} | |`);
}

async function printTables(): Promise<void> {
  for (const set of templateSets()) await printTable(set);
}
void printTables();
