/** Every command ends quietly and leaves no files behind if its output is closed or Ctrl+C is pressed. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CommandName, table } from '../../server/src/cli/table/index.ts';
import { someOf } from '../support/effort.ts';
import { root } from '../support/root.ts';
import { tokenizer } from '../support/tokenizer.ts';
import { createFolder } from './ocml.ts';

const bin = join(root, 'server/bin/ocml.js');
const limit = { timeout: 120_000, skip: process.platform === 'win32' };

const many = 4000;
const line = 'a line of text that is not short, as a line of text is '.repeat(4);
const messages = `<|im_start|>user\n${line}<|im_end|>\n<|im_start|>assistant\n${line}<|im_end|>\n`.repeat(many);
const rows = `${JSON.stringify({
  messages: [
    { role: 'user', content: line },
    { role: 'assistant', content: line },
  ],
})}\n`.repeat(many);
const wire = JSON.stringify(
  ['user', 'assistant'].flatMap((role) => [
    { token: '<|start|>' },
    role,
    { token: '<|message|>' },
    line.repeat(many),
    { token: '<|end_message|>' },
  ]),
);

/** A way to run a command: its arguments, and an input for which the output is longer than the buffer of a pipe. */
interface Tried {
  readonly args: readonly string[];
  readonly input: string;
  /** Whether the command has the `-o` option. */
  readonly writes?: true;
  /** `false` if the command does not read standard input. */
  readonly reads?: false;
}

const faults = '<|im_start|>usr\nHi<|im_end|>\n'.repeat(many);
const tried: Readonly<Record<CommandName, Tried>> = {
  check: { args: ['-'], input: faults },
  explain: { args: ['-'], input: '<|start|>x<|message|>Hi<|end|>'.repeat(many) },
  convert: { args: ['--to', 'openchatml-2.2', '-'], input: messages, writes: true },
  format: { args: ['-'], input: messages },
  split: { args: ['-'], input: `${line}\n<|file_separator|>\n`.repeat(many) },
  join: { args: ['-', 'large.txt'], input: line, writes: true },
  fim: {
    args: ['--apply', '-'],
    input: `<|fim_prefix|>${line}<|fim_middle|>b<|fim_suffix|>c\n`.repeat(many),
    writes: true,
  },
  wire: { args: ['--as', 'request', '-'], input: wire, writes: true },
  inspect: { args: ['--format', 'json', '-'], input: messages },
  sessions: { args: [], input: '', reads: false },
  stream: { args: ['-'], input: messages },
  truncate: { args: ['--max-tokens', '300000', '-'], input: messages, writes: true },
  tokens: { args: ['--encode', '-'], input: messages, writes: true },
  render: { args: ['--as', 'text', '-'], input: messages },
  templates: { args: [], input: '', reads: false },
  rows: { args: ['-'], input: rows, writes: true },
  report: { args: ['--format', 'json', '-'], input: rows, writes: true },
  mask: { args: ['--tokenizer', 'tokenizer.json', '--template', 'chatml', '--labels', '-', '-'], input: rows },
  import: { args: ['--template', 'chatml', '-'], input: messages },
  rules: { args: [], input: '', reads: false },
  preview: { args: ['large.txt'], input: '' },
  lsp: { args: [], input: '' },
  mcp: { args: [], input: '' },
  completion: { args: ['bash'], input: '', reads: false },
};

const folder = createFolder({ 'large.txt': messages, 'tokenizer.json': JSON.stringify(tokenizer) });
after(() => folder.remove());

/**
 * Waits for the end of a process. Returns how it ended and what it wrote to standard error. If it hangs, the time limit of the test ends
 * it.
 */
async function ending(child: ChildProcess) {
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  // The process may end before it has read all of its input.
  child.stdin?.on('error', () => {});
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { code, signal, stderr };
}

const start = (args: readonly string[]) =>
  spawn(process.execPath, [bin, ...args], { cwd: folder.path, timeout: 100_000 });
const names = Object.keys(table) as CommandName[];

suite('a pipe that is closed', limit, () => {
  for (const name of someOf(names.filter((one) => tried[one].input !== '')))
    test(name, async () => {
      const { args, input } = tried[name];
      const child = start([name, ...args]);
      child.stdout.once('data', () => child.stdout.destroy());
      child.stdin.end(input);
      const { code, signal, stderr } = await ending(child);
      assert.equal(signal, null);
      assert.ok(code === 0 || code === 1, `${code}: ${stderr}`);
      assert.doesNotMatch(stderr, /EPIPE|Error|\n {4}at /);
    });
});

suite('Ctrl+C', limit, () => {
  for (const name of someOf(names.filter((one) => tried[one].reads !== false)))
    test(name, async () => {
      const { args, input, writes } = tried[name];
      const child = start([name, ...args, ...(writes ? ['-o', 'out.txt'] : [])]);
      child.stdout.resume();
      const end = ending(child);
      // Half of the input has been written. The other half never comes.
      await new Promise((done) => child.stdin.write(input.slice(0, input.length / 2), done));
      await sleep(400);
      child.kill('SIGINT');
      const { code, signal, stderr } = await end;
      assert.ok(signal === 'SIGINT' || code === 130, `${code} ${signal}: ${stderr}`);
      assert.doesNotMatch(stderr, /Error|\n {4}at /);
      assert.deepEqual(readdirSync(folder.path), ['large.txt', 'tokenizer.json']);
    });
});
