import * as assert from 'node:assert/strict';
import { suite, test } from 'mocha';
import * as vscode from 'vscode';
import { hasProcesses } from '../host.ts';

const bad = '<|start|>assistant<|channel|>finl<|message|>Hello<|return|>';

suite('tools for models', () => {
  const ours = () => vscode.lm.tools.filter(({ name }) => name.startsWith('openchatml_'));

  test('they are announced, each with what it takes', () => {
    assert.deepEqual(
      ours().map(({ name }) => name),
      ['check', 'explain', 'convert', 'render_prompt', 'mask', 'user_view', 'rule'].map((name) => `openchatml_${name}`),
    );
    for (const { description, inputSchema } of ours()) {
      assert.ok(description.length > 50);
      assert.equal((inputSchema as { type: string }).type, 'object');
    }
  });

  test('an agent asks what is wrong', async function () {
    if (!hasProcesses) this.skip();
    const options = { input: { text: bad, name: 'a.harmony' }, toolInvocationToken: undefined };
    const { content } = await vscode.lm.invokeTool('openchatml_check', options);
    const [part] = content;
    assert.ok(part instanceof vscode.LanguageModelTextPart);
    assert.match(part.value, /E-PARSE-HEADER/);
  });
});
