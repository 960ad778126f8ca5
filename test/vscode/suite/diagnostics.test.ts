import * as assert from 'node:assert/strict';
import { suite, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import { eventually, open, problems, replace } from '../editor.ts';

const hello = 'version: 2.2\n<|start|>user<|message|>Hello<|end|>\n';
const misspelled = hello.replace('user', 'usr');

suite('diagnostics', () => {
  teardown(async () => {
    for (const name of ['rules', 'dialect', 'sequenceTokens', 'maxProblems']) await set(name, undefined);
  });

  test('come and go while typing', async () => {
    const { document } = await open(misspelled);
    await eventually(() => problems(document), ['E-PARSE-HEADER «usr»']);
    await replace(document, 'usr', 'user');
    await eventually(() => problems(document), []);
    await replace(document, '<|end|>\n', '\n<|start|>assistant<|message|>Hi<|end|>\n');
    await eventually(() => problems(document), ['end-missing «<|start|>»']);
  });

  test('link to the page of their rule', async () => {
    const { document } = await open(misspelled);
    await eventually(() => problems(document).length, 1);
    const [diagnostic] = vscode.languages.getDiagnostics(document.uri);
    assert.ok(typeof diagnostic?.code === 'object');
    assert.match(diagnostic.code.target.toString(true), /E-PARSE-HEADER/);
  });

  test('name the other place that is involved', async () => {
    const call = '<|start|>assistant to=python call_id=c1<|channel|>commentary<|message|>1 + 1<|call|>\n';
    const { document } = await open(`version: 2.2\n${call}${call}`);
    await eventually(() => problems(document), ['call-id-duplicate «call_id=c1»']);
    const [{ relatedInformation } = {}] = vscode.languages.getDiagnostics(document.uri);
    assert.equal(relatedInformation?.[0]?.location.range.start.line, 1);
  });

  test('have the severity that the user wants', async () => {
    const { document } = await open(`${hello}stray\n`);
    await eventually(() => problems(document), ['stray-text «stray»']);
    await set('rules', { 'stray-text': 'off' });
    await eventually(() => problems(document), []);
  });

  test('are those of the dialect that the user chooses', async () => {
    const { document } = await open('<|start|>user<|message|>Hello<|end|>\n');
    await eventually(() => problems(document), []);
    await set('dialect', 'openchatml-2.2');
    await eventually(() => problems(document), ['document-header-missing «<|start|>»']);
  });

  test('know the sequence tokens that the user names', async () => {
    const { document } = await open('<bos><|im_start|>user\nHello<|im_end|><eos>\n');
    await eventually(() => problems(document), ['stray-text «<bos>»', 'stray-text «<eos>»']);
    await set('sequenceTokens', { begin: '<bos>', end: '<eos>' });
    await eventually(() => problems(document), []);
  });

  test('are no more than the user wants, the worst first', async () => {
    const { document } = await open(`${hello}stray\n<|start|>usr<|message|>Hello<|end|>\n`);
    await eventually(() => problems(document).length, 2);
    await set('maxProblems', 1);
    await eventually(() => problems(document), ['E-PARSE-HEADER «usr»']);
  });
});

const set = (name: string, value: unknown) =>
  vscode.workspace.getConfiguration('ocml').update(name, value, vscode.ConfigurationTarget.Global);
