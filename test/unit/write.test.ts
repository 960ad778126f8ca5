/** Messages are written correctly despite the pitfalls of each family, and refusals name the text at fault. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { DialectId, TokenFact } from '../../server/src/grammar/index.ts';
import { message } from '../../server/src/model/message.ts';
import { families } from '../../server/src/syntax/families/index.ts';
import { plainFamily } from '../../server/src/syntax/families/plain-family.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import {
  draftOf,
  isRefusal,
  type MessageDraft,
  plainly,
  quote,
  write,
  writeBody,
  writeHeader,
  writeMessage,
} from '../../server/src/write/index.ts';
import { writeBy } from '../../server/src/write/message.ts';
import { plainWriter } from '../../server/src/write/plain-writer.ts';

const { harmony, llama3, 'openchatml-2.2': openchatml, 'openchatml-0.1': chatml } = families;

/** Reads the only message of a text. */
function read(text: string, dialect: DialectId): MessageDraft {
  const transcript = new Transcript('test:', 'ocml', 0, text, { dialect });
  const block = [...transcript.blocks].find(({ kind }) => kind === 'message');
  assert.ok(block);
  return draftOf(message(block));
}

const said = (more: Partial<MessageDraft>): MessageDraft => ({ ...plainly('assistant', 'Hi', 'end'), ...more });
const attributes = (values: Readonly<Record<string, string>>) => ({ attributes: new Map(Object.entries(values)) });

/** Returns the part, the text at fault, and the reason of a refusal. */
const refusal = (written: unknown, text: string) => {
  assert.ok(isRefusal(written), JSON.stringify(written));
  const { part, start, end, reason } = written;
  return `${part} «${text.slice(start, end)}» ${reason}`;
};

suite('pieces', () => {
  const kinds = (text: string, dialect: DialectId) =>
    read(text, dialect).pieces.map((piece) => `${piece.kind}: ${piece.text}`);

  test('an escaped token is text, a live one is not', () => {
    const body = (text: string) => `<|start|>assistant<|channel|>analysis<|message|>${text}<|end|>`;
    assert.deepEqual(kinds(body('a<|start_reason|>b'), 'openchatml-2.2'), [
      'text: a',
      'token: <|start_reason|>',
      'thought: b',
    ]);
    assert.deepEqual(kinds(body('a<<|start_reason|>b'), 'openchatml-2.2'), ['text: a<|start_reason|>b']);
    assert.deepEqual(kinds(body('a<|literal|><|end|><|endliteral|>b'), 'openchatml-2.2'), ['text: a<|end|>b']);
  });

  test('thoughts, calls and outputs are told apart', () => {
    const reply =
      '<|im_start|>assistant\n<|start_reason|>Hm.<|end_reason|>Yes.\n<|function_call|>\n{"name":"f"}\nDone.\n<|im_end|>';
    assert.deepEqual(kinds(reply, 'openchatml-0.1'), [
      'token: <|start_reason|>',
      'thought: Hm.',
      'token: <|end_reason|>',
      'text: Yes.\n',
      'token: <|function_call|>',
      'call: \n{"name":"f"}',
      'text: \nDone.',
    ]);
    assert.deepEqual(kinds('<|im_start|>tool\n<|function_output|>\n1<|im_end|>', 'openchatml-0.1').slice(1), [
      'output: \n1',
    ]);
    const call = '<|start_header_id|>assistant<|end_header_id|>\n\n<|python_tag|>print(1)<|eom_id|>';
    assert.deepEqual(kinds(call, 'llama3'), ['token: <|python_tag|>', 'call: print(1)']);
  });

  test('a token of another family is text in Harmony', () => {
    assert.deepEqual(kinds('<|start|>user<|message|>a<|im_end|>b<|end|>', 'harmony'), ['text: a<|im_end|>b']);
  });
});

