/** Completion in learned dialects writes messages as their templates do, and offers the terminators of their roles. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createChecker, openDocument } from '../../server/src/documents/document.ts';
import { bundledDialect } from '../../server/src/documents/models.ts';
import { complete } from '../../server/src/features/completion/completions-at.ts';
import type { Transcript } from '../../server/src/syntax/transcript.ts';
import { check } from '../support/check.ts';

function offersIn(name: string, text: string): Record<string, string> {
  const transcript = openDocument('test:x.ocml', 'ocml', 0, text, bundledDialect(name)) as Transcript;
  const checker = () => createChecker(transcript, { strict: false, levels: {} }) as never;
  const { items } = complete(transcript, transcript.positionAt(text.length), 'hand', checker, {
    snippets: true,
    labelOffsets: false,
  });
  return Object.fromEntries(
    items.map(({ label, textEdit, insertText }) => [label, textEdit?.newText ?? insertText ?? label]),
  );
}

const tools =
  '[AVAILABLE_TOOLS][{"type": "function", "function": {"name": "f", "parameters": {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}}}][/AVAILABLE_TOOLS]';

suite('whole messages of a learned dialect', () => {
  test('with the white space of the template', () => {
    const offers = offersIn('gemma', '<bos><start_of_turn>user\nHi<end_of_turn>\n');
    assert.equal(offers['assistant'], '<start_of_turn>model\n$1<end_of_turn>');
    assert.equal(offers['user'], '<start_of_turn>user\n$1<end_of_turn>');
  });

  test('after a terminator without bars; what ends a question is not offered as a beginning', () => {
    const offers = offersIn('mistral', '<s>[INST]Hi[/INST]Yes</s>');
    assert.equal(offers['user'], '[INST]$1[/INST]');
    assert.equal(offers['system'], '[SYSTEM_PROMPT]$1[/SYSTEM_PROMPT]');
    assert.equal(offers['[/INST]'], undefined);
    assert.equal(offers['<s>'], undefined);
  });

  test('calls in the form of the template, even where the answer has begun', () => {
    const call = '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>${1:get_weather}<｜tool▁sep｜>{$2\\}<｜tool▁call▁end｜>';
    const deepseek = offersIn('deepseek', '<｜User｜>Hi<｜Assistant｜></think>Yes<｜end▁of▁sentence｜>');
    assert.ok(deepseek['call']?.includes(call), deepseek['call']);
    const mistral = offersIn('mistral', `<s>${tools}[INST]Hi[/INST]`);
    assert.equal(mistral['call f'], '[TOOL_CALLS]f[CALL_ID]${1:call00001}[ARGS]{"a": "$2"\\}</s>');
    const glm = offersIn('glm', '[gMASK]<sop><|user|>\nHi\n<|');
    assert.equal(
      glm['call'],
      '<|assistant|>\n<think></think>\n<tool_call>${1:get_weather}\n<arg_key>${2:argument}</arg_key>\n<arg_value>$3</arg_value>\n</tool_call>',
    );
  });

  test('a reply to the call before it', () => {
    const call = '<|im_assistant|>assistant<|im_middle|><|tool_calls_section_begin|><|tool_call_begin|>functions.f:0';
    const text = `${call}<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|><|im_end|>`;
    const offers = offersIn('kimi', `<|im_user|>user<|im_middle|>Hi<|im_end|>${text}`);
    assert.match(offers['reply'] ?? '', /^<\|im_system\|>tool<\|im_middle\|>.*functions\.f:0\n\$1<\|im_end\|>$/s);
  });
});

test('a message is closed by the token of its role', () => {
  const text = '<s>[INST]a[/INST]b[INST]c[/INST]d</s>';
  const [problem] = check(text);
  assert.equal(problem?.code, 'end-missing');
  assert.match(problem?.message ?? '', /Add `<\/s>` at its end/);
});
