/** Highlighting of message headers: valid headers, those that Harmony writes, and those with mistakes of models. */
import { test } from 'node:test';
import { expectScopes, type Row } from './expect.ts';

const START: Row = ['<|start|>', 'keyword.control.start'];
const CHANNEL: Row = ['<|channel|>', 'keyword.control.channel'];
const CONSTRAIN: Row = ['<|constrain|>', 'keyword.control.constrain'];
const MESSAGE: Row = ['<|message|>', 'keyword.control.message'];
const END: Row = ['<|end|>', 'keyword.control.end'];
const CALL: Row = ['<|call|>', 'keyword.control.call'];
const ASSISTANT: Row = ['assistant', 'entity.name.type.role.assistant'];
const FINAL: Row = ['final', 'entity.name.tag.channel.final'];
const ANALYSIS: Row = ['analysis', 'comment.line.channel.analysis'];
const COMMENTARY: Row = ['commentary', 'comment.line.channel.commentary'];
const JSON_TYPE: Row = ['json', 'support.type.content-type'];
const JSON_BODY: Row = ['{', 'source.json', '!comment'];
const to = (value: string): Row[] => [
  ['to', 'entity.other.attribute-name.to'],
  ['=', 'punctuation.separator.key-value'],
  [value, 'entity.name.function.recipient'],
];
const callId = (value: string): Row[] => [
  ['call_id', 'entity.other.attribute-name.call_id'],
  [value, 'constant.other.call-id'],
];
const name = (value: string): Row[] => [
  ['name', 'entity.other.attribute-name.name'],
  [value, 'variable.other.name'],
];

