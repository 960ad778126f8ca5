/** Returns the problems that `ocml check` finds in a file, in a form that tests can compare. */
import assert from 'node:assert/strict';
import type { Folder } from './ocml.ts';

export interface Entry {
  readonly dialect: string;
  readonly shape?: string;
  readonly diagnostics: readonly {
    readonly code: string;
    readonly severity: string;
    readonly message: string;
    readonly range: { readonly start: { readonly line: number } };
    readonly offset: readonly [number, number];
  }[];
}

export function entryOf(folder: Folder, name: string, ...args: string[]): Entry {
  const { stdout, stderr } = folder.ocml('check', '--format', 'json', ...args, name);
  assert.equal(stderr, '');
  const entries = JSON.parse(stdout) as Entry[];
  assert.equal(entries.length, 1);
  return entries[0] as Entry;
}

/** Returns the problems of a file, each as `LINE code «text»`. Lines are counted from 1. */
export function problemsIn(
  folder: Folder,
  name: string,
  text: string,
  ...args: string[]
): { shape: string | undefined; found: string[] } {
  folder.write({ [name]: text });
  const { shape, diagnostics } = entryOf(folder, name, ...args);
  const source = text.replace(/^\uFEFF/, '');
  const found = diagnostics.map(
    ({ code, range, offset }) => `${range.start.line + 1} ${code} «${source.slice(...offset)}»`,
  );
  return { shape, found };
}
