/** Random transcripts and edits for property tests. The edits are like those that people, models and merges make. */
import fc from 'fast-check';
import type { DialectId } from '../../server/src/grammar/index.ts';

/** Pieces of text that matter to the parser, both complete and cut off. */
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
  ...[
    '<<|end|>',
    '<<|start|>',
    '<<|literal|>',
    '<<|endliteral|>',
    '<\\|end\\|>',
    '<｜end｜>',
    '＜|end|＞',
    '< |end|>',
    '<\\|start\\|>',
  ],
  ...['<|Message|>', '<|Channel|>', '< |message|>', '<\\|constrain\\|>'],
  ...['user', 'assistant', 'tool', 'system', 'developer', 'functions.f', 'assistant to=', 'user:alice', 'analysis'],
  ...['final', 'commentary', ' to=functions.f', ' call_id=c1', ' name=functions.f', ' intent=preamble', ' json', ' '],
  ...[
    '<|end|><|channel|>final<|message|>',
    '<|end|>assistant<|channel|>',
    'commentary<|channel|>',
    'to=functions.f<|channel|>',
  ],
  ...['user<|message|>', 'assistant', 'Sure ', '<|im_end|><|start|>user<|message|>'],
  ...['---\n', '\n---\n', '\n...\n', '\r\n---\r\n', 'version: 2.2\n', 'version: 0.1\n', 'version: 2.2', '\nrole: x'],
  ...['profiles: {harmony: {enabled: true}}\n', '\uFEFF', '# Valid channels: analysis, commentary, final', '\t'],
  ...['\n', '\r\n', '\r', '\n\n', '\r\r\n', '😀', '\uD83D', '\uDE00', 'я', '漢字', '\0', '{"a": 1}', 'a', 'prose here'],
];

/** Pieces of text that matter to the parser of OpenChatML 0.1. */
const chatmlFragments = [
  ...[
    '<|im_start|>',
    '<|im_end|>',
    '<|im_start|>user\n',
    '<|im_start|>assistant\n',
    '\n<|im_end|>\n',
    '<|im_',
    'end|>',
  ],
  ...[
    '<|fim_prefix|>',
    '<|fim_middle|>',
    '<|fim_suffix|>',
    '<|file_separator|>',
    '\n<|file_separator|>\n',
    '[BOS]',
    '[EOS]',
  ],
  ...[
    '<s>',
    '</s>',
    '<bos>',
    '<eos>',
    '<|reason|>',
    '<|start_reason|>',
    '<|end_reason|>',
    '<|start_reflect|>',
    '<|end_reflect|>',
    ' name=A',
  ],
  ...['\n<|function_list|>\n', '\n<|function_call|>\n', '\n<|function_output|>\n', '{"arguments":{},"name":"f"}\n'],
  ...['<think>', '</think>', '<tool_call>\n', '\n</tool_call>', '<tool_response>', '</tool_response>', '<|im_sep|>'],
  ...[
    '{"name":"f","arguments":{"a":1}}',
    "{'name': 'f', 'arguments': {}}",
    '<function=f>',
    '</function>',
    '<|endoftext|>',
  ],
  ...['<tools>', '</tools>', '{"name":"f","parameters":{"type":"object","properties":{"a":{"type":"string"}}}}'],
  ...['<parameter=a>', '</parameter>', '<|eot_id|>'],
  ...['{"name":"f","content":1}', '{"name":"g","content":1}', '[{"name":"f"}, 1]', '{"name"', '<|start|>', '<|end|>'],
  ...[
    'user',
    'assistant',
    'tool',
    'system',
    'developer',
    ' ',
    '`',
    '"',
    '\n',
    '\r\n',
    '\r',
    '<',
    '|',
    '>',
    '<|',
    '|>',
    'prose',
  ],
  ...['<|IM_END|>', '<|im\\_end|>', '\uFEFF', 'version: 2.2\n', '😀', '\uD83D', ' name="A B"', ' mood=sad', '\t'],
];

/** Pieces of text that matter to the parser of Llama 3. */
const llamaFragments = [
  ...['<|begin_of_text|>', '<|end_of_text|>', '<|start_header_id|>', '<|end_header_id|>', '<|eot_id|>', '<|eom_id|>'],
  ...[
    '<|python_tag|>',
    '<|start_header_id|>user<|end_header_id|>\n\n',
    '<|start_header_id|>assistant',
    '<|eot',
    '_id|>',
  ],
  ...['user', 'assistant', 'ipython', 'system', 'tool', ' ', '\n', '\n\n', '\r\n', '\r', '<', '|', '>', '<|', '|>'],
  ...[
    '<\\|end_header_id\\|>',
    '<|EOT_ID|>',
    '<|start|>',
    '<|im_start|>user\n',
    '{"name": "f", "parameters": {}}',
    'prose',
  ],
];

const llamaMessages = [
  '<|start_header_id|>system<|end_header_id|>\n\nBe kind.<|eot_id|>',
  '<|start_header_id|>user<|end_header_id|>\n\nHi\n<|eot_id|>\n',
  '<|start_header_id|>user<|end_header_id|>\r\n\r\nHi<|eot_id|>',
  '<|start_header_id|>assistant<|end_header_id|>\n\n<|python_tag|>print(1)<|eom_id|>',
  '<|start_header_id|>ipython<|end_header_id|>\n\n{"a": 1}<|eot_id|>',
  '<|start_header_id|>assistant<|end_header_id|>\n\nnot closed ',
  '<|start_header_id|>assistant\nno end of the header<|eot_id|>',
  'stray text between messages\n',
];