suite('bodies', () => {
  const bodyOf = (text: string, family: Parameters<typeof quote>[1], terminator: MessageDraft['terminator'] = 'end') =>
    writeBody({ ...plainly('user', text, terminator) }, family);

  test('OpenChatML 2.2 says any text', () => {
    const cases: readonly (readonly [text: string, body: string])[] = [
      ['plain', 'plain'],
      ['<|end|>', '<<|end|>'],
      ['<<|end|>', '<<<|end|>'],
      ['a<', 'a<|literal|><<|endliteral|>'],
      ['a<<', 'a<|literal|><<<|endliteral|>'],
      ['a<|im_end|>b', 'a<|literal|><|im_end|><|endliteral|>b'],
      ['a<<|im_end|>b', 'a<|literal|><<|im_end|><|endliteral|>b'],
      ['<|literal|><|endliteral|>', '<<|literal|><<|endliteral|>'],
      ['<|start|>user', '<<|start|>user'],
      ['<|start_reason|>', '<<|start_reason|>'],
      ['<|fim_middle|>', '<|fim_middle|>'],
    ];
    for (const [text, body] of cases) assert.equal(bodyOf(text, openchatml), body, text);
  });

  test('Harmony refuses its seven tokens, and nothing else', () => {
    for (const name of ['start', 'channel', 'constrain', 'message', 'end', 'call', 'return']) {
      const text = `so <|${name}|> it is`;
      const reason = `body «<|${name}|>» contains \`<|${name}|>\`, which OpenChatML 2.x cannot express as text here`;
      assert.equal(refusal(bodyOf(text, harmony), text), reason);
    }
    for (const text of ['a<', '<|literal|>', '<<|endliteral|>', '<|start_reason|>', '<|im_end|>', '<|eot_id|>']) {
      assert.equal(bodyOf(text, harmony), text);
    }
  });

  test('0.1: its frame is not text, not even in quotes; other tokens are in quotes', () => {
    const at = (text: string) => refusal(bodyOf(text, chatml, 'im_end'), text).replace(/ contains.*/, '');
    assert.equal(at('see `<|im_end|>`'), 'body «<|im_end|>»');
    assert.equal(at('`<|end|>`, `<|im_start|>`'), 'body «<|im_start|>»');
    assert.equal(at('see `<|end|>` and <|end|>'), 'body «<|end|>»');
    assert.equal(at('a\n<|function_call|>'), 'body «<|function_call|>»');
    assert.equal(bodyOf('see `<|end|>`, not <|function_call|>', chatml, 'im_end').toString().slice(0, 5), 'see `');
  });

  test('0.1: the terminator takes one line break, and two that join are one', () => {
    const cases: readonly (readonly [text: string, body: string])[] = [
      ['a', 'a'],
      ['a\n', 'a\n\n'],
      ['a\r', 'a\r\r'],
      ['a\r\n', 'a\r\n\r\n'],
      ['\n', '\n\n'],
      ['', ''],
    ];
    for (const [text, body] of cases) {
      assert.equal(bodyOf(text, chatml, 'im_end'), body, JSON.stringify(text));
      assert.equal(writeBody(plainly('user', text), chatml), text);
    }
    const written = write(plainly('user', '\nHi', 'im_end'), chatml, { lineBreak: '\r' });
    assert.ok(!isRefusal(written));
    assert.equal(written.header, '<|im_start|>user\n');
    assert.equal(writeHeader(plainly('user', '\nHi', 'im_end'), chatml, '\r'), '<|im_start|>user\r');
  });

  test('a thought without end, and text that a payload would take in, are refused', () => {
    const thought = [
      { kind: 'token', text: '<|start_reason|>' },
      { kind: 'thought', text: 'Hm.' },
      { kind: 'text', text: 'Yes.' },
    ] as const;
    assert.match(refusal(writeBody(said({ pieces: thought, terminator: 'im_end' }), chatml), 'Hm.'), /^body/);
    const call = (text: string) => [
      { kind: 'token', text: '<|function_call|>' } as const,
      { kind: 'call', text: '\n{"name":"f"}' } as const,
      { kind: 'text', text } as const,
    ];
    assert.ok(isRefusal(writeBody(said({ pieces: call('\n{"a":1}'), terminator: 'im_end' }), chatml)));
    assert.equal(
      writeBody(said({ pieces: call('\nDone.'), terminator: 'im_end' }), chatml),
      '<|function_call|>\n{"name":"f"}\nDone.',
    );
  });

  test('a body that stays in its family is copied byte for byte', () => {
    const body = 'a<|literal|><|end|><|endliteral|> <<|call|>\r\n';
    const text = `<|start|>assistant  name=A to=all <|channel|> final<|message|>${body}<|end|>`;
    const said = read(text, 'openchatml-2.2');
    assert.equal(
      writeMessage(said, openchatml),
      `<|start|>assistant to=all name=A<|channel|>final<|message|>${body}<|end|>`,
    );
    assert.equal(writeBody(read('<|im_start|>user\r\nHi\n<|im_end|>', 'openchatml-0.1'), chatml), 'Hi\n');
    // If the pieces of a message are replaced, its body is written from the new pieces.
    assert.equal(writeBody({ ...said, pieces: [{ kind: 'text', text: '<|end|>' }] }, openchatml), '<<|end|>');
  });
});

