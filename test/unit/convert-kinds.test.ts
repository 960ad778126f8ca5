/** Losses of the same kind are counted together, whatever values their messages mention. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { likeness } from '../../server/src/convert/index.ts';
import { ofJson, user } from '../support/convert.ts';

/** Returns the different kinds of losses. Messages and tools that differ only in their names have the same kind. */
function kindsOf(value: unknown, to: 'llama3' | 'hermes' | 'messages' | 'sharegpt'): readonly string[] {
  return [...new Set(ofJson(value, { to }).notes.map(likeness))].sort();
}

const call = (id: string, name: string) => ({ id, type: 'function', function: { name, arguments: '{}' } });
const turns = (names: readonly string[]) => ({
  tools: names.map((name) => ({ type: 'function', function: { name: `other_${name}` } })),
  messages: names.flatMap((name) => [
    { ...user('Hi'), name: `user_${name}` },
    { role: 'assistant', content: null, tool_calls: [call(`id_${name}`, `browser.${name}`)] },
    { role: 'tool', tool_call_id: `id_${name}`, content: 'a' },
  ]),
});

test('ids, names and tools do not make separate kinds', () => {
  for (const to of ['llama3', 'hermes', 'sharegpt'] as const) {
    const one = kindsOf(turns(['search']), to);
    assert.ok(one.length > 1, to);
    assert.deepEqual(kindsOf(turns(['search', 'open', 'find']), to), one, to);
  }
});

test('counts do not, and roles and members do', () => {
  const parts = (count: number) => ({
    role: 'user',
    content: Array.from({ length: count }, () => ({ type: 'text', text: 'a' })),
  });
  assert.equal(kindsOf({ messages: [parts(2), parts(3)] }, 'hermes').length, 1);
  assert.equal(kindsOf({ messages: [user('a')], model: 'b', id: 'c' }, 'hermes').length, 2);
});
