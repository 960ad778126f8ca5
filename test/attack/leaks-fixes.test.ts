/** No fix shows what was hidden unless its title says so. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { attackFixes } from './leaks/attack-fixes.ts';
import { revealing } from './leaks/fixes.ts';
import { jsonSubjects } from './leaks/json-subjects.ts';
import { samples } from './leaks/samples.ts';
import { textSubjects } from './leaks/text-subjects.ts';

suite('leaks: fixes', () => {
  test('of every case, page and example', async () => {
    const found: string[] = [];
    for (const sample of samples) {
      for (const { offer, word, wrong } of await revealing(sample))
        found.push(`${sample.name}: "${offer.title}" shows ${word}, and ${wrong}\n    ${JSON.stringify(sample.text)}`);
    }
    assert.ok(found.length === 0, `\n${found.length} fixes reveal:\n${found.join('\n')}`);
  });

  for (const [name, subjects] of [['text', textSubjects] as const, ['JSON', jsonSubjects] as const]) {
    test(`of single faults in ${name}`, async () => {
      const report = await attackFixes(subjects);
      console.log(report.table());
      const found = report.worklist();
      assert.ok(found === '', `\n${found}`);
    });
  }
});
