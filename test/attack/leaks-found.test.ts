/** The smallest example of each leak that was once found. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { found } from './leaks/found.ts';
import { isJson } from './leaks/subject.ts';
import { openText, publicText } from './leaks/views.ts';

for (const [name, rows] of Object.entries(found)) {
  suite(`leaks: ${name}`, () => {
    for (const [what, dialect, text] of rows) {
      test(`${what}${isJson(dialect) ? ` (${dialect})` : ''}`, () => {
        const seen = publicText(openText({ text, dialect, lines: false }));
        assert.ok(!seen.includes('SECRET'), `shows SECRET in ${JSON.stringify(text)}`);
        if (text.includes('SHOWN')) assert.ok(seen.includes('SHOWN'), `hides SHOWN in ${JSON.stringify(text)}`);
      });
    }
  });
}
