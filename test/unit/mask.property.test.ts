/**
 * The ideal mask trains exactly the requested answers with their stop tokens.
 *
 * If the mask of a trainer trains other tokens of messages, or lacks tokens of the ideal mask, there is a finding. If the mask is ideal,
 * there is none.
 */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { type MaskedRow, type MaskedSequence, type MaskProfile, maskerOf } from '../../server/src/mask/mask.ts';
import { type OptionValue, optionValues } from '../../server/src/mask/options.ts';
import { trainers } from '../../server/src/mask/trainers/index.ts';
import { jinjaTemplate } from '../../server/src/templates/jinja-template.ts';
import { readTokenizer } from '../../server/src/tokens/tokenizer-file.ts';
import { howMany, seedOf } from '../support/effort.ts';
import { tokenizer } from '../support/tokenizer.ts';

const numRuns = howMany(600);
const seed = seedOf(20_261_127);
const read = readTokenizer(JSON.stringify(tokenizer));

const header = "'<|im_start|>' + m.role + '\\n'";
const end = "{%- if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}";
const answer = (inside: string, after: string) =>
  `{%- for m in messages %}{{ ${header} }}{% if m.role == 'assistant' %}{% generation %}{{ ${inside} }}{% endgeneration %}{{ ${after} }}{% else %}{{ m.content + '<|im_end|>\\n' }}{% endif %}{% endfor %}${end}`;
/** Templates, named after a peculiarity of each. */
const templates = {
  plain: `{%- for m in messages %}{{ ${header} + m.content + '<|im_end|>\\n' }}{% endfor %}${end}`,
  changing: `{%- for m in messages %}{{ ${header} + ('> ' if loop.last else '') + m.content + '<|im_end|>\\n' }}{% endfor %}${end}`,
  // The template treats earlier messages like templates that drop reasoning.
  forgetting: `{%- for m in messages %}{{ ${header} + (m.content if loop.last or m.role != 'assistant' else (m.content | string)[:4]) + '<|im_end|>\\n' }}{% endfor %}${end}`,
  trimming: `{%- for m in messages %}{{ ${header} + (m.content | trim) + '<|im_end|>\\n' }}{% endfor %}${end}`,
  prompting: `{%- for m in messages %}{{ ${header} + m.content + '<|im_end|>\\n' }}{% endfor %}${end.replace("\\n'", "\\n> '")}`,
  tagged: answer("m.content + '<|im_end|>'", "'\\n'"),
  endless: answer('m.content', "'<|im_end|>\\n'"),
  silent: answer('m.content', "''"),
};

/** Whether a token of a message should be trained. By default, the tokens of every answer should be. */
type Wanted = (role: string, message: number, row: TestRow) => boolean;
interface TestRow {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  /** The number of messages that belong to the prompt. */
  readonly prompt: number;
}
type Shape = 'messages' | 'completion' | 'pair' | 'whole pair' | 'label';
type Options = Readonly<Record<string, OptionValue>>;

const isAnswer: Wanted = (role) => role === 'assistant';
const isCompletion: Wanted = (role, message, { prompt }) => role === 'assistant' && message >= prompt;
const isLast: Wanted = (role, message, { messages }) => role === 'assistant' && message === messages.length - 1;
/** One answer may consist of several messages. */
const isLastAnswer: Wanted = (role, message, { messages }) => {
  const last = messages.findLastIndex((one) => one.role === 'assistant');
  return role === 'assistant' && message > messages.findLastIndex((one, i) => i < last && one.role === 'user');
};

