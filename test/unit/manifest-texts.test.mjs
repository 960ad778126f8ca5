// Texts in `package.json` receive keys for translation, and keep these keys.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { translatable } from '../../scripts/generate/nls.mjs';

const manifest = (...enumDescriptions) => ({ contributes: { dialect: { enumDescriptions } } });

test('a text that comes into the middle of a list gets a key of its own, and the others keep theirs', () => {
  const first = translatable(manifest('One', 'Three'), {});
  const [one, three] = first.manifest.contributes.dialect.enumDescriptions;
  const second = translatable(manifest(one, 'Two', three), first.texts);
  const keys = second.manifest.contributes.dialect.enumDescriptions;
  assert.deepEqual([keys[0], keys[2]], [one, three]);
  assert.deepEqual(
    keys.map((key) => second.texts[key.slice(1, -1)]),
    ['One', 'Two', 'Three'],
  );
  assert.deepEqual(translatable(second.manifest, second.texts), second);
});
