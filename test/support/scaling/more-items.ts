/** Items to repeat besides tokens: messages, words in headers, calls and replies, JSON, Markdown, and thoughts. */
import type { KnownDialectId } from '../../../server/src/grammar/index.ts';
import type { Frames, ScalingItem } from './items.ts';

type Row = readonly [name: string, make: (n: number) => string];

const rowsFor = (dialect: KnownDialectId, rows: readonly Row[]): ScalingItem[] =>
  rows.map(([name, make]) => ({ name: `${dialect}: ${name}`, dialect, make }));

const many = (n: number, one: (i: number) => string): string => Array.from({ length: n }, (_, i) => one(i)).join('');

/** Returns items to repeat in a header, and between messages. */
export function headerItems(dialect: KnownDialectId, { user, answer, header }: Frames): ScalingItem[] {
  const common: Row[] = [
    ['words in one header', (n) => header(' word'.repeat(n))],
    ['attributes in one header', (n) => header(many(n, (i) => ` name${i}=value`))],
    ['one attribute in one header', (n) => header(' name=value'.repeat(n))],
    ['quotes in one header', (n) => header(' name="a'.repeat(n))],
    ['spaces in one header', (n) => header(' '.repeat(n))],
    ['line breaks between messages', (n) => user('Hi') + '\n'.repeat(n) + answer('Hi')],
    ['words between messages', (n) => user('Hi') + 'word '.repeat(n) + answer('Hi')],
    ['empty messages', (n) => user('').repeat(n)],
    ['empty answers', (n) => answer('').repeat(n)],
    ['turns', (n) => many(n, (i) => user(`Question ${i}`) + answer(`Answer ${i}`))],
    [
      'messages cut off',
      (n) =>
        user('Hi')
          .replace(/<\|(?:end|im_end|eot_id)\|>\n?$/, '')
          .repeat(n),
    ],
    ['words before the first message', (n) => 'word '.repeat(n) + user('Hi')],
    ['roles in other letters', (n) => user('Hi').replace('user', 'User').repeat(n)],
    ['keys in the document header', (n) => `---\n${many(n, (i) => `key${i}: ${i}\n`)}---\n${user('Hi')}`],
    ['levels in the document header', (n) => `---\nkey: ${'['.repeat(n)}\n---\n${user('Hi')}`],
  ];
  return rowsFor(dialect, dialect === 'openchatml-2.2' || dialect === 'harmony' ? [...common, ...callRows] : common);
}

const call = (id: string, more = '') =>
  `<|start|>assistant to=functions.f${id}${more}<|channel|>commentary<|constrain|>json<|message|>{"a": 1}<|call|>\n`;
const reply = (id: string) => `<|start|>tool name=functions.f${id}<|message|>{"low": 1}<|end|>\n`;

