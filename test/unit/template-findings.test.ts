/** A valid template with one mistake at a time. The mistake is reported at its position, and nothing else is reported. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { templateLevel } from '../../server/src/rules/template-problems.ts';
import { isChatTemplate } from '../../server/src/templates/document/chat-template-signs.ts';
import { problemsOfTemplate } from '../../server/src/templates/document/problems.ts';
import { noTokenizer } from '../../server/src/templates/sources/tokenizer-config.ts';

const sound = `{%- if tools %}{{ '<|im_start|>system\\n' }}{% for tool in tools %}{{ tool | tojson }}{% endfor %}{{ '<|im_end|>\\n' }}{% endif %}
{%- for message in messages %}
{%- if message.role == 'assistant' %}
{{- '<|im_start|>assistant\\n' + (message.reasoning_content or '') + (message.content or '') }}
{%- for call in message.tool_calls or [] %}
{%- set call = call.function %}
{{- '<call>' + call.name + ' ' + (call.arguments if call.arguments is string else call.arguments | tojson) + '</call>' }}
{%- endfor %}
{{- '<|im_end|>\\n' }}
{%- elif message.role in ['system', 'user', 'tool'] %}
{{- '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' }}
{%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}`;

/** Returns the problems with level, code and the word at their position, and all messages. */
function found(text: string) {
  const problems = problemsOfTemplate(text, noTokenizer);
  const level = (code: string, milder?: Parameters<typeof templateLevel>[2]) => templateLevel(code, {}, milder);
  const told = problems.map(
    ({ code, at = 0, milder }) =>
      `${level(code, milder)} ${code.replace('template-', '')}: ${/^\w+/.exec(text.slice(at))?.[0] ?? ''}`,
  );
  return { told, says: problems.map(({ message }) => message).join('\n') };
}

const lastOnly = `{%- if messages[0].role == 'system' %}{% set instruction, messages = messages[0].content, messages[1:] %}{% endif %}
{%- for message in messages %}
{%- if message.role == 'user' and loop.last and instruction %}{% set message = dict(message, content=instruction + message.content) %}{% endif %}`;

/** A text in the template and its replacement, and the expected problems. */
const mistakes: readonly (readonly [
  title: string,
  from: string,
  to: string,
  told: readonly string[],
  says?: RegExp,
])[] = [
  ['nothing', '', '', []],
  [
    'a misspelled variable that is tested',
    'if add_generation_prompt',
    'if add_generation_promt',
    ['warning variable-unknown: add_generation_promt', 'warning no-generation-prompt: '],
    /Did you mean `add_generation_prompt`\?[^]*`add_generation_prompt` has no effect, although "<\|im_start\|>assistant\\n"/,
  ],
  [
    'the variable of a loop outside it',
    'if tools',
    'if tool',
    ['warning variable-unknown: tool', 'warning drops-tools: '],
    /`tool` is undefined: it is not passed to templates, and this template does not set it here\. Did you mean `tools`\?/,
  ],
  [
    'another variable that is tested',
    'if tools',
    'if toolz is defined',
    ['warning variable-unknown: toolz', 'warning drops-tools: '],
  ],
  ['no tools', sound.slice(0, sound.indexOf('\n')), '', ['information drops-tools: ']],
  ['one call only', 'tool_calls or []', 'tool_calls[:1]', ['warning drops-parallel-calls: tool_calls']],
  [
    'a misspelled member: no call, although a tool is declared with its name',
    'message.tool_calls',
    'message.tools_calls',
    ['warning drops-calls: tools_calls'],
    /Unknown key `tools_calls`\. Did you mean `tool_calls`\?/,
  ],
  ['the same in brackets', 'message.tool_calls', "message['tools_calls']", ['warning drops-calls: tools_calls']],
  ['the same with a method', 'message.tool_calls', "message.get('tools_calls')", ['warning drops-calls: tools_calls']],
  [
    'a misspelled member of one form of arguments',
    'else call.arguments',
    'else call.argument',
    ['warning refuses-arguments: argument'],
    /Arguments that are an object are rejected: TypeError.*Unknown key `argument`\. Did you mean `arguments`\?/,
  ],
  [
    'one form of arguments',
    'call.arguments if call.arguments is string else call.arguments | tojson',
    'call.arguments',
    ['information refuses-arguments: '],
    /Arguments that are an object are rejected: .*Pass a JSON string instead\./,
  ],
  [
    'a misspelled role, for all that it says',
    "== 'assistant'",
    "== 'asistant'",
    ['warning drops-turns: asistant'],
    /Answers are dropped.* Unknown role `asistant`\. Did you mean `assistant`\?/,
  ],
  ['a misspelled role in a list', "'tool']", "'tools']", ['warning drops-replies: tools'], /Did you mean `tool`\?/],
  ['no role of users', "'user', ", "'usr', ", ['warning drops-turns: usr'], /User messages are dropped/],
  [
    'a misspelled content',
    "+ '\\n' + message.content",
    "+ '\\n' + message.contnet",
    ['warning fails: contnet'],
    /Unknown key `contnet`\. Did you mean `content`\?/,
  ],
  [
    'the last message only',
    'in messages',
    'in messages[-1:]',
    ['warning drops-turns: ', 'warning not-append-only: '],
    /Earlier questions are dropped once an answer follows/,
  ],
  [
    'a generation prompt that is always written',
    '{%- if add_generation_prompt %}{{ ',
    '{%- if true %}{{ ',
    ['warning not-append-only: '],
    /Every prompt ends with the beginning of an answer, "<\|im_start\|>assistant\\n", even without/,
  ],
  [
    'two calls that are refused',
    '{%- for call in message.tool_calls or [] %}',
    "{%- if (message.tool_calls or []) | length > 1 %}{{ raise_exception('one call!') }}{% endif %}{%- for call in message.tool_calls or [] %}",
    ['information refuses-parallel-calls: '],
    /Two calls in one message are rejected: one call! Write one call per message/,
  ],
  [
    'calls that are left out, and refused with null',
    "{{- '<|im_start|>assistant\\n' + (message.reasoning_content or '') + (message.content or '') }}\n{%- for call in message.tool_calls or [] %}",
    "{{- '<|im_start|>assistant\\n' + (message.reasoning_content or '') + message.content }}\n{%- for call in [] %}",
    ['warning drops-calls: assistant'],
    /Use a template that writes `tool_calls`\. This template also fails if a message with calls has `content: null`/,
  ],
  [
    'only the names of tools',
    'tool | tojson',
    'tool.function.name',
    ['warning drops-tools: function'],
    /The parameters of tools are dropped/,
  ],
  [
    'a reply only while it is the last message',
    "{{- '<|im_start|>' + message.role",
    "{%- if message.role == 'tool' and not loop.last %}{% continue %}{% endif %}{{- '<|im_start|>' + message.role",
    ['warning drops-replies: loop'],
    /Tool replies are dropped once an answer follows/,
  ],
  [
    'reasoning in neither form',
    "(message.reasoning_content or '') + (message.content or '')",
    "(message.content or '').split('</think>')[-1]",
    ['information drops-reasoning: '],
    /in both forms, as `reasoning_content` and between `<think>` and `<\/think>`/,
  ],
  [
    'a beginning token twice',
    '{%- if tools %}',
    '{{- bos_token }}<s>{%- if tools %}',
    ['warning bos-twice: bos_token'],
    /begins with `<s>` twice/,
  ],
  [
    'a marker in a plural that it cannot have',
    "message.content + '<|im_end|>",
    "message.content + '<|im_ends|>",
    ['warning marker-misspelled: '],
    /`<\|im_ends\|>` is misspelled.* the control token `<\|im_end\|>`/,
  ],
  [
    'the conversation, misspelled: nothing that follows from that',
    'in messages',
    'in mesages',
    ['warning variable-unknown: mesages'],
    /Did you mean `messages`\?/,
  ],
  [
    'a system message only before the last question',
    '{%- for message in messages %}',
    lastOnly,
    ['information drops-system: loop', 'information not-append-only: '],
    /dropped once an answer follows/,
  ],
];