const profiles: readonly (readonly [trainer: string, options: Options, shape?: Shape, wanted?: Wanted])[] = [
  ['trl', { max_length: null }],
  ['trl', { assistant_only_loss: true, max_length: null }],
  ['trl', { assistant_only_loss: true, max_length: 20 }],
  ['trl', { assistant_only_loss: true, max_length: 20, truncation_mode: 'keep_end' }],
  ['trl', { assistant_only_loss: true, packing: true, max_length: 60 }],
  ['trl', { completion_only_loss: true, max_length: null }],
  ['trl', { max_length: null }, 'completion', isCompletion],
  ['trl', { completion_only_loss: true, max_length: 20 }, 'completion', isCompletion],
  ['trl', { completion_only_loss: false, max_length: null }, 'completion'],
  ['trl', { assistant_only_loss: true, max_length: null }, 'completion', isCompletion],
  ['trl', { assistant_only_loss: true, completion_only_loss: false, max_length: null }, 'completion'],
  ['trl-dpo', { max_length: null }, 'pair', isCompletion],
  ['trl-dpo', { max_length: 20 }, 'pair', isCompletion],
  ['trl-dpo', { max_length: 20, truncation_mode: 'keep_end' }, 'pair', isCompletion],
  ['trl-dpo', { max_length: null }, 'whole pair', isCompletion],
  ['trl-kto', { max_length: null }, 'label', isCompletion],
  ['trl-kto', { max_length: null }, 'pair', isCompletion],
  ['axolotl', { sequence_len: 100_000 }],
  ['axolotl', { sequence_len: 20, excess_length_strategy: 'truncate' }],
  ['axolotl', { sequence_len: 100_000, train_on_eos: 'all' }],
  ['axolotl', { sequence_len: 100_000, train_on_eos: 'last' }],
  ['axolotl', { sequence_len: 100_000, train_on_eos: 'none' }],
  ['axolotl', { sequence_len: 100_000, roles_to_train: ['user'] }, 'messages', (role) => role === 'user'],
  [
    ...(['axolotl', { sequence_len: 100_000, roles_to_train: ['assistant', 'tool'] }, 'messages'] as const),
    (role) => role === 'assistant' || role === 'tool',
  ],
  ['axolotl', { sequence_len: 100_000, roles_to_train: [], train_on_eos: null }, 'messages', isLast],
  ['axolotl', { sequence_len: 100_000, train_on_inputs: true }],
  ['unsloth', { max_seq_length: null }],
  ['unsloth', { max_seq_length: null, force_match: false }],
  ['unsloth', { max_seq_length: 20 }],
  ['unsloth', { max_seq_length: null, last_response_only: true }, 'messages', isLastAnswer],
  ['flags', {}],
  ['flags', { max_length: 20 }],
];

const content = fc
  .array(fc.constantFrom('hello', ' ', 'hell', '\n', 'é', 'e\u0301', '🧬', 'w', '<|im_end|>', '> '), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.join(''));
const messageList = (least: number) =>
  fc.array(fc.record({ role: fc.constantFrom('user', 'assistant', 'assistant', 'tool', 'system'), content }), {
    minLength: least,
    maxLength: 7,
  });

/** A row of a shape as text, and the messages of each of its sequences. */
type Shaped = readonly [line: string, rows: readonly TestRow[]];
const asked = { role: 'user', content: 'hello' };
const shapes: Readonly<Record<Shape, fc.Arbitrary<Shaped>>> = {
  messages: messageList(1).map((messages): Shaped => [JSON.stringify({ messages }), [{ messages, prompt: 0 }]]),
  completion: fc.tuple(messageList(1), messageList(1)).map(([prompt, completion]): Shaped => {
    const row = { messages: [...prompt, ...completion], prompt: prompt.length };
    return [JSON.stringify({ prompt, completion }), [row]];
  }),
  pair: fc.tuple(messageList(1), content, content).map(([prompt, one, other]): Shaped => {
    const [chosen, rejected] = [one, other].map((text) => [{ role: 'assistant', content: text }]);
    return [
      JSON.stringify({ prompt, chosen, rejected }),
      [chosen, rejected].map((last = []) => together(prompt, last)),
    ];
  }),
  'whole pair': fc.tuple(messageList(0), content, content).map(([earlier, one, other]): Shaped => {
    const prompt = [...earlier, asked];
    const [chosen, rejected] = [one, other].map((text, i) => [
      ...prompt,
      { role: 'assistant', content: `${'wh'[i]}${text}` },
    ]);
    const rows = [chosen, rejected].map((all = []) => ({ messages: all, prompt: prompt.length }));
    return [JSON.stringify({ chosen, rejected }), rows];
  }),
  label: fc.tuple(messageList(1), content, fc.boolean()).map(([prompt, text, label]): Shaped => {
    const completion = [{ role: 'assistant', content: text }];
    return [JSON.stringify({ prompt, completion, label }), [together(prompt, completion)]];
  }),
};

function together(prompt: TestRow['messages'], last: TestRow['messages']): TestRow {
  return { messages: [...prompt, ...last], prompt: prompt.length };
}

