/** OpenChatML 0.1: documents modeled on every worked example of its two sources, and the problems of faulty documents. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { check, summary } from '../support/check.ts';

const signature = `{
  "type": "function",
  "function": {
    "name": "get_tide",
    "description": "Looks up the tide at a harbour.",
    "parameters": {
      "type": "object",
      "properties": {
        "harbour": {
          "type": "string"
        }
      },
      "required": ["harbour"]
    }
  }
}`;

const output = `{
  "name": "get_tide",
  "content": {
    "harbour": "Hull",
    "low": 1.25,
    "storm": null
  }
}`;

const task = `def squares(n):
    result = []
    <|fim_middle|><|fim_suffix|>
    return result

print(squares(3))`;

/** Valid documents, with the problems that are reported if there are any, including hints and information. */
const examples: readonly (readonly [example: string, text: string, ...reported: string[]])[] = [
  [
    'a §4: the template of a conversation',
    '<s>\n<|im_start|>user name=Ada\nmessage1\n<|im_end|>\n<|im_start|>assistant name=Bot\nmessage2\n<|im_end|>\n...\n</s>',
    'stray-text «...»',
  ],
  ['a §5: fill in the middle', '<|fim_prefix|>before<|fim_middle|><|fim_suffix|>after'],
  ['a §6: files', 'first\n<|file_separator|>\nsecond\n<|file_separator|>\nthird'],
  [
    'a §7: a conversation',
    '<s>\n<|im_start|>user\nGood morning.\n<|im_end|>\n<|im_start|>assistant\nGood morning to you.\n<|im_end|>\n</s>',
  ],
  [
    'a §7: a named speaker',
    '<s>\n<|im_start|>user name=Ada\nGood morning.\n<|im_end|>\n<|im_start|>assistant\nGood morning, Ada.\n<|im_end|>\n</s>',
  ],
  ['a §7: a task', '<|fim_prefix|>The longest river is <|fim_middle|><|fim_suffix|>, which flows to the sea.'],
  ['a §7: several files', 'One.\n<|file_separator|>\nTwo.\nMore of two.\n<|file_separator|>\nThree.'],
  [
    'b §4: thoughts',
    '[BOS]<|im_start|>system\nYou help.<|reflect|><|introspect|><|reason|><|im_end|>\n<|im_start|>user\nWhat is in a tin labelled "Tea"?<|im_end|>\n<|im_start|>assistant\n<|start_reflect|>A plain question.<|end_reflect|>\n<|start_introspect|>I have no stake in it.<|end_introspect|>\n<|start_reason|>Labels mostly tell the truth.<|end_reason|>\nTea, most likely.<|im_end|>[EOS]',
  ],
  [
    'b §5: the template of a conversation',
    '[BOS]<|im_start|>user name=Ada\nmessage1\n<|im_end|>\n<|im_start|>tool\nmessage2\n<|im_end|>\n[EOS]',
  ],
  ['b §8.1: a signature', `<|im_start|>system\n<|function_list|>\n${signature}\n<|im_end|>`],
  [
    'b §8.2: a call',
    '<|im_start|>assistant\n<|function_call|>\n{"arguments": {"harbour": "Hull"}, "name": "get_tide"}\n<|im_end|>',
  ],
  ['b §8.3: an output', `<|im_start|>tool\n<|function_output|>\n${output}\n<|im_end|>`],
  [
    'b §8.5: a conversation with functions',
    `[BOS]<|im_start|>system\nYou call functions. Their signatures follow the \`<|function_list|>\` tag. Here they are:\n<|function_list|>\n${signature}\n\nUse this schema for each call:\n{\n  "title": "FunctionCall",\n  "required": ["arguments", "name"]\n}\nReturn an object after the <|function_call|> tag as follows:\n<|function_call|>\n{"arguments": <args-dict>, "name": <function-name>}\n<|im_end|>\n<|im_start|>user\nWhen is low tide in Hull?\n<|im_end|>\n<|im_start|>assistant\n<|function_call|>\n{"arguments": {"harbour": "Hull"}, "name": "get_tide"}\n<|im_end|>\n<|im_start|>tool\n<|function_output|>\n${output}\n<|im_end|>\n<|im_start|>assistant\nLow tide is at 1.25 m:\n- **Storm**: none\n\n<|im_end|>[EOS]`,
  ],
  ['b §9: a conversation', '[BOS]<|im_start|>user\nHi.\n<|im_end|>\n<|im_start|>assistant\nHello.\n<|im_end|>[EOS]'],
  [
    'b §9: names, and blanks where none belong',
    '[BOS]<|im_start|>system name=Tracker\nYou track goals.\n<|im_end|>\n<|im_start|>user name=Ada  \nThanks.\n<|im_end|>\n<|im_start|>user name=Ben\nMay I join?\n<|im_end|>  \n<|im_start|>assistant name=Coach\nOf course, Ben!\n<|im_end|>[EOS]',
    'header-space «  »',
    'header-space «  »',
  ],
  ['b §9: a task over lines', `<|fim_prefix|>${task}`],
  [
    'b §9: its completion',
    `<|fim_prefix|>${task.replace('<|fim_suffix|>', 'for i in range(n):\n        <|fim_suffix|>  ')}`,
  ],
  [
    'b §9: files, the last one a task with an empty prefix',
    '<|file_separator|>\nBlack holes are dense.\n<|file_separator|>\nThey were first computed in 1916.\n<|file_separator|>\n<|fim_prefix|><|fim_middle|><|fim_suffix|> They can be seen by what falls in.',
  ],
  [
    'b §9: its completion',
    '<|fim_prefix|>Black holes are dense.\n<|fim_middle|>One was found in 1971.\n<|fim_suffix|> They can be seen by what falls in.',
  ],
];

