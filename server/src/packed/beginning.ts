/** Reads the beginning of a packed file, from which its content is recognized. */
import { closeSync, openSync } from 'node:fs';
import { readBeginning } from '../files/regular.ts';
import { userRole } from '../grammar/index.ts';
import { packingOf } from './names.ts';
import { type Element, readFooter } from './parquet/footer.ts';
import { unpackedBeginning } from './unpack.ts';

/**
 * Returns the first bytes of the text in a file, at most `limit`. For Parquet, returns a row made from the schema; for
 * Inspect archives, a sample log.
 */
export function beginningOf(file: string, limit: number): Buffer {
  const packing = packingOf(file);
  const bytes = readBeginning(file, limit);
  if (packing === undefined) return bytes;
  if (packing === 'evaluation') return bytes.subarray(0, 2).toString('latin1') === 'PK' ? sampleLog : bytes;
  if (packing !== 'parquet') return unpackedBeginning(packing, bytes, limit);
  const fd = openSync(file, 'r');
  try {
    return Buffer.from(`${JSON.stringify(sampleOf(readFooter(fd).schema))}\n`);
  } finally {
    closeSync(fd);
  }
}

/** Returns a sample value for an element of a schema. Every string in it is `user`, which is valid as a role, as content and as text. */
function sampleOf({ children, isText }: Element): unknown {
  const [only, ...others] = children;
  if (only === undefined) return isText ? userRole : 0;
  if (only.repeats && others.length === 0) {
    const [item, ...more] = only.children;
    return [item && more.length === 0 ? sampleOf(item) : sampleOf({ ...only, repeats: false })];
  }
  return Object.fromEntries(children.map((child) => [child.name, sampleOf(child)]));
}

/** A minimal Inspect log, which is returned for any archive. */
const sampleLog = Buffer.from(
  JSON.stringify({ version: 2, eval: {}, samples: [{ id: 1, epoch: 1, messages: [{ role: userRole, content: '' }] }] }),
);
