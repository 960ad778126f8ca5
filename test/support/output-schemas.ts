/** Checks JSON that a command has printed or written against its schema. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Schema, Validator } from '@cfworker/json-schema';
import { root } from './root.ts';

type Json = Readonly<Record<string, unknown>>;

const validators = new Map<string, Validator>();

/** Makes a schema forbid undeclared fields, so that tests find them. The published schema allows such fields. */
function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict);
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, strict(value)]));
  const isOpen = 'properties' in members && typeof members.additionalProperties !== 'object';
  return { ...members, ...(isOpen && { additionalProperties: false }) };
}

/** Describes the problems of a value that a command has printed, or returns an empty list. `name` is the name of the schema. */
export function faultsOf(name: string, value: unknown): string[] {
  let validator = validators.get(name);
  if (validator === undefined) {
    const schema = readFileSync(join(root, 'schemas/output', `${name}.schema.json`), 'utf8');
    validators.set(name, (validator = new Validator(strict(JSON.parse(schema)) as Schema, '7')));
  }
  const { errors } = validator.validate(value);
  return errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`);
}

function mustFit(name: string, value: unknown, args: readonly string[]): void {
  assert.deepEqual(faultsOf(name, value), [], `ocml ${args.join(' ')}: schemas/output/${name}.schema.json`);
}

/** The schemas of printed output, by format and command. */
const printed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  json: {
    check: 'check',
    explain: 'explain',
    inspect: 'inspect',
    report: 'report',
    mask: 'mask',
    sessions: 'sessions',
    tokens: 'tokens',
    rules: 'rules',
    templates: 'check',
  },
  jsonl: { check: 'check-line', mask: 'mask-line' },
};
/** The options that name an output file, and the schema of the file. */
const outputFileSchemas: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  check: { '--counts': 'counts' },
  mask: { '--counts': 'counts' },
  convert: { '--report': 'convert-report' },
  render: { '--spans': 'spans' },
};

function valueOf(args: readonly string[], option: string): string | undefined {
  const at = args.indexOf(option);
  const joined = args.find((arg) => arg.startsWith(`${option}=`));
  return at < 0 ? joined?.slice(option.length + 1) : args[at + 1];
}

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '');
const isEntry = (value: Json) => 'file' in value && ('result' in value || 'error' in value);

/** Fails if an output of a command does not match its schema. `cwd` is the folder in which the command ran. */
export function checkOutput(args: readonly string[], stdout: string, status: number | null, cwd = process.cwd()): void {
  const [command = ''] = args;
  if (status !== 0 && status !== 1) return;
  const format = valueOf(args, '--format') ?? '';
  // Merged counts are printed in the same format as the file of counts.
  const name = args.includes('--merge') && command === 'check' ? 'counts' : printed[format]?.[command];
  // With `--write-baseline`, the printed report is not complete, so it is not checked.
  const isPrinted = name !== undefined && stdout !== '' && !args.includes('-o') && !args.includes('--write-baseline');
  if (isPrinted && format === 'jsonl') for (const line of linesOf(stdout)) mustFit(name, JSON.parse(line), args);
  else if (isPrinted) {
    const [first = ''] = linesOf(stdout);
    if (first.startsWith('{"file"') && isEntry(JSON.parse(first)))
      for (const entry of linesOf(stdout).map((line) => JSON.parse(line))) {
        mustFit('file-entry', entry, args);
        if ('result' in entry) mustFit(name, entry.result, args);
      }
    else mustFit(name, JSON.parse(stdout), args);
  }
  for (const [option, schema] of Object.entries(outputFileSchemas[command] ?? {})) {
    const file = valueOf(args, option);
    const path = file === undefined ? '' : resolve(cwd, file);
    if (path === '' || !existsSync(path)) continue;
    const text = readFileSync(path, 'utf8');
    const values = text.startsWith('{"file"') && schema === 'convert-report' ? reportsIn(text) : [JSON.parse(text)];
    for (const value of values) mustFit(schema, value, args);
  }
}

/** Parses a file that contains either one report on several lines or one report on each line. */
function reportsIn(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return linesOf(text).map((line) => JSON.parse(line));
  }
}
