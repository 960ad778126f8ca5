/**
 * Compares this project, the reference parser and our model of that parser, and prints the results. The texts come from a file of recorded
 * answers, or are generated.
 *
 * Exits with 1 if the model differs from the recorded answers.
 */
import { parseArgs } from 'node:util';
import { roleBefore } from '../../../server/src/model/reference/parse.ts';
import { decided } from './decisions.ts';
import { compared, type Finding } from './findings.ts';
import { generated } from './generate.ts';
import { asAnswer, modelled, modes, withoutCount } from './model-differences.ts';
import { type Recorded, readRecords } from './records.ts';

/** Groups texts by the name of a decision or difference that was found in them. */
class Classes {
  private readonly texts = new Map<string, Set<string>>();

  add(name: string, text: string): void {
    const known = this.texts.get(name) ?? new Set();
    this.texts.set(name, known.add(text));
  }

  print(samples: number): void {
    for (const [name, texts] of [...this.texts].sort(([, a], [, b]) => b.size - a.size)) {
      console.log(`${String(texts.size).padStart(6)}  ${name}`);
      for (const text of [...texts].slice(0, samples)) console.log(`          ${JSON.stringify(text)}`);
    }
  }
}

/** Prints how the results of the model compare with the recorded ones. Returns the number of differences. */
function printModel(records: readonly Recorded[]): number {
  let [answers, equal] = [0, 0];
  for (const record of records) {
    for (const mode of modes) {
      const recorded = withoutCount(record[mode]);
      const answer = asAnswer(modelled(record, mode));
      answers++;
      if (JSON.stringify(answer) === JSON.stringify(recorded)) equal++;
      else console.log(`${mode} ${JSON.stringify({ text: record.text, recorded, answer })}`);
    }
  }
  console.log(`1. The model beside the reference: ${records.length} texts, strict and non-strict.\n`);
  console.log(`   ${equal} of ${answers} answers are equal: messages, error text, and its place.`);
  return answers - equal;
}

const percent = (part: number, of: number) => `${((100 * part) / Math.max(1, of)).toFixed(1)} %`;

function classOf(finding: Finding): string {
  switch (finding.kind) {
    case 'value':
      return `${finding.field} read otherwise`;
    case 'number':
      return 'another number of messages';
    case 'alarm':
      return finding.alarm.code;
    case 'silent':
      return finding.error.kind;
  }
}

/** Prints how this project reads the texts that the reference accepts, or how it checks those that the reference rejects. */
function printProject(
  title: string,
  agreement: string,
  all: readonly (readonly [string, readonly Finding[]])[],
  samples: number,
) {
  const [byDecision, different] = [new Classes(), new Classes()];
  let [agreed, meant] = [0, 0];
  for (const [text, findings] of all) {
    const open = findings.filter((finding) => decided(finding) === undefined);
    if (findings.length === 0) agreed++;
    else if (open.length === 0) meant++;
    for (const finding of findings) {
      const decision = decided(finding);
      if (decision !== undefined) byDecision.add(`${decision.number.padEnd(8)} ${decision.what}`, text);
    }
    if (open.length > 0) different.add([...new Set(open.map(classOf))].sort().join(', '), text);
  }
  const rest = all.length - agreed - meant;
  console.log(`\n${title}: ${all.length}\n`);
  console.log(`${String(agreed).padStart(6)}  ${agreement}`);
  console.log(`${String(meant).padStart(6)}  otherwise, as decided`);
  console.log(`${String(rest).padStart(6)}  different; of those not decided, ${percent(agreed, agreed + rest)} agree`);
  console.log('\n   Decisions, by texts in which they hold:\n');
  byDecision.print(0);
  console.log('\n   Differences, by texts:\n');
  different.print(samples);
}

function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      show: { type: 'string', default: '0' },
      generate: { type: 'string' },
      seed: { type: 'string', default: '1' },
    },
  });
  let differing = 0;
  let texts: readonly string[];
  if (values.generate !== undefined) texts = generated(Number(values.generate), Number(values.seed));
  else {
    const records = readRecords(positionals[0] as string);
    differing = printModel(records);
    // This project offers no option to read a text as a completion. Only texts that show by themselves whether they are completions are
    // compared.
    texts = records.filter(({ text, start }) => roleBefore(text) === start).map(({ text }) => text);
  }
  const results = texts.map((text) => [text, compared(text)] as const);
  const of = (accepted: boolean) =>
    results
      .filter(([, result]) => result.accepted === accepted)
      .map(([text, { findings }]) => [text, findings] as const);
  console.log(`\n2. This project beside the model, strict: ${texts.length} texts.`);
  const samples = Number(values.show);
  printProject('Accepted by the reference', 'read equally, without error or warning', of(true), samples);
  printProject('Rejected by the reference', 'with an error or a warning in the message', of(false), samples);
  if (differing > 0) process.exitCode = 1;
}

try {
  main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}
