/** Failed calls of Inspect's tools are not shown as answered, no matter which program ran them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callsIn } from '../../../server/src/inspect/calls.ts';
import { ask } from '../../attack/leaks/views.ts';
import { openSession } from '../../support/sessions/telling.ts';

const call = (id: string) => ({ id, function: 'bash', type: 'function', arguments: { cmd: 'ls' } });
const served = (id: string, result: string, error: string | null) => ({
  ...{ type: 'tool_use', tool_type: 'web_search', id, name: 'web_search', arguments: '{"query":"x"}', result, error },
});
const reply = (id: string, content: string, error?: object) => ({
  ...{ role: 'tool', content, tool_call_id: id, function: 'bash' },
  ...(error && { error }),
});
const sample = (number: number) => ({
  ...{ id: number, epoch: 1, input: 'x', target: '' },
  messages: [
    { role: 'user', content: 'Look for it' },
    { role: 'assistant', content: '', tool_calls: [call('c1'), call('c2')] },
    reply('c1', '', { type: 'timeout', message: 'Command timed out.' }),
    reply('c2', 'a file'),
    {
      role: 'assistant',
      content: [served('s1', '', 'unavailable'), served('s2', 'found', null), { type: 'text', text: 'Done' }],
    },
  ],
});
const statuses = ['c1 error', 'c2 answered', 's1 error', 's2 answered'];

for (const [name, samples] of [
  ['a sample', [sample(1)]],
  ['several samples', [sample(1), sample(2)]],
] as const)
  test(`a failed tool is an error in ${name}`, () => {
    const log = { version: 2, status: 'success', eval: { task: 't' }, plan: {}, results: {}, stats: {}, samples };
    const document = openSession(JSON.stringify(log));
    const expected = samples.flatMap(() => statuses);
    assert.deepEqual(
      [...callsIn(document)].map(({ id, status }) => `${id} ${status}`),
      expected,
    );
    const { messages } = ask(document, { debug: true, limit: 100 });
    const states = messages.flatMap(({ pair, callId }) => (pair?.kind === 'call' ? [`${callId} ${pair.state}`] : []));
    assert.deepEqual(states, expected);
  });
