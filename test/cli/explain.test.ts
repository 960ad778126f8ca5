/** `ocml explain` as a user runs it: its output and exit codes, logs of any size, and control characters that must not reach a terminal. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { someOf } from '../support/effort.ts';
import { root } from '../support/root.ts';
import { createFolder } from './ocml.ts';

const folder = createFolder({
  'bad.txt': '<|channel|>commentary to=functions.f to=functions.f<|message|>{}<|call|>\n',
  'good.txt': '<|channel|>final<|message|>Hi<|return|>',
  'fenced.txt':
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>f\n```json\n{"a": 1\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
  'of-v31.txt':
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>f<｜tool▁sep｜>{"a": 1}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
  'hermes.txt': '<tool_call>\n{"name": "f", "arguments": {"a": 1}\n</tool_call>',
});
after(() => folder.remove());

const bin = join(root, 'server/bin/ocml.js');
const piped = (input: string, ...args: string[]) => folder.piped(input, 'explain', ...args);

test('a file that is not there is named', () => {
  for (const command of ['explain', 'stream'])
    assert.deepEqual(folder.ocml(command, 'none.log').stderr, `ocml ${command}: none.log: no such file\n`);
});

test('what a parser rejects: the error word for word, the place marked, and the repaired text', () => {
  const { status, stdout } = folder.ocml('explain', 'bad.txt');
  assert.equal(status, 1);
  assert.match(stdout, /^ {2}unexpected tokens remaining in message header: Some\("to=functions\.f"\)$/m);
  const lines = stdout.split('\n');
  const marked = lines.findIndex((line) => line.includes('~~~'));
  const [text, marks] = [lines[marked - 1] as string, lines[marked] as string];
  assert.equal(text.slice(marks.indexOf('^'), marks.lastIndexOf('^') + 1), '<|message|>');
  assert.equal(text.slice(marks.indexOf('~'), marks.lastIndexOf('~') + 1), 'to=functions.f');
  assert.match(
    stdout,
    /Repaired \(harmony accepts it\):[^]*\n {2}<\|channel\|>commentary to=functions\.f<\|message\|>\{\}<\|call\|>\n/,
  );
  assert.match(stdout, /Likely intent: /);
});

test('--repaired prints the repaired text alone, or the output that is accepted, and nothing else', () => {
  const repaired = folder.ocml('explain', '--repaired', 'bad.txt');
  assert.deepEqual(
    [repaired.status, repaired.stdout, repaired.stderr],
    [0, '<|channel|>commentary to=functions.f<|message|>{}<|call|>', ''],
  );
  const good = folder.ocml('explain', '--repaired', 'good.txt');
  assert.deepEqual([good.status, good.stdout], [0, '<|channel|>final<|message|>Hi<|return|>']);
  // The format determines that the parser of V3.1 is used. The parser of V3 cannot parse this output.
  assert.equal(folder.ocml('explain', '--repaired', 'of-v31.txt').status, 0);
  const lost = folder.ocml('explain', '--repaired', '--parser', 'deepseek_v3', 'of-v31.txt');
  assert.deepEqual([lost.status, lost.stdout], [1, '']);
  assert.match(lost.stderr, /no fix makes the parser accept the output/);
  assert.equal(folder.ocml('explain', '--repaired', 'bad.txt', 'good.txt').status, 2);
  assert.equal(folder.ocml('explain', '--repaired', '--format', 'json', 'bad.txt').status, 2);
});

test('a call whose arguments are broken is not said to be lost where the server hands it on', () => {
  const { status, stdout } = folder.ocml('explain', 'fenced.txt');
  assert.equal(status, 1);
  assert.match(stdout, /^Silently read as a call whose arguments are not JSON, at line 3/m);
  assert.doesNotMatch(stdout, /Not read as a call|recognized nothing/);
});

test('what a parser accepts', () => {
  const { status, stdout } = folder.ocml('explain', 'good.txt');
  assert.deepEqual([status, /^Accepted\.$/m.test(stdout)], [0, true]);
});

test('ChatML goes to the parser whose tags it shows, and another parser may be asked', () => {
  assert.match(
    folder.ocml('explain', 'hermes.txt').stdout,
    /Parser: hermes,[^]*JSONDecodeError: Expecting ',' delimiter: line 3 column 1/,
  );
  assert.match(folder.ocml('explain', '--parser', 'ollama', 'good.txt').stdout, /Parser: ollama,/);
});

test('one object with --format json', () => {
  const { status, stdout } = folder.ocml('explain', '--format', 'json', 'bad.txt');
  const { accepted, input, parser, stop, repaired } = JSON.parse(stdout);
  assert.equal(status, 1);
  assert.deepEqual(
    [accepted, input.form, input.line, parser.name, stop.kind, stop.token],
    [false, 'text', 1, 'harmony', 'words-left', '<|message|>'],
  );
  assert.equal(repaired.text, '<|channel|>commentary to=functions.f<|message|>{}<|call|>');
});

test('members of JSON have names that say what they are, and their old ones for one version', () => {
  const { stdout } = folder.ocml('explain', '--format', 'json', 'bad.txt');
  const { parsed, cause, likelyIntent, remedy, repaired, made, what, meant, todo } = JSON.parse(stdout);
  assert.ok(Array.isArray(parsed));
  for (const text of [cause, likelyIntent, remedy]) assert.match(text, /\w/);
  assert.equal(repaired.asIntended, true);
  assert.deepEqual([made, what, meant, todo, repaired.meant], [parsed, cause, likelyIntent, remedy, true]);
  const error = JSON.parse(
    folder.ocml('explain', '--format', 'json', '--error', 'Unknown role: assistantassistant').stdout,
  );
  const [first] = error.errors;
  assert.match(first.cause, /role/);
  assert.deepEqual([first.what, first.meant, first.todo], [first.cause, first.likelyIntent, first.remedy]);
});

suite('--error', () => {
  test('a whole line of a log, or a part of it', () => {
    for (const text of [
      'ERROR openai_harmony.HarmonyError: Unknown role: assistantassistant',
      'tokens remaining in message header',
      'peg-native',
    ]) {
      const { status, stdout } = folder.ocml('explain', '--error', text);
      assert.equal(status, 0);
      assert.match(stdout, /What happened: [^]*What to do: [^]*E-PARSE-HEADER\.md/);
    }
    for (const [text, says] of someOf([
      ["Expecting ',' delimiter: line 3 column 54", /between `<tool_call>`/],
      ["invalid character 'I' looking for beginning of value", /not a JSON object/],
      ['Unexpected token 173781 while', /`<\|start\|>` is missing/],
      ['Unexpected token 27930 while expecting start token 200006', /Token 27930 is `/],
    ] as const)) {
      assert.match(folder.ocml('explain', '--error', text).stdout.replace(/\s+/g, ' '), says);
    }
  });

  test('one that nobody knows', () => {
    const { status, stderr } = folder.ocml('explain', '--error', 'segmentation fault');
    assert.equal(status, 2);
    assert.match(
      stderr,
      /no known server error contains this text: segmentation fault\. Quote [^]*or pass the log itself/,
    );
  });
});

test('a parser by the name that vLLM has for it, and the one that reads what a model writes', () => {
  folder.write({ 'coder.txt': '<tool_call>\n<function=f>\n<parameter=a>\n1\n</parameter>\n</function>\n</tool_call>' });
  assert.match(
    folder.ocml('explain', '--parser', 'qwen3_coder', 'coder.txt').stdout,
    /^Parser: qwen3, [^]*^Accepted\.$/m,
  );
  for (const [name, meant] of [
    ['qwen', 'hermes'],
    ['Llama3', 'llama3_json'],
    ['gpt-oss', 'harmony'],
  ] as const)
    assert.match(
      folder.ocml('explain', '--parser', name, 'coder.txt').stderr,
      new RegExp(`Did you mean ${meant}\\?$`, 'm'),
    );
});

test('arguments that are not JSON are a failure, whether they are read as a message or as a call', () => {
  folder.write({
    'args.txt': '<|channel|>commentary to=functions.f <|constrain|>json<|message|>{"a":"b",}<|call|>',
  });
  for (const parser of ['harmony', 'vllm']) {
    const { status, stdout } = folder.ocml('explain', '--parser', parser, 'args.txt');
    assert.equal(status, 1, parser);
    assert.match(stdout, /^What happened: The arguments of the call are not a JSON object/m);
  }
});

suite('wrong usage is exit code 2, nothing to explain 1', () => {
  const wrong: string[][] = [
    ['--parser', 'none', 'good.txt'],
    ['--parser', 'constructor', 'good.txt'],
    ['--format', 'xml', 'good.txt'],
    ['--choose', '0', 'good.txt'],
    ['--choose', '2', 'good.txt'],
    ['--nothing'],
    ['--choose', '1', 'good.txt', 'bad.txt'],
    ['absent.txt'],
    ['absent.txt', 'none.txt'],
    ['--error', 'x', 'good.txt'],
  ];
  for (const args of someOf(wrong)) {
    test(args.join(' '), () => {
      const { status, stdout, stderr } = folder.ocml('explain', ...args);
      assert.deepEqual([status, stdout], [2, '']);
      assert.match(stderr, /^ocml explain: \S/);
      assert.doesNotMatch(stderr, /\n {4}at /);
    });
  }
  test('standard input without an output', () => {
    const { status, stderr } = piped('Nothing here.');
    assert.deepEqual([status, /^ocml explain: standard input: no model output was found/.test(stderr)], [1, true]);
    assert.equal(piped('').stderr, 'ocml explain: standard input is empty, so there is nothing to explain\n');
  });
});

test('no control character of an output reaches the terminal', () => {
  const text =
    '\x1b]0;owned\x07<|channel|>fin\x1b[2Jal\u202e\x9b<|message|>\x1b[31mHi\x07<|end|>::error::x\n##[command]y';
  for (const args of [[], ['--format', 'json'], ['--parser', 'ollama'], ['--parser', 'hermes']]) {
    const { stdout, stderr } = piped(text, ...args);
    assert.doesNotMatch(stdout + stderr, /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]|^::|##\[/m);
  }
  const { stderr } = folder.ocml('explain', '--error', '\x1b[2Jno such');
  assert.ok(!stderr.includes('\x1b'));
});

/**
 * Writes a log of several megabytes with an output in every hundredth line. Every tenth of these outputs is rejected. Returns their number.
 */