function profileOf(name: string, options: Options, template: string): MaskProfile {
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

/** Returns the differences between a mask and the ideal mask, in tokens of messages and in stop tokens. */
function deviations(sequence: MaskedSequence, row: TestRow, wanted: Wanted): string[] {
  const tokens = sequence.tokens();
  const ends = new Set<number>();
  const found = tokens.flatMap(({ kind, trained, message }) => {
    if (kind === undefined || kind === 'frame' || message === undefined) return [];
    const role = row.messages[message]?.role ?? '';
    if (kind === 'stop') ends.add(message);
    const isWanted = wanted(role, message, row);
    // Training the stop token of another answer does no harm.
    if (isWanted === trained || (kind === 'stop' && !isWanted)) return [];
    return [`${kind} of message ${message} is ${trained ? '' : 'not '}trained`];
  });
  const answers = new Set(
    tokens.flatMap(({ kind, trained, message }) => (kind === 'answer' && trained ? message : [])),
  );
  for (const one of answers) if (one !== undefined && !ends.has(one)) found.push(`message ${one} has no stop token`);
  return found;
}

/** Asserts that each trained token is at its offset in the text of the prompt, and that each label belongs to its token. */
function assertPlaced({ ids, labels, tokens: tokensOf, text, places }: MaskedSequence): void {
  const tokens = tokensOf();
  assert.equal(ids.length, labels.length);
  for (const [i, label] of labels.entries()) assert.ok(label === -100 || label === ids[i]);
  if (places === undefined) return;
  let from = 0;
  for (const [i, { trained }] of tokens.entries()) {
    if (trained && i + 1 < tokens.length && tokens[i + 1]?.trained === true) continue;
    if (trained) {
      while (tokens[from]?.trained !== true) from++;
      const said = read.decode(tokens.slice(from, i + 1).map(({ id }) => id));
      const written = text.slice(places.starts[from], places.ends[i]);
      if (!said.includes('\ufffd')) assert.equal(said, written);
    }
    from = i + 1;
  }
}

function check(masked: MaskedRow, rows: readonly TestRow[], wanted: Wanted, line: string): void {
  const { sequences, findings, refused, dropped } = masked;
  if (refused !== undefined) return assert.notEqual(findings.length, 0);
  assert.equal(sequences.length, rows.length);
  for (const sequence of sequences) assertPlaced(sequence);
  const isFrameTrained = sequences.some(({ tokens }) =>
    tokens().some(({ kind, trained }) => kind === 'frame' && trained),
  );
  const others = findings.filter(({ code, about }) => {
    // Two warnings occur even if the mask is ideal: TRL's own warning, and axolotl's warning about an empty turn.
    if (code === 'mask-prompt-mismatch') return false;
    if (code === 'mask-absent' && rows[0]?.messages[about ?? -1]?.content.trim() === '') return false;
    // Text that is trained at a wrong position may come from the template alone.
    return code !== 'mask-shifted' || !isFrameTrained;
  });
  const about = others.map(({ code, message }) => `${code}: ${message}`).join('\n');
  const found = sequences.flatMap((sequence, i) => deviations(sequence, rows[i] as TestRow, wanted));
  const relevant = findings.filter(({ code }) => code !== 'mask-approximate');
  if (found.length > 0) assert.notEqual(relevant.length, 0, `${found.join('\n')}\n${line}`);
  const isKnown = sequences.every(({ places, ids, length }) => places !== undefined && ids.length === length);
  const hasAnswer = sequences.some((sequence, i) =>
    sequence
      .tokens()
      .some(
        ({ kind, message = -1 }) =>
          kind !== 'frame' && wanted(rows[i]?.messages[message]?.role ?? '', message, rows[i] as TestRow),
      ),
  );
  if (found.length === 0 && isKnown && hasAnswer && dropped === undefined) assert.deepEqual(about, '', line);
}

suite('every deviation from the ideal is a finding, and nothing else is', () => {
  for (const [name, options, shape = 'messages', wanted = isAnswer] of profiles)
    test(`${name} ${JSON.stringify(options)} of ${shape}`, () => {
      fc.assert(
        fc.property(shapes[shape], fc.constantFrom(...Object.entries(templates)), ([line, rows], [, template]) => {
          check(maskerOf(profileOf(name, options, template), line).row(line), rows, wanted, line);
        }),
        { numRuns, seed },
      );
    });
});
