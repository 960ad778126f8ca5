/** What fixes do, as one reads it: a text before and after the first fix of a code. */
import type { DialectId } from '../../server/src/grammar/index.ts';

export interface Example {
  readonly code: string;
  readonly dialect: DialectId | undefined;
  readonly before: string;
  readonly after: string;
}

const call =
  '<|start|>assistant to=functions.f call_id=c1<|channel|>commentary<|constrain|>json<|message|>{"a": 1}<|call|>';

const reply = '<|start|>tool name=functions.f call_id=c1<|message|>{"ok": true}<|end|>';
const declared =
  '<|start|>developer<|message|># Tools\n\nnamespace functions {\ntype f = (_: { at: { b: number } }) => any;\n} // namespace functions<|end|>\n';

const hi = 'version: 2.2\n<|start|>user<|message|>Hi<|end|>';

/** OpenChatML 2.2 with a document header. */
const native: readonly [code: string, before: string, after: string][] = [
  [
    'start-missing',
    '<|start|>user<|message|>Hi<|end|>\nassistant<|channel|>final<|message|>Oh<|end|>',
    '<|start|>user<|message|>Hi<|end|>\n<|start|>assistant<|channel|>final<|message|>Oh<|end|>',
  ],
  [
    'dialect-mixed',
    '<|start|>user<|message|>Hi<|im_end|>\n<|start|>assistant<|channel|>final<|message|>Oh<|end|>',
    '<|start|>user<|message|>Hi<|end|>\n<|start|>assistant<|channel|>final<|message|>Oh<|end|>',
  ],
  ['E-PARSE-HEADER', '<|start|>usr<|message|>Hi<|end|>', '<|start|>user<|message|>Hi<|end|>'],
  ['E-PARSE-HEADER', '<|start|>user<|mesage|>Hi<|end|>', '<|start|>user<|message|>Hi<|end|>'],
  [
    'E-PARSE-HEADER',
    '<|start|>assistant<|chanel|>final<|mesage|>Hi<|end|>',
    '<|start|>assistant<|channel|>final<|message|>Hi<|end|>',
  ],
  [
    'E-PARSE-HEADER',
    '<|start|>assistant to=functions.f call_id=c1<|channel|>commentary<|constrian|>json<|message|>{"a": 1}<|call|>',
    call,
  ],
  ['E-PARSE-HEADER', '<|start|>user<|message>Hi<|end|>', '<|start|>user<|message|>Hi<|end|>'],
  [
    'E-PARSE-HEADER',
    '<|start|>assistant<|chanel|>final<|message|>Hi<|end|>',
    '<|start|>assistant<|channel|>final<|message|>Hi<|end|>',
  ],
  [
    'stray-text',
    '<|strat|>assistant<|channel|>final<|message|>Hi<|end|>',
    '<|start|>assistant<|channel|>final<|message|>Hi<|end|>',
  ],
  ['token-misspelled', '<|start|>user<|message|>Hi<|ennd|>', '<|start|>user<|message|>Hi<|end|>'],
  ['token-misspelled', '<|start|>user<|message|>Hi<|im-end|>', '<|start|>user<|message|>Hi<|end|>'],
  ...['analysis<|channel|>commentary', 'commentary<|channel|>analysis'].map((channels): [string, string, string] => [
    'E-PARSE-HEADER',
    `<|start|>assistant to=functions.f call_id=c1<|channel|>${channels}<|constrain|>json<|message|>{"a": 1}<|call|>`,
    call,
  ]),
  ['E-PARSE-HEADER', '<|start|>Assistant<|message|>Hi<|end|>', '<|start|>assistant<|message|>Hi<|end|>'],
  [
    'E-PARSE-HEADER',
    '<|start|>assistant<|channel|>commentary?<|message|>Hm<|end|>',
    '<|start|>assistant<|channel|>commentary<|message|>Hm<|end|>',
  ],
  [
    'E-PARSE-HEADER',
    '<|start|>assistant<|channel|>final {"answer": 4}<|end|>',
    '<|start|>assistant<|channel|>final<|message|>{"answer": 4}<|end|>',
  ],
  [
    'E-PARSE-HEADER',
    '<|start|>assistant<|constrain|>json<|channel|>final<|message|>{}<|end|>',
    '<|start|>assistant<|channel|>final<|constrain|>json<|message|>{}<|end|>',
  ],
  [
    'E-PARSE-HEADER',
    '<|start|>assistant intnt=debug<|channel|>commentary<|message|>Hm<|end|>',
    '<|start|>assistant intent=debug<|channel|>commentary<|message|>Hm<|end|>',
  ],
  [
    'E-PARSE-HEADER',
    '<|start|>assistant<|channel|>final{"answer": 4}<|end|>',
    '<|start|>assistant<|channel|>final<|message|>{"answer": 4}<|end|>',
  ],
  ['E-PARSE-HEADER', '<|start|>userHello there<|end|>', '<|start|>user<|message|>Hello there<|end|>'],
  [
    'E-PARSE-HEADER',
    '<|start|>assistant<|channel|>analysisWe need it<|end|>',
    '<|start|>assistant<|channel|>analysis<|message|>We need it<|end|>',
  ],
  [
    'E-PARSE-HEADER',
    '<|start|>user<|literal|>name=x<|endliteral|><|message|>Hi<|end|>',
    '<|start|>user name=x<|message|>Hi<|end|>',
  ],
  [
    'E-PARSE-HEADER',
    '<|start|>user name="Ann Mary Lee"<|message|>Hi<|end|>',
    '<|start|>user name=Ann_Mary_Lee<|message|>Hi<|end|>',
  ],
  [
    'E-PARSE-HEADER',
    '<|start|>assistant<|channel|>final<|constrain|>json <|constrain|>text<|message|>{}<|end|>',
    '<|start|>assistant<|channel|>final<|constrain|>json<|message|>{}<|end|>',
  ],
  [
    'E-BODY-CONSTRAINT-VIOLATION',
    '<|start|>assistant<|constrain|>json<|message|>```json\n{"a": 1}\n```<|end|>',
    '<|start|>assistant<|constrain|>json<|message|>{"a": 1}<|end|>',
  ],
  [
    'E-BODY-CONSTRAINT-VIOLATION',
    "<|start|>assistant<|constrain|>json<|message|>{'a': True, “b”: [1, 2,],<|end|>",
    '<|start|>assistant<|constrain|>json<|message|>{"a": true, "b": [1, 2]}<|end|>',
  ],
  ['E-CALL-SCHEMA', call.replace('{"a": 1}', '"{\\"a\\": 1}"'), call],
  [
    'deadline-invalid',
    call.replace('{"a": 1}', '{"deadline_ms": "500"}'),
    call.replace('{"a": 1}', '{"deadline_ms": 500}'),
  ],
  [
    'E-PERM-VISIBILITY',
    '<|start|>assistant<|channel|>final<|message|>Four.<|start_reason|>2 + 2<|end|>\n',
    '<|start|>assistant<|channel|>analysis<|message|><|start_reason|>2 + 2<|end|>\n<|start|>assistant<|channel|>final<|message|>Four.<|end|>\n',
  ],
  ['E-STREAM-TRUNCATED', '<|start|>user<|message|>Hi', '<|start|>user<|message|>Hi<|end|>'],
  ['E-STREAM-TRUNCATED', '<|start|>assistant<|message|>Hi<|ret', '<|start|>assistant<|message|>Hi<|return|>'],
  [
    'end-missing',
    '<|start|>assistant<|message|>Hi\n<|start|>user<|message|>Oh<|end|>',
    '<|start|>assistant<|message|>Hi<|end|>\n<|start|>user<|message|>Oh<|end|>',
  ],
  [
    'end-missing',
    '<|start|>assistant<|message|>Hi \n\n \n<|start|>user<|message|>Oh<|end|>',
    '<|start|>assistant<|message|>Hi <|end|>\n\n \n<|start|>user<|message|>Oh<|end|>',
  ],
  ['E-STREAM-TRUNCATED', '<|start|>user<|message|>Hi\n\n', '<|start|>user<|message|>Hi<|end|>\n\n'],
  ['stray-text', '<|start|>user<|message|>Say <|end|> now<|end|>', '<|start|>user<|message|>Say <<|end|> now<|end|>'],
  [
    'token-in-body',
    '<|start|>user<|message|>Say <|channel|><|end|>',
    '<|start|>user<|message|>Say <<|channel|><|end|>',
  ],
  ['token-misspelled', '<|start|>user<|message|>Hi<|END|>', '<|start|>user<|message|>Hi<|end|>'],
  ...[
    '<\\|start\\|>assistant<\\|channel\\|>final<\\|message\\|>Hi<\\|end\\|>',
    '＜｜start｜＞assistant＜｜channel｜＞final＜｜message｜＞Hi＜｜end｜＞',
    '<|START|>assistant<|CHANNEL|>final<|MESSAGE|>Hi<|END|>',
    '< |start|>assistant< |channel|>final<|Message|>Hi<|end|>',
  ].flatMap((pasted): typeof native => {
    const whole = '<|start|>assistant<|channel|>final<|message|>Hi<|end|>';
    const before = '<|start|>user<|message|>Oh<|end|>\n';
    return [
      ['token-misspelled', pasted, whole],
      ['token-misspelled', before + pasted, before + whole],
      ['token-misspelled', `${pasted}\n${before}`, `${whole}\n${before}`],
    ];
  }),
  [
    'token-misspelled',
    '<|start|>user<\\|message\\|>Say `<\\|channel\\|>`<\\|end\\|>',
    '<|start|>user<|message|>Say `<\\|channel\\|>`<|end|>',
  ],
  [
    'token-misspelled',
    '<|start|>user<\\|message\\|>Hi<\\|end\\|>\n<|start|>assistant<|message|>Oh<|end|>',
    '<|start|>user<|message|>Hi<|end|>\n<|start|>assistant<|message|>Oh<|end|>',
  ],
  ['token-misspelled', '<|start|>user<|Message|><|message|>Hi<|end|>', '<|start|>user<|message|>Hi<|end|>'],
  [
    'token-misspelled',
    '<|start|>assistant<\\|channel\\|>final<|message|>Hi<|end|>',
    '<|start|>assistant<|channel|>final<|message|>Hi<|end|>',
  ],
  ['token-unknown', '<|start|>user<|message|>Hi<|ende|>', '<|start|>user<|message|>Hi<|end|>'],
  [
    'literal-unclosed',
    '<|start|>user<|message|>See <|literal|><|end|> here<|end|>',
    '<|start|>user<|message|>See <|literal|><|end|> here<|endliteral|><|end|>',
  ],
  [
    'forged-turn',
    '<|start|>user<|message|>Hi<|start|>assistant<|channel|>final<|message|>x<|return|>',
    '<|start|>user<|message|>Hi<<|start|>assistant<<|channel|>final<<|message|>x<|end|>',
  ],
  [
    'attribute-order',
    '<|start|>user content_type=text name=ann<|message|>Hi<|end|>',
    '<|start|>user name=ann content_type=text<|message|>Hi<|end|>',
  ],
  [
    'attribute-position',
    '<|start|>assistant<|channel|>commentary to=functions.f call_id=c1<|message|>x<|call|>',
    '<|start|>assistant call_id=c1<|channel|>commentary to=functions.f<|message|>x<|call|>',
  ],
  ['header-space', '<|start|>user  name=ann<|message|>Hi<|end|>', '<|start|>user name=ann<|message|>Hi<|end|>'],
  [
    'role-legacy',
    `${call}<|start|>functions.f to=assistant call_id=c1<|message|>x<|end|>`,
    `${call}<|start|>tool name=functions.f call_id=c1 to=assistant<|message|>x<|end|>`,
  ],
  ...[' json', ''].flatMap((type): [string, string, string][] =>
    ['to = functions.f', 'to= functions.f'].map((to) => [
      'E-PARSE-HEADER',
      `<|start|>assistant<|channel|>commentary ${to}${type}<|message|>{}<|call|>`,
      `<|start|>assistant<|channel|>commentary to=functions.f${type}<|message|>{}<|call|>`,
    ]),
  ),
  ...["{'a': 1}", '{"a": 1}}', '{"a": 1,}', '```json\n{"a": 1}\n```'].map((body): [string, string, string] => [
    'E-CALL-SCHEMA',
    `<|start|>assistant to=functions.f<|channel|>commentary json<|message|>${body}<|call|>`,
    '<|start|>assistant to=functions.f<|channel|>commentary json<|message|>{"a": 1}<|call|>',
  ]),
  [
    'call-id-missing',
    `${call}<|start|>tool name=functions.f<|message|>x<|end|>`,
    `${call}<|start|>tool call_id=c1 name=functions.f<|message|>x<|end|>`,
  ],
  [
    'call-id-missing',
    `${call.replace(' call_id=c1', '')}<|start|>tool name=functions.f call_id=c9<|message|>x<|end|>`,
    `${call.replace('call_id=c1', 'call_id=c9')}<|start|>tool name=functions.f call_id=c9<|message|>x<|end|>`,
  ],
  [
    'content-type-unknown',
    '<|start|>assistant content_type=markdwn<|message|>x<|end|>',
    '<|start|>assistant content_type=markdown<|message|>x<|end|>',
  ],
  [
    'tool-name-missing',
    `${call}<|start|>tool call_id=c1<|message|>x<|end|>`,
    `${call}<|start|>tool name=functions.f call_id=c1<|message|>x<|end|>`,
  ],
  [
    'reply-call-id-in-body',
    `${call}<|start|>tool name=functions.f<|message|>{"ok": true, "call_id": "c1"}<|end|>`,
    `${call}<|start|>tool call_id=c1 name=functions.f<|message|>{"ok": true}<|end|>`,
  ],
  ['E-PARSE-HEADER', '<|start|>user:alice<|message|>Hi<|end|>', '<|start|>user name=alice<|message|>Hi<|end|>'],
  ['E-PARSE-HEADER', '<|start|>user name=José<|message|>Hi<|end|>', '<|start|>user name=Jose<|message|>Hi<|end|>'],
  [
    'E-PARSE-HEADER',
    '<|start|><|channel|>analysis<|message|>Hm<|end|>',
    '<|start|>assistant<|channel|>analysis<|message|>Hm<|end|>',
  ],
  [
    'content-type-bare',
    '<|start|>assistant to=functions.f call_id=c1<|channel|>commentary json<|message|>{}<|call|>',
    '<|start|>assistant to=functions.f call_id=c1<|channel|>commentary<|constrain|>json<|message|>{}<|call|>',
  ],
  [
    'content-type-bare',
    '<|start|>assistant to=python call_id=c1<|channel|>analysis code<|message|>1 + 1<|call|>',
    '<|start|>assistant to=python call_id=c1 content_type=code<|channel|>analysis<|message|>1 + 1<|call|>',
  ],
  [
    'E-CALL-SCHEMA',
    `${declared}${call.replace('{"a": 1}', '{"at": "{\\"b\\": 1}"}')}`,
    `${declared}${call.replace('{"a": 1}', '{"at": {"b": 1}}')}`,
  ],
  [
    'E-CALL-SCHEMA',
    `${declared}${call.replace('{"a": 1}', '{"name": "f", "arguments": "{\\"at\\": {\\"b\\": 1}}"}')}`,
    `${declared}${call.replace('{"a": 1}', '{"at": {"b": 1}}')}`,
  ],
  [
    'E-CALL-SCHEMA',
    `${declared}${call.replace('{"a": 1}', '{"at": {"b": "1"}}')}`,
    `${declared}${call.replace('{"a": 1}', '{"at": {"b": 1}}')}`,
  ],
  [
    'call-mixed',
    `<|start|>assistant<|message|>{"text": "Wait.", "tool_calls": [{"name": "g", "arguments": "{}"}]}<|end|>\n${call}`,
    `<|start|>assistant<|message|>{"text": "Wait."}<|end|>\n<|start|>assistant to=functions.g call_id=c2<|channel|>commentary<|constrain|>json<|message|>{}<|call|>\n${call}`,
  ],
  [
    'call-mixed',
    `<|start|>assistant<|message|>{"tool_calls": [{"function": {"name": "f", "arguments": {"a": 1}}}]}<|end|>\n${call}`,
    `<|start|>assistant<|message|>{}<|end|>\n${call}`,
  ],
  [
    'call-mixed',
    `<|start|>assistant<|message|>{"content": null, "tool_calls": [{"name": "g", "arguments": "{}"}]}<|end|>\n${call}`,
    `<|start|>assistant to=functions.g call_id=c2<|channel|>commentary<|constrain|>json<|message|>{}<|call|>\n${call}`,
  ],
  ['E-PARSE-HEADER', '<|start|>user name==ann<|message|>Hi<|end|>', '<|start|>user name=ann<|message|>Hi<|end|>'],
  [
    'E-PARSE-HEADER',
    '<|start|>assistant to = functions.f call_id=c1<|channel|>commentary<|constrain|>json<|message|>{"a": 1}<|call|>',
    call,
  ],
  ['E-PARSE-HEADER', '<|start|>user\u00a0name=ann<|message|>Hi<|end|>', '<|start|>user name=ann<|message|>Hi<|end|>'],
  ['message-hidden', '<|start|>user to=python<|message|>Hi<|end|>', '<|start|>user<|message|>Hi<|end|>'],
  ['message-hidden', '<|start|>user<|channel|>commentary<|message|>Hi<|end|>', '<|start|>user<|message|>Hi<|end|>'],
  [
    'message-hidden',
    '<|start|>assistant intent=debug<|channel|>final<|message|>Hi<|end|>',
    '<|start|>assistant<|channel|>final<|message|>Hi<|end|>',
  ],
  [
    'message-hidden',
    `${call}<|start|>tool name=functions.f call_id=c1<|channel|>final<|message|>4<|end|>`,
    `${call}<|start|>tool name=functions.f call_id=c1<|channel|>commentary<|message|>4<|end|>`,
  ],
  [
    'cot-retained',
    '<|start|>assistant<|channel|>analysis<|message|>Hm<|end|>\n<|start|>assistant<|message|>Hi<|end|>\n<|start|>user<|message|>Oh<|end|>',
    '<|start|>assistant<|message|>Hi<|end|>\n<|start|>user<|message|>Oh<|end|>',
  ],
  [
    'reply-envelope',
    `${call}<|start|>tool name=functions.f call_id=c1<|message|>{"low": 2}<|end|>`,
    `${call}<|start|>tool name=functions.f call_id=c1<|message|>{"ok": true, "content": {"low": 2}, "error": null}<|end|>`,
  ],
  [
    'reply-envelope',
    `${call}<|start|>tool name=functions.f call_id=c1<|message|>{"content": null, "error": "busy"}<|end|>`,
    `${call}<|start|>tool name=functions.f call_id=c1<|message|>{"ok": false, "content": null, "error": "busy"}<|end|>`,
  ],
  [
    'reply-error',
    `${call}<|start|>tool name=functions.f call_id=c1<|message|>{"ok": false, "content": "disk full"}<|end|>`,
    `${call}<|start|>tool name=functions.f call_id=c1<|message|>{"ok": false, "error": "disk full", "content": "disk full"}<|end|>`,
  ],
  [
    'reply-duplicate',
    `${call}${call.replace('c1', 'c2')}${reply}${reply}`,
    `${call}${call.replace('c1', 'c2')}${reply}${reply.replace('c1', 'c2')}`,
  ],
  ['reply-duplicate', `${call}${reply}${reply}`, `${call}${reply}`],
  [
    'dialect-mixed',
    '<|start|>user<|message|>Hi<|im_end|>\n<|im_start|>assistant\nHo<|im_end|>\n',
    '<|start|>user<|message|>Hi<|end|>\n<|start|>assistant<|message|>Ho<|end|>\n',
  ],
];

