/**
 * Texts like those of a model in a loop or of an attacker: one item repeated many times, in one message or in as many messages.
 *
 * The time to read such a document must be proportional to its length (`works.ts`). `make(n)` returns a text with `n` repetitions.
 */
import { dialects, hidingTags, type KnownDialectId, tokensOf } from '../../../server/src/grammar/index.ts';
import { headerItems, jsonItems, markdownItems, textItems } from './more-items.ts';

export interface ScalingItem {
  readonly name: string;
  /** The dialect in which the text is read. If it is not set, it is detected from the content. */
  readonly dialect?: KnownDialectId;
  /** Whether the text is JSON. It is recognized by its content. */
  readonly json?: true;
  make(n: number): string;
}

/** Functions that write messages in a dialect: messages from the user, answers, thoughts and calls of the model, and tool replies. */
export interface Frames {
  readonly user: (body: string) => string;
  readonly answer: (body: string) => string;
  readonly header: (words: string) => string;
}

const plain = (opener: string, headerEnd: string, end: string): Frames => ({
  user: (body) => `${opener}user${headerEnd}${body}${end}`,
  answer: (body) => `${opener}assistant${headerEnd}${body}${end}`,
  header: (words) => `${opener}assistant${words}${headerEnd}Hi${end}`,
});

const open: Frames = {
  user: (body) => `<|start|>user<|message|>${body}<|end|>`,
  answer: (body) => `<|start|>assistant<|channel|>final<|message|>${body}<|return|>`,
  header: (words) => `<|start|>assistant${words}<|channel|>final<|message|>Hi<|return|>`,
};

export const frames: Readonly<Record<KnownDialectId, Frames>> = {
  'openchatml-2.2': open,
  harmony: open,
  'openchatml-0.1': plain('<|im_start|>', '\n', '<|im_end|>\n'),
  llama3: plain('<|start_header_id|>', '<|end_header_id|>\n\n', '<|eot_id|>'),
  phi3: {
    user: (body) => `<|user|>\n${body}<|end|>\n`,
    answer: (body) => `<|assistant|>\n${body}<|end|>\n`,
    header: (words) => `<|assistant|>${words}\nHi<|end|>\n`,
  },
};

/** Returns texts to repeat in a body: every token, and text that is almost a token. */
const marks = (dialect: KnownDialectId): readonly string[] => [
  ...tokensOf[dialect].map(({ text }) => text),
  ...tokensOf[dialect]
    .slice(0, 3)
    .flatMap(({ text, name }) => [`<${text}`, text.toUpperCase(), `<\\|${name}\\|>`, `<|${name}`, `＜｜${name}｜＞`]),
];

const tags = hidingTags.flatMap(({ name }) => [`<${name}>`, `</${name}>`, `<${name}>a</${name}>`]);

function tokenItems(dialect: KnownDialectId): ScalingItem[] {
  const { user, answer, header } = frames[dialect];
  const inAnswer = (again: string, name = again): ScalingItem => ({
    name: `${dialect}: ${name} in one answer`,
    dialect,
    make: (n) => user('Hi') + answer(again.repeat(n)),
  });
  return [
    ...marks(dialect).map((mark) => inAnswer(mark)),
    ...tokensOf[dialect].map(({ text }) => inAnswer(`a ${text}\n`)),
    ...tokensOf[dialect].map(
      ({ text }): ScalingItem => ({
        name: `${dialect}: ${text} in every answer`,
        dialect,
        make: (n) => (user('Hi') + answer(`a ${text} b`)).repeat(n),
      }),
    ),
    ...tokensOf[dialect].map(
      ({ text }): ScalingItem => ({
        name: `${dialect}: ${text} in one header`,
        dialect,
        make: (n) => header(text.repeat(n)),
      }),
    ),
    ...tags.map((tag) => inAnswer(tag)),
  ];
}

export const scalingItems: readonly ScalingItem[] = [
  ...dialects.flatMap(tokenItems),
  ...dialects.flatMap((dialect) => [...headerItems(dialect, frames[dialect]), ...textItems(dialect, frames[dialect])]),
  ...markdownItems(frames['openchatml-2.2']),
  ...jsonItems,
];