suite('a template with one mistake', () => {
  for (const [title, from, to, told, says] of mistakes) {
    test(title, () => {
      assert.ok(sound.includes(from));
      const all = found(sound.replace(from, () => to));
      assert.deepEqual(
        all.told.filter((one) => !/: $/.test(one) || told.includes(one)),
        told,
        all.says,
      );
      if (says) assert.match(all.says, says);
    });
  }
});

suite('no mistake', () => {
  const sounds = {
    'a generation prompt of nothing, where nothing comes before an answer': `{% for m in messages %}{{ '[INST]' + m.content + '[/INST]' if m.role == 'user' else m.content + '</s>' }}{% endfor %}`,
    'a content that only parts have': sound
      .replace("(message.content or '')", "(message.content | join('', attribute='text'))")
      .replace('+ message.content +', "+ (message.content | join('', attribute='text')) +"),
    'members of its own': sound.replace(
      '{%- for message',
      '{%- set mine = namespace(tool_call=1, roles=[]) %}{{- mine.tool_call }}{%- for message',
    ),
  };
  for (const [title, text] of Object.entries(sounds)) {
    test(title, () => assert.doesNotMatch(found(text).told.join(), /generation-prompt|drops-turns|tool_call\b/));
  }
});

suite('a tag that is not expected', () => {
  const says = (text: string) => found(text).says;
  test('which block is open, and where', () => {
    assert.match(
      says('{% for m in messages %}\n{% if m %}\n{% endfor %}'),
      /unknown tag 'endfor'\. You probably made a nesting mistake\. .* looking for 'elif' or 'else' or 'endif'\. .* is 'if', on line 2\./,
    );
    assert.match(
      says('{% for m in messages %}{% if m %}{% endif %}{% edfor %}'),
      /unknown tag 'edfor'\. Jinja was looking for the following tags: 'endfor' or 'else'\. .* is 'for', on line 1\./,
    );
  });
  test('none is open', () =>
    assert.match(says('{% endif %}'), /unknown tag 'endif'\. Correct the mistake, which is here or earlier/));
});

test('a chat template that misspells its conversation is one all the same', () => {
  const of = (name: string, marker: string) =>
    `{% for m in ${name} %}${marker}{{ m.role }}\n{{ m.content }}{{ '<br>' }}{% endfor %}`;
  assert.ok(isChatTemplate('t.jinja', of('mesages', '<|im_start|>')));
  assert.ok(!isChatTemplate('t.jinja', of('mesages', '<p>')));
  assert.ok(!isChatTemplate('t.jinja', of('posts', '- ')));
});