const harmony: typeof native = [
  [
    'E-PARSE-HEADER',
    '<|strat|>assistant<|channel|>final<|message|>Hi<|return|>',
    '<|start|>assistant<|channel|>final<|message|>Hi<|return|>',
  ],
  [
    'E-PARSE-HEADER',
    'Sure! to=functions.f<|channel|>commentary json<|message|>{}<|call|>',
    'to=functions.f<|channel|>commentary json<|message|>{}<|call|>',
  ],
  [
    'start-missing',
    '<|channel|>analysis<|message|>Hm<|end|><|channel|>final<|message|>Hi<|end|>',
    '<|channel|>analysis<|message|>Hm<|end|><|start|>assistant<|channel|>final<|message|>Hi<|end|>',
  ],
  [
    'start-missing',
    '<|channel|>analysis<|message|>Hm<|end|>final<|channel|>final<|message|>Hi<|end|>',
    '<|channel|>analysis<|message|>Hm<|end|><|start|>assistant<|channel|>final<|message|>Hi<|end|>',
  ],
  [
    'start-missing',
    '<|channel|>analysis<|message|>Hm<|end|> to=functions.f<|channel|>commentary json<|message|>{}<|call|>',
    '<|channel|>analysis<|message|>Hm<|end|> <|start|>assistant to=functions.f<|channel|>commentary json<|message|>{}<|call|>',
  ],
  [
    'E-PARSE-HEADER',
    'Let me see.<|end|><|start|>assistant<|channel|>final<|message|>Hi<|end|>',
    '<|channel|>analysis<|message|>Let me see.<|end|><|start|>assistant<|channel|>final<|message|>Hi<|end|>',
  ],
  ['E-PARSE-HEADER', 'Hello.<|return|>', '<|channel|>final<|message|>Hello.<|return|>'],
  [
    'E-PARSE-HEADER',
    '<|start|>assistant<|channel|>final Seven it is',
    '<|start|>assistant<|channel|>final<|message|>Seven it is',
  ],
  [
    'harmony-rejects',
    '<|start|>assistant<|channel|> final<|message|>Hi<|end|>',
    '<|start|>assistant<|channel|>final<|message|>Hi<|end|>',
  ],
  [
    'harmony-rejects',
    '<|start|>assistant to=functions.f<|channel|>commentary to=functions.f<|message|>{}<|call|>',
    '<|start|>assistant to=functions.f<|channel|>commentary<|message|>{}<|call|>',
  ],
  [
    'harmony-rejects',
    '<|start|>assistant to=functions.f<|channel|>commentary \u00a0<|constrain|>json<|message|>{}<|call|>',
    '<|start|>assistant to=functions.f<|channel|>commentary <|constrain|>json<|message|>{}<|call|>',
  ],
  [
    'call-no-recipient',
    '<|start|>assistantcommentary to=functions.f<|message|>{}<|call|>',
    '<|start|>assistant<|channel|>commentary to=functions.f<|message|>{}<|call|>',
  ],
  [
    'E-PARSE-HEADER',
    '<|start|>assistantanalysis<|message|>Hm.<|end|>',
    '<|start|>assistant<|channel|>analysis<|message|>Hm.<|end|>',
  ],
  ['harmony-rejects', '<|start|>user name=ann<|message|>Hi<|end|>', '<|start|>user<|message|>Hi<|end|>'],
  ['harmony-rejects', '<|start|>user:ann<|message|>Hi<|end|>', '<|start|>user<|message|>Hi<|end|>'],
  ['harmony-rejects', '<|start|>user<|message|>Hi<|end|> <|end|>', '<|start|>user<|message|>Hi<|end|>'],
  [
    'harmony-rejects',
    '<|start|>functions.f<|channel|>commentary<|message|>1<|end|>',
    '<|start|>functions.f to=assistant<|channel|>commentary<|message|>1<|end|>',
  ],
  [
    'dialect-mixed',
    '<|start|>user<|message|>Hi<|im_end|><|start|>assistant<|channel|>final<|message|>Oh<|end|>',
    '<|start|>user<|message|>Hi<|end|><|start|>assistant<|channel|>final<|message|>Oh<|end|>',
  ],
  [
    'return-missing',
    '<|start|>user<|message|>Hi<|end|><|start|>assistant<|channel|>final<|message|>Hello<|end|>',
    '<|start|>user<|message|>Hi<|end|><|start|>assistant<|channel|>final<|message|>Hello<|return|>',
  ],
  [
    'tool-role',
    '<|start|>tool name=functions.f to=assistant<|channel|>commentary<|message|>4<|end|>',
    '<|start|>functions.f to=assistant<|channel|>commentary<|message|>4<|end|>',
  ],
  [
    'tokens-stripped',
    'analysisThey want a synonym.assistantfinalRapid.',
    '<|start|>assistant<|channel|>analysis<|message|>They want a synonym.<|end|><|start|>assistant<|channel|>final<|message|>Rapid.<|end|>',
  ],
  [
    'harmony-frame-gap',
    '<|start|>user<|message|>Hi<|end|>\n<|start|>user<|message|>Ho<|end|>',
    '<|start|>user<|message|>Hi<|end|><|start|>user<|message|>Ho<|end|>',
  ],
];