const callRows: readonly Row[] = [
  ['ids', (n) => many(n, (i) => call(` call_id=c${i}`) + reply(` call_id=c${i}`))],
  ['calls, and then replies', (n) => many(n, (i) => call(` call_id=c${i}`)) + many(n, (i) => reply(` call_id=c${i}`))],
  ['calls without ids', (n) => call('').repeat(n) + reply('').repeat(n)],
  ['calls without ids, each with its reply', (n) => (call('') + reply('')).repeat(n)],
  ['one id', (n) => call(' call_id=c').repeat(n) + reply(' call_id=c').repeat(n)],
  ['replies to nothing', (n) => many(n, (i) => reply(` call_id=c${i}`))],
  ['thoughts', (n) => '<|start|>assistant<|channel|>analysis<|message|>Hm.<|end|>\n'.repeat(n)],
  ['preambles', (n) => '<|start|>assistant<|channel|>commentary<|message|>I look.<|end|>\n'.repeat(n)],
  [
    'declarations',
    (n) =>
      `<|start|>developer<|message|># Tools\n\n## functions\n\nnamespace functions {\n\n${many(n, (i) => `// Does it.\ntype f${i} = (_: {\n// A city.\ncity: string,\n}) => any;\n\n`)}} // namespace functions<|end|>\n${call('')}`,
  ],
  [
    'members in one declaration',
    (n) =>
      `<|start|>developer<|message|># Tools\n\n## functions\n\nnamespace functions {\n\ntype f = (_: {\n${many(n, (i) => `a${i}?: string,\n`)}}) => any;\n\n} // namespace functions<|end|>\n${call('')}`,
  ],
  [
    'messages in one literal block',
    (n) => `<|start|>user<|message|><|literal|>${'<|start|>user<|message|>Hi<|end|>\n'.repeat(n)}<|endliteral|><|end|>`,
  ],
  ['literal blocks', (n) => `<|start|>user<|message|>${'<|literal|>a<|endliteral|>'.repeat(n)}<|end|>`],
  ['escapes', (n) => `<|start|>user<|message|>${'<<|start|>'.repeat(n)}<|end|>`],
  [
    'members in the arguments of a call',
    (n) => call('').replace('"a": 1', `${many(n, (i) => `"a${i}": ${i}, `)}"a": 1`),
  ],
  ['levels in the arguments of a call', (n) => call('').replace('{"a": 1}', `${'{"a":'.repeat(n)}1${'}'.repeat(n)}`)],
  ['arrays in the arguments of a call', (n) => call('').replace('{"a": 1}', '['.repeat(n))],
  ['faults in the arguments of a call', (n) => call('').replace('"a": 1', "a: 'b', ".repeat(n))],
];

/** Returns items to repeat in a body. */
export function textItems(dialect: KnownDialectId, { user, answer }: Frames): ScalingItem[] {
  const json = '{"name": "f", "arguments": {"a": 1}}';
  return rowsFor(dialect, [
    ...[
      '\n',
      '\r',
      ' ',
      'a',
      'é',
      '😀',
      'word ',
      '<',
      '|',
      '<|',
      '|>',
      '>',
      '&lt;',
      '\\',
      '{',
      '[',
      '{"a":',
      '"',
      "'",
      '{}\n',
      '[]',
      '`',
      '```\n',
      '```a\nb\n```\n',
    ].map((again): Row => [`${JSON.stringify(again)} in one answer`, (n) => user('Hi') + answer(again.repeat(n))]),
    ['words of one message', (n) => user('one two three\n'.repeat(n)) + answer('Hi')],
    ['open thoughts, and their ends', (n) => answer('<think>'.repeat(n) + '</think>'.repeat(n))],
    ['0.1 thoughts, and their ends', (n) => answer('<|start_reason|>'.repeat(n) + '<|end_reason|>'.repeat(n))],
    ['0.1 thoughts', (n) => answer('<|start_reason|>a<|end_reason|> b '.repeat(n))],
    ['calls in tags', (n) => answer(`<tool_call>\n${json}\n</tool_call>\n`.repeat(n))],
    ['calls in one tag', (n) => answer(`<tool_call>\n${`${json}\n`.repeat(n)}</tool_call>\n`)],
    [
      'calls in XML',
      (n) => answer('<tool_call>\n<function=f>\n<parameter=a>\n1\n</parameter>\n</function>\n</tool_call>\n'.repeat(n)),
    ],
    [
      'parameters in XML',
      (n) =>
        answer(`<tool_call>\n<function=f>\n${'<parameter=a>\n1\n</parameter>\n'.repeat(n)}</function>\n</tool_call>\n`),
    ],
    ['calls in 0.1', (n) => answer(`<|function_call|>\n${json}\n`.repeat(n))],
    ['calls after one token of 0.1', (n) => answer(`<|function_call|>\n${`${json}\n`.repeat(n)}`)],
    [
      'outputs in 0.1',
      (n) =>
        answer(`<|function_call|>\n${`${json}\n`.repeat(n)}`) +
        user(`<|function_output|>\n${'{"name": "f", "content": 1}\n'.repeat(n)}`).replace('user', 'tool'),
    ],
    [
      'declarations in 0.1',
      (n) =>
        user(
          `<|function_list|>\n${many(n, (i) => `{"type": "function", "function": {"name": "f${i}", "parameters": {"type": "object"}}}\n`)}`,
        ).replace('user', 'system') + answer('Hi'),
    ],
    [
      'declarations in tags',
      (n) =>
        user(
          `<tools>\n${many(n, (i) => `{"type": "function", "function": {"name": "f${i}", "parameters": {"type": "object"}}}\n`)}</tools>`,
        ).replace('user', 'system') + answer('Hi'),
    ],
    ['calls as an answer', (n) => answer(`[${many(n, () => `${json}, `)}${json}]`)],
    ['calls in Python', (n) => answer(`[${'f(a=1), '.repeat(n)}f(a=1)]`)],
    ['calls in Python on lines', (n) => answer('f(a=1)\n'.repeat(n))],
    ['arguments of a call in Python', (n) => answer(`[f(${many(n, (i) => `a${i}=1, `)}b=1)]`)],
    ['lists in Python', (n) => answer(`[f(a=${'['.repeat(n)}`)],
    ['odd tags', (n) => answer('<Think>a</THINK> <|think|> '.repeat(n))],
    ['references', (n) => answer('&lt;|start|&gt;'.repeat(n))],
    ['pasted messages', (n) => user('<\\|start\\|>user<\\|message\\|>Hi<\\|end\\|>\n'.repeat(n))],
    ['ChatML in it', (n) => user('<|im_start|>user\nHi<|im_end|>\n'.repeat(n))],
    ['left over control text', (n) => answer('[INST] a [/INST] <<SYS>> </s> <start_of_turn> '.repeat(n))],
  ]);
}