suite('headers', () => {
  test('what was read once with a header is not proof for a body with tokens, nor for what is said otherwise', () => {
    const plain = said({ ...attributes({ to: 'all' }), channel: 'final' });
    const marked: MessageDraft = { ...plain, pieces: [{ kind: 'text', text: 'a <|end|> b' }] };
    for (const family of [harmony, openchatml]) {
      const once = writeMessage(plain, family);
      assert.equal(writeMessage(plain, family), once);
      assert.notEqual(writeMessage({ ...plain, channel: 'analysis' }, family), once);
      assert.ok(isRefusal(writeMessage({ ...plain, channel: 'nowhere' }, family)));
    }
    assert.equal(refusal(writeMessage(marked, harmony), 'a <|end|> b').split(' ')[1], '«<|end|>»');
    assert.ok(String(writeMessage(marked, openchatml)).includes('a <<|end|> b'));
  });

  test('the attributes of 2.2 in the order of §6, before the channel', () => {
    const header = { name: 'A', call_id: 'c1', to: 'functions.f', intent: 'status' };
    const call = said({ ...attributes(header), channel: 'commentary', constraint: 'json', terminator: 'call' });
    assert.equal(
      writeHeader(call, openchatml),
      '<|start|>assistant to=functions.f call_id=c1 name=A intent=status<|channel|>commentary<|constrain|>json<|message|>',
    );
  });

  test('replies and names in the words of each family', () => {
    const reply = '<|start|>functions.f to=assistant<|channel|>commentary<|message|>1<|end|>';
    const native = '<|start|>tool to=assistant name=functions.f<|channel|>commentary<|message|>1<|end|>';
    assert.equal(writeMessage(read(reply, 'harmony'), openchatml), native);
    assert.equal(writeMessage(read(native, 'openchatml-2.2'), harmony), reply);
    assert.equal(
      writeMessage(read('<|start|>functions.f<|message|>1<|end|>', 'openchatml-2.2'), harmony),
      reply.replace('<|channel|>commentary', ''),
    );
    assert.equal(
      writeMessage(read('<|start|>user name=A<|message|>1<|end|>', 'openchatml-2.2'), harmony),
      '<|start|>user:A<|message|>1<|end|>',
    );
    assert.equal(
      writeMessage(read('<|start|>user:A<|message|>1<|end|>', 'harmony'), openchatml),
      '<|start|>user name=A<|message|>1<|end|>',
    );
  });

  test('a bare type is a hint, and a type after its token a constraint', () => {
    const bare = '<|start|>assistant to=functions.f<|channel|>commentary json<|message|>{}<|call|>';
    assert.equal(writeMessage(read(bare, 'harmony'), harmony), bare);
    assert.equal(
      writeMessage(read(bare, 'harmony'), openchatml),
      '<|start|>assistant to=functions.f content_type=json<|channel|>commentary<|message|>{}<|call|>',
    );
    const typed = '<|start|>assistant to=functions.f<|channel|>commentary <|constrain|>json<|message|>{}<|call|>';
    assert.equal(writeMessage(read(typed, 'harmony'), harmony), typed);
    assert.equal(writeMessage(read(typed, 'harmony'), openchatml), typed.replace(' <|constrain', '<|constrain'));
  });

  test('the open turn of a prompt stays open', () => {
    assert.equal(writeMessage(read('<|start|>assistant', 'harmony'), openchatml), '<|start|>assistant');
    assert.equal(writeMessage(read('<|im_start|>assistant\n', 'openchatml-0.1'), chatml), '<|im_start|>assistant\n');
    const open = '<|start_header_id|>assistant<|end_header_id|>';
    assert.equal(writeMessage(read(open, 'llama3'), llama3), `${open}\n\n`);
  });

  test('what no header can hold is refused with its place', () => {
    const refused = (values: Readonly<Record<string, string>>, family = openchatml) => {
      const [[, value = ''] = []] = Object.entries(values);
      return refusal(writeHeader(said({ ...attributes(values), terminator: undefined }), family), value);
    };
    assert.equal(refused({ name: 'Ann Lee' }), 'name « » cannot contain white space');
    assert.equal(refused({ name: '"Ann"' }), 'name «"» cannot contain `"`');
    assert.equal(refused({ call_id: '' }), 'call_id «» is empty');
    assert.equal(refused({ to: 'functions.f<|end|>' }), 'to «<» cannot contain `<`');
    assert.equal(refused({ mood: 'sad' }), 'mood «sad» cannot be written in OpenChatML 2.x headers');
    assert.equal(refused({ name: 'Ann Lee' }, chatml), 'name « » cannot contain white space');
    assert.equal(refused({ call_id: 'c1' }, harmony), 'call_id «c1» cannot be written in OpenChatML 2.x headers');
    assert.equal(refused({ content_type: 'json' }, harmony), 'content_type «json» can only follow a recipient');
    assert.equal(refused({ name: 'A' }, llama3), 'name «A» cannot be written in Llama 3 headers');
    assert.equal(
      refusal(writeHeader(said({ role: 'developer' }), chatml), 'developer').split(' is ')[0],
      'role «developer»',
    );
    assert.equal(
      refusal(writeHeader(said({ channel: 'Final' }), openchatml), 'Final').split(' is ')[0],
      'channel «Final»',
    );
    assert.equal(
      refusal(writeHeader(said({ channel: 'final', terminator: undefined }), chatml), 'final').split(' cannot ')[0],
      'channel «final»',
    );
    assert.equal(
      refusal(writeBody(said({ terminator: 'im_end' }), openchatml), 'im_end').split(' is ')[0],
      'terminator «im_end»',
    );
    assert.equal(refusal(writeHeader(said({ role: undefined }), openchatml), ''), 'role «» is missing');
  });

  test('a name that isn’t ASCII can be written (A-026)', () => {
    assert.equal(writeHeader(said(attributes({ name: 'Zoë' })), openchatml), '<|start|>assistant name=Zoë<|message|>');
  });
});