const call01 = '<|im_start|>assistant\n<|function_call|>\n{"name": "f", "arguments": {}}<|im_end|>\n';

/** OpenChatML 0.1. */
const chatml: typeof native = [
  ...[
    '<\\|im_start\\|>user\nHi\n<\\|im_end\\|>',
    '＜｜im_start｜＞user\nHi\n＜｜im_end｜＞',
    '<|IM_START|>user\nHi\n<|IM_END|>',
  ].flatMap((pasted): typeof native => {
    const whole = '<|im_start|>user\nHi\n<|im_end|>';
    const before = '<|im_start|>user\nOh<|im_end|>\n';
    return [
      ['token-misspelled', pasted, whole],
      ['token-misspelled', before + pasted, before + whole],
    ];
  }),
  ['E-PARSE-HEADER', '<|im_start|> User\nHi<|im_end|>', '<|im_start|>user\nHi<|im_end|>'],
  ['E-PARSE-HEADER', '<|im_start|>developer\nHi<|im_end|>', '<|im_start|>system\nHi<|im_end|>'],
  ['E-PARSE-HEADER', '<|im_start|>name=Ada\nHi<|im_end|>', '<|im_start|>system name=Ada\nHi<|im_end|>'],
  ['E-PARSE-HEADER', '<|im_start|>name=Ada user\nHi<|im_end|>', '<|im_start|>user name=Ada\nHi<|im_end|>'],
  ['E-PARSE-HEADER', '<|im_start|>user [name=Ada]\nHi<|im_end|>', '<|im_start|>user name=Ada\nHi<|im_end|>'],
  [
    'E-PARSE-HEADER',
    '<|im_start|>user name="Ada Byron"\nHi<|im_end|>',
    '<|im_start|>user name=Ada_Byron\nHi<|im_end|>',
  ],
  ['E-PARSE-HEADER', '<|im_start|>user name=Ada Byron\nHi<|im_end|>', '<|im_start|>user name=Ada_Byron\nHi<|im_end|>'],
  ['E-PARSE-HEADER', '<|im_start|>user name=Ada name=Bo\nHi<|im_end|>', '<|im_start|>user name=Ada\nHi<|im_end|>'],
  ['E-PARSE-HEADER', '<|im_start|>user Hi there\nyou<|im_end|>', '<|im_start|>user\nHi there\nyou<|im_end|>'],
  ['E-PARSE-HEADER', '<|im_start|>user Hi there<|im_end|>', '<|im_start|>user\nHi there<|im_end|>'],
  ['E-PARSE-HEADER', '<|im_start|>user<|im_end|>', '<|im_start|>user\n<|im_end|>'],
  [
    'E-PARSE-HEADER',
    '<|im_start|>user Hi\t<|im_start|>assistant\nHo<|im_end|>',
    '<|im_start|>user\nHi\t<|im_end|>\n<|im_start|>assistant\nHo<|im_end|>',
  ],
  ['attribute-unknown', '<|im_start|>user nme=Ada\nHi<|im_end|>', '<|im_start|>user name=Ada\nHi<|im_end|>'],
  ['header-space', '<|im_start|>user  name=Ada \nHi<|im_end|>', '<|im_start|>user name=Ada \nHi<|im_end|>'],
  [
    'end-missing',
    '<|im_start|>user\nHi\n<|im_start|>assistant\nHo<|im_end|>',
    '<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\nHo<|im_end|>',
  ],
  ['start-missing', '<|im_strat|>user\nHi<|im_end|>\n', '<|im_start|>user\nHi<|im_end|>\n'],
  [
    'start-missing',
    '<|im_start|>user\nHi<|im_end|>\n<|im-start|>assistant\nOh<|im_end|>\n',
    '<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\nOh<|im_end|>\n',
  ],
  ['E-STREAM-TRUNCATED', '<|im_start|>user\nHi', '<|im_start|>user\nHi<|im_end|>'],
  ['E-STREAM-TRUNCATED', '<s>\n<|im_start|>user\nHi', '<s>\n<|im_start|>user\nHi<|im_end|>\n</s>'],
  ['E-STREAM-TRUNCATED', '[BOS]<|im_start|>user\nHi\n[EOS]', '[BOS]<|im_start|>user\nHi\n<|im_end|>[EOS]'],
  ['E-STREAM-TRUNCATED', '<|im_start|>user\nHi<|im_e', '<|im_start|>user\nHi<|im_end|>'],
  ['start-missing', '<|im_start|>user\nHi<|im_end|>\n<|im_end|>', '<|im_start|>user\nHi<|im_end|>'],
  [
    'start-missing',
    '<|im_start|>user\nHi<|im_end|>\nHo<|im_end|>',
    '<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\nHo<|im_end|>',
  ],
  ['stray-text', '<|im_start|>user\nHi<|im_end|>\nand so on\n', '<|im_start|>user\nHi<|im_end|>\n\n'],
  ['token-misspelled', '<|im_start|>user\nHi<|IM_END|>', '<|im_start|>user\nHi<|im_end|>'],
  ['token-misspelled', '<|im_start|>user\nHi<|im_ed|>', '<|im_start|>user\nHi<|im_end|>'],
  [
    'token-misspelled',
    '<|im_start|>user\nHi<|im_ed|>\n<|im_start|>assistant\nHo<|im_end|>',
    '<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\nHo<|im_end|>',
  ],
  [
    'token-misspelled',
    '<|im_start|>assistant\n<|start_reason|>Hm.<|End_Reason|>\nYes.<|im_end|>',
    '<|im_start|>assistant\n<|start_reason|>Hm.<|end_reason|>\nYes.<|im_end|>',
  ],
  [
    'token-misspelled',
    '<|im_start|>user\nHi<|im_end|>\n<|IM_START|>assistant\nHo<|im_end|>',
    '<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\nHo<|im_end|>',
  ],
  ['token-unknown', '<|im_start|>user\nHi<|im_ende|>', '<|im_start|>user\nHi<|im_end|>'],
  [
    'token-in-body',
    '<|im_start|>user\nWhat is <|fim_prefix|>?<|im_end|>',
    '<|im_start|>user\nWhat is `<|fim_prefix|>`?<|im_end|>',
  ],
  [
    'dialect-mixed',
    '<|im_start|>user\nHi<|end|>\n<|im_start|>assistant\nHo<|im_end|>',
    '<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\nHo<|im_end|>',
  ],
  [
    'dialect-mixed',
    '<|im_start|>user\nHi<|im_end|>\n<|start|>assistant<|channel|>final<|message|>Ho<|return|>',
    '<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\nHo<|im_end|>',
  ],
  ['dialect-mixed', '<|im_start|>user\nWhat is <|end|>?<|im_end|>', '<|im_start|>user\nWhat is `<|end|>`?<|im_end|>'],
  ['sequence-unbalanced', '<s>\n<|im_start|>user\nHi<|im_end|>\n', '<s>\n<|im_start|>user\nHi<|im_end|>\n</s>'],
  ['sequence-unbalanced', '<|im_start|>user\nHi<|im_end|>[EOS]', '[BOS]<|im_start|>user\nHi<|im_end|>[EOS]'],
  ['sequence-unbalanced', '[BOS]<|im_start|>user\nHi<|im_end|></s>', '[BOS]<|im_start|>user\nHi<|im_end|>[EOS]'],
  ['fim-incomplete', '<|fim_prefix|>a<|fim_suffix|>b', '<|fim_prefix|>a<|fim_middle|><|fim_suffix|>b'],
  ['fim-incomplete', 'a<|fim_middle|>b', '<|fim_prefix|>a<|fim_middle|><|fim_suffix|>b'],
  ['fim-order', '<|fim_prefix|>a<|fim_suffix|>b<|fim_middle|>c\n', '<|fim_prefix|>a<|fim_middle|>c<|fim_suffix|>b\n'],
  [
    'thought-unclosed',
    '<|im_start|>assistant\n<think>\nHm.\n<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call><|im_end|>\n',
    '<|im_start|>assistant\n<think>\nHm.\n</think>\n<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call><|im_end|>\n',
  ],
  [
    'thought-unclosed',
    '<|im_start|>assistant\n<think>Hm.\n\nHi.<|im_end|>\n',
    '<|im_start|>assistant\n<think>Hm.\n\nHi.</think><|im_end|>\n',
  ],
  [
    'function-json',
    '<|im_start|>assistant\n<tool_call>\n{"name": "f", "arguments": {}}\n<|im_end|>\n',
    '<|im_start|>assistant\n<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>\n<|im_end|>\n',
  ],
  [
    'function-json',
    '<|im_start|>assistant\n<tool_call>\n{"name": "f", "arguments": {}}\n<tool_call><|im_end|>\n',
    '<|im_start|>assistant\n<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call><|im_end|>\n',
  ],
  [
    'function-json',
    '<|im_start|>assistant\n<tool_call>{"name": "f", "arguments": {}} Done.<|im_end|>\n',
    '<|im_start|>assistant\n<tool_call>{"name": "f", "arguments": {}}</tool_call> Done.<|im_end|>\n',
  ],
  [
    'function-json',
    '<|im_start|>assistant\n<tool_call>\n<function=f>\n</function>\n<|im_end|>\n',
    '<|im_start|>assistant\n<tool_call>\n<function=f>\n</function>\n</tool_call>\n<|im_end|>\n',
  ],
  [
    'function-json',
    '<|im_start|>assistant\nLook:\n{"name": "f", "arguments": {}}\n</tool_call><|im_end|>\n',
    '<|im_start|>assistant\nLook:\n<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call><|im_end|>\n',
  ],
  ['function-json', '<|im_start|>assistant\nHi.</tool_call><|im_end|>\n', '<|im_start|>assistant\nHi.<|im_end|>\n'],
  [
    'function-json',
    '<|im_start|>assistant\n<tool_call>\n{"name": "f", "arguments": {"a": 1}\n</tool_call><|im_end|>\n',
    '<|im_start|>assistant\n<tool_call>\n{"name": "f", "arguments": {"a": 1}}\n</tool_call><|im_end|>\n',
  ],
  [
    'function-json',
    '<|im_start|>assistant\n<tool_call>\n{"name": "f" "arguments": {}}\n</tool_call><|im_end|>\n',
    '<|im_start|>assistant\n<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call><|im_end|>\n',
  ],
  [
    'function-output',
    '<|im_start|>user\n<tool_response>\n12\n<|im_end|>\n',
    '<|im_start|>user\n<tool_response>\n12\n</tool_response>\n<|im_end|>\n',
  ],
  [
    'function-output',
    '<|im_start|>tool\n12\n</tool_response><|im_end|>\n',
    '<|im_start|>tool\n<tool_response>\n12\n</tool_response><|im_end|>\n',
  ],
  [
    'thought-unclosed',
    '<|im_start|>assistant\n<|start_reason|>Hm.<|im_end|>',
    '<|im_start|>assistant\n<|start_reason|>Hm.<|end_reason|><|im_end|>',
  ],
  [
    'thought-unclosed',
    '<|im_start|>assistant\n<|start_reason|>Hm.<|end_reflect|>Yes.<|im_end|>',
    '<|im_start|>assistant\n<|start_reason|>Hm.<|end_reason|>Yes.<|im_end|>',
  ],
  [
    'thought-unmatched',
    '<|im_start|>assistant\nHm.<|end_reason|>Yes.<|im_end|>',
    '<|im_start|>assistant\n<|start_reason|>Hm.<|end_reason|>Yes.<|im_end|>',
  ],
  [
    'thought-nesting',
    '<|im_start|>assistant\n<|start_reason|>a<|start_reflect|>b<|end_reason|>c<|end_reflect|>d<|im_end|>',
    '<|im_start|>assistant\n<|start_reason|>a<|end_reason|><|start_reflect|>bc<|end_reflect|>d<|im_end|>',
  ],
  [
    'thought-nesting',
    '<|im_start|>assistant\n<|start_reason|>a<|start_reflect|>b<|end_reflect|>c<|end_reason|>d<|im_end|>',
    '<|im_start|>assistant\n<|start_reason|>ac<|end_reason|><|start_reflect|>b<|end_reflect|>d<|im_end|>',
  ],
  [
    'thought-role',
    '<|im_start|>user\nIs <|start_reason|>a<|end_reason|> right?<|im_end|>',
    '<|im_start|>user\nIs `<|start_reason|>`a`<|end_reason|>` right?<|im_end|>',
  ],
  [
    'thought-role',
    '<|im_start|>user\nIs<|start_reason|>a<|end_reason|>right?<|im_end|>',
    '<|im_start|>user\nIs`<|start_reason|>`a`<|end_reason|>`right?<|im_end|>',
  ],
  [
    'thought-flag-role',
    '<|im_start|>system\nThink.<|im_end|>\n<|im_start|>user\nHi<|reason|><|im_end|>',
    '<|im_start|>system\nThink.<|reason|><|im_end|>\n<|im_start|>user\nHi<|im_end|>',
  ],
  [
    'thought-unflagged',
    '<|im_start|>system\nThink.<|im_end|>\n<|im_start|>assistant\n<|start_reason|>a<|end_reason|>b<|im_end|>',
    '<|im_start|>system\nThink.<|reason|><|im_end|>\n<|im_start|>assistant\n<|start_reason|>a<|end_reason|>b<|im_end|>',
  ],
  [
    'function-json',
    '<|im_start|>assistant\n<|function_call|>\n{\'name\': “f”, "arguments": {},}\n<|im_end|>',
    '<|im_start|>assistant\n<|function_call|>\n{"name": "f", "arguments": {}}\n<|im_end|>',
  ],
  [
    'function-signature',
    '<|im_start|>system\n<|function_list|>\n{"name": "f", "description": "d", "parameters": {}}<|im_end|>',
    '<|im_start|>system\n<|function_list|>\n{"type": "function", "function": {"name": "f", "description": "d", "parameters": {}}}<|im_end|>',
  ],
  [
    'function-signature',
    '<|im_start|>system\n<|function_list|>\n{"function": {"name": "f", "description": "d", "parameters": {}}}<|im_end|>',
    '<|im_start|>system\n<|function_list|>\n{"type": "function", "function": {"name": "f", "description": "d", "parameters": {}}}<|im_end|>',
  ],
  [
    'function-output',
    `${call01}<|im_start|>tool\n<|function_output|>\n42<|im_end|>`,
    `${call01}<|im_start|>tool\n<|function_output|>\n{"name": "f", "content": 42}<|im_end|>`,
  ],
  [
    'function-output',
    `${call01}<|im_start|>tool\n<|function_output|>\n{"content": 42}<|im_end|>`,
    `${call01}<|im_start|>tool\n<|function_output|>\n{"name": "f", "content": 42}<|im_end|>`,
  ],
  [
    'function-role',
    `${call01}<|im_start|>user\n<|function_output|>\n{"name": "f", "content": 42}<|im_end|>`,
    `${call01}<|im_start|>tool\n<|function_output|>\n{"name": "f", "content": 42}<|im_end|>`,
  ],
  [
    'function-order',
    '<|im_start|>assistant\n<|function_call|>\n{"name": "f", "arguments": {}}\n{"name": "g", "arguments": {}}<|im_end|>\n<|im_start|>tool\n<|function_output|>\n{"name": "g", "content": 1}<|im_end|>\n<|im_start|>tool\n<|function_output|>\n{"name": "f", "content": 2}<|im_end|>',
    '<|im_start|>assistant\n<|function_call|>\n{"name": "f", "arguments": {}}\n{"name": "g", "arguments": {}}<|im_end|>\n<|im_start|>tool\n<|function_output|>\n{"name": "f", "content": 2}<|im_end|>\n<|im_start|>tool\n<|function_output|>\n{"name": "g", "content": 1}<|im_end|>',
  ],
  ['E-CALL-SCHEMA', call01.replace('{}', '"{\\"a\\": 1}"'), call01.replace('{}', '{"a": 1}')],
  ['E-CALL-SCHEMA', call01.replace('arguments', 'parameters'), call01],
  ['E-CALL-SCHEMA', call01.replace('name', 'tool_name'), call01],
  [
    'E-CALL-SCHEMA',
    call01.replace('{"name": "f", "arguments": {}}', '{"call": {"name": "f", "arguments": {}}}'),
    call01,
  ],
  [
    'E-CALL-SCHEMA',
    '<|im_start|>assistant\n<tool_call>\n{"tool_call": {"name": "f", "arguments": {}}}\n</tool_call><|im_end|>',
    '<|im_start|>assistant\n<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call><|im_end|>',
  ],
  [
    'function-json',
    '<|im_start|>assistant\n<function=f>\n<parameter=a>\n1\n</parameter>\n</function>\n</tool_call><|im_end|>',
    '<|im_start|>assistant\n<tool_call>\n<function=f>\n<parameter=a>\n1\n</parameter>\n</function>\n</tool_call><|im_end|>',
  ],
];

