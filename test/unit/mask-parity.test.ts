/** Masks equal the masks that the trainers' own functions returned, id by id and label by label. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { assistantMask } from '../../server/src/mask/assistant-mask.ts';
import { type OptionValue, optionValues } from '../../server/src/mask/options.ts';
import { shareLength } from '../../server/src/mask/over.ts';
import { type MaskSetting, render } from '../../server/src/mask/prompt.ts';
import { listIn, readRow } from '../../server/src/mask/row.ts';
import { trainers } from '../../server/src/mask/trainers/index.ts';
import { readJson } from '../../server/src/syntax/json/read.ts';
import { jinjaTemplate } from '../../server/src/templates/jinja-template.ts';
import { readTokenizerConfig } from '../../server/src/templates/sources/tokenizer-config.ts';
import { withSegments } from '../../server/src/tokens/segments.ts';
import { readTokenizer } from '../../server/src/tokens/tokenizer-file.ts';
import { templates } from '../support/mask/templates.ts';
import { root } from '../support/root.ts';

interface Case {
  readonly trainer: string;
  readonly options?: Readonly<Record<string, OptionValue>>;
  readonly template: string;
  readonly tokenizer: string;
  readonly conversation: string;
  readonly pair?: true;
  readonly ids: number;
  readonly trained: readonly number[];
}

interface Edge {
  readonly case: string;
  readonly template: string;
  readonly messages: unknown;
  readonly input_ids?: readonly number[];
  readonly assistant_masks?: readonly number[];
  readonly error?: string;
}

interface Cases {
  readonly conversations: Readonly<Record<string, readonly unknown[]>>;
  readonly ids: readonly (readonly number[])[];
  readonly cases: readonly Case[];
  readonly edges: readonly Edge[];
}

const cases = JSON.parse(readFileSync(join(root, 'test/support/mask/cases.json'), 'utf8')) as Cases;

/** The folder of the tokenizers that `.ci/run` downloads. */
const folder = join(root, '.cache/held/tokenizers');
const loaded = new Map<string, Pick<MaskSetting, 'tokenizer' | 'variables'>>();

function tokenizerOf(name: string): Pick<MaskSetting, 'tokenizer' | 'variables'> {
  const known = loaded.get(name);
  if (known) return known;
  const read = (file: string) => readFileSync(join(folder, name, file), 'utf8');
  const found = {
    tokenizer: withSegments(readTokenizer(read('tokenizer.json'))),
    variables: readTokenizerConfig(readJson(read('tokenizer_config.json')).root).tokens,
  };
  loaded.set(name, found);
  return found;
}

const clock = new Date('2026-11-24T00:00:00');

function maskOf({ trainer: name, options = {}, template, tokenizer: model, conversation, pair }: Case) {
  const messages = cases.conversations[conversation] ?? [];
  const row = pair ? { prompt: messages.slice(0, -1), completion: messages.slice(-1) } : { messages };
  const { tokenizer, variables } = tokenizerOf(model);
  const special = Object.entries(options).filter(([key]) => key.startsWith('special_tokens.'));
  const own = Object.entries(options).filter(([key]) => !key.startsWith('special_tokens.'));
  const setting: MaskSetting = {
    ...{ tokenizer, clock, template: jinjaTemplate(template, templates[template] ?? '') },
    variables: new Map([...variables, ...special.map(([key, value]) => [key.slice(15), value as string] as const)]),
  };
  const trainer = trainers.get(name);
  assert.ok(trainer);
  const read = readRow(JSON.stringify(row));
  return trainer.begin(setting, optionValues(name, trainer.options, new Map(own)), read.value)(read)[0];
}

const missing = ['qwen3', 'llama3', 'gptoss'].filter((name) => !existsSync(join(folder, name, 'tokenizer.json')));
const skip = missing.length > 0 && `the tokenizers ${missing.join(', ')} are not downloaded`;

suite('the labels of each trainer', { skip }, () => {
  const nameOf = ({ trainer, template }: Case) => `${trainer} with ${template}`;
  const groups = new Map(
    cases.cases.map((one) => [nameOf(one), cases.cases.filter((other) => nameOf(other) === nameOf(one))]),
  );
  for (const [name, group] of groups) {
    test(name, () => {
      for (const one of group) {
        const found = maskOf(one);
        const what = `${one.conversation} ${JSON.stringify(one.options)}`;
        const ids = cases.ids[one.ids] ?? [];
        assert.deepEqual(found?.ids, ids, what);
        const labels = ids.map((id, i) => (one.trained.filter((at) => at <= i).length % 2 === 1 ? id : -100));
        assert.deepEqual(found?.labels, labels, what);
      }
    });
  }
});

suite('the mask of {% generation %} in transformers', { skip }, () => {
  for (const { case: name, template, messages, input_ids: ids, assistant_masks: mask, error } of cases.edges) {
    test(name, () => {
      const setting = { ...tokenizerOf('qwen3'), template: jinjaTemplate('edge', template) };
      const { value } = readRow(JSON.stringify({ messages }));
      const rendered = render(setting, listIn(value.get('messages')) ?? []);
      if (error !== undefined) return assert.throws(() => assistantMask(rendered), { message: error });
      assert.deepEqual(rendered.ids, ids);
      assert.deepEqual(assistantMask(rendered).map(Number), mask);
    });
  }
});

test('LLaMA-Factory shares a length between a question and its answer', () => {
  const pairs = [
    [3000, 2000, 1000, 600, 400],
    [2000, 3000, 1000, 400, 600],
    [1000, 100, 1000, 900, 100],
    [100, 1000, 1000, 100, 900],
    [100, 500, 1000, 100, 500],
    [500, 100, 1000, 500, 100],
    [10, 10, 1000, 10, 10],
  ] as const;
  for (const [source, target, length, ...kept] of pairs) assert.deepEqual(shareLength(source, target, length), kept);
});