suite('quotations at a place in a body', () => {
  test('2.2', () => {
    assert.equal(quote('<|end|>', openchatml), '<<|end|>');
    assert.equal(quote('<|end|>', openchatml, { before: 'a<', after: 'b' }), '<<|end|>');
    assert.equal(quote('a<', openchatml, { after: 'b' }), 'a<');
    assert.equal(quote('a<', openchatml, { after: '<|start_reason|>' }), 'a<|literal|><<|endliteral|>');
    assert.equal(quote('<|im_end|>', openchatml, { before: 'a' }), '<|literal|><|im_end|><|endliteral|>');
    const text = '<|im_end|>';
    assert.match(
      refusal(quote(text, openchatml, { before: 'a<' }), text),
      /^body «<\|im_end\|>» needs a literal block/,
    );
    assert.equal(refusal(quote('|end|>', openchatml, { before: 'a<' }), '|end|>').slice(0, 4), 'body');
  });

  test('0.1', () => {
    assert.equal(quote('<|end|>', chatml, { before: 'a `', after: '`' }), '<|end|>');
    assert.match(refusal(quote('a <|end|>', chatml, { before: 'b ' }), 'a <|end|>'), /^body «<\|end\|>»/);
    assert.match(
      refusal(quote('<|function_call|>', chatml, { before: 'a\n' }), '<|function_call|>'),
      /^body «<\|function_call\|>»/,
    );
    assert.equal(quote('<|function_call|>', chatml, { before: 'a ' }), '<|function_call|>');
  });
});

test('a family of plain frames is written by its facts', () => {
  const token = (name: string, kind: TokenFact['kind'] = 'part'): TokenFact => ({
    text: `<|${name}|>`,
    name,
    kind,
    places: [],
    doc: '',
    section: '',
    scope: '',
  });
  const [opener, headerEnd, end] = [token('start_of_role', 'opener'), token('end_of_role'), token('end_of_text')];
  const granite = plainFamily({
    id: 'granite' as DialectId,
    name: 'Granite',
    has: [],
    frame: { openers: [opener], headerEnd, breaksBefore: 0, breakAfter: false, between: '', terminators: [end] },
    roles: llama3.roles,
    roleMeant: {},
    attributes: [],
    tokens: [opener, headerEnd, end],
    settles: [],
  });
  const by = (text: string) =>
    writeBy(plainWriter(granite), plainly('user', text, 'end_of_text' as 'end'), { lineBreak: '\n', keepOrder: false });
  assert.deepEqual(by('\nHi\n'), {
    header: '<|start_of_role|>user<|end_of_role|>',
    body: '\nHi\n',
    terminator: '<|end_of_text|>',
  });
  assert.equal(refusal(by('a<|start_of_role|>'), 'a<|start_of_role|>').slice(0, 24), 'body «<|start_of_role|>»');
});
