// A training script's gate: no row with an error gets through.
//   node gate.mjs train.jsonl
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { open } from 'openchatml';

const [, , file] = process.argv;
let [number, faulty] = [0, 0];
for await (const row of createInterface({ input: createReadStream(file) })) {
  number++;
  const errors = open(row, { uri: 'row.json', training: true })
    .problems()
    .filter(({ severity }) => severity === 'error');
  for (const { code, message, range } of errors)
    console.error(`${file}:${number}:${range.start.character + 1}: ${message} (${code})`);
  if (errors.length > 0) faulty++;
}
console.error(`${faulty} of ${number} rows have errors.`);
process.exitCode = faulty > 0 ? 1 : 0;