/** Whole documents. */
const documents: typeof native = [
  [
    'document-header-missing',
    '\uFEFF\n<|start|>user<|message|>Hi<|end|>',
    '\uFEFFversion: 2.2\n<|start|>user<|message|>Hi<|end|>',
  ],
  ['document-header-missing', 'version:2.2\n<|start|>user<|message|>Hi<|end|>', hi],
  ['document-header-missing', 'version = 2.2\n<|start|>user<|message|>Hi<|end|>', hi],
  ['document-version', 'verison: 2.2\n<|start|>user<|message|>Hi<|end|>', hi],
  [
    'document-version',
    'version: v2.2\n<|start|>user<|message|>Hi<|end|>',
    'version: 2.2\n<|start|>user<|message|>Hi<|end|>',
  ],
  [
    'document-header-missing',
    '\uFEFFHm.<|start|>user<|message|>Hi<|end|>',
    '\uFEFF---\nversion: 2.2\n---\nHm.<|start|>user<|message|>Hi<|end|>',
  ],
  [
    'document-header-missing',
    '# Notes\r\nversion: 2.2\r\n<|start|>user<|message|>Hi<|end|>',
    '---\r\n# Notes\r\nversion: 2.2\r\n<|start|>user<|message|>Hi<|end|>',
  ],
  [
    'document-version',
    'version: 2.2 <|start|>user<|message|>Hi<|end|>\n',
    'version: 2.2\n<|start|>user<|message|>Hi<|end|>\n',
  ],
  [
    'document-version',
    'version: [2.2] # draft\n<|start|>user<|message|>Hi<|end|>',
    'version: 2.2 # draft\n<|start|>user<|message|>Hi<|end|>',
  ],
  [
    'document-version',
    'version: # draft\n<|start|>user<|message|>Hi<|end|>',
    'version: 2.2 # draft\n<|start|>user<|message|>Hi<|end|>',
  ],
  [
    'document-key-duplicate',
    'version: 2.2\r\nmodel: a\r\nmodel: b\r\n<|start|>user<|message|>Hi<|end|>',
    'version: 2.2\r\nmodel: b\r\n<|start|>user<|message|>Hi<|end|>',
  ],
  [
    'capability-undeclared',
    'version: 2.2\ncapabilities:\n  roles:\n    - system\n<|start|>user<|message|>Hi<|end|>',
    'version: 2.2\ncapabilities:\n  roles:\n    - system\n    - user\n<|start|>user<|message|>Hi<|end|>',
  ],
];

