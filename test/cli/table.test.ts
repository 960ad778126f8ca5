/** The table of commands agrees with their behavior: help, examples, exit codes and completion in shells. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { table } from '../../server/src/cli/table/index.ts';
import type { Row } from '../../server/src/cli/table/row.ts';
import { root } from '../support/root.ts';
import { tokenizer } from '../support/tokenizer.ts';
import { clean, createFolder, type Folder, faulty } from './ocml.ts';

const rows: readonly Row[] = Object.values(table);

const request = '{"messages":[{"role":"user","content":"Hi"}]}\n';
const agent = `version: 2.2
<|start|>system<|message|>Be brief.<|end|>
<|start|>user<|message|>What is the time?<|end|>
<|start|>assistant to=functions.clock call_id=c1<|channel|>commentary<|constrain|>json<|message|>{}<|call|>
<|start|>tool name=functions.clock call_id=c1 to=assistant<|channel|>commentary<|message|>12:00<|end|>
<|start|>assistant<|channel|>final<|message|>It is noon.<|return|>
`;
const files: Readonly<Record<string, string>> = {
  'chat.ocml': clean,
  'untidy.ocml': 'version: 2.2\n<|start|>user   <|message|>Hi<|end|>\n',
  'agent.ocml': agent,
  'completion.txt': '<|channel|>final<|message|>Hi<|return|>',
  'completion.harmony': '<|channel|>final<|message|>Hi<|return|>',
  'data/old.ocml': faulty,
  'chats/one.ocml': clean,
  'logs/one/a.harmony': '<|start|>user<|message|>Hi<|end|>',
  'output.txt': '<|channel|>analysis<|message|>Hm<|end|><|start|>assistantassistant<|message|>Hi<|return|>',
  'server.log': 'HarmonyError: Unknown role: x\nraw output: <|channel|>final<|message|>Hi<|end|><|start|>x<|message|>y',
  'train.jsonl': request.repeat(2),
  'more.jsonl': request.repeat(3),
  'request.json': request,
  'files.ocml': 'one\n<|file_separator|>\ntwo\n',
  'one.py': 'print(1)\n',
  'two.py': 'print(2)\n',
  'task.ocml': '<|fim_prefix|>a<|fim_middle|>b<|fim_suffix|>c',
  'answer.txt': 'b',
  'log.txt': '<start_of_turn>user\nHi<end_of_turn>\n<start_of_turn>model\nHello<end_of_turn>\n',
  'prompt.txt': '<|begin_of_text|><|start_header_id|>user<|end_header_id|>\n\nHi<|eot_id|>',
  'talk.chatml.json': '[{"token":"<|start|>"},"user",{"token":"<|message|>"},"Hi",{"token":"<|end_message|>"}]',
  'answer.sse': `data: {"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":null}]}

data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

data: [DONE]

`,
  'tokenizer.json': JSON.stringify(tokenizer),
  'model.jinja':
    '<|begin_of_text|>{% for m in messages %}<|start_header_id|>{{ m.role }}<|end_header_id|>\n\n{{ m.content }}<|eot_id|>{% endfor %}{% if add_generation_prompt %}<|start_header_id|>assistant<|end_header_id|>\n\n{% endif %}',
  'my.jinja': '{% for m in messages %}{{ m.role }}: {{ m.content }}\n{% endfor %}',
};

let folder: Folder;
before(() => {
  folder = createFolder({});
  folder.write(files);
  mkdirSync(join(folder.path, 'bin'));
  const command = join(folder.path, 'bin/ocml');
  writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'server/bin/ocml.js')}' "$@"\n`);
  chmodSync(command, 0o755);
});
after(() => folder.remove());

/** Runs a line in a shell that finds `ocml`, and returns its result. */
function shell(line: string, program = 'sh', ...flags: readonly string[]) {
  const PATH = `${join(folder.path, 'bin')}${delimiter}${process.env.PATH}`;
  const env = { ...process.env, PATH };
  return spawnSync(program, [...flags, '-c', line], {
    ...{ cwd: folder.path, env, encoding: 'utf8', timeout: 120_000, killSignal: 'SIGKILL' },
    input: '',
  });
}

/** The examples are written for a POSIX shell. */
const skip = process.platform === 'win32' ? 'no sh here' : false;

suite('examples', { skip }, () => {
  // `ocml lsp` is run in commands.test.ts by a client that waits for its responses, and `ocml preview` in preview.test.mjs by a browser.
  for (const { name, examples } of rows.filter(({ name }) => !['lsp', 'preview'].includes(name))) {
    test(`those of ocml ${name} run as they are`, () => {
      assert.ok(examples.length > 0);
      for (const { run, exit = 0 } of examples) {
        const { status, stdout, stderr } = shell(run);
        assert.equal(status, exit, `${run}\n${stdout}\n${stderr}`);
        assert.match(run, new RegExp(`\\bocml ${name}\\b`));
      }
    });
  }
});