for (const [example, text, ...reported] of examples) {
  test(example, () => {
    assert.equal(new Transcript('test:', 'ocml', 0, text).dialect, 'openchatml-0.1');
    assert.deepEqual(summary(text), reported);
  });
}

/** Faulty documents and their problems. They break rules that apply to all text dialects. */
const faulty: readonly (readonly [text: string, ...reported: string[]])[] = [
  ['<|im_start|>user\nHi\n<|im_start|>assistant\nYo\n<|im_end|>', 'end-missing «<|im_start|>»'],
  [
    '<|im_start|>user\nHi <|im_start|>assistant\nYo\n<|im_end|>',
    'end-missing «<|im_start|>»',
    'forged-turn «<|im_start|>»',
  ],
  ['<|im_start|>assistant\nYo\n<|im_start|>user\nHi<|im_end|>', 'end-missing «<|im_start|>»'],
  ['<|im_start|>user\nWhat is `<|im_start|>`?\n<|im_end|>', 'end-missing «<|im_start|>»', 'E-PARSE-HEADER «`?»'],
  ['<|im_start|>user\nHi\n<|im_start|>human\nYo\n<|im_end|>', 'end-missing «<|im_start|>»', 'E-PARSE-HEADER «human»'],
  ['<s>\n<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant name=Bob\n'],
  ['<|im_start|>name=bob user\nHi<|im_end|>', 'E-PARSE-HEADER «user»'],
  ['<|im_start|>user\nHi', 'E-STREAM-TRUNCATED «<|im_start|>»'],
  ['<s>\n<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n'],
  ['<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant'],
  ['<|im_start|> user\nHi<|im_end|>', 'E-PARSE-HEADER « user»'],
  ['<|im_start|>\nHi<|im_end|>', 'E-PARSE-HEADER «<|im_start|>»'],
  ['<|im_start|>user<|im_end|>', 'E-PARSE-HEADER «<|im_end|>»'],
  ['<|im_start|>user name=Ada Byron\nHi<|im_end|>', 'E-PARSE-HEADER «Byron»'],
  ['<|im_start|>user name="Ada Byron"\nHi<|im_end|>', 'E-PARSE-HEADER «name="Ada Byron"»'],
  ['<|im_start|>user name=Ada name=Byron\nHi<|im_end|>', 'E-PARSE-HEADER «name=Byron»'],
  ['<|im_start|>user Hi there\nHi<|im_end|>', 'E-PARSE-HEADER «Hi there»'],
  ['<|im_start|>user\nHi<|IM_END|>\n<|im_end|>', 'token-misspelled «<|IM_END|>»'],
  ['<|im_start|>assistant\nHi<|im_ed|>\n<|im_start|>user\nHo<|im_end|>', 'token-misspelled «<|im_ed|>»'],
  ['<|im_start|>assistant\nHi<|im_edn|>\n', 'token-misspelled «<|im_edn|>»'],
  ['<|im_start|>assistant\nHi `<|im_edn|>`<|im_end|>\n'],
  ['<|im_start|>user\nHi<|end|>\n<|call|><|im_end|>', 'dialect-mixed «<|end|>»'],
  ['<|im_start|>user\nHi<|im_end|>\n<|im_end|>', 'start-missing «<|im_end|>»'],
  ['<|im_start|>user\nHi<|im_end|>\nloose <|im_end|>', 'start-missing «<|im_end|>»'],
  ['Hello\n<|im_start|>user\nHi<|im_end|>', 'stray-text «Hello»'],
  ['one\n<|file_separator|>\n<|im_start|>user\nHi<|im_end|>\n<|file_separator|>\ntwo'],
  ['<s>\n<|im_start|>user\n<s>old</s>\n<|im_end|>\n</s>'],
  ['[BOS]<|im_start|>user\nHi<|im_end|></s>', 'sequence-unbalanced «</s>»'],
  ['<|fim_suffix|>b<|fim_prefix|>a<|fim_middle|>', 'fim-order «<|fim_suffix|>»'],
  ['a<|fim_suffix|>b', 'fim-incomplete «<|fim_suffix|>»'],
  ['[BOS]<|fim_prefix|>a<|fim_middle|><|fim_suffix|>b[EOS]'],
  ['[BOS]a\n<|file_separator|>\nb[EOS]'],
  ['<s>\na\n<|file_separator|>\n<s>b</s>'],
  ['<|fim_prefix|>a<|fim_middle|><|fim_suffix|>b[EOS]'],
  ['[BOS]a\n<|file_separator|>\nb</s>', 'sequence-unbalanced «[BOS]»'],
  [
    '<|im_start|>system\n<|reason|><|im_end|><|im_start|>assistant\n<|start_reason|>a\nb<|im_end|>',
    'thought-unclosed «<|start_reason|>»',
  ],
  [
    '<|im_start|>assistant\n<|start_reason|>a<|end_reason|><|start_reason|>b<|end_reason|>c<|im_end|>',
    'thought-unflagged «<|start_reason|>»',
  ],
  [
    '<|im_start|>system\n<|reason|><|reflect|><|im_end|><|im_start|>assistant\n<|start_reason|>a<|start_reflect|>b<|end_reason|>c<|end_reflect|><|im_end|>',
    'thought-nesting «<|start_reflect|>»',
  ],
  ['<|im_start|>user\n<|start_reason|>a<|end_reason|><|im_end|>', 'thought-role «<|start_reason|>»'],
  ['<|im_start|>user\n<|function_call|> is a token<|im_end|>', 'function-role «<|function_call|>»'],
  ['<|im_start|>system\n<|function_list|>\n[]<|im_end|>'],
  ['<|im_start|>assistant\n<|function_call|>\n[]<|im_end|>'],
  ['<|im_start|>tool\n<|function_output|>\n[]<|im_end|>'],
  [
    '<|im_start|>system\n<|reflect|><|im_end|><|im_start|>assistant\n<|start_reflect|>a<|end_reflect|><|start_reason|>b<|end_reason|>c<|im_end|>',
    'thought-unflagged «<|start_reason|>»',
  ],
  ['<|im_start|>tool\n<|function_output|>\nsunny<|im_end|>', 'function-json «sunny»'],
  ['<|im_start|>tool\n<|function_output|>\n42<|im_end|>', 'function-output «42»'],
  ['<|im_start|>assistant\n<|function_call|>\n<|im_end|>', 'function-json «<|function_call|>»'],
  ['<|im_start|>assistant\n<|function_call|>\n[{"name":"f","arguments":{}}, 1]<|im_end|>', 'E-CALL-SCHEMA «1»'],
  ['<|im_start|>assistant\n<|function_call|>\n{"name":"f","arguments":{}}\n{"name":<|im_end|>', 'function-json «:»'],
  ['<|im_start|>assistant\n<|function_call|>\n{"name":"f","arguments":{}}\n{not JSON, but prose}<|im_end|>'],
  [
    '<|im_start|>assistant\n<|function_call|>\n{"name":"f","arguments":{}}<|im_end|>\n<|im_start|>user\nStop.<|im_end|>\n<|im_start|>assistant\n<|function_call|>\n{"name":"g","arguments":{}}<|im_end|>\n<|im_start|>tool\n<|function_output|>\n{"name":"g","content":1}<|im_end|>',
  ],
  ['<|im_start|>user\nWhat are `<|start_reason|>`, `<|reason|>`, "<|file_separator|>" and `<|start|>`?<|im_end|>'],
];

