/**
 * Model outputs as servers return them, without a chosen dialect, modeled on public threads about the mistakes of models.
 *
 * Correct outputs have no problem. Every other output has one, whose range is the smallest faulty part.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeProblems } from '../support/check.ts';

const outputs: readonly [output: string, ...problems: string[]][] = [
  [
    '<|channel|>analysis<|message|>We need to run ffgrep.<|end|><|start|>assistant<|channel|>analysis to=functions.ffgrep code<|message|>{"path":"","pattern":"T"}<|call|>',
    'tool-channel «analysis»',
  ],
  ['<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"location":"SF"}<|call|>'],
  [' to=functions.get_weather<|channel|>commentary json<|message|>{"location":"SF"}<|call|>'],
  ['<|channel|>final<|message|>Hello!<|return|>'],
  ['<|channel|>final<|message|>Hello!'],
  ['<|channel|>analysis<|message|>User says hi.<|end|><|start|>assistant<|channel|>final<|message|>Hi!'],
  [
    '<|channel|>analysis<|message|>Search.<|end|><|start|>assistant to=browser.search<|channel|>analysis code<|message|>{"query":"x","topn":5}<|call|>',
  ],
  ['<|channel|>analysis to=python code<|message|>print(1)<|call|>'],
  [
    '<|channel|>commentary<|message|>I will look it up.<|end|><|start|>assistant<|channel|>commentary to=functions.f <|constrain|>json<|message|>{}<|call|>',
  ],
  [
    '<|channel|>commentary to=functions.a <|constrain|>json<|message|>{"x":1}<|call|><|start|>assistant<|channel|>commentary to=functions.b <|constrain|>json<|message|>{}<|call|>',
  ],
  [
    '<|channel|>analysis<|message|>A.<|end|><|start|>assistant<|channel|>analysis<|message|>B.<|end|><|start|>assistant<|channel|>final<|message|>C.<|return|>',
  ],
  ['<|channel|>final <|constrain|>json<|message|>{"a":1}<|return|>'],
  ['<|message|>Just text.<|return|>'],
  ['assistant<|channel|>final<|message|>Hi<|return|>'],
  ['<|channel|>analysis to=container.exec code<|message|>{"cmd":["ls"]}<|call|>'],
  ['<|channel|>final<|message|>Use `<|end|` carefully and if a < b || c > d.<|return|>'],
  ['<|channel|>final<|message|>Code:\n```cpp\nstd::cout << "x" << std::endl;\n```<|return|>'],
  ['<|channel|>commentary to=assistant<|channel|>commentary?<|message|>hm<|end|>', 'E-PARSE-HEADER «<|channel|>»'],
  ['<|channel|>commentary?<|message|>Hm.<|end|>', 'E-PARSE-HEADER «commentary?»'],
  ['<|channel|>??<|message|>Hm.<|end|>', 'E-PARSE-HEADER «??»'],
  ['<|channel|>commentary 2?<|message|>Hm.<|end|>', 'E-PARSE-HEADER «2?»'],
  [
    '<|channel|>analysis<|message|>A.<|end|>commentary<|channel|>analysis to=functions.f code<|message|>{}<|call|>',
    'start-missing «commentary»',
    'tool-channel «analysis»',
  ],
  ['<|channel|>analysis<|message|>A.<|end|><|channel|>final<|message|>B<|return|>', 'start-missing «<|channel|>»'],
  ['<|channel|>analysis<|message|>A.<|end|>\n<|start|>assistant<|channel|>final<|message|>B<|return|>'],
  [
    '<|channel|>commentary to=functions.f <|constrain|>json<|message|>{"a": "unterminated<|call|>',
    'E-BODY-CONSTRAINT-VIOLATION «"»',
  ],
  ['<|channel|>commentary to=functions.f json<|message|>{"a": 1,}<|call|>', 'E-CALL-SCHEMA «,»'],
  ['<|channel|>commentary to=functions.f json<|message|>ls -la<|call|>', 'E-CALL-SCHEMA «ls»'],
  ['<|channel|>commentary to=functions.f<|message|>{"a":1}{"b":2}<|call|>', 'E-CALL-SCHEMA «{»'],
  [
    '<|channel|>analysis<|message|>Use tool.<|end|><|start|>assistant<|channel|>commentary to=functions.f<|constrain|>json<|message|>{}<|end|>',
    'call-terminator «<|end|>»',
  ],
  [
    '<|channel|>commentary to=functions.f ––commentary <|constrain|>json<|message|>{}<|call|>',
    'E-PARSE-HEADER «––commentary»',
  ],
  [
    '<|channel|>commentary to=functions.f code_interpreter json<|message|>{}<|call|>',
    'E-PARSE-HEADER «code_interpreter»',
  ],
  ['<|channel|>commentary to=functions.read file<|message|>{}<|call|>'],
  ['<|channel|>commentary to=tool.get_weather json<|message|>{}<|call|>'],
  ['<|channel|>comment<|message|>Hm.<|end|>', 'E-PARSE-HEADER «comment»'],
  [
    '<|channel|>analysis<|message|>A.<|end|><|start|>assistant<|start|>assistant<|channel|>final<|message|>B<|return|>',
    'E-PARSE-HEADER «<|start|>»',
  ],
  ['<|channel|>final<|message|>Hi<|return|><|return|>', 'harmony-rejects «<|return|>»'],
  ['<|channel|>final<|message|>Hi<|end|><|return|>', 'harmony-rejects «<|return|>»'],
  [
    '<|channel|>analysis I must refuse<|end|><|start|>assistant<|channel|>final<|message|>No<|return|>',
    'E-PARSE-HEADER «<|end|>»',
  ],
  ['I must refuse<|end|><|start|>assistant<|channel|>final<|message|>No<|return|>', 'E-PARSE-HEADER «I must refuse»'],
  ['<|channel|>final<|message|>Hi<|return|>Also', 'stray-text «Also»'],
  ['<|channel|>final<|message|>Hello<|im_end|>'],
  ['<|channel|>final<|message|>Hello<|endoftext|>'],
  [
    '<|channel|>analysis<|message|>hmm<|start|>assistant<|channel|>final<|message|>Hi<|return|>',
    'end-missing «<|channel|>»',
  ],
  ['analysisWe need to answer.assistantfinalHi there'],
  ['analysisWe need.assistantcommentary to=functions.f json{"a":1}'],
  ['<think>\nOK\n</think>\n\nHello!'],
  ['<think>\nOK\n</think>\n\n<tool_call>\n{"name": "f", "arguments": {"a": 1}}\n</tool_call>'],
  [
    '<tool_call>\n{"name": "f", "arguments": {"a": 1}}\n</tool_call>\n<tool_call>\n{"name": "g", "arguments": {}}\n</tool_call><|im_end|>',
  ],
  ['<tool_call>\n<function=run>\n<parameter=cmd>\nls -la\n</parameter>\n</function>\n</tool_call>'],
  ["<tool_call>\n{'name': 'f', 'arguments': {'a': True}}\n</tool_call>"],
  ['Sure.\n<tool_call>\n{"name": "f", "arguments": {"a": 1}}\n</tool_call>'],
  ['The answer is 7.</think>\n\nSeven.'],
  ['<tool_call>\n{"name": "f", "arguments": {"a": 1}\n</tool_call>', 'function-json «}»'],
  ['<tool_call>\n{"name": "f", "arguments": {"a": 1}}\n<tool_call>', 'E-STREAM-TRUNCATED «<tool_call>»'],
  ['<tool_call>\n{"name": "f", "arguments": {"a": 1}}', 'E-STREAM-TRUNCATED «<tool_call>»'],
  ['{"name": "f", "arguments": {"a": 1}}\n</tool_call>', 'function-json «</tool_call>»'],
  ['<tool_call>\n{"name": "f", "arguments": "{\\"a\\": 1}"}\n</tool_call>', 'E-CALL-SCHEMA «"{\\"a\\": 1}"»'],
  ['<tool_call>\n{"name": "f", "parameters": {"a": 1}}\n</tool_call>', 'E-CALL-SCHEMA «"parameters"»'],
  [
    '<tool_call>\n{"function": "f", "args": {"a": 1}}\n</tool_call>',
    'E-CALL-SCHEMA «"function"»',
    'E-CALL-SCHEMA «"args"»',
  ],
  ['<tool_call>\nf(a=1)\n</tool_call>', 'function-json «f(a=1)»'],
  [
    '<tool_call>\n<function=run>\n<parameter=cmd>\nls\n</parameter>\n</function>\n</function_invocation>\n</tool_call>',
    'function-json «</function_invocation>»',
  ],
  [
    '<tool_call>\n<function=run\n<parameter=cmd>\nls\n</parameter>\n</function>\n</tool_call>',
    'function-json «<function=run»',
  ],
  ['<tool_call>\n<function=run>\n<parameter=cmd>\nls\n</function>\n</tool_call>', 'function-json «<parameter=cmd>»'],
  ['<function=run>\n<parameter=cmd>\nls\n</parameter>\n</function>\n</tool_call>', 'function-json «</tool_call>»'],
  ['<function=run>\n<parameter=cmd>\nls\n</parameter>\n</function>'],
  ['<think>\nI should', 'E-STREAM-TRUNCATED «<think>»'],
  ['<tool_call>{"name": "f", "arguments": {"code": "if a < b:\\n  print(\\"</tool_call>\\")"}}</tool_call>'],
  ['<|im_start|>assistant\n<tool_call>\n{"name": "f", "arguments": {}}}\n</tool_call><|im_end|>', 'function-json «}»'],
  ['<tool_call>\n{"name": "f", "arguments": {"p": "C:\\new\\x"}}\n</tool_call>', 'function-json «\\x»'],
];

for (const [output, ...problems] of outputs) {
  test(output, () => {
    assert.deepEqual(describeProblems(output, ['code'], { name: 'output', serious: true }), problems);
  });
}
