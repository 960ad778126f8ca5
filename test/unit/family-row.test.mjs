// Adding a family with plain frames takes only its rows. The test adds a made-up family to the tables of `grammar/` and `syntax/families/`,
// and changes nothing else.
//
// The family must then be detected, checked, highlighted, completed, explained, outlined, previewed and written. All other families must
// recognize its tokens.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { bundled } from '../../scripts/bundled.mjs';
import { fenceGrammar } from '../../scripts/generate/fences.mjs';
import { grammar as grammarOf } from '../../scripts/generate/grammar.mjs';
import { languageConfiguration } from '../../scripts/generate/language-configuration.mjs';
import { manifest } from '../../scripts/generate/manifest.mjs';
import { snippets } from '../../scripts/generate/snippets.mjs';
import { ofServer } from '../../scripts/of-server.mjs';

const grammar = `
const token = (name: string, kind, place: string): TokenFact =>
  ({ name, text: \`<|\${name}|>\`, kind, places: [place], doc: \`The \${name}.\`, section: 'Zeta', scope: 'keyword.control' });
export const zetaTokens: readonly TokenFact[] = [
  token('turn_of_the_conversation_begins', 'opener', 'between'),
  token('says_this', 'part', 'header'),
  token('stops', 'terminator', 'body'),
  token('uses', 'call', 'body'),
  // In other families, this token may be at the edges of a text.
  token('end_of_text', 'terminator', 'body'),
];
const role = (name: string, rank: number, visible: boolean, next: string, more: object = {}): RoleFact =>
  ({ name, rank, visible, next, doc: \`The \${name}.\`, section: 'Zeta', scope: 'entity.name.type.role', ...more });
export const zetaRoles: readonly RoleFact[] = [
  role('system', 1, false, 'user', { instructs: true }),
  role('user', 2, true, 'assistant'),
  role('assistant', 3, true, 'user'),
  role('gadget', 4, false, 'assistant', { replies: true }),
];
`;

const family = `
const [opener, headerEnd, stops, , ends] = zetaTokens;
export const zeta = plainFamily({
  id: 'zeta',
  name: 'Zeta',
  has: ['bodyCalls'],
  frame: { openers: [opener], headerEnd, breaksBefore: 0, breakAfter: false, terminators: [stops, ends], between: '' },
  roles: zetaRoles,
  roleMeant: { tool: 'gadget' },
  attributes: [],
  tokens: zetaTokens,
  settles: zetaTokens.slice(0, 4),
});
`;

/**
 * Texts to insert into files, and the text before which each is inserted. Apart from its own two files, a new family needs only these
 * changes.
 */
const rows = {
  'grammar/index.ts': [
    ['import {', `${grammar}import {`],
    [/export const dialects: [^;]*'phi3'/, "$&, 'zeta'"],
    ['llama3: llamaTokens,', 'llama3: llamaTokens, zeta: zetaTokens,'],
    ["llama3: 'Llama 3',", "llama3: 'Llama 3', zeta: 'Zeta',"],
  ],
  'syntax/families/index.ts': [
    [
      'export const families',
      `import { zetaRoles, zetaTokens } from '../../grammar/index.ts';
       import { plainFamily } from './plain-family.ts';${family}export const families`,
    ],
    ['\n  phi3,', '\n  phi3,\n  zeta,'],
  ],
};

const patched = {
  name: 'a-family-more',
  setup(build) {
    build.onLoad({ filter: /[\\/]index\.ts$/ }, ({ path }) => {
      const file = path.replaceAll('\\', '/').split('/server/src/').at(-1);
      let contents = readFileSync(path, 'utf8');
      for (const [from, to] of rows[file] ?? []) {
        assert.ok(typeof from === 'string' ? contents.includes(from) : from.test(contents), `${file} has no ${from}`);
        contents = contents.replace(from, typeof from === 'string' ? () => to : to);
      }
      return { contents, loader: 'ts' };
    });
  },
};