test('without a command, all of them are listed, the most used first', () => {
  const { status, stdout, stderr } = folder.ocml();
  assert.deepEqual([status, stdout], [2, '']);
  const names = [...stderr.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name]) => name);
  assert.deepEqual(names.slice(0, 3), ['check', 'convert', 'render']);
  assert.deepEqual([...names].sort(), Object.keys(table).sort());
  assert.equal(folder.ocml('--help').stdout, stderr);
});

suite('options', () => {
  for (const { name, options } of rows) {
    test(`ocml ${name} takes those of its help, and no other`, () => {
      const { stdout } = folder.ocml(name, '--help');
      const listed = [...stdout.matchAll(/^ {2}(?:-\w, )?--([\w-]+)/gm)].map(([, option]) => option);
      assert.deepEqual(listed, Object.keys(options));
      const { status, stderr } = folder.ocml(name, '--nonsense');
      assert.equal(status, 2);
      assert.match(
        stderr,
        new RegExp(`^ocml ${name}: this command has no option --nonsense\\. ocml ${name} --help lists`),
      );
    });
  }

  test('a wrong one gets the nearest', () => {
    for (const [wrong, right] of [
      ['--stict', '--strict'],
      ['-strict', '--strict'],
      ['--write-basline=x', '--write-baseline'],
      ['--max-warnigs', '--max-warnings'],
    ] as const)
      assert.match(folder.ocml('check', wrong).stderr, new RegExp(`did you mean ${right}\\?`), wrong);
    // If another command has the option, the message names that command.
    assert.match(
      folder.ocml('check', '--trainer', 'trl').stderr,
      /no option --trainer; ocml report and ocml mask do\./,
    );
  });
});

/** Functions that return the completions of a line, whose last word is unfinished, in each shell that is installed. */
const shells: Readonly<Record<string, (line: string) => string>> = {
  bash: (line) =>
    `source <(ocml completion bash); COMP_WORDS=(${line.replaceAll('=', ' = ')}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _ocml; printf '%s\\n' "\${COMPREPLY[@]}"`,
  fish: (line) => `ocml completion fish | source; complete -C '${line}'`,
  pwsh: (line) =>
    `ocml completion powershell | Out-String | Invoke-Expression; (TabExpansion2 -inputScript '${line}' -cursorColumn ${line.length}).CompletionMatches.CompletionText`,
};

/** Beginnings of lines, with completions that must be offered. */
const beginnings: Readonly<Record<string, readonly string[]>> = {
  'ocml che': ['check'],
  'ocml check --exit': ['--exit-zero'],
  'ocml check --format s': ['sarif'],
  'ocml check --rule end-mis': ['end-missing='],
  'ocml explain --parser vl': ['vllm'],
  'ocml convert --to llam': ['llama3'],
  'ocml rules end-redun': ['end-redundant'],
  'ocml render --template lla': ['llama'],
  'ocml completion z': ['zsh'],
  'ocml help trun': ['truncate'],
};

const missing = (program: string) => (spawnSync(program, ['--version']).status === 0 ? false : `no ${program} here`);

