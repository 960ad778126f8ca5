/** Each trainer treats columns, first rows, lengths and flags of rows in its own way, and `maskerOf` does the same. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type MaskProfile, maskerOf } from '../../server/src/mask/mask.ts';
import { type OptionValue, optionValues } from '../../server/src/mask/options.ts';
import { trainers } from '../../server/src/mask/trainers/index.ts';
import { jinjaTemplate } from '../../server/src/templates/jinja-template.ts';
import { readTokenizer } from '../../server/src/tokens/tokenizer-file.ts';
import { tokenizer } from '../support/tokenizer.ts';

const read = readTokenizer(JSON.stringify(tokenizer));
const chat = `{%- for m in messages %}{{ '<|im_start|>' + m.role + '\\n' + m.content + '<|im_end|>\\n' }}{% endfor %}
{%- if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}`;

type Given = Readonly<Record<string, OptionValue>>;

function maskOf(
  name: string,
  options: Given,
  rows: readonly object[],
  { template = chat, limit }: { template?: string; limit?: number } = {},
) {
  const trainer = trainers.get(name);
  assert.ok(trainer);
  const profile: MaskProfile = {
    ...{ trainer, values: optionValues(name, trainer.options, new Map(Object.entries(options))), limit },
    given: new Set(Object.keys(options)),
    setting: {
      ...{ tokenizer: read, template: jinjaTemplate('T', template) },
      variables: new Map([['eos_token', '<|im_end|>']]),
    },
  };
  const lines = rows.map((row) => JSON.stringify(row));
  const masker = maskerOf(profile, lines[0] ?? '');
  return lines.map((line) => masker.row(line));
}

/** Returns the trained text of each sequence of the row. */
const trainedOf = (name: string, options: Given, row: object, more: Parameters<typeof maskOf>[3] = {}) =>
  maskOf(name, options, [row], more)[0]?.sequences.map(({ labels }) => {
    const ids = labels.filter((label) => label !== -100);
    return ids.length === 0 ? '' : read.decode(ids);
  });

const user = (content: string) => ({ role: 'user', content });
const assistant = (content: string) => ({ role: 'assistant', content });

suite('trl', () => {
  test('cuts tokenized rows, and drops those without a label', () => {
    const rows = [
      { input_ids: [1, 2, 3, 4, 5], completion_mask: [0, 0, 0, 1, 1], prompt: '', completion: '' },
      { input_ids: [6, 7, 8], completion_mask: [0, 1, 1] },
    ];
    const [first, second] = maskOf('trl', { max_length: 3 }, rows);
    assert.match(first?.dropped ?? '', /no label is left/);
    assert.deepEqual(second?.sequences[0]?.labels, [-100, 7, 8]);
  });

  test('takes masks of tokenized rows, but labels go before them', () => {
    const masked = { input_ids: [1, 2, 3, 4], assistant_masks: [0, 0, 1, 1] };
    assert.deepEqual(maskOf('trl', {}, [masked])[0]?.sequences[0]?.labels, [-100, -100, 3, 4]);
    const labelled = { ...masked, labels: [-100, 2, -100, 4] };
    assert.deepEqual(maskOf('trl', {}, [labelled])[0]?.sequences[0]?.labels, [-100, 2, -100, 4]);
  });

  test('appends the end of sequence to a text, unless it is there', () => {
    assert.deepEqual(trainedOf('trl', {}, { text: 'hello' }), ['hello<|im_end|>']);
    assert.deepEqual(trainedOf('trl', {}, { text: 'hello<|im_end|>' }), ['hello<|im_end|>']);
    assert.deepEqual(trainedOf('trl', {}, { prompt: 'he', completion: 'w' }), ['w<|im_end|>']);
  });

  test('decides by the first row whether only completions are trained', () => {
    const pair = { prompt: [user('he')], completion: [assistant('hello')] };
    assert.deepEqual(trainedOf('trl', {}, pair), ['hello<|im_end|>\n']);
    const [, second] = maskOf('trl', {}, [{ messages: [user('he'), assistant('w')] }, pair]);
    assert.equal(second?.sequences[0]?.labels.includes(-100), false, 'the first row has no completion');
  });

  test('renames from and value, and no roles', () => {
    const row = {
      conversations: [
        { from: 'human', value: 'he' },
        { from: 'gpt', value: 'hello' },
      ],
    };
    assert.deepEqual(trainedOf('trl', {}, row), [
      '<|im_start|>human\nhe<|im_end|>\n<|im_start|>gpt\nhello<|im_end|>\n',
    ]);
  });

  test('says of a template that it would replace, or refuses it', () => {
    const [row] = maskOf('trl', { assistant_only_loss: true }, [{ messages: [user('he'), assistant('w')] }]);
    assert.match(row?.refused ?? '', /^ValueError: The chat template is not training-compatible/);
    assert.equal(row?.findings[0]?.code, 'mask-unmarked');
  });

  test('packs: rows are cut first, and the first token of each has no label', () => {
    const row = { messages: [user('hello'), assistant('hello')] };
    const [masked] = maskOf('trl', { packing: true, max_length: 8 }, [row]);
    assert.deepEqual([masked?.sequences[0]?.ids.length, masked?.sequences[0]?.labels[0]], [8, -100]);
    const [split] = maskOf('trl', { packing: true, packing_strategy: 'bfd_split', max_length: 8 }, [row]);
    assert.equal(split?.dropped, undefined);
    assert.ok((split?.sequences[0]?.ids.length ?? 0) > 8);
  });
});

