// The arguments of a call are put on the stack, which about 120,000 arguments fill. A list of any length must therefore not be spread into
// a call.
//
// Use a loop, or `append` and similar functions (`server/src/syntax/lists.ts`), instead.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { after, before, test } from 'node:test';
import { NodeFlags, SyntaxKind } from 'typescript/unstable/ast';
import { API } from 'typescript/unstable/sync';
import { root } from '../../scripts/paths.mjs';

let api;
let project;
before(() => {
  const config = join(root, 'tsconfig.json');
  api = new API({ cwd: root });
  project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
});
after(() => api.close());

/** Returns the lists of unlimited length that a file spreads into calls or passes to `apply`, as `line: code`. */
function spreadLists(file) {
  const { checker, program } = project;
  const source = program.getSourceFile(file);
  const found = [];
  const visit = (node) => {
    if (node.kind === SyntaxKind.CallExpression || node.kind === SyntaxKind.NewExpression) {
      for (const argument of node.arguments ?? []) {
        if (argument.kind === SyntaxKind.SpreadElement) found.push({ node, list: argument.expression });
      }
      const applied = listApplied(node);
      if (applied !== undefined) found.push({ node, list: applied });
    }
    node.forEachChild(visit);
  };
  visit(source);
  const unsure = found.filter(({ list }) => !isWritten(list) && !isGivenOrConstant(list));
  const types = checker.getTypeAtLocation(unsure.map(({ list }) => list));
  return unsure
    .filter((_, i) => !isTuple(checker, types[i]))
    .map(({ node }) => {
      const start = node.getStart(source);
      return `${source.text.slice(0, start).split('\n').length}: ${source.text.slice(start, node.end).split('\n')[0]}`;
    });
}

/** Returns the list in `f.apply(self, list)` and `Reflect.apply(f, self, list)`. */
function listApplied({ expression, arguments: given = [] }) {
  if (expression.kind !== SyntaxKind.PropertyAccessExpression || expression.name.text !== 'apply') return undefined;
  return given[expression.expression.text === 'Reflect' ? 2 : 1];
}

/** Whether the source limits the length of a list: `[a, b]`, `isThere ? [a] : []`, `list.slice(0, most)`. */
function isWritten(list) {
  switch (list.kind) {
    case SyntaxKind.ParenthesizedExpression:
      return isWritten(list.expression);
    case SyntaxKind.ConditionalExpression:
      return isWritten(list.whenTrue) && isWritten(list.whenFalse);
    case SyntaxKind.ArrayLiteralExpression:
      return list.elements.every((one) => one.kind !== SyntaxKind.SpreadElement || isWritten(one.expression));
    // `slice(0, most)` has at most `most` elements.
    case SyntaxKind.CallExpression:
      return list.expression.name?.text === 'slice' && list.arguments.length === 2 && list.arguments[0].text === '0';
    case SyntaxKind.AsExpression:
      return isWritten(list.expression);
    default:
      return false;
  }
}

/** Whether a list is a rest parameter, which was already on the stack, or a constant that is defined in the same file. */
function isGivenOrConstant(list) {
  if (list.kind !== SyntaxKind.Identifier) return false;
  for (let node = list.parent; node !== undefined; node = node.parent) {
    const parameter = node.parameters?.find(({ name }) => name.text === list.text);
    if (parameter !== undefined) return parameter.dotDotDotToken !== undefined;
    for (const statement of node.statements ?? []) {
      const { flags, declarations = [] } = statement.declarationList ?? {};
      const declared = declarations.find(({ name }) => name.text === list.text);
      if (declared === undefined) continue;
      const isTop = node.kind === SyntaxKind.SourceFile && (flags & NodeFlags.Const) !== 0;
      return isTop && declared.initializer !== undefined && isWritten(declared.initializer);
    }
  }
  return false;
}

/** Whether a type limits the number of elements. */
function isTuple(checker, type) {
  if (type === undefined) return false;
  if (type.isUnionType()) return type.getTypes().every((one) => isTuple(checker, one));
  return checker.isTupleType(type) && !checker.typeToString(type).includes('...');
}

const pathOf = (file) => relative(root, file).split(sep).join('/');

test('no list of any length is spread into a call', () => {
  const files = project.program.getSourceFileNames().filter((file) => /^(?:server|client)\/src\//.test(pathOf(file)));
  assert.ok(files.length > 100);
  assert.deepEqual(
    files.flatMap((file) => spreadLists(file).map((found) => `${pathOf(file)}:${found}`)),
    [],
  );
});

test('such lists are found, and no others', () => {
  const file = join(root, 'test/support/spread-lists.ts');
  const lines = readFileSync(file, 'utf8').split('\n');
  const wild = lines.flatMap((line, i) => (line.endsWith('// wild') ? [i + 1] : []));
  assert.ok(wild.length > 5);
  assert.deepEqual(
    spreadLists(file).map((found) => Number.parseInt(found, 10)),
    wild,
  );
});

/** Matches `list = [...list, item]`, which copies the list for every item. */
const copied = /(?:^|\W)(\w+) = \[\.\.\.\1, (?!\.\.\.)/;

test('no list is copied for each item that is added to it', () => {
  assert.ok(copied.test('  open = [...open, call];') && !copied.test('  all = [...all, ...own];'));
  const files = project.program.getSourceFileNames().filter((file) => /^(?:server|client)\/src\//.test(pathOf(file)));
  assert.ok(files.length > 100);
  assert.deepEqual(files.filter((file) => copied.test(readFileSync(file, 'utf8'))).map(pathOf), []);
});
