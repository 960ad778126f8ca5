/**
 * Collects all sample texts in this repository: test cases, code blocks of the rule pages, examples of fixes, and the files in `examples`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { type AnyDialectId, allDialects } from '../../../server/src/grammar/index.ts';
import { hasLines } from '../../../server/src/syntax/json/json-lines.ts';
import { casesOf } from '../../conformance/expectations.ts';
import { examples } from '../../support/fix-examples/index.ts';
import { jsonExamples } from '../../support/json-fix-examples.ts';
import { root } from '../../support/root.ts';
import { isJson } from './subject.ts';
import type { Text } from './views.ts';

export interface Sample extends Text {
  readonly name: string;
}

function sample(name: string, text: string, dialect: AnyDialectId | undefined): Sample {
  return { name, text, dialect, lines: isJson(dialect) && hasLines(name, dialect, text) };
}

const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => ({ name, text: readFileSync(join(root, folder, name), 'utf8') }));

const pages = filesIn('docs/rules').flatMap(({ name, text }) =>
  [...text.matchAll(/^```(?:ocml|json)(?: ([\w-]+))?\n([^]*?)\n```$/gm)].map(([, dialect, example = '']) =>
    sample(name, example, dialect as AnyDialectId | undefined),
  ),
);

const dialects: Readonly<Record<string, AnyDialectId>> = { '.harmony': 'harmony', '.jsonl': 'messages' };

export const samples: readonly Sample[] = [
  ...casesOf(allDialects).map(({ id, text, language }) => sample(id, text, language as AnyDialectId)),
  ...pages,
  ...[...examples, ...jsonExamples].map(({ code, before, dialect }) => sample(`fix of ${code}`, before, dialect)),
  ...[...filesIn('examples'), ...filesIn('examples/tasks')].map(({ name, text }) =>
    sample(name, text, dialects[extname(name)]),
  ),
];
