/** Pieces of transcripts in every family: everything that may be written in each position. Each `@` stands for a different word. */
import type { DialectId } from '../../server/src/grammar/index.ts';

interface Pieces {
  readonly dialect: DialectId;
  /** The possible beginnings of a document, the usual one first. */
  readonly begins: readonly string[];
  readonly messages: readonly string[];
  readonly between: readonly string[];
  readonly ends: readonly string[];
}

const between = ['', '\n', '\n', '\n\n@ @\n', '<!-- @ -->\n', ' @'];
const call = '{"name":"f@","arguments":{"a":"@"}}';
const oddCall =
  '{"id":"@","name":"f@","more":"@","arguments":{"a":"@"},"arguments":{"b":"@"},"type":"@","x":{"y":"@"}}';
const otherCall = '{"name":"f@","parameters":{"a":"@"}}';
const schema = '{"name":"f@","description":"@","parameters":{"type":"object","properties":{"a@":{"type":"string"}}}}';

const open = [
  '<|start|>system<|message|>Be @.<|end|>',
  '<|start|>developer<|message|># Instructions\n\n@\n\n# @\n\n@<|end|>',
  '<|start|>developer<|message|># Tools\n\n## functions\n\nnamespace functions {\n\n// @\ntype f@ = (_: {\n// @\na@: string, // @\n}) => any;\n\n} // namespace functions\n\n@<|end|>',
  '<|start|>user<|message|>Hi @\n\n  @<|end|>',
  '<|start|>user name=ann@<|message|>@<|end|>',
  '<|start|>user more=@ @ to=@ call_id=@<|message|>@<|end|>',
  '<|start|>assistant<|channel|>analysis<|message|>@<|end|>',
  '<|start|>assistant<|channel|>commentary<|message|>@<|end|>',
  '<|start|>assistant to=functions.f@<|channel|>commentary <|constrain|>json<|message|>{"a":"@"}<|call|>',
  '<|start|>assistant<|channel|>commentary to=functions.f@ <|constrain|>@<|message|>@<|call|>',
  '<|start|>assistant<|channel|>commentary to=python@ code<|message|>@<|call|>',
  '<|start|>functions.f@ to=assistant<|channel|>commentary<|message|>@<|end|>',
  '<|start|>assistant<|channel|>final<|message|>@ <|im_start|> @ `<|end|>`<|return|>',
  '<|start|>assistant<|channel|>final <|constrain|>json<|message|>{"@":"@"}<|end|>',
  '<|start|>assistant<|channel|>@<|message|>@<|end|>',
  '<|start|>@<|message|>@<|end|>',
  '<|start|>user<|message|>@',
  '<|start|>assistant<|channel|>final<|message|>@',
];

/** Messages that only 2.2 can express. */
const escaped = [
  '<|start|>assistant intent=preamble<|channel|>commentary<|message|>@<|end|>',
  '<|start|>assistant intent=@<|channel|>commentary<|message|>@<|end|>',
  '<|start|>assistant to=functions.f@ call_id=c@<|channel|>commentary<|constrain|>json<|message|>{"a":"@"}<|call|>',
  '<|start|>assistant to=python call_id=c1 content_type=@<|channel|>commentary<|message|>@<|call|>\n<|start|>tool name=python call_id=c1<|channel|>commentary<|message|>@<|end|>',
  '<|start|>tool name=functions.f@ call_id=c@ to=assistant<|channel|>commentary<|message|>{"ok":true,"content":"@","error":null,"more":"@"}<|end|>',
  '<|start|>tool name=@ to=@<|channel|>@<|message|>@<|end|>',
  '<|start|>assistant<|channel|>analysis<|message|><|start_reason|>@<|end|>',
  '<|start|>user<|message|>@ <\\|end\\|> @<|end|>',
];

const plain = (begin: string, after: string, end: string) => {
  const framed = (role: string, body: string) => `${begin}${role}${after}${body}${end}`;
  return [
    framed('system', 'Be @.'),
    framed('user', '@\n@'),
    framed('assistant', '@'),
    framed('assistant', '<think>@</think>\n\n@ <think>@</think> @'),
    framed('assistant', '@</think>@'),
    framed('@', '@'),
    `${begin}user${after}@`,
  ];
};

const chatml = (role: string, body: string) => `<|im_start|>${role}\n${body}<|im_end|>`;
const llama = (role: string, body: string, end = '<|eot_id|>') =>
  `<|start_header_id|>${role}<|end_header_id|>\n\n${body}${end}`;

