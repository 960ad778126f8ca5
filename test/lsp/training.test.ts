/**
 * `ocml/training`: the tokens of the current row that a trainer trains on. The findings are reported as problems of the document while the
 * view is shown.
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { NamedTrainer, NextTrainingFinding, Training, TrainingStretch } from '../../protocol/trainings.ts';
import { createFolder } from '../cli/ocml.ts';
import { whole } from '../support/effort.ts';
import { parallel } from '../support/sessions/claude-code.ts';
import { tokenizer } from '../support/tokenizer.ts';
import { type Client, start } from './client.ts';

const template =
  '{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}';
const files = {
  'model/tokenizer.json': JSON.stringify(tokenizer),
  'model/tokenizer_config.json': JSON.stringify({ eos_token: '<|im_end|>' }),
  'model/chat_template.jinja': template,
};
const folder = createFolder({
  ...files,
  'forever.jinja': '{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}',
});
const project = createFolder({
  ...files,
  '.ocmlrc.json': JSON.stringify({
    tokenizer: 'model',
    trainer: { name: 'axolotl', options: { train_on_eos: 'none' } },
  }),
});
after(() => {
  folder.remove();
  project.remove();
});
const model = `${folder.path}/model`;
const axolotl = { trainer: 'axolotl', tokenizer: model };

const conversation = (...contents: string[]) =>
  contents.map((content, i) => ({ role: i % 2 === 0 ? 'user' : 'assistant', content }));
const row = (...contents: string[]) => JSON.stringify({ messages: conversation(...contents) });

async function opened(uri: string, languageId: string, text: string) {
  const client = await start();
  client.open(uri, text, languageId);
  const ask = (more: object) =>
    client.connection.sendRequest<Training | null>('ocml/training', { textDocument: { uri }, ...more });
  return { client, ask };
}

const stretchesOf = (found: Training | null) => found?.sequences[0]?.stretches ?? [];
const marked = (stretches: readonly TrainingStretch[]) =>
  stretches
    .map(({ text, trained }) => (trained ? `«${text}»` : text))
    .join('')
    .replaceAll('»«', '');

test('a row of a data set: what is trained, why, and where it is written', async () => {
  const text = `${row('Hi', 'Hello')}\n${row('One?', 'Two.', 'Three?', 'Four.')}\n`;
  const { client, ask } = await opened('file:///train.jsonl', 'jsonl', text);
  const found = await ask({ ...axolotl, line: 1 });
  assert.equal(
    marked(stretchesOf(found)),
    '<|im_start|>user\nOne?<|im_end|>\n<|im_start|>assistant\n«Two.<|im_end|>»\n<|im_start|>user\nThree?<|im_end|>\n<|im_start|>assistant\n«Four.<|im_end|>»\n',
  );
  const at = (wanted: string) => stretchesOf(found).find((one) => one.text === wanted);
  const start = text.indexOf('Four.') - text.indexOf('\n') - 1;
  assert.equal(at('Four.')?.reason, 'trained: answer 2, because of `roles_to_train`');
  assert.deepEqual(at('Four.')?.position, { line: 1, character: start });
  assert.deepEqual(at('Four.')?.end, { line: 1, character: start + 5 });
  assert.equal(at('Three?')?.reason, 'not trained: text from a user (message 3), because of `roles_to_train`');
  const stops = stretchesOf(found).filter(({ token }) => token === 'stop');
  assert.deepEqual(
    stops.map(({ text: written, trained, reason }) => [written, trained, reason]),
    [1, 2].map((i) => ['<|im_end|>', true, `trained: stop token of answer ${i}, because of \`train_on_eos\``]),
  );
  const { number, count, previous, next, range } = found?.row ?? {};
  assert.deepEqual([number, count, previous, next], [2, 2, { line: 0, character: 0 }, undefined]);
  assert.deepEqual(range?.start, { line: 1, character: 0 });
  assert.deepEqual(found?.setting, {
    ...{ trainer: 'axolotl', tokenizer: 'model', template: `${model}/chat_template.jinja`, options: [], limit: 512 },
    over: 'drop',
  });
  assert.deepEqual((await ask({ ...axolotl, number: 1 }))?.row?.number, 1);
  assert.deepEqual((await ask({ ...axolotl, number: 99 }))?.row?.number, 2);
  assert.equal(await client.stop(), 0);
});

test('options, the cut, and its reason', async () => {
  const { client, ask } = await opened('file:///a.messages.json', 'json', JSON.stringify(conversation('Hi', 'Hello')));
  const none = await ask({ ...axolotl, options: { train_on_eos: 'none', roles_to_train: ['user'] } });
  assert.equal(marked(stretchesOf(none)), '<|im_start|>user\n«Hi»<|im_end|>\n<|im_start|>assistant\nHello<|im_end|>\n');
  assert.deepEqual(none?.setting?.options, [
    { name: 'roles_to_train', value: '["user"]' },
    { name: 'train_on_eos', value: 'none' },
  ]);
  assert.equal(none?.row, undefined);
  const cut = await ask({ trainer: 'trl', tokenizer: model, maxLength: 8 });
  const [sequence] = cut?.sequences ?? [];
  assert.deepEqual([sequence?.tokens, sequence?.trained], [8, 8]);
  assert.ok((sequence?.length ?? 0) > 8);
  const gone = stretchesOf(cut).filter((one) => one.cut);
  assert.ok(gone.length > 0 && gone.every(({ trained, reason }) => !trained && reason.startsWith('cut: ')));
  assert.match(gone.at(-1)?.reason ?? '', /because of the maximum length \(8 tokens\)$/);
  const found = cut?.findings.find(({ code }) => code === 'mask-cut');
  assert.match(found?.message ?? '', /Raise the maximum length, or split the row\.$/);
  const own = await ask({ trainer: 'trl', tokenizer: model, options: { max_length: 8 } });
  assert.match(own?.findings.find(({ code }) => code === 'mask-cut')?.message ?? '', /Raise max_length, or split/);
  assert.match(stretchesOf(own).at(-1)?.reason ?? '', /because of `max_length` \(8 tokens\)$/);
  assert.deepEqual([own?.setting?.limit, own?.setting?.over], [8, 'right']);
  const left = await ask({ trainer: 'trl', tokenizer: model, maxLength: 8, over: 'left' });
  assert.deepEqual([left?.setting?.over, stretchesOf(left)[0]?.cut], ['left', true]);
  const wrong = await ask({ ...axolotl, options: { train_on_eo: 'all' } });
  assert.match(wrong?.error ?? '', /axolotl has no option train_on_eo /);
  assert.equal(await client.stop(), 0);
});

test('a transcript: as the row of messages that it is converted to; hidden layers only with debug', async () => {
  const text =
    '<|start|>user<|message|>Hi<|end|><|start|>assistant<|channel|>analysis<|message|>CANARY<|end|><|start|>assistant<|channel|>final<|message|>Hello<|end|>';
  writeFileSync(`${folder.path}/all.jinja`, '{{ messages | tojson }}');
  const { client, ask } = await opened('file:///a.harmony', 'ocml', text);
  const shown = await ask(axolotl);
  const hello = stretchesOf(shown).find((one) => one.text === 'Hello');
  assert.deepEqual([hello?.trained, hello?.position?.character], [true, text.lastIndexOf('<|start|>')]);
  const all = { trainer: 'trl', tokenizer: model, template: `${folder.path}/all.jinja` };
  assert.doesNotMatch(JSON.stringify(await ask(all)), /CANARY/);
  assert.match(JSON.stringify(await ask({ ...all, debug: true })), /CANARY/);
  assert.equal(await client.stop(), 0);
});

test('what is missing is named, and what a client sends may be anything', async () => {
  const { client, ask } = await opened('file:///a.messages.json', 'json', JSON.stringify(conversation('Hi', 'Hello')));
  assert.equal((await ask({}))?.missing, 'trainer');
  assert.equal((await ask({ trainer: 'trl' }))?.missing, 'tokenizer');
  for (const wrong of [
    { trainer: '__proto__', tokenizer: model },
    { trainer: 'trl', tokenizer: `${folder.path}/nowhere` },
    { trainer: 'trl', tokenizer: `${model}/chat_template.jinja` },
    { trainer: 'trl', tokenizer: model, template: 'nowhere.jinja' },
    { trainer: 'trl', tokenizer: model, over: 'constructor' },
    { trainer: 'trl', tokenizer: model, options: { constructor: 1, ['__proto__']: 2 } },
    { trainer: 'trl', tokenizer: model, options: { max_length: 'many' } },
  ])
    assert.ok((await ask(wrong))?.error, JSON.stringify(wrong));
  for (const odd of [7, null, [], { options: [] }, { maxLength: -1 }]) assert.ok(await ask({ ...(odd as object) }));
  assert.equal(
    await client.connection.sendRequest('ocml/training', { textDocument: { uri: 'file:///none' }, ...axolotl }),
    null,
  );
  assert.equal(await client.connection.sendRequest('ocml/training', null), null);
  client.connection.sendNotification('ocml/chooseTraining', null);
  client.connection.sendNotification('ocml/chooseTraining', { training: 7 });
  const trainers = await client.connection.sendRequest<NamedTrainer[]>('ocml/trainers');
  assert.deepEqual(
    trainers.map(({ name }) => name),
    ['trl', 'trl-dpo', 'trl-kto', 'axolotl', 'unsloth', 'flags'],
  );
  const option = trainers.find(({ name }) => name === 'axolotl')?.options.find(({ name }) => name === 'train_on_eos');
  assert.deepEqual([option?.usual, option?.words], ['turn', ['all', 'turn', 'last', 'none']]);
  assert.equal(await client.stop(), 0);
});

test('a template that would not end is stopped, and the server answers meanwhile', async () => {
  const { client, ask } = await opened('file:///a.messages.json', 'json', JSON.stringify(conversation('Hi', 'Hello')));
  const forever = ask({ ...axolotl, template: `${folder.path}/forever.jinja` });
  assert.ok(Array.isArray(await client.connection.sendRequest('ocml/templates')));
  assert.match(
    (await forever)?.notes[0] ?? '',
    /^There is no mask: This template (?:takes|builds) .*, so it was stopped/,
  );
  assert.equal((await ask(axolotl))?.sequences.length, 1);
  assert.equal(await client.stop(), 0);
});

const codesOf = async (client: Client, uri: string, version: number) =>
  (await client.diagnostics(uri, version)).diagnostics
    .filter(({ code }) => String(code).startsWith('mask-'))
    .map(({ code, range }) => [code, range.start.line]);

/** Returns the mask problems of a version as soon as any have been pushed, or an empty list after five seconds. */
async function pushedMasks(client: Client, uri: string, version: number) {
  for (let tries = 0; tries < 200; tries++) {
    const found = await codesOf(client, uri, version);
    if (found.length > 0) return found;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return [];
}

test('the findings of all rows are problems as long as somebody looks at the training', async () => {
  const uri = 'file:///train.jsonl';
  const { client } = await opened(uri, 'jsonl', `${row('Hi', 'Hello')}\n${row('Hi', 'x'.repeat(600))}\n`);
  const choose = (training: object | null) =>
    client.connection.sendNotification('ocml/chooseTraining', { textDocument: { uri }, training });
  await choose({ ...axolotl, options: { train_on_eos: 'none' } });
  assert.deepEqual(await pushedMasks(client, uri, 1), [
    ['mask-stop', 0],
    ['mask-dropped', 1],
  ]);
  client.change(uri, 2, {
    range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
    text: `${row('A', 'B')}\n`,
  });
  assert.deepEqual(await pushedMasks(client, uri, 2), [
    ['mask-stop', 0],
    ['mask-stop', 1],
    ['mask-dropped', 2],
  ]);
  await choose(null);
  for (let tries = 0; tries < 200 && (await codesOf(client, uri, 2)).length > 0; tries++)
    await new Promise((resolve) => setTimeout(resolve, 25));
  assert.deepEqual(await codesOf(client, uri, 2), []);
  assert.equal(await client.stop(), 0);
});

test('a project that names tokenizer and trainer has the problems without being asked, and gives what is not chosen', async () => {
  const uri = pathToFileURL(`${project.path}/train.jsonl`).href;
  const { client, ask } = await opened(uri, 'jsonl', `${row('Hi', 'Hello')}\n`);
  assert.deepEqual(await pushedMasks(client, uri, 1), [['mask-stop', 0]]);
  const found = await ask({});
  assert.deepEqual(
    [found?.setting?.trainer, found?.setting?.options],
    ['axolotl', [{ name: 'train_on_eos', value: 'none' }]],
  );
  const other = await ask({ trainer: 'flags' });
  assert.deepEqual([other?.setting?.trainer, other?.setting?.options], ['flags', []]);
  assert.equal(await client.stop(), 0);
});

test('the next finding of the file: of this row, of another one, and where the problems are too many or the file too large', async () => {
  const uri = 'file:///train.jsonl';
  const long = row('Hi', 'x'.repeat(600));
  const text = `${[row('Hi', 'Hello'), long, row('A', 'B'), row('A', 'B'), long].join('\n')}\n`;
  const { client } = await opened(uri, 'jsonl', text);
  const next = async (line: number, character: number, step: number, inRows = false, more = {}) => {
    const position = { line, character };
    const given = { textDocument: { uri }, ...axolotl, position, step, inRows, ...more };
    const found = await client.connection.sendRequest<NextTrainingFinding | null>('ocml/nextTrainingFinding', given);
    return found?.position ? [found.position.line, found.position.character] : found;
  };
  assert.deepEqual(await next(0, 0, 1), [1, 0]);
  assert.deepEqual(await next(1, 0, 1), [4, 0]);
  assert.deepEqual(await next(1, 5, -1), [1, 0]);
  assert.deepEqual(await next(1, 5, -1, true), {});
  assert.deepEqual(await next(4, 9, -1, true), [1, 0]);
  assert.deepEqual(await next(4, 0, 1, true), {});
  const none = { options: { train_on_eos: 'none' } };
  const answerIn = (line: string, content: string) => line.lastIndexOf(`"${content}"`);
  assert.deepEqual(await next(0, 0, 1, false, none), [0, answerIn(row('Hi', 'Hello'), 'Hello')]);
  assert.deepEqual(await next(2, 99, 1, true, none), [3, answerIn(row('A', 'B'), 'B')]);
  assert.match(String(((await next(0, 0, 1, false, { trainer: 'no' })) as NextTrainingFinding).error), /no trainer/);
  for (const odd of [null, {}, { textDocument: { uri }, ...axolotl }, { textDocument: { uri }, position: 7, step: {} }])
    await client.connection.sendRequest('ocml/nextTrainingFinding', odd);
  // The file is too long to be checked for problems.
  client.change(uri, 2, {
    text: `${row('Hi', 'Hello')}\n${row('a'.repeat(1_000_000), 'b').replace('"user"', '"usr"').repeat(1)}\n${' \n'.repeat(600_000)}${long}\n`,
  });
  const [line] = (await next(1, 0, 1, true)) as number[];
  assert.equal(line, 600_002);
  const notes = (await client.connection.sendRequest<Training>('ocml/training', { textDocument: { uri }, ...axolotl }))
    .notes;
  assert.match(notes.join(), /larger than 2 MB/);
  assert.equal(await client.stop(), 0);
});

test('a tokenizer whose regular expression does not end is stopped, the user is told, and the server answers meanwhile', {
  timeout: 110_000,
  skip: !whole && 'it takes half a minute',
}, async () => {
  const split = { type: 'Split', pattern: { Regex: '(x+x+)+y' }, behavior: 'Isolated', invert: false };
  const both = { type: 'Sequence', pretokenizers: [split, tokenizer.pre_tokenizer] };
  writeFileSync(`${folder.path}/endless.json`, JSON.stringify({ ...tokenizer, pre_tokenizer: both }));
  const uri = 'file:///a.messages.json';
  const { client, ask } = await opened(uri, 'json', JSON.stringify(conversation('Hi', 'x'.repeat(900))));
  const endless = {
    ...{ trainer: 'trl', tokenizer: `${folder.path}/endless.json`, template: `${model}/chat_template.jinja` },
  };
  const answer = ask(endless);
  assert.ok(await client.ask('documentSymbol', uri));
  assert.ok(Array.isArray(await client.connection.sendRequest('ocml/templates')));
  assert.match((await answer)?.error ?? '', /took too long.*regular expression in the tokenizer/);
  // The server does not load this tokenizer again immediately, but it loads another one.
  assert.match((await ask(endless))?.error ?? '', /took too long/);
  assert.equal((await ask(axolotl))?.sequences.length, 1);
  assert.equal(await client.stop(), 0);
});

test('a trainer whose masks are not made: the prompt, and the words that there is no mask', async () => {
  const { client, ask } = await opened('file:///train.jsonl', 'jsonl', `${row('Hi', 'Hello')}\n`);
  const found = await ask({ ...axolotl, trainer: 'llama-factory' });
  assert.match(found?.notes.join('\n') ?? '', /^There is no mask: LLaMA-Factory writes prompts with its own templates/);
  assert.match(marked(stretchesOf(found)), /^<\|im_start\|>user\nHi</);
  assert.deepEqual(
    [...new Set(stretchesOf(found).map(({ reason }) => reason))],
    ['masks of this trainer are not supported'],
  );
  assert.equal(await client.stop(), 0);
});

test('the log of a session is not a row: what makes one of it is said', async () => {
  const { client, ask } = await opened('file:///s.jsonl', 'jsonl', parallel);
  const found = await ask(axolotl);
  assert.deepEqual(found?.sequences, []);
  assert.match(
    found?.error ?? '',
    /^This is the log of an agent's session, not a row.*`ocml convert --to messages`\.$/,
  );
  assert.equal(await client.stop(), 0);
});
