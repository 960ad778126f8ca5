import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import { roles } from '../../server/src/grammar/index.ts';
import type { DialectChoice } from '../../server/src/syntax/dialect.ts';
import { ask, marked, textOf } from './features-check.ts';

interface Hover {
  contents: { value: string };
  range: { start: { line: number; character: number }; end: { line: number; character: number } };
}

/** Requests a hover at every offset of `«…»`. Expects its range to be that of the marked text, and its text to match all of `says`. */
function check(text: string | readonly [string, DialectChoice], ...says: readonly (string | RegExp)[]): void {
  const { transcript, range } = typeof text === 'string' ? marked(text) : marked(...text);
  assert.ok(range);
  for (const at of [range.start, range.end - 1]) {
    const hover = ask<Hover | null>('hover', transcript, { position: transcript.positionAt(at) });
    assert.ok(hover, `nothing at ${at} of ${transcript.getText()}`);
    assert.equal(textOf(transcript, hover.range), transcript.slice(range.start, range.end));
    for (const said of says) {
      const { value } = hover.contents;
      assert.ok(typeof said === 'string' ? value.includes(said) : said.test(value), `${said} is not in:\n${value}`);
    }
  }
}

function silent(text: string): void {
  const { transcript, cursor } = marked(text);
  assert.equal(ask('hover', transcript, { position: transcript.positionAt(cursor) }), null, text);
}

const tools = `<|start|>developer<|message|># Tools

## functions

namespace functions {

// The weather at a place.
type get_weather = (_: {
  city: string,
}) => any;

} // namespace functions<|end|>
`;
const call =
  '<|start|>assistant to=functions.get_weather call_id=wx1<|channel|>commentary<|constrain|>json<|message|>{}<|call|>\n';
const reply = '<|start|>tool name=functions.get_weather call_id=wx1 to=assistant<|message|>{}<|end|>\n';

test('a role: meaning, rank, whether users see it', () => {
  check(
    '<|start|>«system»<|message|>Be kind.<|end|>',
    `rank 1 of ${roles.length}`,
    'hidden',
    '**system** > developer',
    '2.2 §4',
  );
  check('<|start|>«user» name=mira<|message|>Hi<|end|>', `rank 3 of ${roles.length}`, 'is shown');
  check('<|start|>«assistant»<|channel|>analysis<|message|>Hm.<|end|>', 'This message is hidden');
  check('<|start|>«assistant»<|channel|>final<|message|>Hi.<|end|>', 'This message is shown');
});

test('a tool as role', () => {
  check(`${tools}<|start|>«functions.get_weather»<|message|>{}<|end|>`, 'type get_weather', 'legacy', 'hidden');
});

test('a word that is not a role', () => {
  check('<|start|>«clown»<|message|>Hi<|end|>', 'not a role', '`developer`');
});

test('words that are read as another say so', () => {
  check('<|start|>assistant<|channel|>«analysiscode»<|message|>x<|end|>', 'malformed, read as `analysis`', 'hidden');
  check('<|start|>assistant<|channel|>«Final»<|message|>x<|end|>', 'malformed, read as `final`');
  check('<|start|>«Assistant»<|message|>x<|end|>', 'malformed, read as `assistant`', 'rank 4');
});

test('a word that is not a channel', () => {
  const says = ['`finale`** · not a channel', '`analysis`, `commentary` and `final`', 'Did you mean `final`', '2.2 §5'];
  check('<|start|>assistant<|channel|>«finale»<|message|>x<|end|>', ...says);
});

test('attributes and words that do not belong in a header', () => {
  check('<|start|>user «foo=bar»<|message|>Hi<|end|>', '`foo=`** · not an attribute', '`to`, `call_id`', '2.2 §6');
  check('<|start|>user «nam=mira»<|message|>Hi<|end|>', 'Did you mean `name`');
  check('<|start|>user «of the day»<|message|>Hi<|end|>', 'not part of a header', '`<|message|>`');
});

test('misspelled tokens: in bodies, headers, and between messages', () => {
  check('<|start|>user<|message|>Hi«<|END|>»<|end|>', 'misspelled', '`<|end|>`', 'Closes the message');
  check('<|start|>user<|message|>Hi«<\\|end\\|>»', 'misspelled');
  check('<|start|>user<|message|>Hi<<|end|> «<|End|>»<|end|>', 'misspelled');
  check('<|start|>assistant«<|Channel|>»final<|message|>Hi<|end|>', 'misspelled', 'Names the channel');
  check('<|start|>user<|message|>Hi<|end|> «<| start |>»', 'misspelled');
  silent('<|start|>user<|message|><|literal|><|E$0ND|><|endliteral|><|end|>');
});