async function writeLog(path: string, size: number): Promise<number> {
  const stream = createWriteStream(path);
  const noise =
    'INFO 08-06 23:26:05 [loggers.py:123] Engine 000: Avg prompt throughput: 2119.3 tokens/s, Running: 16 reqs\n';
  let [written, failing] = [0, 0];
  for (let i = 0; written < size; i++) {
    const isBad = i % 10 === 3;
    if (isBad) failing++;
    const header = isBad ? 'commentary to=functions.f to=functions.f' : 'final';
    const output = JSON.stringify(`<|channel|>${header}<|message|>Number ${i}.<|end|>`);
    const part = `${noise.repeat(99)}INFO 08-06 23:26:06 [logger.py:40] Generated response c${i}: output: ${output}\n`;
    written += part.length;
    if (!stream.write(part)) await new Promise<void>((resolve) => stream.once('drain', () => resolve()));
  }
  await new Promise<void>((resolve) => stream.end(() => resolve()));
  return failing;
}

suite('a log of 50 MB', { timeout: 180_000 }, () => {
  const path = join(folder.path, 'server.log');
  let failing = 0;

  test('is read as a stream, with little memory', async () => {
    failing = await writeLog(path, 50e6);
    // Node itself needs about 40 MB, and the vocabulary about 60 MB.
    const args = ['--max-old-space-size=160', bin, 'explain', '--format', 'json', path];
    const limit = { timeout: 120_000, killSignal: 'SIGKILL' } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', ...limit });
    assert.equal(status, 1, stderr);
    const { input } = JSON.parse(stdout);
    assert.equal(input.failing, failing);
    assert.equal(input.number, (failing - 1) * 10 + 4);
    assert.equal(input.failingNumbers.length, 20);
  });

  test('ends quietly when it is cancelled', async () => {
    const child = spawn(process.execPath, [bin, 'explain', path], { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += data));
    await new Promise((resolve) => setTimeout(resolve, 300));
    child.kill('SIGINT');
    const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
      child.on('close', (...ended) => resolve(ended as [number | null, string | null])),
    );
    assert.ok(signal === 'SIGINT' || code === 130 || code === 1, `${code} ${signal}`);
    assert.doesNotMatch(said, /Error|at /);
  });
});

test('what is made up in a reassembled answer is not a fault of the model', () => {
  const call = (args: string) => ({ type: 'function_call', call_id: 'c1', name: 'f', arguments: args });
  const answer = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Done.' }] };
  const explained = (args: string) => {
    const { stdout } = piped(JSON.stringify({ object: 'response', output: [call(args), answer] }), '--format', 'json');
    const { problems, repaired } = JSON.parse(stdout);
    return [problems.map(({ code }: { code: string }) => code), repaired === undefined];
  };
  assert.deepEqual(explained('{}'), [['call-unanswered'], true]);
  assert.deepEqual(explained('{'), [['call-unanswered', 'E-BODY-CONSTRAINT-VIOLATION'], false]);
});

test('a reader that closes early is not a fault', () => {
  const { status } = spawnSync('sh', ['-c', `'${process.execPath}' '${bin}' explain bad.txt | head -1`], {
    cwd: folder.path,
    timeout: 60_000,
  });
  assert.equal(status, 0);
});
