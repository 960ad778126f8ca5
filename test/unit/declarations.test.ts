/** The tools that a developer message declares are recognized in all notations that TypeScript allows. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { declarations, schemaOf } from '../../server/src/model/tools/declarations.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { check } from '../support/check.ts';

const developer = (body: string) => `<|start|>developer<|message|>${body}<|end|>`;
const call = (tool: string, body = '{"q": "x"}') =>
  `<|start|>assistant to=${tool} call_id=c1<|channel|>commentary<|constrain|>json<|message|>${body}<|call|>`;

/** Returns the declared tools against which calls can be checked, and the problems of calls to `functions.f` and `functions.g`. */
function declared(body: string) {
  const [block] = new Transcript('test:', 'ocml', 0, developer(body), { dialect: 'openchatml-2.2' }).blocks;
  assert.ok(block);
  return declarations(block);
}
const callable = (body: string) =>
  declared(body)
    .tools.filter((tool) => schemaOf(tool) !== undefined)
    .map(({ tool }) => tool);

/** Returns the codes of problems of a call. Its only argument is the string `q`, which every declaration here requires. */
const codes = (body: string, tool: string, args?: string) =>
  check(developer(body) + call(tool, args), { dialect: 'openchatml-2.2' })
    .map(({ code }) => code)
    .filter((code) => /^(?:tool-undeclared|builtin-undeclared|E-CALL-SCHEMA|recipient-format)$/.test(code));

const last = 'type g = (_: { q: string }) => any;';
/** Declarations of `f` that require `q`. Each is followed by `g` on the next line. */
const rows: Readonly<Record<string, string>> = {
  type: 'type f = (_: { q: string }) => any;',
  'type, exported': 'export type f = (_: { q: string }) => any;',
  'type, ambient': 'declare type f = (_: { q: string }) => any',
  function: 'function f(_: { q: string }): any;',
  'function, ambient': 'declare function f(q: string): any;',
  'function, exported': 'export function f(q: string): Promise<string>;',
  'function, exported ambient': 'export declare function f(q: string): any',
  'function, async': 'export default async function f(q: string): Promise<any>',
  'function with a body': 'export function f(q: string): any {\n  return { q };\n}',
  'constant function': 'const f: (q: string) => any;',
  'constant function, exported': 'export declare const f: (_: {\n  q: string,\n}) => any;',
  'constant function with a value': 'export const f = (_: { q: string }) => any;',
  'type with a parameter': 'type f<T = string> = (_: { q: string, other?: T }) => T;',
  'function with a parameter': 'function f<T extends { a: 1 }>(q: string, other?: T): T;',
  'after an interface': 'interface F {\n  q: string;\n}\ntype f = (_: F) => any;',
  'after an exported interface': 'export interface F { q: string }\nexport type f = (args: F) => any;',
  'after an enumeration': 'enum Unit {\n  C,\n  F,\n}\ntype f = (_: { q: string, unit?: Unit }) => any;',
  'after a class': 'declare class Place {\n  lat: number;\n}\ntype f = (_: { q: string, at?: Place }) => any;',
};

suite('however a function is declared', () => {
  for (const [name, declaration] of Object.entries(rows)) {
    test(name, () => {
      for (const comment of ['', '// What it does.\n', '/** What it does. */\n']) {
        const body = `# Tools\n\n## functions\n\nnamespace functions {\n\n${comment}${declaration}\n${comment}${last}\n\n} // namespace functions`;
        assert.deepEqual(callable(body), ['functions.f', 'functions.g']);
        for (const tool of ['functions.f', 'functions.g']) {
          assert.deepEqual(codes(body, tool), [], tool);
          assert.deepEqual(codes(body, tool, '{"q": 1}'), ['E-CALL-SCHEMA'], tool);
        }
        assert.deepEqual(codes(body, 'functions.h'), ['tool-undeclared']);
      }
    });
  }
});

suite('dots', () => {
  const one = 'type search = (_: { q: string }) => any;';
  const bodies: Readonly<Record<string, string>> = {
    'in the name': `namespace functions {\ntype browser.search = (_: { q: string }) => any;\n${last}\n}`,
    'in the name of a function': `namespace functions {\nfunction browser.search(q: string): any;\n${last}\n}`,
    'in the namespace': `namespace functions {\n${last}\n}\nnamespace functions.browser {\n${one}\n}`,
    'of a namespace in another': `namespace functions {\n  namespace browser {\n    ${one}\n  }\n  ${last}\n}`,
    'of an exported namespace': `declare namespace functions {\n  export namespace browser {\n    ${one}\n  }\n  ${last}\n}`,
  };
  for (const [name, body] of Object.entries(bodies)) {
    test(name, () => {
      assert.deepEqual(callable(body).sort(), ['functions.browser.search', 'functions.g']);
      for (const tool of ['functions.browser.search', 'functions.g']) {
        assert.deepEqual(codes(body, tool), [], tool);
        assert.deepEqual(codes(body, tool, '{"q": 1}'), ['E-CALL-SCHEMA'], tool);
      }
      assert.deepEqual(codes(body, 'functions.browser.find'), ['tool-undeclared']);
    });
  }
});

test('a namespace that is not closed does not take in the next one', () => {
  const one = 'type search = (_: { q: string }) => any;';
  assert.deepEqual(callable(`namespace functions {\n${last}\n\nnamespace browser {\n${one}\n}`), [
    'functions.g',
    'browser.search',
  ]);
});

test('an interface that extends another takes what it takes', () => {
  const body = `namespace functions {\ninterface F extends G { a: string }\ntype f = (_: F) => any;\n${last}\n}`;
  assert.deepEqual(codes(body, 'functions.f', '{"a": "x", "b": 1}'), []);
});

test('words that only begin like a declaration declare nothing', () => {
  const prose = 'export your data\nconst is a keyword\nfunction of the tool\ntype a word\nlet me know: (it matters)';
  assert.deepEqual(callable(`namespace functions {\n${prose}\n${last}\n}`), ['functions.g']);
  assert.deepEqual(declared(prose).tools, []);
});
