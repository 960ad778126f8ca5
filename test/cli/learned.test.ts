/** The text of models: `ocml convert --to-template` writes it, and `ocml import` reads it, as a user runs them. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { modelForms } from '../../server/src/grammar/model-forms.ts';
import { dialectTemplates } from '../support/learn/dialect-templates.ts';
import { ownTemplates } from '../support/learn/own-templates.ts';
import { createFolder } from './ocml.ts';

const transcript = `<|start|>system<|message|>Be kind.<|end|><|start|>user<|message|>Weather in Lima?<|end|><|start|>assistant<|channel|>analysis<|message|>Look it up.<|end|><|start|>assistant to=functions.get_weather<|channel|>commentary <|constrain|>json<|message|>{"city": "Lima", "days": 1.0}<|call|><|start|>functions.get_weather to=assistant<|channel|>commentary<|message|>sunny<|end|><|start|>assistant<|channel|>final<|message|>It is sunny.<|return|>`;

const folder = createFolder({
  ...Object.fromEntries(Object.entries(ownTemplates).map(([name, source]) => [`${name}.jinja`, source])),
  'chat.harmony': transcript,
  'model/chat_template.jinja': ownTemplates.glm,
  'model/log.txt': '[gMASK]<sop><|user|>\nHi<|assistant|>',
  'thoughts.jsonl': [
    ...[1, 2].map((n) => ({
      messages: [
        { role: 'user', content: `Hi ${n}` },
        { role: 'assistant', content: 'Hello', reasoning_content: 'Greet.' },
      ],
    })),
    { messages: [{ role: 'user', content: 'Say <end_of_turn>' }] },
  ]
    .map((row) => `${JSON.stringify(row)}\n`)
    .join(''),
  'rows.jsonl': '{"messages":[{"role":"user","content":"Hi"}]}\n{"messages":[{"role":"user","content":"Hi"}]}\n',
});
after(() => folder.remove());

const { ocml, piped } = folder;
const tokens = ['--set', 'bos_token=<s>', '--set', 'eos_token=</s>'];
const convert = (family: string, ...more: readonly string[]) =>
  ocml('convert', '--to-template', `${family}.jinja`, ...tokens, ...more, 'chat.harmony');
const read = (family: string, text: string, ...more: readonly string[]) =>
  piped(text, 'import', '--template', `${family}.jinja`, ...tokens, ...more);

suite('ocml convert --to-template', () => {
  for (const family of ['mistral', 'deepseek', 'glm', 'kimi', 'typed'])
    test(`what is written as ${family} does is read again`, () => {
      const written = convert(family, '--clock', '2026-01-31');
      assert.equal(written.status, 0, written.stderr);
      const { status, stdout } = read(family, written.stdout);
      assert.equal(status, 0);
      const { messages } = JSON.parse(stdout);
      assert.deepEqual(
        messages.map(({ role }: { role: string }) => role),
        ['system', 'user', 'assistant', 'tool', 'assistant'],
      );
      const { name, arguments: given } = messages[2].tool_calls[0].function;
      assert.match(stdout, /1\.0/);
      assert.deepEqual(typeof given === 'string' ? JSON.parse(given) : given, { city: 'Lima', days: 1 });
      assert.equal(messages[3].tool_call_id, messages[2].tool_calls[0].id);
      assert.equal(messages[4].content, 'It is sunny.');
      if (family !== 'kimi') assert.equal(name, 'get_weather');
    });

  test('arguments, reasoning and ids are given as the template takes them, and numbers as they are written', () => {
    assert.equal(
      convert('glm').stdout,
      '[gMASK]<sop><|system|>\nBe kind.<|user|>\nWeather in Lima?<|assistant|><think>Look it up.</think><tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Lima</arg_value>\n<arg_key>days</arg_key>\n<arg_value>1.0</arg_value>\n</tool_call><|observation|><tool_response>\nsunny\n</tool_response><|assistant|><think></think>It is sunny.',
    );
    assert.match(
      convert('mistral').stdout,
      /"id": "call00001"\}\]<\/s>\[TOOL_RESULTS\]\{"content": sunny, "call_id": "call00001"/,
    );
    assert.match(convert('typed').stdout, /<\|channel\|>analysis<\|message\|>Look it up\.<\|end\|>/);
  });

  test('what the template leaves out is said', () => {
    const { stderr } = convert('mistral');
    assert.match(stderr, /chat\.harmony: message 3: The template mistral\.jinja drops or changes this reasoning/);
  });

  test('--public has no call, --for-sampling ends with the generation prompt', () => {
    assert.equal(
      convert('glm', '--public').stdout,
      '[gMASK]<sop><|user|>\nWeather in Lima?<|assistant|><think></think>It is sunny.',
    );
    assert.match(convert('glm', '--for-sampling', 'ocm').stdout, /<\|assistant\|>$/);
    assert.doesNotMatch(convert('glm', '--public').stdout, /get_weather|Look it up/);
  });

  test('a template of the registry, and a folder of outputs', () => {
    const named = ocml('convert', '--to-template', 'llama', '--public', 'chat.harmony');
    assert.match(named.stdout, /^<\|begin_of_text\|>.*It is sunny\.<\|eot_id\|>$/s);
    assert.equal(convert('glm', '-o', 'texts/').status, 0);
    const [text] = [ocml('import', '--template', 'glm.jinja', 'texts/chat.txt')];
    assert.equal(text.status, 0, text.stderr);
  });

  test('a refusal has the place in the template, and nothing is written', () => {
    const { status, stdout, stderr } = convert('gemma');
    assert.deepEqual({ status, stdout }, { status: 1, stdout: '' });
    assert.match(stderr, /gemma\.jinja:1:\d+: the template rejects this conversation: Roles must alternate\./);
  });

  test('a data set becomes rows of text, and what is left out of many is said once', () => {
    const { status, stdout } = ocml('convert', '--to-template', 'glm.jinja', 'rows.jsonl');
    const row = '{"text":"[gMASK]<sop><|user|>\\nHi"}\n';
    assert.deepEqual({ status, stdout }, { status: 0, stdout: row + row });
    const thoughts = ocml('convert', '--to', 'gemma', 'thoughts.jsonl');
    assert.equal(thoughts.status, 1);
    assert.deepEqual(
      thoughts.stdout.split('\n').map((line) => line !== ''),
      [true, true, false, false],
    );
    assert.match(
      thoughts.stderr,
      /line 1: The reasoning is dropped: Gemma has no format for it\. \(and 1 more like this\)/,
    );
    assert.match(
      thoughts.stderr,
      /line 3: message 1 contains the Gemma token `<end_of_turn>`.*; this row is empty in the output/,
    );
  });

  test('it goes with no other form', () => {
    assert.equal(convert('glm', '--to', 'harmony').status, 2);
    assert.equal(ocml('convert', '--to', 'harmony', '--set', 'a=1', 'chat.harmony').status, 2);
  });
});

suite('ocml convert --to with the name of a model', () => {
  for (const { name, calls, reasoning } of modelForms)
    test(`${name} is read again by its name, and nothing hidden is public`, () => {
      const written = ocml('convert', '--to', name, 'chat.harmony');
      assert.equal(written.status, 0, written.stderr);
      const { status, stdout, stderr } = piped(written.stdout, 'import', '--template', name);
      assert.equal(status, 0, stderr);
      const { messages } = JSON.parse(stdout);
      assert.equal(messages.at(-1).content, 'It is sunny.');
      if (calls !== 'none') assert.match(stdout, /"name": "get_weather"/);
      assert.equal(/Look it up/.test(stdout), reasoning);
      const shown = ocml('convert', '--to', name, '--public', 'chat.harmony');
      assert.doesNotMatch(shown.stdout + shown.stderr, /get_weather|Look it up|Be kind/);
      const asked = ocml('convert', '--to', name, '--for-sampling', 'ocm', 'chat.harmony');
      assert.equal(asked.status, 0);
      assert.doesNotMatch(asked.stdout, /Look it up/);
      assert.match(
        ocml('convert', '--to', name, '--for-training', '--each-answer', 'chat.harmony').stdout,
        /^\{"text":/,
      );
    });

  test('Qwen and Hermes have one form, which chatml names too, and other names are understood', () => {
    const hermes = ocml('convert', '--to', 'hermes', 'chat.harmony').stdout;
    assert.match(hermes, /<tool_call>/);
    for (const name of ['qwen', 'chatml']) assert.equal(ocml('convert', '--to', name, 'chat.harmony').stdout, hermes);
    assert.match(ocml('convert', '--to', 'deepseek-r1', 'chat.harmony').stderr, /did you mean deepseek-v3\?/i);
    assert.equal(ocml('convert', '--to', 'gemma', '--pretty', 'chat.harmony').status, 2);
  });

  test('the name of a model is that of a file where there is one', () => {
    const { stderr } = ocml('import', '--template', 'phi', 'chat.harmony');
    assert.match(stderr, /phi/);
    assert.match(ocml('render', '--template', 'nobody', 'rows.jsonl').stderr, /gemma, mistral/);
  });
});

suite('ocml import without a template', () => {
  test('the model is recognized, and said', () => {
    const { status, stdout, stderr } = piped('<start_of_turn>user\nHi<end_of_turn>\n<start_of_turn>model\n', 'import');
    assert.equal(status, 0);
    assert.deepEqual(JSON.parse(stdout), { messages: [{ role: 'user', content: 'Hi' }], add_generation_prompt: true });
    assert.match(stderr, /standard input: recognized as text for Gemma; --template chooses another template/);
  });

  test('the template of a tokenizer next to the file comes first', () => {
    const { status, stderr } = ocml('import', 'model/log.txt');
    assert.equal(status, 0, stderr);
    assert.match(stderr, /model\/log\.txt: read with the chat template next to it/);
  });

  test('prose that begins with a token is not read', () => {
    const { status, stdout, stderr } = piped('[INST] and [/INST] are tokens of Mistral.', 'import');
    assert.deepEqual({ status, stdout }, { status: 2, stdout: '' });
    assert.match(stderr, /does not begin like text for a known model \(gemma, /);
  });
});

suite('ocml import with a template file', () => {
  test('a text that differs has its messages, the place, and exit code 1', () => {
    const { status, stdout, stderr } = read('glm', '[gMASK]<sop><|user|>\nHi<|assistant|><think></think>  Hello');
    assert.equal(status, 1);
    assert.deepEqual(JSON.parse(stdout).messages.at(-1), { role: 'assistant', content: '  Hello' });
    assert.match(
      stderr,
      /^ocml import: standard input: this is not exactly what glm\.jinja writes: line 2 has " {2}Hello" where the template would write "Hello"$/m,
    );
  });

  test('a text that begins otherwise is not read', () => {
    const { status, stdout, stderr } = read('glm', '<|user|>\nHi');
    assert.deepEqual({ status, stdout }, { status: 1, stdout: '' });
    assert.match(stderr, /this is not a prompt from glm\.jinja: line 1 has "<\|user\|>.*would write "\[gMASK\]<sop>/);
    assert.equal(read('glm', '').status, 1);
  });

  test('an open message and a merged one are said', () => {
    assert.match(read('mistral', '<s>[INST]Hi[/INST]Hel').stderr, /: the last message is not closed\n/);
    const { status, stderr } = read('gemma', '<s><start_of_turn>user\nBe kind.\n\nHi<end_of_turn>\n');
    assert.equal(status, 0);
    assert.match(stderr, /the template joins a system message and a user message/);
  });

  test('a line break at the end, CRLF and a missing bos_token are explained', () => {
    const prompt = '<s>[INST]Hi[/INST]Hello</s>';
    const longer = read('mistral', `${prompt}\n`);
    assert.equal(longer.status, 0);
    assert.equal(longer.stdout, read('mistral', prompt).stdout);
    assert.equal(
      longer.stderr,
      'ocml import: standard input: the line break at the end is ignored, because mistral.jinja does not write one\n',
    );
    assert.match(read('glm', '[gMASK]<sop><|user|>\r\nHi<|assistant|>').stderr, /all lines end with CRLF/);
    assert.doesNotMatch(read('glm', '[gMASK]<sop><|user|>\nHi\r\n<|assistant|>').stderr, /CRLF/);
    const { status, stderr } = read('mistral', '[INST]Hi[/INST]');
    assert.equal(status, 1);
    assert.match(stderr, /line 1 has "\[INST\]Hi.* would write "<s>\[INST\]"\n.*: bos_token is missing at the start/);
    assert.equal(piped('[INST]Hi[/INST]', 'import', '--template', 'mistral.jinja', '--set', 'bos_token=').status, 0);
  });

  test('a generation prompt that is cut off adds no message', () => {
    const { stdout } = read('deepseek', '<s><｜User｜>Hi<｜Assist');
    assert.deepEqual(JSON.parse(stdout), { messages: [{ role: 'user', content: 'Hi' }], add_generation_prompt: true });
  });

  test('the date is taken from the prompt', () => {
    const prompt =
      '<|start|>system<|message|>Today is 2024-03-09.<|end|><|start|>user<|message|>Hi<|end|><|start|>assistant';
    const { status, stdout } = read('typed', prompt);
    assert.equal(status, 0);
    assert.deepEqual(JSON.parse(stdout), { messages: [{ role: 'user', content: 'Hi' }], add_generation_prompt: true });
  });

  test('tokens that are not known are asked for', () => {
    const { stderr } = piped('<s>[INST]Hi[/INST]', 'import', '--template', 'mistral.jinja');
    assert.match(stderr, /mistral\.jinja uses bos_token and eos_token.*--set bos_token=…/);
  });

  test('a template that cannot be read is named with its place', () => {
    folder.write({ 'broken.jinja': '{% if %}' });
    const { status, stderr } = ocml('import', '--template', 'broken.jinja', 'chat.harmony');
    assert.equal(status, 2);
    assert.match(stderr, /broken\.jinja:1:\d+/);
  });
});

suite('a text of a model without its template', () => {
  const log = '<start_of_turn>user\nBe kind.\n\nHi<end_of_turn>\n<start_of_turn>model\nHello<end_of_turn>\n';
  const kimi =
    '<|im_user|>user<|im_middle|>Hi<|im_end|><|im_assistant|>assistant<|im_middle|><|tool_calls_section_begin|><|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>{"a": 1}<|tool_call_end|><|tool_calls_section_end|><|im_end|>';

  test('is recognized, and what may be instructions is said', () => {
    const { status, stdout, stderr } = piped(log, 'convert', '--to', 'messages', '-');
    assert.equal(status, 0, stderr);
    assert.equal(JSON.parse(stdout).messages[0].content, 'Be kind.\n\nHi');
    assert.match(stderr, /This may be instructions: the chat template writes them at the beginning of this message/);
    assert.match(piped(log, 'render', '--as', 'text', '-').stdout, /Hello/);
  });

  test('has its calls, by its name, too', () => {
    for (const more of [[], ['--dialect', 'kimi']]) {
      const { stdout, stderr } = piped(kimi, 'convert', '--to', 'messages', ...more, '-');
      const [call] = JSON.parse(stdout).messages[1].tool_calls;
      assert.deepEqual(call, {
        id: 'functions.f:0',
        type: 'function',
        function: { name: 'f', arguments: '{"a": 1}' },
      });
      assert.doesNotMatch(stderr, /hidden/);
    }
    assert.equal(ocml('check', '--dialect', 'phi', 'model/log.txt').status === 2, false);
  });

  test('is named in a configuration', () => {
    folder.write({ 'named/.ocmlrc.json': '{"dialect": "kimi"}', 'named/log.txt': kimi });
    const { status, stdout, stderr } = ocml('convert', '--to', 'messages', 'named/log.txt');
    assert.equal(status, 0, stderr);
    assert.match(stdout, /"name": ?"f"/);
  });
});

suite('a tokenizer in the folder of a text', () => {
  const files = createFolder({
    'chat_template.jinja': dialectTemplates['zephyr'] ?? '',
    'log.txt': '<|user|>\nWeather?</s>\n<|assistant|>\nSunny.</s>\n',
    'prose.txt': 'The token <|user|> begins a question.\n',
    'chatml.ocml': '<|im_start|>user\nHi<|im_end|>\n',
  });
  after(() => files.remove());

  for (const command of ['check', 'convert', 'inspect', 'tokens'])
    test(`${command} reads the text by it, and says so`, () => {
      const { stderr, stdout, status } = files.ocml(
        command,
        ...(command === 'convert' ? ['--to', 'messages'] : []),
        'log.txt',
      );
      assert.equal(status, 0, stderr);
      assert.match(
        stderr,
        /log\.txt: recognized as text from .*chat_template\.jinja; --dialect chooses another format/,
      );
      if (command === 'convert') assert.match(stdout, /"content":"Sunny\."/);
    });

  test('texts that do not begin so, and those of a dialect that is known, are read as before', () => {
    for (const file of ['prose.txt', 'chatml.ocml'])
      assert.doesNotMatch(files.ocml('check', file).stderr, /recognized/);
  });
});