test('the name in the declaration of a tool', () => {
  const named = tools.replace('get_weather', '«get_weather»');
  check(named, '`functions.get_weather`** · tool', 'The weather at a place', 'city: string', 'Not called');
  check(named + call + reply, 'Called once');
  check(named + call + call.replace('wx1', 'wx2'), 'Called 2 times');
  silent(tools.replace('get_weather', 'get_$0weather').replace('developer', 'user'));
});

test('channels', () => {
  check('<|start|>assistant<|channel|>«analysis»<|message|>Hm.<|end|>', 'Private reasoning', 'hidden', '2.2 §5');
  check('<|start|>assistant intent=preamble<|channel|>«commentary»<|message|>Plan<|end|>', 'shown', 'as a preamble');
  check('<|start|>assistant<|channel|>«final»<|message|>Hi<|return|>', 'is shown');
});

test('control tokens, with their ids in Harmony', () => {
  check('«<|start|>»user<|message|>Hi<|end|>', 'Opens a message', '2.2 §3');
  check('<|start|>user«<|message|>»Hi<|end|>', 'Ends the header');
  check('<|start|>user<|message|>Hi«<|end|>»', 'Closes the message');
  check('<|channel|>analysis«<|message|>»Hi<|end|>', 'Token id 200008');
  const { transcript } = marked('<|start|>user<|message|>Hi<|end|>');
  const hover = ask<Hover>('hover', transcript, { position: { line: 0, character: 1 } });
  assert.doesNotMatch(hover.contents.value, /200006/);
});

test('a token of another dialect, and one that Harmony does not have', () => {
  check('<|start|>user<|message|>«<|im_end|>» Hi<|end|>', 'OpenChatML 0.1', /^(?!.*<<)[^]*literal block/);
  check(['<|start|>user<|message|>«<|im_end|>» Hi<|end|>', { dialect: 'harmony' }], /^(?![^]*literal block)/);
  check(['<|channel|>final<|message|>«<|literal|>»<|end|>', { dialect: 'harmony' }], 'Harmony has no such token');
});

test('attributes and their values', () => {
  check(tools + call.replace(' to=', ' «to»='), 'The recipient of the message', '2.2 §6');
  check(
    `${tools}${call.replace('functions.get_weather', '«functions.get_weather»')}`,
    'The weather at a place',
    'city: string',
    '[line 8]',
  );
  check('<|start|>assistant to=«python» call_id=p<|message|>1<|call|>', 'Runs Python');
  check('<|start|>assistant to=«functions.nope» call_id=p<|message|>1<|call|>', 'No system or developer message');
  check(
    '<|start|>assistant intent=«preamble»<|channel|>commentary<|message|>Plan<|end|>',
    'For the end user',
    'is shown',
  );
  check('<|start|>assistant intent=«preamble»<|channel|>final<|message|>Plan<|end|>', 'hidden from end users');
  check(
    '<|start|>assistant to=«browser.foo» call_id=p<|message|>{}<|call|>',
    'The built-in functions are `browser.search`',
    'not one of them',
  );
  check('<|start|>user content_type=«markdown»<|message|>*Hi*<|end|>', 'Markdown');
  check('<|start|>user name=«mira»<|message|>Hi<|end|>', 'display name');
  check('<|start|>tool name=python call_id=a to=«assistant»<|message|>1<|end|>', 'not a call');
});

test('a call id shows the other half', () => {
  check(tools + call.replace('call_id=wx1', 'call_id=«wx1»') + reply, 'Reply ← `functions.get_weather`', '[line 14]');
  check(tools + call + reply.replace('call_id=wx1', 'call_id=«wx1»'), 'Call → `functions.get_weather`', '[line 13]');
  const nameless = reply.replace(/ name=\S+/, '');
  assert.notEqual(nameless, reply);
  check(tools + call.replace('call_id=wx1', 'call_id=«wx1»') + nameless, 'Reply ← `functions.get_weather`');
  check(tools + call.replace('call_id=wx1', 'call_id=«wx1»'), 'Not answered');
  check(reply.replace('call_id=wx1', 'call_id=«wx1»'), 'No call has this id');
  check('<|start|>user call_id=«wx1»<|message|>Hi<|end|>', 'neither a call nor a reply');
});

test('content types, also bare', () => {
  check(call.replace('json', '«json»'), 'one JSON value');
  check('<|start|>assistant<|channel|>commentary to=python «code»<|message|>1<|call|>', 'bare type');
});

