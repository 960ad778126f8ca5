// Lists every text of the product that users read, each with its kind, file and line, so that they can be read side by side.
//   node scripts/texts.mjs                      lists all texts by kind
//   node scripts/texts.mjs --kind message       lists those of a kind
//   node scripts/texts.mjs --sample 120 --seed 1  lists a random sample of all texts
import { parseArgs } from 'node:util';
import { productTexts } from './texts/list.mjs';

const { values } = parseArgs({
  options: { kind: { type: 'string' }, sample: { type: 'string' }, seed: { type: 'string', default: '1' } },
});

let texts = productTexts().filter(({ kind }) => values.kind === undefined || kind.startsWith(values.kind));
if (values.sample !== undefined) texts = drawn(texts, Number(values.sample), Number(values.seed));
for (const { kind, file, line, text } of texts) console.log(`${kind}\t${file}:${line}\t${JSON.stringify(text)}`);

/** Draws a random sample of `count` items from a list. The same seed always draws the same sample. */
function drawn(list, count, seed) {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const remainingItems = [...list];
  return Array.from(
    { length: Math.min(count, remainingItems.length) },
    () => remainingItems.splice(Math.floor(random() * remainingItems.length), 1)[0],
  );
}