const server = await bundled(
  'test/family-row',
  `
      import * as atStart from './grammar/index.ts';
      import * as wire from './grammar/chatml-wire.ts';
      import * as lists from './grammar/messages.ts';
      import * as projection from './grammar/openchatml-json.ts';
      import * as events from './grammar/stream-events.ts';
      import * as later from './grammar/system-message.ts';
      import { families } from './syntax/families/index.ts';
      export const facts = { ...atStart, ...wire, ...lists, ...projection, ...events, ...later, families };
      export { createChecker, openDocument } from './documents/document.ts';
      export { complete } from './features/completion/completions-at.ts';
      export { explainAt } from './features/hover/hover-at.ts';
      export { documentSymbols } from './features/symbols.ts';
      export { families } from './syntax/families/index.ts';
      export { message } from './model/message.ts';
      export { verdictOf } from './model/visibility/verdict.ts';
      export { isRefusal, plainly, draftOf, writeMessage } from './write/index.ts';`,
  [patched, ofServer()],
);

const opener = '<|turn_of_the_conversation_begins|>';
const says = (role, text) => `${opener}${role}<|says_this|>${text}<|stops|>`;
const said = [says('system', 'Be brief.'), says('user', 'Hi'), says('assistant', 'Hello'), says('gadget', '{"a": 1}')];
const whole = said.join('');

function open(text, dialect) {
  return server.openDocument('test:x.ocml', 'ocml', 0, text, dialect);
}

const checkerOf = (document) =>
  server.createChecker(document, { strict: false, levels: {} }, (code, cause) => {
    throw new Error(`${code} threw`, { cause });
  });

function problems(text, dialect) {
  const document = open(text, dialect);
  const checker = checkerOf(document);
  const found = checker.problems(Number.POSITIVE_INFINITY).problems.map(({ problem }) => problem);
  return found.filter(({ code }) => code !== 'document-header-missing');
}

const codes = (text, dialect) => problems(text, dialect).map(({ code }) => code);

function at(text) {
  const document = open(text.replace('$0', ''));
  return { document, position: document.positionAt(text.indexOf('$0')) };
}

function offers(text) {
  const { document, position } = at(text);
  return server
    .complete(document, position, 'hand', () => checkerOf(document), { snippets: false })
    .items.map(({ label }) => label);
}

/** Returns the texts that the completion items insert. */
function written(text) {
  const { document, position } = at(text);
  return server.complete(document, position, 'hand', () => checkerOf(document), { snippets: true }).items;
}

function hover(text) {
  const { document, position } = at(text);
  return server.explainAt(document, position)?.contents.value ?? '';
}