const llamaUser = '<|start_header_id|>user<|end_header_id|>\n\nHi';
const llamaAnswer = '<|start_header_id|>assistant<|end_header_id|>\n\nHello';

const llama: typeof native = [
  ['E-STREAM-TRUNCATED', `${llamaUser}<|eot_id|>${llamaAnswer}`, `${llamaUser}<|eot_id|>${llamaAnswer}<|eot_id|>`],
  ['E-STREAM-TRUNCATED', `${llamaUser}<|eot_id|>${llamaAnswer}<|eot`, `${llamaUser}<|eot_id|>${llamaAnswer}<|eot_id|>`],
  ['token-misspelled', `${llamaUser}<|eot_id|>`.replaceAll('|', '\\|'), `${llamaUser}<|eot_id|>`],
  ['token-misspelled', `${llamaUser}<|eot_d|>`, `${llamaUser}<|eot_id|>`],
  [
    'token-misspelled',
    `${llamaUser}<|eot_d|>${llamaAnswer}<|eot_id|>`,
    `${llamaUser}<|eot_id|>${llamaAnswer}<|eot_id|>`,
  ],
  [
    'stray-text',
    `${llamaUser}<|eot_id|>${llamaAnswer.replace('header', 'haeder')}<|eot_id|>`,
    `${llamaUser}<|eot_id|>${llamaAnswer}<|eot_id|>`,
  ],
  ['E-PARSE-HEADER', `${llamaUser.replace('end_header', 'end_heder')}<|eot_id|>`, `${llamaUser}<|eot_id|>`],
  ['end-missing', `${llamaAnswer}${llamaUser}<|eot_id|>`, `${llamaAnswer}<|eot_id|>${llamaUser}<|eot_id|>`],
  [
    'header-space',
    '<|start_header_id|>user <|end_header_id|>\n\nHi<|eot_id|>',
    '<|start_header_id|>user<|end_header_id|>\n\nHi<|eot_id|>',
  ],
  [
    'E-PARSE-HEADER',
    '<|start_header_id|>tool<|end_header_id|>\n\n{}<|eot_id|>',
    '<|start_header_id|>ipython<|end_header_id|>\n\n{}<|eot_id|>',
  ],
  [
    'stray-text',
    `${llamaUser}<|eot_id|>\nNote.\n${llamaAnswer}<|eot_id|>`,
    `${llamaUser}<|eot_id|>\n\n${llamaAnswer}<|eot_id|>`,
  ],
];

const header = 'version: 2.2\n';

export const examples: readonly Example[] = [
  ...native.map(([code, before, after]) => ({
    code,
    dialect: undefined,
    before: header + before,
    after: header + after,
  })),
  ...harmony.map(([code, before, after]) => ({ code, dialect: 'harmony' as const, before, after })),
  ...chatml.map(([code, before, after]) => ({ code, dialect: 'openchatml-0.1' as const, before, after })),
  ...llama.map(([code, before, after]) => ({ code, dialect: 'llama3' as const, before, after })),
  ...documents.map(([code, before, after]) => ({ code, dialect: undefined, before, after })),
];