test('escapes and literal blocks: what they render as', () => {
  check('<|start|>user<|message|>Say «<<|end|>» now<|end|>', 'Renders as the text `<|end|>`');
  check('<|start|>user<|message|>«<|literal|>»<|end|> is it<|endliteral|><|end|>', '<|end|> is it', '13 characters');
  check('<|start|>user<|message|><|literal|>a«<|endliteral|>»<|end|>', 'literal block');
  check('<|start|>user<|message|><|literal|>a «<|start|>» b<|endliteral|><|end|>', 'is text, not a control token');
});

test('thought markers', () => {
  check('<|start|>assistant<|channel|>analysis<|message|>«<|start_reason|>»So.<|end|>', 'step-by-step', '2.2 §7');
});

test('keys and values of the document header', () => {
  const header =
    'version: 2.2\ngeneration_settings:\n  reasoning_effort: high\ncapabilities:\n  roles: [user, tool]\n  tokens: ["<|end|>"]\n';
  const with_ = (part: string) => header.replace(part, `«${part}»`);
  check(with_('version'), 'OpenChatML 2.2 RC 2025-08-08');
  check(with_('reasoning_effort'), '`low`, `medium`, `high`');
  check(with_('high'), 'The amount of reasoning');
  check(with_('user'), 'rank 3');
  check(with_('"<|end|>"'), 'Closes the message');
  check(`${header}«other»: thing\n`, 'not defined', 'Parsers ignore it', '2.2 §2');
  check(`${header}profiles: {«mine»: {}}\n`, 'a profile that the specification does not define', 'ignore');
  check(`${header}«builtin_tools»: [browser]\n`, 'not defined here', 'Move it to `generation_settings`');
  check(`${header}profiles: {harmony: {«colour»: 1}}\n`, 'not defined');
  silent(`${header}other: $0thing\n`);
});

test('nothing on prose and blanks', () => {
  silent('<|start|>user<|message|>Hel$0lo<|end|>');
  silent('<|start|>user<|message|>Hello<|end|>\n$0\n');
  silent('$0');
});

test('what the document says stays text', () => {
  check('<|start|>assistant to=«`**x`» call_id=a<|message|>1<|call|>', '`` `**x` ``');
});

test('ranges after CRLF and astral characters', () => {
  check('<|start|>user<|message|>a\r\n😀 <|end|>\r\n<|start|>«assistant»<|message|>b<|end|>', 'rank 4');
  check('<|start|>user<|message|>a\r\n😀 «<<|end|>»<|end|>', 'escape');
});

test('members of the body of a call or a reply', () => {
  const start = '<|start|>assistant to=functions.f call_id=c<|channel|>commentary<|constrain|>json<|message|>';
  check(`${start}{«"deadline_ms"»: 500}<|call|>`, 'milliseconds', 'not an argument');
  silent(`${start}{"options": {"dead$0line_ms": 500}}<|call|>`);
  silent(`${start}{"value": "dead$0line_ms"}<|call|>`);
  const own = tools.replace('city', 'deadline_ms');
  check(`${own}${call.replace('{}', '{«"deadline_ms"»: "soon"}')}`, 'argument of `functions.get_weather`', 'required');
  const head = '<|start|>tool name=functions.f call_id=c<|message|>';
  check(`${head}{«"ok"»: true}<|end|>`, 'succeeded', '2.2 §8.2');
  check(`${head}{"ok": true, «"content"»: {"error": 1}}<|end|>`, 'result of the tool');
  check(`${head}{"error": {«"code"»: "E-TOOL-TIMEOUT"`, '**`error.code`**', 'E-TOOL-CANCELLED');
  check(`${head}{"<<|end|>": 1, "a": [{}], «"provenance"»: {"source": "x"}}<|end|>`, 'comes from');
  check(`${head}{"provenance": {«"checksum"»: "x"}}<|end|>`, 'checksum');
  silent(`${head}[{"o$0k": true}]<|end|>`);
  silent(`${head}{"content": {"o$0k": true}}<|end|>`);
  silent('<|start|>user<|message|>{"o$0k": true}<|end|>');
});

test('what to bear in mind', () => {
  check('<|start|>assistant<|channel|>«analysis»<|message|>Hm.<|end|>', 'not moderated');
  check(`<|start|>assistant to=functions.f «call_id»=c<|message|>{}<|call|>`, 'in any order');
  check('version: 2.2\ncapabilities:\n  streaming: [«tool.cancel»]\n', 'idempotent');
});

test('a message that may be another one than it looks is said to be hidden', () => {
  check(
    ['<|START|>tool<|channel|>«final»<|message|>a<|end|>', { dialect: 'harmony' }],
    'hidden from end users, because it may',
  );
  check(['<|channel|>«final»<|message|>a<|end|>', { dialect: 'harmony' }], 'shown to end users');
});
