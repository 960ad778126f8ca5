/** Prints how samples that templates write are read back, as tables of Markdown, for `scripts/template-readings.mjs`. */
import { templateSets } from '../templates/published.ts';
import { samples } from './conversations.ts';
import { learned, measure, type Verdict, verdicts } from './measure.ts';

const kinds = [...new Set(samples.map(({ kind }) => kind))];

/** How often each verdict was given of a kind of samples. */
type Counts = Map<string, number>;
const add = (counts: Counts, key: string, by = 1) => counts.set(key, (counts.get(key) ?? 0) + by);
const cells = (counts: Counts, kind: string) =>
  verdicts.map((verdict: Verdict) => counts.get(`${kind} ${verdict}`) ?? 0).join(' | ');

const heads = verdicts.join(' | ');
for (const [name, templates] of templateSets()) {
  const total: Counts = new Map();
  console.log(`\n| ${name} | | ${heads} | lost |\n| --- | --- |${' --: |'.repeat(verdicts.length)} --- |`);
  for (const { model, source } of templates ?? []) {
    const { template, frames } = learned(source);
    const counts: Counts = new Map();
    const found = measure(template, frames);
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