export const textSources: Readonly<Record<string, Pieces>> = {
  '2.2': {
    dialect: 'openchatml-2.2',
    begins: [
      'version: 2.2\n',
      'version: 2.2\nmodel: "@"\ntitle: "@"\n',
      'version: 2.2\nmetadata:\n  author: "@"\n  more@: ["@", {"@": "@"}]\n# @\nnotes: |\n  @\n  @\n',
      'version: 2.2\nmore: [@\n',
      '@\n',
      '',
    ],
    messages: [...open, ...escaped],
    between,
    ends: ['', '@', '<|start|>assistant', '<|start|>assistant<|channel|>analysis<|message|>@'],
  },
  harmony: {
    dialect: 'harmony',
    begins: ['', '@\n', '<|startoftext|>', '@ <|startoftext|>'],
    messages: open,
    between: [...between, '<|endoftext|>@'],
    ends: ['', '@', '<|start|>assistant', '<|endoftext|>'],
  },
  chatml: {
    dialect: 'openchatml-0.1',
    begins: ['', '@\n', '<s>@', '<|endoftext|>'],
    messages: [
      ...plain('<|im_start|>', '\n', '<|im_end|>'),
      chatml('user name=ann@', '@'),
      chatml('user @', '@'),
      chatml('system name=example_user', '@'),
      chatml('system', `@\n<|function_list|>[${schema}]`),
      chatml('system', `@\n<tools>\n{"type":"function","function":${schema},"more":"@"}\n</tools>\n@`),
      chatml('assistant', '<|start_thought|>@<|end_thought|>@'),
      chatml('system', '@<|enable_thought|>@'),
      ...[call, oddCall, otherCall, `[${call}, ${oddCall}]`, `[${call} @`, '@'].flatMap((one) => [
        chatml('assistant', `@<|function_call|>${one}`),
        chatml('assistant', `@<tool_call>\n${one}\n</tool_call>@`),
        chatml('assistant', `<tool_call>${one}</tool_call>\n<tool_call>${one}</tool_call>`),
        chatml('assistant', `@<tool_call>${one} @`),
      ]),
      chatml('assistant', '<tool_call>\n<function=f@>\n<parameter=a@>\n@\n</parameter>\n</function>\n</tool_call>'),
      chatml(
        'assistant',
        '<tool_call><function=f><parameter=a>{"name":"@","z":"@"}</parameter></function></tool_call>',
      ),
      chatml('assistant', "<tool_call>{'name': 'f@', 'arguments': {'a': '@'}, 'more': '@'}</tool_call>"),
      chatml('assistant', `<tool_call more="@">${call}</tool_call>`),
      chatml('tool', '<|function_output|>{"name":"f@","content":"@","more":"@"}@'),
      chatml('tool', '<|function_output|>{"content":{"@":"@"},"more":"@"}'),
      chatml('tool', '<|function_output|>{"name":"f@","more":"@"}'),
      chatml('tool', '@'),
      chatml('function name=f@', '@'),
      chatml('user', '@<tool_response>\n{"name":"f@","content":{"@":"@"},"more":"@"}\n</tool_response>@'),
      chatml('user', '<tool_response>@</tool_response>\n<tool_response>\n@\n</tool_response>'),
      chatml('tool', '<tool_response>{"content":"@","more":"@"}</tool_response>'),
    ],
    between,
    ends: ['', '@', '<|im_start|>assistant\n', '<|im_start|>assistant\n<think>@', '</s>@'],
  },
  'llama 3': {
    dialect: 'llama3',
    begins: ['<|begin_of_text|>', '', '@', '<|begin_of_text|>@'],
    messages: [
      ...plain('<|start_header_id|>', '<|end_header_id|>\n\n', '<|eot_id|>'),
      llama('user @', '@'),
      llama('ipython', '@'),
      llama('ipython', '{"output":"@","more":"@"}'),
      llama('assistant', '<|python_tag|>@', '<|eom_id|>'),
      llama('assistant', '@<|python_tag|>@', '<|eom_id|>'),
      llama('assistant', `<|python_tag|>${oddCall}`, '<|eom_id|>'),
      llama('assistant', call),
      llama('assistant', otherCall),
      llama('assistant', oddCall),
      llama('assistant', `${otherCall}; ${otherCall}`),
      llama('assistant', `@ ${otherCall}`),
      llama('assistant', '<function=f@>{"a":"@"}</function>@'),
      llama('system', `@\nEnvironment: ipython\nTools: @\n\nCutting Knowledge Date: @\nToday Date: @\n\n@`),
      llama('user', `Given the following functions, @.\n\n{"type":"function","function":${schema}}\n\n@`),
    ],
    between,
    ends: ['', '@', '<|start_header_id|>assistant<|end_header_id|>\n\n', '<|end_of_text|>@'],
  },
};