suite('completion', { skip }, () => {
  for (const [program, line] of Object.entries(shells)) {
    test(`in ${program}`, { skip: missing(program) }, () => {
      for (const [typed, expected] of Object.entries(beginnings)) {
        const { stdout, stderr } = shell(line(typed), program);
        const words = stdout
          .trimEnd()
          .split('\n')
          .map((one) => one.split('\t')[0]);
        assert.deepEqual([words, stderr], [expected, ''], typed);
      }
    });
  }

  // Names in the configuration of a folder may come from a stranger.
  for (const [program, line] of Object.entries(shells)) {
    test(`names of a project and of cached models in ${program}, of which nothing is run`, {
      skip: missing(program),
    }, () => {
      const message = { message: '[{ROLE}] {content}', separator: '\n', generation: '[ASSISTANT]' };
      const names = { qwerty: message, 'qw$(touch ran)': message, 'qw`touch ran`': message };
      const model = 'hub/models--org--qwen';
      folder.write({
        '.ocmlrc.json': JSON.stringify({ 'templates.custom': names }),
        [`${model}/refs/main`]: 'abc\n',
        [`${model}/snapshots/abc/tokenizer_config.json`]: '{"chat_template": "x"}',
      });
      const run = (typed: string) => shell(`export HF_HUB_CACHE=$PWD/hub; ${line(typed)}`, program).stdout;
      assert.deepEqual(run('ocml render --template qwe').trim().split('\t')[0], 'qwerty');
      assert.match(run('ocml check --template org/'), /^org\/qwen\b/);
      run('ocml render --template qw');
      assert.ok(!existsSync(join(folder.path, 'ran')));
    });
  }

  for (const program of ['bash', 'zsh', 'fish']) {
    test(`the script is one of ${program}`, { skip: missing(program) }, () => {
      const { status, stderr } = shell(`ocml completion ${program} > script && ${program} -n script`);
      assert.deepEqual([status, stderr], [0, '']);
    });
  }

  test('the script for PowerShell has whole strings and brackets, and each value of an option', () => {
    const { stdout } = folder.ocml('completion', 'powershell');
    // In PowerShell, a quote within a string is doubled. The remaining text has only code.
    const code = stdout.replace(/^ *#.*$/gm, '').replace(/'(?:[^'\u2018-\u201b]|['\u2018-\u201b]{2})*'|"[^"]*"/g, "''");
    const open: string[] = [];
    const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
    for (const [bracket] of code.matchAll(/[()[\]{}]/g)) {
      if (closers[bracket] !== undefined) open.push(closers[bracket]);
      else assert.equal(bracket, open.pop());
    }
    assert.deepEqual(open, []);
    assert.doesNotMatch(code, /(?<!')'(?!')/);
    const formats =
      /'--format' = @\{ about = '[^']+'; value = \$true; words = @\('text', 'json', 'jsonl', 'sarif', 'github'\)/;
    assert.match(stdout, formats);
    assert.match(stdout, /'--template' = @\{[^\n]*asks = 'templates --names' \}/);
    assert.match(stdout, /'-q' = @\{ about = 'print only errors'; value = \$false;/);
    assert.match(stdout, /^Register-ArgumentCompleter -Native -CommandName ocml -ScriptBlock \{$/m);
  });

  test('each option is offered in each shell', () => {
    for (const program of ['bash', 'zsh', 'fish', 'powershell']) {
      const { stdout } = folder.ocml('completion', program);
      for (const { name, options } of rows)
        for (const option of Object.keys(options))
          assert.ok(stdout.includes(option), `${program}: ${name} --${option}`);
    }
  });
});

/** Arguments for which each command with an exit code 1 returns it. The examples cover the exit code 0. */
const found: Readonly<Record<string, readonly string[]>> = {
  check: ['data/old.ocml'],
  explain: ['output.txt'],
  convert: ['--to', 'harmony', '--from', 'messages', 'broken.json'],
  format: ['--check', 'untidy.ocml'],
  split: ['events.log'],
  join: ['files.ocml'],
  fim: ['--apply', 'chat.ocml'],
  wire: ['--append', 'Hi', 'talk.chatml.json'],
  inspect: ['--tool-input', 'none', 'agent.ocml'],
  stream: ['cut.ocml'],
  truncate: ['--max-tokens', '1', 'chat.ocml'],
  tokens: ['--decode', 'chat.ocml'],
  render: ['--as', 'text', '--channel', 'analysis', 'agent.ocml'],
  templates: ['--check', 'my.jinja'],
  mask: ['--tokenizer', 'tokenizer.json', '--template', 'my.jinja', 'events.log'],
  import: ['--template', 'llama', 'my.jinja'],
  sessions: ['no-such-session'],
};

suite('exit codes', () => {
  for (const { name, exit, operands } of rows) {
    test(`of ocml ${name}`, () => {
      folder.write({
        'events.log': 'data: {"choices": []}\n\n',
        'broken.json': '{"messages": [{"role": 1}]}',
        'cut.ocml': '<|start|>assistant<|channel|>final<|message|>Hi',
      });
      const args = found[name];
      assert.equal(args !== undefined, exit[1] !== undefined, 'a row that says when, and a try of it');
      if (args) {
        const { status, stdout, stderr } = folder.ocml(name, ...args);
        assert.equal(status, 1, `${stdout}\n${stderr}`);
      }
      const takesFiles = operands.name === 'FILE';
      for (const wrong of [['--no-such-option'], ...(takesFiles ? [['no-such-file']] : [])]) {
        const { status, stdout, stderr } = folder.ocml(name, ...wrong);
        assert.deepEqual([status, stdout], [2, ''], wrong.join(' '));
        assert.match(stderr, new RegExp(`^ocml ${name}: [^\\n]+\\n$`));
      }
    });
  }
});