/** Pieces of text that matter to the parser of Phi-3. */
const phiFragments = [
  ...[
    '<|system|>',
    '<|user|>',
    '<|assistant|>',
    '<|end|>',
    '<|endoftext|>',
    '<|user|>\n',
    '<|end|>\n',
    '<|assis',
    'tant|>',
  ],
  ...[
    'user',
    '\n',
    '\n\n',
    '\r\n',
    '\r',
    '<',
    '|',
    '>',
    '<|',
    '|>',
    ' ',
    '<|USER|>',
    '<\\|end\\|>',
    '<|start|>',
    'prose',
  ],
  ...['<|im_start|>user\n', '<|start_header_id|>user', '<|message|>', 'version: 2.2\n'],
];

const phiMessages = [
  '<|system|>\nBe kind.<|end|>\n',
  '<|user|>\nHi<|end|>\n',
  '<|user|>Hi<|end|>',
  '<|user|>\r\nHi\r\n<|end|>\r\n',
  '<|assistant|>\nHello <|end|>\n',
  '<|assistant|>\nnot closed\n',
  '<|assistant|>',
  'stray text between messages\n',
];

const chatmlMessages = [
  '<|im_start|>user\nHello<|im_end|>\n',
  '<|im_start|>user name=A\r\nHello\r\n<|im_end|>\r\n',
  '<|im_start|>system\nThink.<|reflect|><|reason|><|im_end|>',
  '<|im_start|>system\n<|function_list|>\n{"type":"function","function":{"name":"f","description":"d","parameters":{}}}\nUse it.\n<|im_end|>\n',
  '<|im_start|>assistant\n<|start_reason|>Hm.\n<|end_reason|>Yes.<|im_end|>\n',
  '<|im_start|>assistant\n<|function_call|>\n{"arguments":{"a":1},"name":"f"}\n<|im_end|>\n',
  '<|im_start|>assistant\nBoth.\n<|function_call|>\n{"arguments":{},"name":"f"}\n{"arguments":{},"name":"g"}\n<|im_end|>\n',
  '<|im_start|>tool\n<|function_output|>\n{"name":"f","content":1}\n<|im_end|>\n',
  '<|im_start|>tool name=g\n<|function_output|>\n{"name":"g","content":[1]}\n<|im_end|>  \n',
  '<|im_start|>assistant\nsee <|file_separator|> and `<|im_end|>`\n',
  '<|im_start|>assistant Hi<|im_end|>',
  '<|fim_prefix|>a<|fim_middle|><|fim_suffix|>b\n',
  'one\n<|file_separator|>\ntwo\n',
  '<|im_start|>assistant\n',
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

/** Generates documents with about as many messages as `size` says. Each has the chosen dialect, if any. */
export function samples(size: { minLength?: number; maxLength: number }): fc.Arbitrary<Sample> {
  const document = (
    choices: readonly (DialectId | undefined)[],
    openings: readonly string[],
    whole: readonly string[],
    parts: readonly string[],
  ): fc.Arbitrary<Sample> => {
    const piece = fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...whole) },
      { weight: 1, arbitrary: fc.constantFrom(...parts) },
    );
    return fc.record({
      choice: fc.constantFrom(...choices),
      text: fc
        .tuple(fc.constantFrom(...openings), fc.array(piece, { size: 'max', ...size }))
        .map(([opening, pieces]) => opening + pieces.join('')),
    });
  };
  return fc.oneof(
    {
      weight: 2,
      arbitrary: document(
        [undefined, undefined, 'openchatml-2.2', 'harmony', 'openchatml-0.1'],
        headers,
        messages,
        fragments,
      ),
    },
    {
      weight: 1,
      arbitrary: document(
        [undefined, 'openchatml-0.1'],
        ['', '[BOS]', '<s>\n', '<bos>'],
        chatmlMessages,
        chatmlFragments,
      ),
    },
    {
      weight: 1,
      arbitrary: document([undefined, 'llama3'], ['', '<|begin_of_text|>', '\n'], llamaMessages, llamaFragments),
    },
    {
      weight: 1,
      arbitrary: document([undefined, 'phi3'], ['', '<s>', '\n'], phiMessages, phiFragments),
    },
  );
}

/**
 * An edit that removes `remove` UTF-16 units at a position, and inserts `insert` there. Positions are fractions of the length of the text.
 */
export interface Edit {
  readonly at: number;
  readonly remove: number;
  readonly insert: string;
  /** Whether the edit is made with offsets instead of a client's lines and characters. */
  readonly offsets: boolean;
  /** The position to which the removed text is moved, if the edit is a move. */
  readonly to: number | undefined;
}

const fraction = fc.integer({ min: 0, max: 10_000 }).map((n) => n / 10_000);

/** Edits such as typing, deleting, pasting a whole message, and moving text. */
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
    { weight: 2, arbitrary: fc.constantFrom(...chatmlFragments, ...phiFragments) },
    { weight: 1, arbitrary: fc.constantFrom(...messages, ...chatmlMessages) },
    { weight: 1, arbitrary: fc.array(fc.constantFrom(...fragments), { maxLength: 4 }).map((list) => list.join('')) },
  ),
  offsets: fc.boolean(),
  to: fc.option(fraction, { freq: 5, nil: undefined }),
});

/** Returns the replacements of which an edit consists, as offsets in the text. */
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
