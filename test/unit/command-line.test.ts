/** The arguments of a command are parsed according to its row in the table of commands. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parse } from '../../server/src/cli/table/parse.ts';
import { row } from '../../server/src/cli/table/row.ts';

const sample = row({
  name: 'sample',
  about: '',
  usage: [''],
  does: [],
  operands: { name: 'FILE', most: 1 },
  options: {
    strict: { about: '' },
    format: { value: 'F', words: ['text', 'json'], usual: 'text', about: '' },
    least: { value: 'N', least: 1, about: '' },
    rule: { value: 'CODE', many: true, about: '' },
    output: { short: 'o', value: 'FILE', about: '' },
    each: { with: 'strict', about: '' },
  },
  apart: [['output', 'rule']],
  examples: [],
  exit: ['', undefined, ''],
});

suite('arguments', () => {
  const nothing = { strict: false, format: 'text', least: undefined, rule: [], output: undefined, each: false };
  for (const [args, values, operands] of [
    [[], {}, []],
    [['--format', 'json', 'a'], { format: 'json' }, ['a']],
    [['a', '--format=json', '--strict'], { format: 'json', strict: true }, ['a']],
    [['--least', '12'], { least: 12 }, []],
    [['--rule', 'a', '--rule=b'], { rule: ['a', 'b'] }, []],
    [['-o', 'a', '-'], { output: 'a' }, ['-']],
    [['-oa'], { output: 'a' }, []],
    [['--output=-x'], { output: '-x' }, []],
    // `-` is standard output, which is also the default.
    [['--output', '-'], { output: undefined }, []],
    [['--', '--strict'], {}, ['--strict']],
    // The last value wins, as in other programs.
    [['--format', 'json', '--format', 'text'], {}, []],
  ] as const)
    test(args.join(' ') || 'none', () => {
      assert.deepEqual(parse(sample, args), { values: { ...nothing, ...values }, operands });
    });
});

suite('wrong arguments', () => {
  for (const [args, said] of [
    [
      ['--formt', 'json'],
      'this command has no option --formt; did you mean --format? ocml sample --help lists all options.',
    ],
    [['--zork'], 'this command has no option --zork. ocml sample --help lists all options.'],
    [['-strict'], 'this command has no option -strict; did you mean --strict? ocml sample --help lists all options.'],
    [['-x'], 'this command has no option -x. ocml sample --help lists all options.'],
    [['--__proto__'], 'this command has no option --__proto__. ocml sample --help lists all options.'],
    [['--constructor=1'], 'this command has no option --constructor. ocml sample --help lists all options.'],
    [['--format', 'xml'], '--format takes text or json, not xml'],
    [['--format'], '--format takes a value: --format F'],
    [['--output', '--strict'], '--output takes a value: --output FILE, or --output=--strict if that is intended'],
    [['--strict=yes'], '--strict takes no value, but was given yes'],
    [['--least', '0'], '--least takes a number of at least 1, not 0'],
    [['--least', 'few'], '--least takes a number of at least 1, not few'],
    [['--output', 'a', '--rule', 'b'], '--output and --rule cannot be used together'],
    [['--each'], '--each needs --strict'],
    [['a', 'b'], 'pass one FILE, or - for standard input'],
  ] as const)
    test(args.join(' '), () => {
      assert.throws(() => parse(sample, args), { message: said });
    });
});
