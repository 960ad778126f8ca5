// Adding a fact takes only a row in a table. The test adds made-up roles, a channel, attributes, a token and a header key to the tables of
// `grammar/`, and changes nothing else.
//
// The parser, rules, visibility, outline, highlighting, completion, hover and schemas must then support them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import oniguruma from 'vscode-oniguruma';
import textmate from 'vscode-textmate';
import { bundled } from '../../scripts/bundled.mjs';
import { grammar } from '../../scripts/generate/grammar.mjs';
import { schemas } from '../../scripts/generate/schemas.mjs';
import { ofServer } from '../../scripts/of-server.mjs';
import { root } from '../../scripts/paths.mjs';

/** Rows to append to tables, by file and table. No real fact will ever have these names. */
const rows = {
  'openchatml-2.2.ts': {
    roles: `{ name: 'quibbler', rank: 6, visible: false, next: 'assistant', doc: 'Judges answers.',
      section: '2.2 §4', scope: 'entity.name.type.role.quibbler' },`,
    channels: `{ name: 'doodles', visible: false, doc: 'Notes of the model.', section: '2.2 §5',
      scope: 'comment.line.channel.doodles' },`,
    attributes: `{ name: 'twang', afterChannel: true, doc: 'How it is said.', section: '2.2 §6',
      scope: 'string.unquoted.twang' },`,
  },
  'openchatml-0.1.ts': {
    functions: `token({ name: 'function_quip', kind: 'function', of: 'assistant', places: ['body'],
      doc: 'Notes a call.', section: '0.1 §8', scope: 'keyword.other.token' }),`,
    chatmlRoles: `{ name: 'quibbler', rank: 5, visible: false, next: 'assistant', doc: 'Judges answers.',
      section: '0.1 §3', scope: 'entity.name.type.role.quibbler' },`,
    chatmlAttributes: `{ name: 'twang', afterChannel: false, doc: 'How it is said.', section: '0.1 §3',
      scope: 'string.unquoted.twang' },`,
  },
  'document-header.ts': {
    headerKeys: `{ path: 'zest', type: 'enum', values: ['calm'], doc: 'How answers sound.', section: '2.2 §2' },`,
  },
  'llama-3.ts': {
    llamaRoles: `{ name: 'quibbler', rank: 5, visible: false, next: 'assistant', doc: 'Judges answers.',
      section: 'Llama 3', scope: 'entity.name.type.role.quibbler' },`,
  },
};

const patchedGrammar = {
  name: 'patched-grammar',
  setup(build) {
    build.onLoad({ filter: /[\\/]grammar[\\/][\w.-]+\.ts$/ }, ({ path }) => {
      let contents = readFileSync(path, 'utf8');
      for (const [table, row] of Object.entries(rows[path.split(/[\\/]/).at(-1)] ?? {})) {
        const [, key, name] = /(name|path): '(\w+)'/.exec(row);
        assert.ok(
          !contents.includes(`${key}: '${name}'`),
          `${name} is a fact of grammar/ now: replace it throughout test/unit/fact-rows.test.mjs by a name that nothing has`,
        );
        const start = contents.search(new RegExp(`const ${table}\\b[^=]*= \\[`));
        const end = contents.indexOf('\n];', start);
        assert.ok(start >= 0 && end > start, `no table ${table}`);
        contents = `${contents.slice(0, end)}\n${row}${contents.slice(end)}`;
      }
      return { contents, loader: 'ts' };
    });
  },
};