suite('a made-up family', () => {
  test('is detected, and valid documents are', () => {
    assert.equal(open(whole).dialect, 'zeta');
    assert.deepEqual(problems(whole), []);
    assert.deepEqual(problems(`${whole}${opener}assistant<|says_this|>`), []);
  });

  test('is checked by the rules for any family', () => {
    assert.deepEqual(codes(whole.replace('<|stops|>', '')), ['end-missing']);
    assert.deepEqual(codes(whole.slice(0, -'<|stops|>'.length)), ['E-STREAM-TRUNCATED']);
    const call = says('assistant', '{"name": "f", "parameters": {}}');
    assert.deepEqual(codes(call.replace('<|stops|>', '') + whole), ['end-missing']);
    const misspelled = problems(whole.replace('<|stops|>', '<| Stops |>'));
    assert.ok(misspelled.some(({ code, data }) => code === 'token-misspelled' && data.suggestion === '<|stops|>'));
    for (let cut = 4; cut < opener.length; cut++) {
      const [begun] = problems(whole + opener.slice(0, cut));
      assert.match(begun.message, /^The document ends in the middle of a token/);
      const inBody = codes(`${opener}user<|says_this|>Hi${opener.slice(0, cut)}`);
      assert.deepEqual(inBody, ['E-STREAM-TRUNCATED', 'token-misspelled'], opener.slice(0, cut));
    }
    assert.deepEqual(codes(`${whole}there`), ['stray-text']);
    assert.deepEqual(codes(whole.replace('Hi', '<|im_end|>')), ['dialect-mixed']);
    const [role] = problems(whole.replace('gadget', 'tool'));
    assert.deepEqual([role.code, role.data.suggestion], ['E-PARSE-HEADER', 'gadget']);
  });

  test('its tokens are foreign to all others', () => {
    assert.deepEqual(codes('<|start|>user<|message|>Hi<|stops|>there<|end|>', 'openchatml-2.2'), ['dialect-mixed']);
    assert.deepEqual(codes('<|im_start|>user\nHi<|stops|>there<|im_end|>\n', 'openchatml-0.1'), ['dialect-mixed']);
    const llama = '<|start_header_id|>user<|end_header_id|>\n\nHi<|stops|>there<|eot_id|>';
    assert.deepEqual(codes(llama, 'llama3'), ['dialect-mixed']);
  });

  test('what ends its messages may be at the edges of a text elsewhere', () => {
    assert.deepEqual(problems(whole.replaceAll('<|stops|>', '<|end_of_text|>')), []);
    assert.deepEqual(codes('<|start|>user<|message|>Hi <|end_of_text|><|end|>', 'openchatml-2.2'), []);
    assert.deepEqual(codes('<|im_start|>user\nHi<|im_end|>\n<|end_of_text|>\n', 'openchatml-0.1'), []);
    assert.deepEqual(codes('<|start_header_id|>user<|end_header_id|>\n\nHi<|eot_id|><|end_of_text|>', 'llama3'), []);
  });

  test('is highlighted, and known to the editor', () => {
    const { facts } = server;
    const rules = grammarOf(facts).repository;
    assert.ok(rules['zeta-message'] && rules['zeta-body'] && rules['zeta-markdown']);
    assert.match(JSON.stringify(rules.document), /between-zeta-messages/);
    assert.match(JSON.stringify(rules['llama3-body']), /llama3-token/);
    assert.match(JSON.stringify(rules['llama3-token']), /says_this/);
    assert.deepEqual(snippets(facts)['Zeta message'].body, [
      `${opener}\${1|system,user,assistant,gadget|}<|says_this|>\${2:Hello}<|stops|>$0`,
    ]);
    const { autoClosingPairs, folding } = languageConfiguration(facts);
    assert.ok(autoClosingPairs.some(({ open }) => open === '<|says_this|'));
    assert.match(folding.markers.end, /stops/);
    assert.match(JSON.stringify(fenceGrammar(facts)), /\|zeta[|)]/);
    const [language] = manifest({ contributes: { configuration: { properties: {} } } }, [], facts).contributes
      .languages;
    assert.ok(language.extensions.includes('.zeta'));
    assert.match(opener, new RegExp(language.firstLine));
  });

  test('is completed and explained', () => {
    assert.ok(offers(`${whole}$0`).includes(opener));
    assert.ok(offers(`${whole}${opener}$0`).includes('gadget'));
    assert.ok(offers(`${opener}user<|says_this|>x<|$0`).includes('<|stops|>'));
    assert.ok(offers('$0').includes('Zeta user'));
    assert.match(JSON.stringify(written(`${said[0]}${said[1]}$0`)), /"label":"call".*parameters/);
    assert.match(hover(whole.replace('gadget', 'gad$0get')), /The gadget\./);
    assert.match(hover(whole.replace('_begins', '_be$0gins')), /The turn_of_the_conversation_begins\./);
  });

  test('is outlined, and what its rows hide is hidden', () => {
    const document = open(whole);
    const shown = [...document.blocks]
      .filter(({ kind }) => kind === 'message')
      .map((block) => server.verdictOf(block, {}).shown !== 'hidden');
    assert.deepEqual(shown, [false, true, true, false]);
    assert.match(JSON.stringify(server.documentSymbols.run(document, {})), /"Hello"/);
  });

  test('is written, and reads as what was said', () => {
    const { families, isRefusal, message, plainly, draftOf, writeMessage } = server;
    const blocks = [...open(whole).blocks].filter(({ kind }) => kind === 'message');
    assert.deepEqual(
      blocks.map((block) => writeMessage({ ...draftOf(message(block)), source: undefined }, families.zeta)),
      said,
    );
    assert.equal(writeMessage(plainly('user', 'Hi', 'stops'), families.zeta), said[1]);
    assert.ok(isRefusal(writeMessage(plainly('user', 'Hi <|stops|>'), families.zeta)));
  });
});
