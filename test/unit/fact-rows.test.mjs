// A fact takes a row: with roles, a channel, attributes, a token and a key of the header that do not exist put into the tables of `grammar/`, and nothing
// else, parser, rules, visibility, outline, highlighting, completion, hover and schemas know them.
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

/** Rows at the end of tables, by file and table. */
const rows = {
  'openchatml-2.2.ts': {
    roles: `{ name: 'critic', rank: 6, visible: false, next: 'assistant', doc: 'Judges answers.',
      section: '2.2 §4', scope: 'entity.name.type.role.critic' },`,
    channels: `{ name: 'scratch', visible: false, doc: 'Notes of the model.', section: '2.2 §5',
      scope: 'comment.line.channel.scratch' },`,
    attributes: `{ name: 'mood', afterChannel: true, doc: 'How it is said.', section: '2.2 §6',
      scope: 'string.unquoted.mood' },`,
  },
  'openchatml-0.1.ts': {
    functions: `token({ name: 'function_note', kind: 'function', of: 'assistant', places: ['body'],
      doc: 'Notes a call.', section: '0.1 §8', scope: 'keyword.other.token' }),`,
    chatmlRoles: `{ name: 'critic', rank: 5, visible: false, next: 'assistant', doc: 'Judges answers.',
      section: '0.1 §3', scope: 'entity.name.type.role.critic' },`,
    chatmlAttributes: `{ name: 'mood', afterChannel: false, doc: 'How it is said.', section: '0.1 §3',
      scope: 'string.unquoted.mood' },`,
  },
  'document-header.ts': {
    headerKeys: `{ path: 'tone', type: 'enum', values: ['calm'], doc: 'How answers sound.', section: '2.2 §2' },`,
  },
  'llama-3.ts': {
    llamaRoles: `{ name: 'critic', rank: 5, visible: false, next: 'assistant', doc: 'Judges answers.',
      section: 'Llama 3', scope: 'entity.name.type.role.critic' },`,
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
          `${name} is a fact of grammar/ now: the rows of this test need a name that nothing has`,
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

/** The server with those rows. */
const server = await bundled(
  'test/fact-rows',
  `
        import * as atStart from './grammar/index.ts';
        import * as later from './grammar/system-message.ts';
        import { families } from './syntax/families/index.ts';
        export const facts = { ...atStart, ...later, families };
        export { createChecker, openDocument } from './documents/document.ts';
        export { complete } from './features/completion/answer.ts';
        export { explainAt } from './features/hover/answer.ts';
        export { documentSymbols } from './features/symbols.ts';
        export { verdictOf } from './model/visibility/verdict.ts';`,
  [patchedGrammar, ofServer()],
);
const { facts } = server;

/** A document, and the place of `$0`. */
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

/** The grammar that the facts make, in the engine of VS Code. */
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

/** The scopes of a word of a line. */
function scopesOf(line, word) {
  const { tokens } = highlighted.tokenizeLine(line, textmate.INITIAL);
  return tokens.findLast(({ startIndex }) => startIndex <= line.indexOf(word)).scopes;
}

const users = '<|start|>user<|message|>Hi<|end|>\n';
const llama = (role) => `<|start_header_id|>${role}<|end_header_id|>\n\nHi<|eot_id|>`;

suite('a made-up role', () => {
  const said = '<|start|>critic<|message|>Too long.<|end|>';

  test('is read in every family', () => {
    assert.deepEqual(problems(`${users}${said}`), []);
    assert.deepEqual(problems(`<|im_start|>critic\nToo long.<|im_end|>\n`), []);
    assert.deepEqual(problems(llama('critic')), []);
  });

  test('is meant by what is nearly it, and listed with the others', () => {
    const [fault] = problems(`${users}<|start|>critc<|message|>Too long.<|end|>`);
    assert.deepEqual([fault.code, fault.data.suggestion], ['E-PARSE-HEADER', 'critic']);
    assert.match(problems(`${users}<|start|>xyz<|message|>Hi<|end|>`)[0].message, /\bcritic\b/);
    assert.match(problems(llama('xyz'))[0].message, /\bcritic\b/);
  });

  test('is not a tool: users do not see it, as its row says', () => {
    const { blocks } = server.openDocument('test:x.ocml', 'ocml', 0, said);
    assert.equal(server.verdictOf(blocks.at(0), {}).shown, 'hidden');
    const { blocks: named } = server.openDocument(
      'test:x.ocml',
      'ocml',
      0,
      said.replace('critic', 'critic:ann'),
      'harmony',
    );
    assert.equal(
      named.at(0).family.parseHeader('<|start|>critic:ann', { closed: true, open: false }).role.name,
      'critic',
    );
  });

  test('is somebody whom a message can go to, and not a tool', () => {
    const to = '<|start|>assistant to=critic<|channel|>commentary<|message|>Is it right?<|end|>';
    assert.deepEqual(problems(`${users}${to}`), []);
    assert.ok(offers('<|start|>user to=$0').includes('critic'));
  });

  test('is completed, and what usually follows it comes first', () => {
    assert.ok(offers('<|start|>$0').includes('critic'));
    assert.ok(offers('<|im_start|>$0', 'openchatml-0.1').includes('critic'));
    assert.ok(offers('<|start_header_id|>$0', 'llama3').includes('critic'));
    assert.equal(offers(`${said}\n<|start|>$0`)[0], 'assistant');
  });

  test('is explained', () => {
    assert.match(hover('<|start|>cri$0tic<|message|>x<|end|>'), /Judges answers\./);
    assert.match(hover('<|im_start|>cri$0tic\nx<|im_end|>'), /Judges answers\./);
    assert.match(hover(llama('cri$0tic')), /Judges answers\./);
  });

  test('is coloured', () => {
    const scope = 'entity.name.type.role.critic.ocml';
    assert.ok(scopesOf(said, 'critic').includes(scope));
    assert.ok(scopesOf('<|im_start|>critic', 'critic').includes(scope));
    assert.ok(scopesOf(llama('critic').split('\n')[0], 'critic').includes(scope));
  });
});

suite('a made-up channel', () => {
  const said = '<|start|>assistant<|channel|>scratch<|message|>Hm.<|end|>';

  test('is read, hidden, and meant by what is nearly it', () => {
    assert.deepEqual(problems(`${users}${said}\n${users}`), []);
    const { blocks } = server.openDocument('test:x.ocml', 'ocml', 0, said);
    assert.equal(server.verdictOf(blocks.at(0), {}).shown, 'hidden');
    const [fault] = problems(users + said.replace('scratch', 'scrach'));
    assert.deepEqual([fault.code, fault.data.suggestion], ['E-PARSE-HEADER', 'scratch']);
  });

  test('is completed, explained and coloured', () => {
    assert.ok(offers('<|start|>assistant<|channel|>$0').includes('scratch'));
    assert.match(hover(said.replace('scratch', 'scr$0atch')), /Notes of the model\./);
    assert.ok(scopesOf(said, 'scratch').includes('comment.line.channel.scratch.ocml'));
  });
});

suite('a made-up attribute', () => {
  const said = '<|start|>assistant mood=calm<|channel|>final<|message|>Hi<|end|>';

  test('is read, and meant by what is nearly it', () => {
    assert.deepEqual(problems(`${users}${said}`), []);
    assert.deepEqual(problems('<|im_start|>user mood=calm\nHi<|im_end|>\n'), []);
    const [fault] = problems(users + said.replace('mood', 'moood'));
    assert.deepEqual([fault.code, fault.data.suggestion], ['E-PARSE-HEADER', 'mood']);
  });

  test('is completed, explained and coloured', () => {
    assert.ok(offers('<|start|>assistant $0').includes('mood='));
    assert.ok(offers('<|start|>user $0').includes('mood='));
    assert.ok(offers('<|im_start|>user $0', 'openchatml-0.1').includes('mood='));
    assert.match(hover(said.replace('mood', 'mo$0od')), /How it is said\./);
    assert.match(hover('<|im_start|>user mo$0od=calm\nHi<|im_end|>'), /How it is said\./);
    assert.ok(scopesOf(said, 'calm').includes('string.unquoted.mood.ocml'));
  });
});

suite('a made-up token', () => {
  const said = '<|im_start|>assistant\n<|function_note|>{"name": "f"}<|im_end|>\n';

  test('is read, and where it does not belong it is reported', () => {
    assert.deepEqual(problems(said), []);
    assert.deepEqual(
      problems(said.replace('assistant', 'user')).map(({ code }) => code),
      ['function-role'],
    );
    const [fault] = problems(said.replace('function_note', 'FUNCTION_NOTE'));
    assert.deepEqual([fault.code, fault.data.suggestion], ['token-misspelled', '<|function_note|>']);
  });

  test('is completed where it belongs, explained and coloured', () => {
    assert.ok(offers('<|im_start|>assistant\n<|$0').includes('<|function_note|>'));
    assert.ok(!offers('<|im_start|>user\n<|$0').includes('<|function_note|>'));
    assert.match(hover(said.replace('_note', '_n$0ote')), /Notes a call\./);
    assert.match(JSON.stringify(grammar(facts)), /function_note/);
  });
});

test('a made-up key of the document header is checked, completed and explained', () => {
  assert.deepEqual(problems(`version: 2.2\ntone: calm\n${users}`), []);
  assert.deepEqual(
    problems(`version: 2.2\ntone: loud\n${users}`).map(({ code }) => code),
    ['document-key-type'],
  );
  assert.ok(offers(`version: 2.2\n$0\n${users}`).some((label) => label.startsWith('tone')));
  assert.match(hover(`version: 2.2\nto$0ne: calm\n${users}`), /How answers sound\./);
});

test('schemas and the keys of the document header list them', () => {
  const written = JSON.stringify(schemas(facts));
  assert.match(written, /"critic"/);
  assert.match(written, /"scratch"/);
  assert.deepEqual(
    problems(`version: 2.2\ncapabilities:\n  roles: [user, critic]\n  channels: [scratch]\n${users}`),
    [],
  );
});
