/** Highlighting of transcripts in Markdown fences, where VS Code injects the grammar. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fenced } from './tokenize.ts';

const fence = (info: string, body: string) => `Before\n\`\`\`${info}\n${body}\n\`\`\`\n<|start|>after`;
const scopesOf = async (text: string, piece: string) =>
  (await fenced(text)).filter((one) => one.text.includes(piece)).map(({ scopes }) => scopes.join(' '));

for (const info of ['ocml', 'harmony', 'chatml', 'llama3', 'OpenChatML title="a"', 'ocml {1,2}']) {
  test(`\`\`\`${info}`, async () => {
    const [role = ''] = await scopesOf(fence(info, '<|start|>user<|message|>Hi<|end|>'), 'user');
    assert.match(role, /meta\.embedded\.block\.ocml.* entity\.name\.type\.role/);
  });
}

test('what a message leaves open ends with the fence', async () => {
  const text = fence('ocml', '<|start|>user<|message|>```js\nconst a = `b');
  assert.deepEqual(await scopesOf(text, 'after'), ['text.html.markdown']);
});

test('other fences are not ours', async () => {
  for (const info of ['js', 'ocmlx', ''])
    assert.ok(
      (await fenced(fence(info, '<|start|>user'))).every(({ scopes }) => !/ocml/.test(scopes.join())),
      info,
    );
});
