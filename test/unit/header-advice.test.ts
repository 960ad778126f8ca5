/** The advice on faults in headers is correct for the dialect and for the message. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DialectId } from '../../server/src/grammar/index.ts';
import { check, marked } from '../support/check.ts';

interface Row {
  readonly text: string;
  readonly dialect?: DialectId;
  /** The problem as `code «text»`, a part of its message, and text that the message must not contain. */
  readonly problem: string;
  readonly says: string;
  readonly not?: string;
}

const rows: readonly Row[] = [
  {
    text: 'version: 2.2\n<|start|>assistant to=functions.f call_id="c 1"<|channel|>commentary<|constrain|>json<|message|>{}<|call|>',
    problem: 'E-PARSE-HEADER «1"»',
    says: 'write `call_id=c_1`: a value directly follows its `=`, has no quotes, and uses `_` instead of spaces',
  },
  {
    text: 'version: 2.2\n<|start|>user <|message|>Hi<|end|>',
    problem: 'header-space « »',
    says: 'There must be no space here',
    not: 'line break',
  },
  {
    text: 'version: 2.2\n<|start|>user  name=x<|message|>Hi<|end|>',
    problem: 'header-space «  »',
    says: 'separated by one space',
    not: 'line break',
  },
  {
    text: '<|start|>assistant to=functions.search orders<|channel|>commentary <|constrain|>json<|message|>{}<|call|>',
    dialect: 'harmony',
    problem: 'E-PARSE-HEADER «orders»',
    says: 'write `to=functions.search_orders`',
  },
  {
    text: '<|start|>assistant<|channel|>commentary to=functions.search orders <|constrain|>json<|message|>{}<|call|>',
    dialect: 'harmony',
    problem: 'E-PARSE-HEADER «orders»',
    says: 'write `to=functions.search_orders`',
  },
  {
    text: '<|start|>assistant to=functions.search orders call_id=a<|channel|>commentary<|constrain|>json<|message|>{}<|call|>',
    dialect: 'openchatml-2.2',
    problem: 'content-type-mismatch «orders»',
    says: 'write `to=functions.search_orders`',
  },
  {
    text: '<|start|>assistant<|channel|>commentary functions.f<|message|>{}<|call|>',
    dialect: 'harmony',
    problem: 'E-PARSE-HEADER «functions.f»',
    says: 'Write `to=functions.f`',
    not: 'Remove',
  },
  {
    text: '<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>',
    problem: 'stray-text «<tool_call>»',
    says: 'write `<|im_start|>assistant` and a line break before it',
    not: 'emove',
  },
  {
    text: '<|start|>assi\u0001stant<|channel|>final<|message|>x<|return|>',
    dialect: 'harmony',
    problem: 'E-PARSE-HEADER «assi\u0001stant»',
    says: 'a control character, U+0001',
    not: 'Did you mean',
  },
  {
    text: '<|start|>assi\u0001stant<|message|>x<|end|>',
    dialect: 'openchatml-2.2',
    problem: 'E-PARSE-HEADER «assi\u0001stant»',
    says: 'a control character, U+0001',
    not: 'Did you mean',
  },
  {
    text: '<|start|>assistantanalysis<|message|>Hm.<|end|>',
    dialect: 'harmony',
    problem: 'E-PARSE-HEADER «assistantanalysis»',
    says: 'Did you mean `assistant<|channel|>analysis`?',
  },
  {
    text: '<|start|>assistantcommentary to=functions.f<|message|>{}<|call|>',
    dialect: 'harmony',
    problem: 'call-no-recipient «assistantcommentary»',
    says: 'Write `assistant<|channel|>commentary`.',
  },
  {
    text: '<|start|>commentary to=functions.f<|constrain|>json<|message|>{}<|call|>',
    dialect: 'harmony',
    problem: 'call-no-recipient «commentary»',
    says: 'write `assistant` as the role, and `commentary` after `<|channel|>`',
    not: 'names none',
  },
  {
    text: '<|start|>assistant to=functions.f<|channel|>commentary \u00a0<|constrain|>json<|message|>{}<|call|>',
    dialect: 'harmony',
    problem: 'harmony-rejects « \u00a0»',
    says: 'This is a no-break space, U+00A0. Write an ordinary space',
  },
  {
    text: '<|start|>assistant\u00a0to=functions.f<|channel|>commentary json<|message|>{}<|call|>',
    dialect: 'harmony',
    problem: 'header-space «\u00a0»',
    says: 'a no-break space, U+00A0',
  },
  {
    text: '<|im_start|>user\nHi<|im_end|>\n<|im_start|>assis',
    dialect: 'openchatml-0.1',
    problem: 'E-STREAM-TRUNCATED «<|im_start|>»',
    says: 'The document ends inside this header',
    not: '<|im_end|>',
  },
  {
    text: '<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant name=',
    dialect: 'openchatml-0.1',
    problem: 'E-STREAM-TRUNCATED «<|im_start|>»',
    says: 'The document ends inside this header',
    not: '<|im_end|>',
  },
  {
    text: '<|im_start|>assistant\n<tool_call>\n{"name": "f", "parameters": {}}\n</tool_call><|im_end|>',
    dialect: 'openchatml-0.1',
    problem: 'E-CALL-SCHEMA «"parameters"»',
    says: 'Write `arguments`',
  },
  {
    text: '<|im_start|>assistant\n<tool_call>\n{"tool_call": {"name": "f", "arguments": {}}}\n</tool_call><|im_end|>',
    dialect: 'openchatml-0.1',
    problem: 'E-CALL-SCHEMA «"tool_call"»',
    says: 'Write only the inner object',
  },
  {
    text: 'Sure! to=functions.f<|channel|>commentary json<|message|>{}<|call|>',
    dialect: 'harmony',
    problem: 'E-PARSE-HEADER «Sure! to=functions.f»',
    says: 'Remove them, and keep `to=',
    not: 'Remove it',
  },
  {
    text: '<|strat|>assistant<|channel|>final<|message|>x<|return|>',
    dialect: 'harmony',
    problem: 'E-PARSE-HEADER «<|strat|>»',
    says: 'Write `<|start|>`',
    not: 'Remove it',
  },
  {
    text: '<|start|>assistant<|channel|>foo<|channel|>analysis<|message|>x<|end|>',
    problem: 'E-PARSE-HEADER «<|channel|>»',
    says: 'The first valid one, `analysis`, counts',
    not: 'Remove this one',
  },
  {
    text: '<|start|>assistant<|channel|>final<|channel|>analysis<|message|>x<|end|>',
    problem: 'E-PARSE-HEADER «<|channel|>»',
    says: 'The first valid one, `final`, counts',
  },
  {
    text: '<|start|>assistant<|channel|>foo<|channel|>bar<|message|>x<|end|>',
    problem: 'E-PARSE-HEADER «<|channel|>»',
    says: 'Write a valid channel',
    not: 'counts',
  },
  {
    text: '<|start|>assistant<|channel|>final<|constrain|>json<|constrain|>text<|message|>{}<|end|>',
    problem: 'E-PARSE-HEADER «<|constrain|>»',
    says: 'A header can have only one `<|constrain|>`',
    not: 'out of place',
  },
  {
    text: '<|start|>assistant<|constrain|>json<|channel|>final<|message|>{}<|end|>',
    problem: 'E-PARSE-HEADER «<|channel|>»',
    says: 'out of place',
  },
  {
    text: '<|start|>user name=Ann Lee<|message|>x<|end|>',
    problem: 'E-PARSE-HEADER «Lee»',
    says: 'write `name=Ann_Lee`',
    not: 'missing before it',
  },
  {
    text: '<|start|>user name="Ann van Lee"<|message|>x<|end|>',
    problem: 'E-PARSE-HEADER «van Lee"»',
    says: 'write `name=Ann_van_Lee`',
  },
  {
    text: '<|start|>assistant to = functions.f<|channel|>commentary<|message|>{}<|call|>',
    problem: 'E-PARSE-HEADER «to = functions.f»',
    says: 'Write `to=functions.f`',
    not: 'move it to the body',
  },
  {
    text: '<|start|>user\u00a0name=a<|message|>x<|end|>',
    problem: 'E-PARSE-HEADER «user\u00a0name=a»',
    says: 'a no-break space, U+00A0',
  },
  {
    text: '<|start|>user name=a\u0001b<|message|>x<|end|>',
    problem: 'E-PARSE-HEADER «name=a\u0001b»',
    says: 'a control character, U+0001',
    not: 'ASCII letters',
  },
  {
    text: '<|start|>assistant<|chanel|>final<|mesage|>x<|end|>',
    dialect: 'harmony',
    problem: 'E-PARSE-HEADER «<|mesage|>»',
    says: 'Write `<|message|>`',
  },
  {
    text: '<|im_start|>user\nHi<|im_end|>\n<|im_strat|>assistant\nOh<|im_end|>\n',
    dialect: 'openchatml-0.1',
    problem: 'start-missing «<|im_strat|>»',
    says: 'Write `<|im_start|>`',
  },
  {
    text: 'So <|im_strat|>assistant\nOh<|im_end|>\n',
    dialect: 'openchatml-0.1',
    problem: 'start-missing «<|im_strat|>»',
    says: 'Write `<|im_start|>`',
  },
  {
    text: '<|start_header_id|>user<|end_header_id|>\n\nHi<|eot_id|><|start_haeder_id|>user<|end_header_id|>\n\nHi<|eot_id|>',
    dialect: 'llama3',
    problem: 'stray-text «<|start_haeder_id|>user»',
    says: 'Write `<|start_header_id|>`',
    not: 'Remove',
  },
  {
    text: '<|start_header_id|>user<|end_heder_id|>\n\nHi<|eot_id|>',
    dialect: 'llama3',
    problem: 'E-PARSE-HEADER «<|end_heder_id|>»',
    says: 'Write `<|end_header_id|>`',
  },
  {
    text: 'No, sorry.<|end|>',
    dialect: 'harmony',
    problem: 'E-PARSE-HEADER «No, sorry.»',
    says: 'has no header, so parsers reject it. Insert',
  },
  {
    text: '<|start|>assistant to=functions.f<|channel|>commentary<|message|> \n<|call|>',
    dialect: 'harmony',
    problem: 'E-CALL-SCHEMA «<|message|>»',
    says: 'Write `{}`',
  },
  {
    text: '<|start|>assistant to=functions.f<|channel|>commentary <|constrain|>json<|message|>\n\n<|call|>',
    dialect: 'harmony',
    problem: 'E-BODY-CONSTRAINT-VIOLATION «<|message|>»',
    says: 'a value is missing',
  },
  {
    text: '<|start|>assistant<|channel|>final<|message|>Hi<|retrun|>',
    dialect: 'harmony',
    problem: 'token-misspelled «<|retrun|>»',
    says: 'Write `<|return|>`',
    not: 'servers strip',
  },
  {
    text: '<|start|>assistant call_id=c to=functions.f<|channel|>commentary<|message|>{}<|call|>',
    problem: 'attribute-order «to=functions.f»',
    says: '`to=` usually comes before `call_id=`. Sort',
  },
  {
    text: '<|start|>assistant to=container.exec<|channel|>analysis<|message|>{}<|call|>',
    dialect: 'harmony',
    problem: 'recipient-format «to=container.exec»',
    says: 'declare it in a system or developer message',
  },
  {
    text: '<|start|>assistant to=functions.f call_id=c<|channel|>commentary<|constrain|>json<|message|>{"a": "x<|call|>y"}<|call|>',
    problem: 'E-BODY-CONSTRAINT-VIOLATION «"»',
    says: '`<|call|>` ends the body in the middle of this string. If it is text, write `\\u003c|call|>`',
  },
  {
    text: '<|start|>assistant to=functions.f call_id=c<|channel|>commentary<|constrain|>json<|message|>{"a": "x<|call|>',
    problem: 'E-BODY-CONSTRAINT-VIOLATION «"»',
    says: 'closing quote of this string is missing',
  },
  {
    text: '<|start|>assistant to= functions.f<|message|>x<|end|>',
    problem: 'E-PARSE-HEADER «functions.f»',
    says: 'write `to=functions.f`',
  },
  {
    text: '<|start|>user Hello<|message|>x<|end|>',
    problem: 'E-PARSE-HEADER «Hello»',
    says: 'after `<|message|>`',
    not: 'missing before it',
  },
  {
    text: '<|start|>assistant <|c\nnnel|>analysis<|message|>x<|end|>',
    problem: 'E-PARSE-HEADER «<|c»',
    says: 'does not belong',
  },
  {
    text: '<|start|>python.x call_id=a<|message|>x<|end|>',
    problem: 'E-PARSE-HEADER «python.x»',
    says: 'is not a role',
  },
  {
    text: '<|start|>assistant to=functions.f<|channel|>commentary call_id=a<|message|>{}<|call|>',
    problem: 'attribute-position «call_id=a»',
    says: 'belongs before',
    not: 'counts only',
  },
  ...['comment', 'Anal', 'fin'].map((begun) => ({
    text: `<|start|>assistant<|channel|>${begun}<|message|>x<|end|>`,
    problem: `E-PARSE-HEADER «${begun}»`,
    says: 'Did you mean `',
  })),
  {
    text: '<|start|>assistant<|channel|>com<|message|>x<|end|>',
    problem: 'E-PARSE-HEADER «com»',
    says: 'is not a channel',
    not: 'Did you mean',
  },
  {
    text: '<|start|>assistant<|channel|>final<|constrain|>JSON<|message|>{}<|end|>',
    problem: 'content-type-unknown «JSON»',
    says: 'Did you mean `json`?',
  },
  {
    text: '<|start|>user tmeperature=1<|message|>x<|end|>',
    dialect: 'harmony',
    problem: 'E-PARSE-HEADER «tmeperature=1»',
    says: 'Harmony has only `to=`',
    not: 'call_id',
  },
  {
    text: '<|start|>user nam=x<|message|>x<|end|>',
    dialect: 'harmony',
    problem: 'E-PARSE-HEADER «nam=x»',
    says: 'Harmony has only `to=`',
    not: 'mean',
  },
  {
    text: '<|start|>reader<|message|>x<|end|>',
    dialect: 'harmony',
    problem: 'E-PARSE-HEADER «reader»',
    says: '`functions.NAME`',
    not: '`tool`',
  },
  {
    text: '<|start|>user<|literal|><|message|>x<|end|>',
    dialect: 'harmony',
    problem: 'E-PARSE-HEADER «<|literal|>»',
    says: 'Harmony has no literal blocks',
    not: 'body',
  },
  {
    text: '<|channel|>final<|message|>a<|end|>b<|end|>',
    dialect: 'harmony',
    problem: 'stray-text «b»',
    says: 'write its header before it; if the preceding message continues, its terminator came too early. Otherwise, remove it',
    not: 'escape',
  },
  {
    text: '<|start|>assistant to=functions.f<|channel|>commentary<|message|>{}<|call|>{"b": 1}',
    dialect: 'harmony',
    problem: 'stray-text «{"b": 1}»',
    says: 'write its header',
    not: 'emove',
  },
  {
    text: '<|start|>assistant<|channel|>final<|message|>a<|end|>b<|end|>',
    problem: 'stray-text «b»',
    says: 'if the preceding message continues, escape its terminator',
  },
];

for (const { text, dialect = 'openchatml-2.2', problem, says, not } of rows) {
  test(`${dialect}: ${text}`, () => {
    const found = check(text, { dialect }).find((one) => `${one.code} ${marked(text, one)}` === problem);
    assert.ok(found, problem);
    assert.ok(found.message.includes(says), found.message);
    if (not !== undefined) assert.ok(!found.message.includes(not), found.message);
  });
}

test('a channel that is none is named where the profile requires others', () => {
  const profile = 'version: 2.2\nprofiles:\n  harmony:\n    enabled: true\n    require_channels: [analysis, final]\n';
  const said = (header: string) =>
    check(`${profile}<|start|>assistant${header}<|message|>x<|end|>`)
      .filter(({ code }) => code === 'E-PARSE-CHANNEL-MISSING')
      .map(({ message }) => message.split(':')[0]);
  assert.deepEqual(said(''), ['This message has no channel']);
  assert.deepEqual(said('<|channel|>foo'), ['The channel `foo` is not allowed here']);
  assert.deepEqual(said('<|channel|>commentary'), ['The channel `commentary` is not allowed here']);
  assert.deepEqual(said('<|channel|>final'), []);
});