for (const [text, ...reported] of faulty) {
  test(JSON.stringify(text), () => assert.deepEqual(summary(text, { dialect: 'openchatml-0.1' }), reported));
}

test('a whole document that was pasted with escapes, or in capitals', () => {
  const misspelled = (text: string) => summary(text).filter((found) => !found.startsWith('document-'));
  assert.deepEqual(misspelled('<\\|im_start\\|>user\nhi<\\|im\\_end\\|>'), [
    'token-misspelled «<\\|im_start\\|>»',
    'token-misspelled «<\\|im\\_end\\|>»',
  ]);
  assert.deepEqual(misspelled('<|IM_START|>user\nhi<|IM_END|>'), [
    'token-misspelled «<|IM_START|>»',
    'token-misspelled «<|IM_END|>»',
  ]);
  assert.deepEqual(misspelled('<\\|start\\|>user<\\|message\\|>hi<\\|end\\|><|START_REASON|>').length, 4);
  assert.deepEqual(misspelled('<|start|>user<|message|>In ChatML, <|IM_START|> begins a message.<|end|>'), []);
});

test('content leaves out one line break before the end, and a name is read', () => {
  const [block] = [...new Transcript('test:', 'ocml', 0, '<|im_start|>user name=A\r\na\n\r\n<|im_end|>').blocks];
  assert.equal(block?.text.slice(block.bodyStart, block.bodyEnd), 'a\n');
});