suite('trl-dpo and trl-kto', () => {
  const pair = { prompt: [user('he')], chosen: [assistant('hello')], rejected: [assistant('w')] };

  test('train each answer of a pair', () => {
    assert.deepEqual(trainedOf('trl-dpo', {}, pair), ['hello<|im_end|>\n', 'w<|im_end|>\n']);
    assert.deepEqual(trainedOf('trl-kto', {}, { prompt: [user('he')], completion: [assistant('w')], label: true }), [
      'w<|im_end|>\n',
    ]);
  });

  test('take what both begin with as the prompt', () => {
    const row = { chosen: [user('he'), assistant('hello')], rejected: [user('he'), assistant('w')] };
    assert.deepEqual(trainedOf('trl-dpo', {}, row), ['hello<|im_end|>\n', 'w<|im_end|>\n']);
    assert.deepEqual(trainedOf('trl-dpo', {}, { chosen: 'he hello', rejected: 'he w' }), [
      ' hello<|im_end|>',
      ' w<|im_end|>',
    ]);
  });

  test('drop a row whose prompt is too long, and cut an answer without its stop token', () => {
    assert.match(maskOf('trl-dpo', {}, [pair], { limit: 5 })[0]?.dropped ?? '', /^the prompt alone has \d+ tokens/);
    const [whole] = maskOf('trl-dpo', {}, [pair])[0]?.sequences ?? [];
    const limit = (whole?.ids.length ?? 0) - 2;
    assert.deepEqual(trainedOf('trl-dpo', {}, pair, { limit }), ['hello', 'w']);
  });
});

suite('axolotl', () => {
  const row = { messages: [user('he'), assistant('hello')] };

  test('leaves out a row that is too long, or cuts it, or stops', () => {
    assert.match(maskOf('axolotl', { sequence_len: 5 }, [row])[0]?.dropped ?? '', /outside valid range/);
    assert.match(maskOf('axolotl', { min_sample_len: 5000 }, [row])[0]?.dropped ?? '', /outside valid range/);
    assert.match(
      maskOf('axolotl', { sequence_len: 5, excess_length_strategy: 'raise' }, [row])[0]?.refused ?? '',
      /^ValueError/,
    );
    const [cut] = maskOf('axolotl', { sequence_len: 5, excess_length_strategy: 'truncate' }, [row]);
    assert.equal(cut?.sequences[0]?.ids.length, 5);
  });

  test('maps roles, and puts the system field first', () => {
    const given = {
      system: 'w',
      conversations: [
        { from: 'human', value: 'he' },
        { from: 'gpt', value: 'hello' },
      ],
    };
    const options = { field_messages: 'conversations', message_property_mappings: { role: 'from', content: 'value' } };
    const [masked] = maskOf('axolotl', options, [given]);
    assert.ok(masked?.sequences[0]?.text.startsWith('<|im_start|>system\nw<|im_end|>\n<|im_start|>user\nhe'));
    assert.deepEqual(trainedOf('axolotl', options, given), ['hello<|im_end|>']);
  });

  test('refuses stop tokens that contradict each other', () => {
    const options = { eot_tokens: ['<|im_end|>', '<|im_start|>'], train_on_eot: 'all' };
    assert.match(
      maskOf('axolotl', options, [row])[0]?.refused ?? '',
      /Conflict between train_on_eos \(turn\) and train_on_eot \(all\)/,
    );
  });
});

