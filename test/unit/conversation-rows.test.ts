/** Files of rows are closed even if a command stops before it has read all rows. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { conversationRows } from '../../server/src/cli/rows/conversation-rows.ts';

const opened = '/proc/self/fd';

test('rows that nobody reads leave no file open', { skip: !existsSync(opened) }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rows-'));
  try {
    const path = join(folder, 'rows.jsonl');
    const row = JSON.stringify({ messages: [{ role: 'user', content: 'Hello'.repeat(20) }] });
    writeFileSync(path, `${row}\n`.repeat(20_000));
    const rows = async () => await conversationRows({ path, file: path }, 'auto', () => {});
    await (await rows())?.pieces.return(undefined);
    const before = readdirSync(opened).length;
    for (let i = 0; i < 5; i++) {
      const found = await rows();
      assert.ok(found);
      await found.pieces.return(undefined);
    }
    assert.ok(readdirSync(opened).length <= before + 1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
