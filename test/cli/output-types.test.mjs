// The schemas of outputs are generated from these types.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { outputSchemas } from '../../scripts/generate/output-schemas.mjs';
import { root } from '../../scripts/paths.mjs';

test('they are those of the types: node scripts/generate/output-schemas.mjs writes them', () => {
  const folder = join(root, 'schemas/output');
  const all = outputSchemas();
  assert.deepEqual(
    readdirSync(folder)
      .map((file) => file.replace('.schema.json', ''))
      .sort(),
    Object.keys(all).sort(),
  );
  for (const [name, schema] of Object.entries(all)) {
    const text = readFileSync(join(folder, `${name}.schema.json`), 'utf8');
    assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(schema)), name);
  }
});