test('a fault in the header says what is meant', () => {
  const meant = (text: string) => check(text).map(({ data }) => data?.suggestion);
  assert.deepEqual(meant('<|im_start|>developer\nHi<|im_end|>'), ['system']);
  assert.deepEqual(meant('<|im_start|>User\nHi<|im_end|>'), ['user']);
  assert.deepEqual(meant('<|im_start|> user\nHi<|im_end|>'), ['user']);
  assert.deepEqual(meant('<|im_start|>user [name=Ada]\nHi<|im_end|>'), ['name=Ada']);
  assert.deepEqual(meant('<|im_start|>user name="Ada Byron"\nHi<|im_end|>'), ['name=Ada_Byron']);
});

test('what is reported for those alone who set the rule to `hint`', () => {
  const chat = '<|im_start|>user\nHi<|im_end|>\n';
  const asked = (text: string, code: string) => [
    summary(text),
    summary(text, { levels: { [code]: 'error' } }),
    summary(text, { levels: { [code]: 'hint' } }),
  ];
  const unmarked = (text: string) => asked(text, 'sequence-unbalanced');
  assert.deepEqual(unmarked(chat), [[], [], ['sequence-unbalanced «<|im_start|>»']]);
  assert.deepEqual(unmarked('a\n<|file_separator|>\nb'), [[], [], []]);
  assert.deepEqual(unmarked('<|fim_prefix|>a<|fim_middle|><|fim_suffix|>b'), [[], [], []]);
  assert.deepEqual(
    check(`<s>\n${chat}`, { levels: { 'sequence-unbalanced': 'hint' } }).map(({ severity }) => severity),
    ['warning'],
  );
  assert.deepEqual(unmarked(`${chat}<|im_start|>assistant\n`), [[], [], []]);
  assert.deepEqual(unmarked(`<s>\n${chat}</s>`), [[], [], []]);
  const flagged = (answers: string) =>
    asked(`<|im_start|>system\n<|reason|><|im_end|>${answers}`, 'thought-unflagged')[2];
  const answer = (text: string) => `<|im_start|>assistant\n${text}<|im_end|>`;
  assert.deepEqual(flagged(answer('Hi')), ['thought-unflagged «<|reason|>»']);
  assert.deepEqual(flagged(answer('Hi') + answer('<|start_reason|>a<|end_reason|>b')), []);
  assert.deepEqual(flagged(answer('<|start_reflect|>a<|end_reflect|>b')), [
    'thought-unflagged «<|reason|>»',
    'thought-unflagged «<|start_reflect|>»',
  ]);
});

test('what a message about a header says is true of it', () => {
  const said = (text: string) => check(text).map(({ message }) => message)[0];
  assert.match(said('<|im_start|> user\nHi<|im_end|>') ?? '', /^There is white space between/);
  assert.match(said('<|im_start|> tokens\nHi<|im_end|>') ?? '', /^`tokens` is not a role\./);
  assert.match(said('<|im_start|>```\nHi<|im_end|>') ?? '', /^"```" is not a role\./);
  assert.match(said('<|im_start|>name=bob user\nHi<|im_end|>') ?? '', /^`user` is out of place/);
});
