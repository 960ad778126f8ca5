/** Outline, colors, hover and problems of calls in learned dialects. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { Checker } from '../../server/src/checker/checker.ts';
import { openDocument } from '../../server/src/documents/document.ts';
import { foldsOf } from '../../server/src/features/folding/folding-ranges.ts';
import { rename } from '../../server/src/features/graph/rename.ts';
import { textSource } from '../../server/src/features/graph/text-source.ts';
import { explainAt } from '../../server/src/features/hover/hover-at.ts';
import { full } from '../../server/src/features/semantic-tokens/semantic-tokens-in.ts';
import { symbolsOf } from '../../server/src/features/symbols/document-symbols.ts';
import { laidOut } from '../../server/src/format/text.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { summary } from '../support/check.ts';
import { samples } from '../support/learn/conversations.ts';
import { dialectTemplates } from '../support/learn/dialect-templates.ts';
import { learnedDialect, written } from '../support/learn/dialects.ts';

const opened = (text: string) => openDocument('test:x.ocml', 'ocml', 0, text, undefined) as Transcript;

const deepseek = (args: string) =>
  `<｜begin▁of▁sentence｜>Be kind.<｜User｜>Weather?<｜Assistant｜></think><｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>${args}<｜tool▁call▁end｜><｜tool▁calls▁end｜><｜end▁of▁sentence｜>`;
const mistral = (args: string) => `<s>[INST]Weather?[/INST][TOOL_CALLS]get_weather[CALL_ID]abcdefghi[ARGS]${args}</s>`;
const granite = (args: string) =>
  `<|start_of_role|>user<|end_of_role|>Hi<|end_of_text|>\n<|start_of_role|>assistant<|end_of_role|><|tool_call|>[{"name": "f", "arguments": ${args}}]<|end_of_text|>\n`;

test('formatting changes nothing in the text of a template, whose white space only the template knows', () => {
  for (const [name, source] of Object.entries(dialectTemplates)) {
    const dialect = learnedDialect(name, source);
    for (const sample of samples) {
      const text = written(dialect, sample);
      if (text === undefined) continue;
      const transcript = new Transcript('file:///a.ocml', 'ocml', 0, text, { dialect: dialect.id });
      for (const lines of [undefined, 'compact', 'expand'] as const) assert.equal(laidOut(transcript, { lines }), text);
    }
  }
});

suite('features in learned dialects', () => {
  for (const text of [deepseek('{"city": "Lima"}'), mistral('{"city": "Lima"}')])
    test(`a call is a part with its name: ${text.slice(0, 10)}`, () => {
      const turn = symbolsOf(opened(text)).find(({ name }) => name === 'Turn 1');
      const answer = turn?.children?.at(-1);
      assert.equal(answer?.detail, '→ get_weather');
      assert.deepEqual(
        answer?.children?.map(({ name, children }) => [name, children?.map((one) => `${one.name}: ${one.detail}`)]),
        [['→ get_weather', ['city: Lima']]],
      );
    });

  test('a tool that is part of the ids of Kimi is renamed there, and the rest of the id stays', () => {
    const id = 'functions.get_weather:0';
    const text = `<|im_user|>user<|im_middle|>Weather?<|im_end|><|im_assistant|>assistant<|im_middle|><|tool_calls_section_begin|><|tool_call_begin|>${id}<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|><|im_end|><|im_system|>tool<|im_middle|>## Return of ${id}\n20<|im_end|>`;
    const transcript = opened(text);
    const checker = new Checker(transcript, { strict: false, levels: {} });
    for (let place = text.indexOf('get_weather'); place >= 0; place = text.indexOf('get_weather', place + 1)) {
      const [change] = rename(textSource(transcript, checker), place + 2, 'forecast').documentChanges;
      assert.equal(
        TextDocument.applyEdits(transcript, [...(change?.edits ?? [])]),
        text.replaceAll('get_weather', 'forecast'),
      );
    }
  });

  test('the outline shows the answer and not what is before it', () => {
    const text = '<｜User｜>Hi<｜Assistant｜><think>Hm, vurble.</think>Welcome.<｜end▁of▁sentence｜>';
    const [turn] = symbolsOf(opened(text));
    assert.deepEqual(
      turn?.children?.map(({ detail }) => detail),
      ['Hi', 'Welcome.'],
    );
  });

  test('reasoning folds without the answer after it', () => {
    const text = '[gMASK]<sop><|user|>\nHi<|assistant|>\n<think>Hm.\nWell.</think>\nHello.\n';
    const folds = foldsOf(opened(text)).filter(({ kind }) => kind === 'comment');
    assert.deepEqual(folds, [{ startLine: 2, endLine: 3, kind: 'comment' }]);
  });

  test('what begins a text has a colour, also before instructions without a token', () => {
    for (const text of [deepseek('{}'), mistral('{}'), '<bos><start_of_turn>user\nHi<end_of_turn>\n'])
      assert.deepEqual(full(opened(text)).data.slice(0, 2), [0, 0], text);
  });

  test('tokens without bars are explained', () => {
    const transcript = opened('<bos><start_of_turn>user\nHi<end_of_turn>\n<start_of_turn>model\nYes<end_of_turn>\n');
    for (const token of ['<bos>', '<start_of_turn>', '<end_of_turn>']) {
      const position = transcript.positionAt(transcript.getText().indexOf(token) + 1);
      assert.match(JSON.stringify(explainAt(transcript, position)), /control token/, token);
    }
  });

  for (const [name, write] of Object.entries({ deepseek, mistral, granite })) {
    test(`${name}: arguments that are not JSON`, () => {
      assert.deepEqual(summary(write('{"city": "Lima", "more": [1, {"a": null}]}')), []);
      assert.deepEqual(
        summary(write('{"city": Lima}')).filter((problem) => problem.startsWith('call-json')),
        ['call-json «Lima»'],
      );
    });
  }

  for (const [text, name] of [
    ['[TOOL_CALLS] [{"name": "f", "arguments": {}}]', '[{"name": "f", "arguments": {}}]'],
    ['[TOOL_CALLS]f[ARGS]{"city": "Lima"}', 'f[ARGS]{"city": "Lima"}'],
  ] as const)
    test(`a call of another version of the model is misread, and reported: ${text}`, () => {
      const [problem = '', ...others] = summary(`<s>[INST]Weather?[/INST]${text}</s>`);
      assert.deepEqual(others, []);
      assert.ok(problem.startsWith('call-json «') && problem.includes(name), problem);
    });
});
