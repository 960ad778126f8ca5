/** The examples of `ocml` in the README and the pages: every `console` block shows the real output, and every command is accepted. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { type CommandName, table } from '../../server/src/cli/table/index.ts';
import { parse } from '../../server/src/cli/table/parse.ts';
import type { Options } from '../../server/src/cli/table/row.ts';
import { ocml } from '../support/command.ts';
import { root } from '../support/root.ts';

const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file)),
];

interface Shown {
  readonly page: string;
  readonly command: string;
  readonly output: string;
}

const shown = pages.flatMap((page): Shown[] =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/^```console\n\$ (.+)\n([^]*?)\n```$/gm)].map(
    ([, command = '', output = '']) => ({ page, command, output }),
  ),
);

/** Splits a command line into its words, quoted or not, and the file for standard input. */
function wordsOf(command: string): { args: string[]; input: string } {
  const [line = '', file] = command.split(' < ');
  const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  return { args: words.slice(1), input: file ? readFileSync(join(root, file), 'utf8') : '' };
}

/** Returns a pattern for an output. A line `…` matches any lines. `end`: a pattern for the end of the output. */
function patternOf(output: string, end = '\\n*$'): RegExp {
  const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const parts = output.split(/^…\n?/m).map(escaped);
  return new RegExp(`^${parts.join('(?:.*\\n)*?')}${end}`);
}

/** Returns the first line of an output on a page that differs from the real output, and the line in its place. */
function firstDifference(output: string, real: string): string {
  const lines = output.split('\n').map((line) => `${line}\n`);
  const matched = (length: number) => patternOf(lines.slice(0, length).join(''), '').exec(`${real}\n`)?.[0];
  let count = lines.length;
  while (matched(count) === undefined) count--;
  const rest = real.slice(matched(count)?.length);
  const end = 'the end of the output\n';
  // A line after `…` may be anywhere in the rest of the output.
  const label = lines[count - 1] === '…\n' ? 'not found from here on' : 'actual';
  return `expected: ${lines[count] ?? end}${label}: ${rest === '' ? end : rest.split('\n', 1)[0]}`;
}

/** The commands of `ocml` in shell blocks, each up to a pipe, a redirection or a comment. The page of commands has its own test. */
const typed = pages
  .filter((page) => page !== 'docs/commands.md')
  .flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/^ *```sh\n([^]*?)\n *```$/gm)].flatMap(([, block = '']) =>
      [...block.matchAll(/(?:^|[(|] ?)(?:ocml|node \S*ocml\.js) ((?:'[^']*'|[^'|<>#$()\n])+)/gm)].map(
        ([, line = '']) => ({
          page,
          args: wordsOf(`ocml ${line.trim()}`).args,
        }),
      ),
    ),
  );

/** The files that a page shows in full. */
const files = pages.flatMap((page) =>
  [
    ...readFileSync(join(root, page), 'utf8').matchAll(/\[`(examples\/[^`]+)`\]\([^)]+\):\n\n```\w+\n([^]*?)```$/gm),
  ].map(([, file = '', text = '']) => ({ page, file, text })),
);

suite('what the pages show', () => {
  test('a file that a page shows is that file', () => {
    for (const ending of ['ocml', 'harmony', 'chatml', 'llama3'])
      assert.ok(files.some(({ file }) => file === `examples/by-hand.${ending}`));
    for (const { page, file, text } of files)
      assert.equal(text, readFileSync(join(root, file), 'utf8'), `${page}: ${file}`);
  });

  test('the README has a command for each task', () => {
    const tasks = shown.filter(({ page }) => page === 'README.md').map(({ command }) => command.split(' ')[1]);
    assert.deepEqual(tasks, [
      'check',
      'explain',
      'check',
      'report',
      'templates',
      'mask',
      'inspect',
      'inspect',
      'convert',
      'render',
    ]);
  });

  test('commands in blocks for a shell are accepted', () => {
    assert.ok(typed.length > 30);
    for (const { page, args } of typed) {
      const [name = '', ...rest] = args;
      assert.ok(Object.hasOwn(table, name), `${page}: ocml ${name}`);
      assert.doesNotThrow(() => parse<Options>(table[name as CommandName], rest), `${page}: ocml ${args.join(' ')}`);
    }
  });

  test('options in the prose are those of the command', () => {
    let looked = 0;
    for (const page of pages)
      for (const [, name = '', rest = ''] of readFileSync(join(root, page), 'utf8').matchAll(
        // A command in `$(…)` has its own options.
        /(?:`|\$\()ocml ([a-z]+)( [^`()\n]*)/g,
      ))
        for (const [, option = ''] of rest.matchAll(/ --([a-z-]+)/g)) {
          assert.ok(Object.hasOwn(table, name), `${page}: ocml ${name}`);
          const { options }: { readonly options: Options } = table[name as CommandName];
          assert.ok(option === 'help' || Object.hasOwn(options, option), `${page}: ocml ${name} --${option}`);
          looked++;
        }
    assert.ok(looked > 30, String(looked));
  });

  for (const { page, command, output } of shown) {
    test(`${page}: ${command}`, () => {
      const { args, input } = wordsOf(command);
      assert.ok(command.startsWith('ocml ') && Object.hasOwn(table, args[0] as string), command);
      const { stdout, stderr } = ocml(args, { cwd: root, input });
      // The path of the repository differs from clone to clone, so it is removed.
      const real = (stdout + stderr).replaceAll(`${root}/`, '');
      assert.match(
        real,
        patternOf(output),
        `${page}: the output of \`${command}\` first differs here:\n${firstDifference(output, real)}`,
      );
    });
  }
});