/** The server, built with the additional rows. */
const server = await bundled(
  'test/fact-rows',
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
        export { verdictOf } from './model/visibility/verdict.ts';`,
  [patchedGrammar, ofServer()],
);
const { facts } = server;

/** Opens a document, and returns it with the position of `$0`. */
function at(text, dialect) {
  const cursor = text.indexOf('$0');
  const document = server.openDocument('test:x.ocml', 'ocml', 0, text.replace('$0', ''), dialect);
  return { document, position: document.positionAt(cursor) };
}

const checkerOf = (document) =>
  server.createChecker(document, { strict: false, levels: {} }, (code, cause) => {
    throw new Error(`${code} threw`, { cause });
  });

function problems(text, dialect) {
  const document = server.openDocument('test:x.ocml', 'ocml', 0, text, dialect);
  const checker = checkerOf(document);
  const found = checker.problems(Number.POSITIVE_INFINITY).problems.map(({ problem }) => problem);
  return found.filter(({ code }) => code !== 'document-header-missing');
}

const offers = (text, dialect) => {
  const { document, position } = at(text, dialect);
  return server
    .complete(document, position, 'hand', () => checkerOf(document), { snippets: false })
    .items.map(({ label }) => label);
};

const hover = (text, dialect) => {
  const { document, position } = at(text, dialect);
  return server.explainAt(document, position)?.contents.value ?? '';
};

/** Loads the grammar that is generated from the facts into the engine that VS Code uses. */
async function highlighting() {
  const wasm = createRequire(join(root, 'package.json')).resolve('vscode-oniguruma/release/onig.wasm');
  const { createOnigScanner, createOnigString, loadWASM } = oniguruma;
  await loadWASM({ data: readFileSync(wasm) });
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({ createOnigScanner, createOnigString }),
    loadGrammar: async (name) => (name === 'source.ocml' ? grammar(facts) : { scopeName: name, patterns: [] }),
  });
  return registry.loadGrammar('source.ocml');
}

const highlighted = await highlighting();

/** Returns the scopes of a word in a line. */
function scopesOf(line, word) {
  const { tokens } = highlighted.tokenizeLine(line, textmate.INITIAL);
  return tokens.findLast(({ startIndex }) => startIndex <= line.indexOf(word)).scopes;
}

const users = '<|start|>user<|message|>Hi<|end|>\n';
const llama = (role) => `<|start_header_id|>${role}<|end_header_id|>\n\nHi<|eot_id|>`;

suite('a made-up role', () => {
  const said = '<|start|>quibbler<|message|>Too long.<|end|>';

  test('is read in every family', () => {
    assert.deepEqual(problems(`${users}${said}`), []);
    assert.deepEqual(problems(`<|im_start|>quibbler\nToo long.<|im_end|>\n`), []);
    assert.deepEqual(problems(llama('quibbler')), []);
  });

  test('is meant by what is nearly it, and listed with the others', () => {
    const [fault] = problems(`${users}<|start|>quibler<|message|>Too long.<|end|>`);
    assert.deepEqual([fault.code, fault.data.suggestion], ['E-PARSE-HEADER', 'quibbler']);
    assert.match(problems(`${users}<|start|>xyz<|message|>Hi<|end|>`)[0].message, /\bquibbler\b/);
    assert.match(problems(llama('xyz'))[0].message, /\bquibbler\b/);
  });

  test('is not a tool: users do not see it, as its row says', () => {
    const { blocks } = server.openDocument('test:x.ocml', 'ocml', 0, said);
    assert.equal(server.verdictOf(blocks.at(0), {}).shown, 'hidden');
    const { blocks: named } = server.openDocument(
      'test:x.ocml',
      'ocml',
      0,
      said.replace('quibbler', 'quibbler:ann'),
      'harmony',
    );
    assert.equal(
      named.at(0).family.parseHeader('<|start|>quibbler:ann', { closed: true, open: false }).role.name,
      'quibbler',
    );
  });

  test('is somebody whom a message can go to, and not a tool', () => {
    const to = '<|start|>assistant to=quibbler<|channel|>commentary<|message|>Is it right?<|end|>';
    assert.deepEqual(problems(`${users}${to}`), []);
    assert.ok(offers('<|start|>user to=$0').includes('quibbler'));
  });

  test('is completed, and what usually follows it comes first', () => {
    assert.ok(offers('<|start|>$0').includes('quibbler'));
    assert.ok(offers('<|im_start|>$0', 'openchatml-0.1').includes('quibbler'));
    assert.ok(offers('<|start_header_id|>$0', 'llama3').includes('quibbler'));
    assert.equal(offers(`${said}\n<|start|>$0`)[0], 'assistant');
  });

  test('is explained', () => {
    assert.match(hover('<|start|>quib$0bler<|message|>x<|end|>'), /Judges answers\./);
    assert.match(hover('<|im_start|>quib$0bler\nx<|im_end|>'), /Judges answers\./);
    assert.match(hover(llama('quib$0bler')), /Judges answers\./);
  });

  test('is coloured', () => {
    const scope = 'entity.name.type.role.quibbler.ocml';
    assert.ok(scopesOf(said, 'quibbler').includes(scope));
    assert.ok(scopesOf('<|im_start|>quibbler', 'quibbler').includes(scope));
    assert.ok(scopesOf(llama('quibbler').split('\n')[0], 'quibbler').includes(scope));
  });
});

suite('a made-up channel', () => {
  const said = '<|start|>assistant<|channel|>doodles<|message|>Hm.<|end|>';

  test('is read, hidden, and meant by what is nearly it', () => {
    assert.deepEqual(problems(`${users}${said}\n${users}`), []);
    const { blocks } = server.openDocument('test:x.ocml', 'ocml', 0, said);
    assert.equal(server.verdictOf(blocks.at(0), {}).shown, 'hidden');
    const [fault] = problems(users + said.replace('doodles', 'dodles'));
    assert.deepEqual([fault.code, fault.data.suggestion], ['E-PARSE-HEADER', 'doodles']);
  });

  test('is completed, explained and coloured', () => {
    assert.ok(offers('<|start|>assistant<|channel|>$0').includes('doodles'));
    assert.match(hover(said.replace('doodles', 'doo$0dles')), /Notes of the model\./);
    assert.ok(scopesOf(said, 'doodles').includes('comment.line.channel.doodles.ocml'));
  });
});

suite('a made-up attribute', () => {
  const said = '<|start|>assistant twang=calm<|channel|>final<|message|>Hi<|end|>';

  test('is read, and meant by what is nearly it', () => {
    assert.deepEqual(problems(`${users}${said}`), []);
    assert.deepEqual(problems('<|im_start|>user twang=calm\nHi<|im_end|>\n'), []);
    const [fault] = problems(users + said.replace('twang', 'twangg'));
    assert.deepEqual([fault.code, fault.data.suggestion], ['E-PARSE-HEADER', 'twang']);
  });

  test('is completed, explained and coloured', () => {
    assert.ok(offers('<|start|>assistant $0').includes('twang='));
    assert.ok(offers('<|start|>user $0').includes('twang='));
    assert.ok(offers('<|im_start|>user $0', 'openchatml-0.1').includes('twang='));
    assert.match(hover(said.replace('twang', 'tw$0ang')), /How it is said\./);
    assert.match(hover('<|im_start|>user tw$0ang=calm\nHi<|im_end|>'), /How it is said\./);
    assert.ok(scopesOf(said, 'calm').includes('string.unquoted.twang.ocml'));
  });
});

suite('a made-up token', () => {
  const said = '<|im_start|>assistant\n<|function_quip|>{"name": "f"}<|im_end|>\n';

  test('is read, and where it does not belong it is reported', () => {
    assert.deepEqual(problems(said), []);
    assert.deepEqual(
      problems(said.replace('assistant', 'user')).map(({ code }) => code),
      ['function-role'],
    );
    const [fault] = problems(said.replace('function_quip', 'FUNCTION_QUIP'));
    assert.deepEqual([fault.code, fault.data.suggestion], ['token-misspelled', '<|function_quip|>']);
  });

  test('is completed where it belongs, explained and coloured', () => {
    assert.ok(offers('<|im_start|>assistant\n<|$0').includes('<|function_quip|>'));
    assert.ok(!offers('<|im_start|>user\n<|$0').includes('<|function_quip|>'));
    assert.match(hover(said.replace('_quip', '_q$0uip')), /Notes a call\./);
    assert.match(JSON.stringify(grammar(facts)), /function_quip/);
  });
});

test('a made-up key of the document header is checked, completed and explained', () => {
  assert.deepEqual(problems(`version: 2.2\nzest: calm\n${users}`), []);
  assert.deepEqual(
    problems(`version: 2.2\nzest: loud\n${users}`).map(({ code }) => code),
    ['document-key-type'],
  );
  assert.ok(offers(`version: 2.2\n$0\n${users}`).some((label) => label.startsWith('zest')));
  assert.match(hover(`version: 2.2\nze$0st: calm\n${users}`), /How answers sound\./);
});

test('schemas and the keys of the document header list them', () => {
  const written = JSON.stringify(schemas(facts));
  assert.match(written, /"quibbler"/);
  assert.match(written, /"doodles"/);
  assert.deepEqual(
    problems(`version: 2.2\ncapabilities:\n  roles: [user, quibbler]\n  channels: [doodles]\n${users}`),
    [],
  );
});