test('flags take out answers', () => {
  const messages = [user('he'), { ...assistant('hello'), weight: 0 }, user('w'), assistant('hell')];
  assert.deepEqual(trainedOf('flags', {}, { messages }), ['hell<|im_end|>\n']);
  const [masked] = maskOf('flags', {}, [{ messages: [user('he'), { ...assistant('w'), weight: 2 }] }]);
  assert.ok(masked?.findings.some(({ code, message }) => code === 'mask-flag' && message.includes('neither 0 nor 1')));
});

test('LLaMA-Factory cuts the end of the question and of the answer', () => {
  const trainer = trainers.get('axolotl');
  assert.ok(trainer);
  const row = JSON.stringify({ messages: [user('hello'.repeat(20)), assistant('hello'.repeat(20))] });
  const profile: MaskProfile = {
    ...{ trainer, values: optionValues('axolotl', trainer.options, new Map()), given: new Set(), limit: 20 },
    ...{
      over: 'llama-factory',
      setting: {
        tokenizer: read,
        template: jinjaTemplate('T', chat),
        variables: new Map([['eos_token', '<|im_end|>']]),
      },
    },
  };
  const { sequences, findings } = maskerOf(profile, row).row(row);
  assert.equal(sequences[0]?.ids.length, 20);
  assert.ok(findings.some(({ code }) => code === 'mask-cut'));
});

const findingsOf = (name: string, options: Given, row: object, more: Parameters<typeof maskOf>[3] = {}) =>
  maskOf(name, options, [row], more)[0]?.findings ?? [];

suite('flags that a trainer does not read', () => {
  const flagged = (messages: readonly object[]) =>
    findingsOf('trl', { assistant_only_loss: false }, { messages })
      .filter(({ code }) => code === 'mask-flag')
      .map(({ severity, about }) => [severity ?? 'as usual', about]);

  test('are a warning where one takes a message out, and information where none does', () => {
    assert.deepEqual(flagged([user('he'), { ...assistant('hell'), weight: 0 }]), [['as usual', undefined]]);
    assert.deepEqual(flagged([user('he'), { ...assistant('hell'), weight: 1, train: true }]), [
      ['information', undefined],
    ]);
  });

  test('are counted from the prompt', () => {
    const findings = findingsOf(
      'trl-dpo',
      {},
      {
        prompt: [user('he')],
        chosen: [{ ...assistant('hell'), weight: 2 }],
        rejected: [assistant('hello')],
      },
    );
    assert.deepEqual(
      findings.flatMap(({ about }) => about ?? []),
      [1],
    );
  });
});

test('a finding about a rejected answer is at that answer, and what both have in common is said once', () => {
  const row = { prompt: [user('he')], chosen: [assistant('hell')], rejected: [assistant(' ')] };
  const template = chat.replace(
    "m.content + '<|im_end|>",
    "m.content + ('' if m.content == ' ' else '<|im_end|>') + '",
  );
  const findings = findingsOf('trl-dpo', {}, row, { template });
  const line = JSON.stringify(row);
  assert.deepEqual(
    findings.map(({ code, at = [0, 0] }) => [code, line.slice(...at)]),
    [['mask-stop', '" "']],
  );
});