/** Returns items of Markdown to repeat in an answer. */
export const markdownItems = ({ user, answer }: Frames): ScalingItem[] =>
  [
    '[a](b) ',
    '[a](',
    '![a](b)',
    '**a** ',
    '*',
    '_',
    '~~',
    '# a\n',
    '> ',
    '- ',
    '- a\n',
    '  - a\n',
    '1. a\n',
    '|a',
    '[a]: b\n',
    '~~~\n',
    '<b>',
    '<!--',
    'http://a.b/ ',
    '`a` ',
    '\\*',
  ].map((again) => ({
    name: `Markdown: ${JSON.stringify(again)}`,
    dialect: 'openchatml-2.2',
    make: (n) => user('Hi') + answer(again.repeat(n)),
  }));

const messages = (all: string) => `{"messages": [{"role": "user", "content": "Hi"}${all}]}`;
const event = (delta: string) => `data: {"choices": [${delta}]}\n\n`;

const beforeContent = '{"messages":[{"role":"user","content":';
const beforeArguments =
  '{"messages":[{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"';

/**
 * Incomplete rows, like those that a user is typing or a program is writing. The repeated item is in an unclosed string, at each position
 * in a row.
 */
const unclosedRows: readonly Row[] = [
  ...[
    ['at the top', '"'],
    ['as a key', '{"'],
    ['as the key of a message', '{"messages":[{"role":"user","'],
    ['as a role', '{"messages":[{"role":"'],
    ['as a content', `${beforeContent}"`],
    ['as a content in single quotes', `{'messages':[{'role':'user','content':'`],
    ['as a content without quotes', beforeContent],
    ['as the text of a part', `${beforeContent}[{"type":"text","text":"`],
    ['as arguments', beforeArguments],
    ['as text in arguments', `${beforeArguments}{\\"a\\":\\"`],
    ['as reasoning', '{"messages":[{"role":"assistant","reasoning_content":"'],
  ].map(([name, before]): Row => [`an unclosed string ${name}`, (n) => before + 'words and '.repeat(n)]),
  ...['\\', '\\"', '\\n', '\\u00', '"', ' "a": ', '[', '{', ']', '}', ',', ':', "'", '<think> ', 'true '].map(
    (again): Row => [`${JSON.stringify(again)} in an unclosed content`, (n) => `${beforeContent}"${again.repeat(n)}`],
  ),
];

