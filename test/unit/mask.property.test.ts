/**
 * The ideal trains exactly the answers with their stop tokens. Where a trainer trains other tokens of what is said, or not all of
 * those, there is a finding; where its mask is the ideal, there is none.
 */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { type MaskedSequence, type MaskProfile, maskerOf } from '../../server/src/mask/mask.ts';
import { type OptionValue, optionValues } from '../../server/src/mask/options.ts';
import { trainers } from '../../server/src/mask/trainers/index.ts';
import { maskLevel } from '../../server/src/rules/mask.ts';
import { jinjaTemplate } from '../../server/src/templates/jinja-template.ts';
import { readTokenizer } from '../../server/src/tokens/tokenizer-file.ts';
import { howMany, seedOf } from '../support/effort.ts';
import { tokenizer } from '../support/tokenizer.ts';

const numRuns = howMany(600);
const seed = seedOf(20_261_127);
const read = readTokenizer(JSON.stringify(tokenizer));

const header = "'<|im_start|>' + m.role + '\\n'";
const end = "{%- if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}";
/** Each template with what is in the tags of an answer. */
const templates = {
  plain: `{%- for m in messages %}{{ ${header} + m.content + '<|im_end|>\\n' }}{% endfor %}${end}`,
  changing: `{%- for m in messages %}{{ ${header} + ('> ' if loop.last else '') + m.content + '<|im_end|>\\n' }}{% endfor %}${end}`,
  trimming: `{%- for m in messages %}{{ ${header} + (m.content | trim) + '<|im_end|>\\n' }}{% endfor %}${end}`,
  tagged: `{%- for m in messages %}{{ ${header} }}{% if m.role == 'assistant' %}{% generation %}{{ m.content + '<|im_end|>' }}{% endgeneration %}{{ '\\n' }}{% else %}{{ m.content + '<|im_end|>\\n' }}{% endif %}{% endfor %}${end}`,
  endless: `{%- for m in messages %}{{ ${header} }}{% if m.role == 'assistant' %}{% generation %}{{ m.content }}{% endgeneration %}{{ '<|im_end|>\\n' }}{% else %}{{ m.content + '<|im_end|>\\n' }}{% endif %}{% endfor %}${end}`,
};

const profiles: readonly (readonly [trainer: string, options: Readonly<Record<string, OptionValue>>])[] = [
  ['trl', { assistant_only_loss: true, max_length: null }],
  ['axolotl', { sequence_len: 100_000 }],
  ['axolotl', { sequence_len: 100_000, train_on_eos: 'all' }],
  ['axolotl', { sequence_len: 100_000, train_on_eos: 'last' }],
  ['axolotl', { sequence_len: 100_000, train_on_eos: 'none' }],
  ['unsloth', { max_seq_length: null }],
  ['unsloth', { max_seq_length: null, last_response_only: true }],
  ['flags', {}],
];

const content = fc
  .array(fc.constantFrom('hello', ' ', 'hell', '\n', 'é', 'e\u0301', '🧬', 'w', '<|im_end|>', '> '), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.join(''));
const row = fc.array(
  fc.record({ role: fc.constantFrom('user', 'assistant', 'assistant', 'tool', 'system'), content }),
  {
    minLength: 1,
    maxLength: 7,
  },
);

function profileOf(name: string, options: Readonly<Record<string, OptionValue>>, template: string): MaskProfile {
  const trainer = trainers.get(name);
  assert.ok(trainer);
  return {
    ...{ trainer, values: optionValues(name, trainer.options, new Map(Object.entries(options))) },
    given: new Set(Object.keys(options)),
    setting: {
      ...{ tokenizer: read, template: jinjaTemplate('T', template) },
      variables: new Map([['eos_token', '<|im_end|>']]),
    },
  };
}

/** How a mask differs from the ideal: by tokens of what is said, and by stop tokens. */
function deviations(sequence: MaskedSequence): string[] {
  const tokens = sequence.tokens();
  return tokens.flatMap(({ kind, trained, message }) => {
    if (kind === undefined || kind === 'frame') return [];
    const wanted = kind === 'answer' || kind === 'stop';
    return wanted === trained ? [] : [`${kind} of message ${message} is ${trained ? '' : 'not '}trained`];
  });
}

suite('every deviation from the ideal is a finding, and nothing else is', () => {
  for (const [name, options] of profiles)
    test(`${name} ${JSON.stringify(options)}`, () => {
      fc.assert(
        fc.property(row, fc.constantFrom(...Object.entries(templates)), (messages, [, template]) => {
          const line = JSON.stringify({ messages });
          const { sequences, findings, refused } = maskerOf(profileOf(name, options, template), line).row(line);
          if (refused !== undefined) return assert.deepEqual(findings.length, 1);
          const [sequence] = sequences;
          assert.ok(sequence);
          assert.equal(sequence.ids.length, sequence.labels.length);
          for (const [i, label] of sequence.labels.entries()) assert.ok(label === -100 || label === sequence.ids[i]);
          const found = deviations(sequence);
          const about = findings.map(({ code, message }) => `${code}: ${message}`).join('\n');
          if (found.length > 0) assert.notEqual(findings.length, 0, `${found.join('\n')}\n${line}`);
          const isWrong = findings.some(({ code, severity }) =>
            ['error', 'warning'].includes(maskLevel(code, {}, severity)),
          );
          const hasAnswer = sequence.tokens().some(({ kind }) => kind === 'answer');
          if (found.length === 0 && hasAnswer) assert.equal(isWrong, false, `${about}\n${line}`);
        }),
        { numRuns, seed },
      );
    });
});
