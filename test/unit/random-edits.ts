/** Random transcripts and random edits of them, for property tests: what people, models and merges do to the text. */
import fc from 'fast-check';
import type { DialectId } from '../../server/src/grammar/index.ts';

/** Text that matters to the parser, whole and in halves. */
const fragments = [
  ...['<|start|>', '<|channel|>', '<|constrain|>', '<|message|>', '<|end|>', '<|call|>', '<|return|>'],
  ...['<|literal|>', '<|endliteral|>', '<|start_of_cot|>', '<|end_of_cot|>', '<|im_start|>', '<|im_end|>'],
  ...[
    '<|fim_prefix|>',
    '[BOS]',
    '<',
    '|',
    '>',
    '<|',
    '|>',
    '<|st',
    'art|>',
    '<|end',
    '<|message',
    '<|ret',
    'literal|>',
  ],
  ...['<<|end|>', '<<|start|>', '<<|literal|>', '<<|endliteral|>', '<\\|end\\|>', '<｜end｜>', '＜|end|＞', '< |end|>'],
  ...['user', 'assistant', 'tool', 'system', 'developer', 'functions.f', 'assistant to=', 'user:alice', 'analysis'],
  ...['final', 'commentary', ' to=functions.f', ' call_id=c1', ' name=functions.f', ' intent=preamble', ' json', ' '],
  ...['---\n', '\n---\n', '\n...\n', '\r\n---\r\n', 'version: 2.2\n', 'version: 0.1\n', 'version: 2.2', '\nrole: x'],
  ...['profiles: {harmony: {enabled: true}}\n', '\uFEFF', '# Valid channels: analysis, commentary, final', '\t'],
  ...['\n', '\r\n', '\r', '\n\n', '\r\r\n', '😀', '\uD83D', '\uDE00', 'я', '漢字', '\0', '{"a": 1}', 'a', 'prose here'],
];

const messages = [
  '<|start|>user<|message|>Hello<|end|>\n',
  '<|start|>system<|message|>You are…\n# Valid channels: analysis, commentary, final.<|end|>',
  '<|start|>assistant<|channel|>analysis<|message|>Hm.\r\nLet me\rsee <<|end|> here<|end|>\r\n',
  '<|start|>assistant to=functions.f call_id=c1<|channel|>commentary<|constrain|>json<|message|>{"a": 1}<|call|>\n\n',
  '<|start|>assistant<|channel|>commentary to=functions.f <|constrain|>json<|message|>{"a": 1}<|call|>',
  '<|start|>tool name=functions.f call_id=c1 to=assistant<|channel|>commentary<|message|>{"ok": true}<|end|>\n',
  '<|start|>user:alice<|message|>Hello<|end|>',
  '<|start|>lookup to=assistant<|message|>21 °C<|end|>',
  '<|start|>functions.f to=assistant<|channel|>commentary<|message|>21 °C<|end|>',
  '<|start|>user<|message|>see <|literal|><|end|> <|start|>user<|endliteral|> 😀<|end|>\n',
  '<|start|>assistant<|channel|>final<|message|>Done.<|return|>\n',
  '<|start|>assistant<|channel|>analysis<|message|>not closed\n',
  '<|start|>assistant I must refuse<|end|>',
  '<|channel|>analysis<|message|>completion<|end|>',
  '<|im_start|>user\nHi<|im_end|>\n',
  'stray text between messages\n',
];

const headers = [
  '',
  'version: 2.2\n',
  '---\nversion: 2.2\n---\n',
  '\n\nversion: 2.2\r\nprofiles:\r\n  harmony:\r\n    enabled: true\r\n',
  'version: 0.1\n',
  'model: x\n',
];

export interface Sample {
  readonly choice: DialectId | undefined;
  readonly text: string;
}

/** A document with about as many messages as `size` says, and the dialect chosen for it, if one is. */
export function samples(size: { minLength?: number; maxLength: number }): fc.Arbitrary<Sample> {
  const piece = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...messages) },
    { weight: 1, arbitrary: fc.constantFrom(...fragments) },
  );
  return fc.record({
    choice: fc.constantFrom<DialectId | undefined>(undefined, undefined, 'openchatml-2.2', 'harmony', 'openchatml-0.1'),
    text: fc
      .tuple(fc.constantFrom(...headers), fc.array(piece, { size: 'max', ...size }))
      .map(([header, pieces]) => header + pieces.join('')),
  });
}

/** Takes `remove` units out at a place in the text, and puts `insert` there. Places are fractions of the length. */
export interface Edit {
  readonly at: number;
  readonly remove: number;
  readonly insert: string;
  /** Whether to say it as offsets, or as the line and character of a client. */
  readonly offsets: boolean;
  /** Where else to put what was taken out: a move. */
  readonly to: number | undefined;
}

const fraction = fc.integer({ min: 0, max: 10_000 }).map((n) => n / 10_000);

/** One edit: typing, deleting, pasting a whole message, moving a stretch. */
export const edits: fc.Arbitrary<Edit> = fc.record({
  at: fraction,
  remove: fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    { weight: 3, arbitrary: fc.integer({ min: 1, max: 12 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 300 }) },
  ),
  insert: fc.oneof(
    { weight: 1, arbitrary: fc.constant('') },
    { weight: 4, arbitrary: fc.constantFrom(...fragments) },
    { weight: 1, arbitrary: fc.constantFrom(...messages) },
    { weight: 1, arbitrary: fc.array(fc.constantFrom(...fragments), { maxLength: 4 }).map((list) => list.join('')) },
  ),
  offsets: fc.boolean(),
  to: fc.option(fraction, { freq: 5, nil: undefined }),
});

/** The single replacements that an edit consists of, as offsets in a text of `length` units. */
export function replacements(edit: Edit, text: string): { start: number; end: number; insert: string }[] {
  const start = Math.min(text.length, Math.round(edit.at * text.length));
  const end = Math.min(text.length, start + edit.remove);
  if (edit.to === undefined) return [{ start, end, insert: edit.insert }];
  const moved = text.slice(start, end);
  const to = Math.round(edit.to * (text.length - moved.length));
  return [
    { start, end, insert: '' },
    { start: to, end: to, insert: moved },
  ];
}