const shapes: Record<string, readonly [text: string, rows: readonly Row[]]> = {
  'a role alone': [
    '<|start|>user<|message|>Hi<|end|>',
    [START, ['user', 'entity.name.type.role.user'], MESSAGE, ['Hi', 'meta.body.user', '!comment'], END],
  ],
  'a completion that begins with its recipient': [
    ' to=functions.f<|channel|>commentary json<|message|>{}<|call|>',
    [...to('functions.f'), CHANNEL, COMMENTARY, ['json', 'support.type.content-type.bare'], MESSAGE, JSON_BODY, CALL],
  ],
  'messages without opener': [
    '<|channel|>analysis<|message|>Hm<|end|><|channel|>analysis<|message|>So<|end|>assistant<|channel|>final<|message|>Hi<|end|>\nuser name=ann<|message|>Oh<|end|>',
    [
      ...[CHANNEL, ANALYSIS, MESSAGE, END, CHANNEL, ANALYSIS, MESSAGE, ['So', 'comment'] as Row, END],
      ...[ASSISTANT, CHANNEL, FINAL, MESSAGE, ['Hi', 'meta.body', '!comment'] as Row, END],
      ...[['user', 'entity.name.type.role.user'] as Row, ...name('ann'), MESSAGE, ['Oh', 'meta.body.user'] as Row, END],
    ],
  ],
  'each channel, hidden ones dimmer than final': [
    '<|start|>assistant<|channel|>analysis<|message|>Hm<|end|>\n<|start|>assistant<|channel|>commentary<|message|>Note<|end|>\n<|start|>assistant<|channel|>final<|message|>Hi<|return|>',
    [
      [...CHANNEL],
      ANALYSIS,
      ['Hm', 'meta.body.analysis', 'comment.block.hidden'],
      COMMENTARY,
      ['Note', 'meta.body.commentary', 'comment.block.hidden'],
      FINAL,
      ['Hi', 'meta.body.final', 'text.html.markdown', '!comment'],
      ['<|return|>', 'keyword.control.return'],
    ],
  ],
  'the canonical call': [
    '<|start|>assistant to=functions.get_weather call_id=wx1<|channel|>commentary<|constrain|>json<|message|>{}<|call|>',
    [
      START,
      ASSISTANT,
      ...to('functions.get_weather'),
      ...callId('wx1'),
      CHANNEL,
      COMMENTARY,
      CONSTRAIN,
      JSON_TYPE,
      MESSAGE,
      JSON_BODY,
      CALL,
    ],
  ],
  'its reply, attributes in another order': [
    '<|start|>tool name=functions.get_weather call_id=wx1 to=assistant<|channel|>commentary<|message|>fine<|end|>',
    [
      ['tool', 'entity.name.type.role.tool'],
      ...name('functions.get_weather'),
      ...callId('wx1'),
      ...to('assistant'),
      COMMENTARY,
      ['fine', 'comment.block.hidden'],
      END,
    ],
  ],
  'a header over lines': [
    '<|start|>assistant\nto=functions.f\ncall_id=a\n<|channel|>\ncommentary\n<|constrain|>\njson\n<|message|>\n{"a": 1}<|call|>',
    [
      ASSISTANT,
      ...to('functions.f'),
      ...callId('a'),
      CHANNEL,
      COMMENTARY,
      CONSTRAIN,
      JSON_TYPE,
      MESSAGE,
      JSON_BODY,
      CALL,
    ],
  ],
  'a preamble is not dim, wherever the intent stands': [
    '<|start|>assistant intent=preamble<|channel|>commentary<|message|>**Plan**<|end|><|start|>assistant<|channel|>commentary intent=preamble<|message|>Plan<|end|>',
    [
      ['preamble', 'support.constant.intent'],
      COMMENTARY,
      ['Plan', 'markup.bold', '!comment'],
      ['preamble', 'support.constant.intent'],
      ['Plan', 'text.html.markdown', '!comment'],
    ],
  ],
  'content types': [
    '<|start|>assistant content_type=json<|channel|>final<|message|>{}<|end|><|start|>assistant<|channel|>final<|constrain|>text<|message|>**a**<|end|><|start|>user<|constrain|>yaml<|message|>b<|end|>',
    [
      JSON_TYPE,
      FINAL,
      JSON_BODY,
      ['text', 'support.type.content-type'],
      ['**a**', 'string.unquoted.text', '!markup'],
      ['yaml', 'support.type.content-type.unknown'],
      ['b', 'meta.body.user'],
    ],
  ],

  // Headers as Harmony writes them.
  'S1 a slot for the answer': ['<|start|>user<|message|>Hi<|end|><|start|>assistant', [END, START, ASSISTANT]],
  'S2 a blank before the type': [
    '<|start|>assistant to=functions.f<|channel|>commentary <|constrain|>json<|message|>{"a": 1}<|call|>',
    [ASSISTANT, ...to('functions.f'), COMMENTARY, CONSTRAIN, JSON_TYPE, JSON_BODY, CALL],
  ],
  'S3 the recipient behind the channel': [
    '<|start|>assistant<|channel|>commentary to=functions.f<|constrain|>json<|message|>{"a": 1}<|call|>',
    [ASSISTANT, COMMENTARY, ...to('functions.f'), CONSTRAIN, JSON_TYPE, JSON_BODY, CALL],
  ],
  'S4 a bare type': [
    '<|start|>assistant<|channel|>commentary to=browser.search code<|message|>{"query": "a"}<|call|>',
    [...to('browser.search'), ['code', 'support.type.content-type.bare'], JSON_BODY, CALL],
  ],
  'S5, S6 the same on analysis': [
    '<|start|>assistant to=lookup<|channel|>analysis code<|message|>{"a": 1}<|call|><|start|>assistant<|channel|>analysis to=lookup code<|message|>x = 1',
    [
      ...to('lookup'),
      ANALYSIS,
      ['code', 'support.type.content-type'],
      JSON_BODY,
      ANALYSIS,
      ...to('lookup'),
      ['x = 1', 'comment.block.hidden'],
    ],
  ],
  'S7 bare json': [
    '<|start|>assistant to=functions.f<|channel|>commentary json<|message|>\n{\n"a": 1}<|call|>',
    [COMMENTARY, JSON_TYPE, JSON_BODY, ['a', 'support.type.property-name.json'], CALL],
  ],
  'S8, S9 a reply under the name of the tool': [
    '<|start|>browser.search to=assistant<|channel|>commentary<|message|>{"result": 1}<|end|><|start|>lookup to=assistant<|message|>text ',
    [
      ['browser.search', 'entity.name.type.role.tool'],
      ...to('assistant'),
      JSON_BODY,
      ['result', 'support.type.property-name.json'],
      END,
      ['lookup', 'entity.name.type.role.tool'],
      ['text', 'comment.block.hidden'],
    ],
  ],
  'S10, S11 a completion begins at the channel': [
    '<|channel|>analysis<|message|>Hm<|return|><|start|>assistant<|channel|>final<|message|>2',
    [
      CHANNEL,
      ANALYSIS,
      MESSAGE,
      ['Hm', 'comment.block.hidden'],
      ['<|return|>', 'keyword.control.return'],
      START,
      ASSISTANT,
      FINAL,
      ['2', 'meta.body.final'],
    ],
  ],
  'S14 no channel counts as final': [
    '<|start|>assistant<|message|>Hi',
    [ASSISTANT, MESSAGE, ['Hi', 'meta.body.final', '!comment']],
  ],
  'S15 no message token': [
    '<|channel|>commentary Hello<|end|><|start|>user<|message|>Hi<|end|>',
    [COMMENTARY, ['Hello', 'invalid.illegal.stray-word'], END, START, ['Hi', 'meta.body.user']],
  ],
  'S16 a named author': [
    '<|start|>user:alice<|message|>Hi<|end|>',
    [
      ['user', 'entity.name.type.role.user'],
      ['alice', 'variable.other.name'],
      ['Hi', 'meta.body.user'],
    ],
  ],
  'S17, S18 the function as role': [
    '<|start|>functions.f<|message|>{"a": 1}<|end|><|start|>functions.f to=assistant<|channel|>commentary<|message|>sunny<|end|>',
    [
      ['functions.f', 'entity.name.type.role.tool'],
      JSON_BODY,
      ['functions.f', 'entity.name.type.role.tool'],
      ['sunny', 'comment.block.hidden'],
    ],
  ],
  'S19, S21 a call that end closes, frames apart': [
    '<|start|>assistant to=functions.f<|channel|>commentary<|constrain|>json<|message|>{}<|end|>\n\n<|start|>user<|message|>Hi<|end|>',
    [JSON_BODY, END, START, ['Hi', 'meta.body.user']],
  ],

  // Headers with mistakes that models make.
  'an unknown role': [
    '<|start|>asistant<|channel|>final<|message|>Hi<|end|>',
    [['asistant', 'invalid.illegal.role'], FINAL, ['Hi', 'meta.body.final']],
  ],
  'a role in another case, or twice': [
    '<|start|>User<|message|>Hi<|end|><|start|>assistantassistant<|message|>Hi<|end|>',
    [
      ['User', 'invalid.illegal.role'],
      ['Hi', 'meta.body.user'],
      ['assistantassistant', 'invalid.illegal.role'],
      ['Hi', 'meta.body.final'],
    ],
  ],
  'an unknown channel': [
    '<|start|>assistant<|channel|>finalx<|message|>Hi<|end|>',
    [CHANNEL, ['finalx', 'invalid.illegal.channel'], MESSAGE, ['Hi', 'meta.body.final']],
  ],
  'what is like a hidden channel stays hidden': [
    '<|start|>assistant<|channel|>commentary?commentary?<|message|>Hm<|end|>',
    [
      ['commentary?commentary?', 'invalid.illegal.channel'],
      ['Hm', 'comment.block.hidden'],
    ],
  ],
  'two channels: the first counts': [
    '<|start|>assistant<|channel|>commentary to=assistant<|channel|>final<|message|>Hm<|end|>',
    [COMMENTARY, ['<|channel|>final', 'invalid.illegal.channel-again'], MESSAGE, ['Hm', 'comment.block.hidden']],
  ],
  'a channel without a value': [
    '<|start|>assistant<|channel|><|message|>Hi<|end|>',
    [CHANNEL, MESSAGE, ['Hi', 'meta.body.final'], END],
  ],
  'a start without a role': [
    '<|start|><|start|>assistant<|message|>Hi<|end|>',
    [START, START, ASSISTANT, MESSAGE, ['Hi', 'meta.body.final']],
  ],
  'a body in the header': [
    '<|start|>assistant<|channel|>final {"answer": "hi"}<|return|><|start|>user<|message|>Hi<|end|>',
    [
      FINAL,
      ['{"answer":', 'invalid.illegal.stray-word'],
      ['<|return|>', 'keyword.control.return'],
      ['Hi', 'meta.body.user'],
    ],
  ],
  'attributes that are unknown, empty or have a wrong value': [
    '<|start|>assistant foo=bar to= intent=question<|message|>Hi<|end|>',
    [
      ['foo=bar', 'invalid.illegal.attribute'],
      ['to=', 'invalid.illegal.attribute'],
      ['question', 'invalid.illegal.intent'],
      ['Hi', 'meta.body.final'],
    ],
  ],
  'tokens that have no place in a header': [
    '<|start|>user<|literal|><|im_end|><|message|>Hi<|end|>',
    [
      ['<|literal|>', 'invalid.illegal.token-in-header'],
      ['<|im_end|>', 'invalid.illegal.foreign'],
      ['Hi', 'meta.body.user'],
    ],
  ],
};

for (const [title, [text, rows]] of Object.entries(shapes)) {
  test(title, () => expectScopes(text, rows));
}
