/** Changes that no problem asks for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyEdits, placeEdits } from '../../server/src/fixes/fix-all.ts';
import { addCallsNote } from '../../server/src/fixes/system-message.ts';
import { checked } from '../support/fix.ts';

/** The text after the note is added to the message at `index`; undefined where it is not offered. */
function noted(text: string, index = 1): string | undefined {
  const { transcript, checker } = checked(text, undefined);
  const block = [...transcript.blocks][index];
  assert.ok(block);
  const fix = addCallsNote(block, checker.context);
  return fix && applyEdits(text, placeEdits(fix, block, transcript));
}

test('the note on calls goes below the channels of the system message, where functions are declared', () => {
  const note = "Calls to these tools must go to the commentary channel: 'functions'.";
  const system = (more = '') =>
    `version: 2.2\n<|start|>system<|message|>Be kind.\r\n# Valid channels: final.${more}<|end|>\n`;
  const developer = '<|start|>developer<|message|>namespace functions {\ntype f = () => any;\n}<|end|>';
  assert.equal(noted(system() + developer), system(`\r\n${note}`) + developer);
  assert.equal(noted(system('\r\nBye.') + developer), system(`\r\n${note}\r\nBye.`) + developer);
  assert.equal(noted(system()), undefined);
  assert.equal(noted(system(`\r\n${note}`) + developer), undefined);
  assert.equal(noted(system().replace('system', 'user') + developer), undefined);
  assert.equal(noted(system() + developer, 2), undefined);
  assert.equal(noted(system() + developer, 0), undefined);
});