/** Items to repeat in JSON. */
export const jsonItems: readonly ScalingItem[] = (
  [
    ['messages', (n) => messages(many(n, (i) => `,{"role": "assistant", "content": "a${i}"}`))],
    [
      'calls in one message',
      (n) =>
        messages(
          `,{"role": "assistant", "tool_calls": [${many(n, (i) => `${i ? ',' : ''}{"id": "c${i}", "type": "function", "function": {"name": "f", "arguments": "{}"}}`)}]}`,
        ),
    ],
    [
      'calls and replies',
      (n) =>
        messages(
          `,{"role": "assistant", "tool_calls": [${many(n, (i) => `${i ? ',' : ''}{"id": "c${i}", "type": "function", "function": {"name": "f", "arguments": "{}"}}`)}]}${many(n, (i) => `,{"role": "tool", "tool_call_id": "c${i}", "content": "1"}`)}`,
        ),
    ],
    [
      'parts of content',
      (n) =>
        messages(`,{"role": "user", "content": [${many(n, (i) => `${i ? ',' : ''}{"type": "text", "text": "a"}`)}]}`),
    ],
    ['members in one message', (n) => messages(`,{"role": "user", "content": "a"${many(n, (i) => `, "a${i}": 1`)}}`)],
    ['one member in one message', (n) => messages(`,{"role": "user", "content": "a"${', "a": 1'.repeat(n)}}`)],
    ['tokens in content', (n) => messages(`,{"role": "user", "content": "${'<|im_end|> '.repeat(n)}"}`)],
    ['tags in content', (n) => messages(`,{"role": "assistant", "content": "${'<think>a</think> '.repeat(n)}"}`)],
    [
      'declarations',
      (n) =>
        `${messages('').slice(0, -1)}, "tools": [${many(n, (i) => `${i ? ',' : ''}{"type": "function", "function": {"name": "f${i}", "parameters": {"type": "object"}}}`)}]}`,
    ],
    ['levels', (n) => messages(`,{"role": "user", "content": "a", "b": ${'['.repeat(n)}${']'.repeat(n)}}`)],
    [
      'objects in objects',
      (n) => messages(`,{"role": "user", "content": "a", "b": ${'{"a":'.repeat(n)}1${'}'.repeat(n)}}`),
    ],
    ['open objects', (n) => '{"messages":'.repeat(n)],
    ['rows', (n) => `${messages(',{"role": "assistant", "content": "a"}')}\n`.repeat(n)],
    ['rows in one list', (n) => `[${`${messages(',{"role": "assistant", "content": "a"}')},`.repeat(n)}{}]`],
    [
      'elements on the wire',
      (n) => `[${many(n, () => '{"token": "<|im_start|>"}, "user\\nHi", {"token": "<|im_end|>"}, "\\n", ')}""]`,
    ],
    ['choices', (n) => many(n, (i) => event(`{"index": ${i}, "delta": {"content": "a"}}`))],
    ['deltas', (n) => event('{"index": 0, "delta": {"content": "<think>a</think> "}}').repeat(n)],
    [
      'calls in deltas',
      (n) =>
        many(n, (i) =>
          event(
            `{"index": 0, "delta": {"tool_calls": [{"index": ${i}, "id": "c${i}", "function": {"name": "f", "arguments": "{}"}}]}}`,
          ),
        ),
    ],
    [
      'calls in tags in content',
      (n) =>
        messages(
          `,{"role": "assistant", "content": "${'<tool_call>{\\"name\\":\\"f\\",\\"arguments\\":{}}</tool_call>'.repeat(n)}"}`,
        ),
    ],
    ['escapes', (n) => messages(`,{"role": "user", "content": "${'\\u0041\\n'.repeat(n)}"}`)],
    ['faults', (n) => messages(`,{role: 'user', content: 'a',}`.repeat(n))],
    ...unclosedRows,
  ] satisfies Row[]
).map(([name, make]) => ({ name: `JSON: ${name}`, json: true, make }));
