/** The preview of learned dialects does not show hidden text, even if the text is cut off or has a single fault. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { seenOf } from '../../server/src/model/visibility/visible-text.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { someOf } from '../support/effort.ts';
import { canaryConversations, canaryDialects, faultsAt, hasCanary } from '../support/learn/canaries.ts';
import { type TestedDialect, written } from '../support/learn/dialects.ts';

const noMarks = { sequencePair: undefined };

function visible({ id }: TestedDialect, text: string): string {
  const transcript = new Transcript('test:', 'ocml', 0, text, { dialect: id });
  const blocks = [...transcript.blocks];
  return blocks
    .flatMap((block, i) =>
      seenOf(block, { before: blocks[i - 1], after: blocks[i + 1] }, i === blocks.length - 1, noMarks),
    )
    .map((seen) => seen.text)
    .join('\n');
}

/** Dialects whose answers look like those of a known dialect, and are hidden because they are in doubt. */
const silent = new Set(['typed']);

suite('canaries in dialects of templates', () => {
  for (const [name, learn] of canaryDialects) {
    test(name, () => {
      const dialect = learn();
      const found: string[] = [];
      let count = 0;
      for (const [i, one] of canaryConversations.entries()) {
        const text = written(dialect, one);
        if (text === undefined) continue;
        // The answer must be visible, so that hiding everything does not pass.
        if (!silent.has(name) && text.includes('It is sunny.')) assert.match(visible(dialect, text), /It is sunny\./);
        if (!hasCanary(text)) continue;
        for (const at of someOf([...text].map((_, place) => place)))
          for (const [what, faulty] of faultsAt(text, at)) {
            count++;
            if (hasCanary(visible(dialect, faulty))) found.push(`${i}: ${what}: ${JSON.stringify(faulty)}`);
          }
      }
      assert.deepEqual(found.slice(0, 5), [], `${found.length} of ${count}`);
    });
  }
});
