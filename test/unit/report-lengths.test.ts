/** Quantiles of more than a million different lengths are within the stated error. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addLength, addLengths, lengthData, noLengths } from '../../server/src/cli/report/lengths.ts';
import { randomFrom } from '../support/random.ts';

const random = randomFrom(20_261_127);
/** Lengths from 100,000 to 100 million, evenly spread over the powers of ten. */
const lengths = Array.from({ length: 1_300_000 }, () => Math.floor(10 ** (5 + random() * 3)));

test('exact up to a million different lengths, and within the error that is said beyond', () => {
  const [one, other] = [noLengths(), noLengths()];
  for (const [i, length] of lengths.entries()) addLength(i % 2 ? one : other, length);
  for (const part of [one, other]) assert.equal(lengthData(part).error, 0);
  addLengths(one, other);
  const data = lengthData(one);
  const sorted = Float64Array.from(lengths).sort();
  assert.ok(data.error > 0 && data.error <= 0.01);
  for (const [name, share] of [
    ['p50', 0.5],
    ['p90', 0.9],
    ['p95', 0.95],
    ['p99', 0.99],
  ] as const) {
    const exact = sorted[Math.ceil(share * sorted.length) - 1] as number;
    assert.ok(Math.abs(data[name] - exact) <= data.error * exact, `${name}: ${data[name]}, exactly ${exact}`);
  }
  assert.equal(data.max, sorted.at(-1));
  assert.equal(data.count, lengths.length);
  assert.equal(
    data.sum,
    sorted.reduce((sum, length) => sum + length, 0),
  );
  assert.equal(
    data.histogram.reduce((sum, { count }) => sum + count, 0),
    lengths.length,
  );
});
