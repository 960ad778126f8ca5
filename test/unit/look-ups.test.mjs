// Names from a document, a configuration or a user must be looked up in a `Map` or with `own`, because every object has a `constructor`.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { after, before, test } from 'node:test';
import { SyntaxKind } from 'typescript/unstable/ast';
import { API, TypeFlags } from 'typescript/unstable/sync';
import { root } from '../../scripts/paths.mjs';

/** The only file that may look up any name in an object. */
const allowed = new Set(['server/src/syntax/get-own.ts']);

/** The types whose values are all known: literal types, numbers, symbols, and undefined. */
const known = TypeFlags.StringLiteral | TypeFlags.NumberLike | TypeFlags.ESSymbolLike | TypeFlags.Undefined;

let api;
let project;
before(() => {
  const config = join(root, 'tsconfig.json');
  api = new API({ cwd: root });
  project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
});
after(() => api.close());

/** Returns the look-ups in a file that may look up any name, as `line: code`. */
function wildLookUps(file) {
  const { checker, program } = project;
  const source = program.getSourceFile(file);
  const found = [];
  const visit = (node) => {
    const name = nameLookedUp(node);
    if (name !== undefined) found.push({ node, name: withoutAssertions(name) });
    if (isObjectAssign(node)) found.push({ node, name: undefined });
    node.forEachChild(visit);
  };
  visit(source);
  const typed = found.filter(({ name }) => name !== undefined);
  const types = new Map(checker.getTypeAtLocation(typed.map(({ name }) => name)).map((type, i) => [typed[i], type]));
  return found
    .filter((one) => one.name === undefined || !isKnown(types.get(one)))
    .map(({ node }) => {
      const start = node.getStart(source);
      return `${source.text.slice(0, start).split('\n').length}: ${source.text.slice(start, node.end)}`;
    });
}

/** Returns the expression of the name in `object[name]`, `name in object` and `const { [name]: value } = object`. */
function nameLookedUp(node) {
  if (node.kind === SyntaxKind.BindingElement && node.propertyName?.kind === SyntaxKind.ComputedPropertyName)
    return node.propertyName.expression;
  if (node.kind === SyntaxKind.ElementAccessExpression) return node.argumentExpression;
  if (node.kind === SyntaxKind.BinaryExpression && node.operatorToken.kind === SyntaxKind.InKeyword) return node.left;
  return undefined;
}

/** `Object.assign` replaces the prototype of an object if a field is called `__proto__`; `{...a}` does not. */
function isObjectAssign(node) {
  if (node.kind !== SyntaxKind.PropertyAccessExpression) return false;
  return node.expression.text === 'Object' && node.name.text === 'assign';
}

/** Returns an expression without its type assertions. An expression that is only asserted to be a `keyof` may have any value. */
function withoutAssertions(expression) {
  const wrappers = [SyntaxKind.AsExpression, SyntaxKind.NonNullExpression, SyntaxKind.ParenthesizedExpression];
  return wrappers.includes(expression.kind) ? withoutAssertions(expression.expression) : expression;
}

function isKnown(type) {
  if (type === undefined) return false;
  return type.isUnionType() ? type.getTypes().every(isKnown) : (type.flags & known) !== 0;
}

const pathOf = (file) => relative(root, file).split(sep).join('/');

test('no look-up in a plain object by a word that may be any', () => {
  const files = project.program.getSourceFileNames().filter((file) => {
    const path = pathOf(file);
    return /^(?:server|client)\/src\//.test(path) && !allowed.has(path);
  });
  assert.ok(files.length > 100);
  assert.deepEqual(
    files.flatMap((file) => wildLookUps(file).map((found) => `${pathOf(file)}:${found}`)),
    [],
  );
});

test('such look-ups are found, and no others', () => {
  const file = join(root, 'test/support/look-ups.ts');
  const lines = readFileSync(file, 'utf8').split('\n');
  const wild = lines.flatMap((line, i) => (line.endsWith('// wild') ? [i + 1] : []));
  assert.ok(wild.length > 5);
  assert.deepEqual(
    wildLookUps(file).map((found) => Number.parseInt(found, 10)),
    wild,
  );
});
