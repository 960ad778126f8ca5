/** Refactorings, which do not need a problem: their results, and where they are not offered. The selection is between two `¦`. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { applyEdits, placeEdits } from '../../server/src/fixes/fix-all.ts';
import { validateFix } from '../../server/src/fixes/proof/prove.ts';
import { documentRefactorings, refactorings, targetAt } from '../../server/src/refactorings/index.ts';
import { checkedAs, whyNot } from '../support/fix.ts';

/** The reasons why the most recent proposals were not offered. */
const refused: string[] = [];

/** Returns the titles of the refactorings that are offered for a selection or a caret, with the text after each. */
function offers(marked: string, dialect?: 'harmony'): Map<string, string> {
  refused.length = 0;
  const start = marked.indexOf('¦');
  const end = marked.lastIndexOf('¦') - (marked.lastIndexOf('¦') > start ? 1 : 0);
  const text = marked.replaceAll('¦', '');
  const subject = checkedAs(text, dialect ? { dialect } : {});
  const { transcript, checker } = subject;
  const target = start < 0 ? undefined : targetAt({ start, end }, checker.context);
  const block = target?.block ?? transcript.blocks.at(0);
  assert.ok(block);
  const all = [
    ...(target ? refactorings.flatMap(({ propose }) => propose(target)) : []),
    ...documentRefactorings.map(({ propose }) => propose(checker.context)),
  ];
  return new Map(
    all.flatMap((proposal) => {
      const fix = proposal && validateFix(proposal, block, subject);
      if (proposal && !fix) refused.push(whyNot(proposal, block, subject));
      return fix ? [[fix.title, applyEdits(text, placeEdits(fix, block, transcript))] as const] : [];
    }),
  );
}

/** Returns the text after the refactoring whose title matches, or undefined if none is offered. */
const after = (marked: string, title: RegExp, dialect?: 'harmony') =>
  [...offers(marked, dialect)].find(([offered]) => title.test(offered))?.[1];

/** Asserts that a refactoring with a matching title is offered, and that it results in this text. */
function becomes(marked: string, title: RegExp, expected: string, dialect?: 'harmony'): void {
  const made = after(marked, title, dialect);
  assert.ok(made !== undefined, `nothing like ${title} is offered. ${refused.join(' ')}`);
  assert.equal(made, expected);
}

suite('dividing and joining', () => {
  test('a message is split at the caret', () => {
    becomes(
      '<|start|>user name=Ann<|message|>one ¦two<|end|>',
      /^Split/,
      '<|start|>user name=Ann<|message|>one <|end|>\n<|start|>user name=Ann<|message|>two<|end|>',
    );
    becomes(
      '<|start|>user<|message|>one ¦two<|end|>',
      /^Split/,
      '<|start|>user<|message|>one <|end|><|start|>user<|message|>two<|end|>',
      'harmony',
    );
    becomes(
      '<|im_start|>user\none\n¦two\n<|im_end|>\n',
      /^Split/,
      '<|im_start|>user\none\n\n<|im_end|>\n<|im_start|>user\ntwo\n<|im_end|>\n',
    );
    becomes(
      '<|start_header_id|>user<|end_header_id|>\n\none¦\ntwo<|eot_id|>',
      /^Split/,
      '<|start_header_id|>user<|end_header_id|>\n\none<|eot_id|><|start_header_id|>user<|end_header_id|>\n\n\ntwo<|eot_id|>',
    );
  });

  test('not where something would come apart, or nothing would be left', () => {
    for (const marked of [
      '<|start|>user<|message|>a <<|e¦nd|> b<|end|>',
      '<|start|>user<|message|>a <¦b<|end|>',
      '<|start|>user<|message|>a \ud83d¦\ude00<|end|>',
      '<|start|>user<|message|>¦a<|end|>',
      '<|start|>user<|message|>a¦ <|end|>',
      '<|start|>us¦er<|message|>a<|end|>',
      '<|start|>user<|message|>a ¦b',
      '<|start|>usr<|message|>a ¦b<|end|>',
      '<|start|>assistant to=functions.f call_id=c1<|message|>{"a":¦ 1}<|call|>',
    ])
      assert.equal(after(marked, /^Split/), undefined, marked);
  });

  test('a selection becomes a message of its own, or a thought', () => {
    const final = '<|start|>assistant<|channel|>final<|message|>';
    const marked = `${final}Well. ¦I guess.¦ It is 4.<|return|>`;
    becomes(
      marked,
      /^Extract .* a separate message/,
      `${final}Well. <|end|>\n${final}I guess.<|end|>\n${final} It is 4.<|return|>`,
    );
    becomes(
      marked,
      /^Extract .*analysis/,
      `${final}Well. <|end|>\n<|start|>assistant<|channel|>analysis<|message|>I guess.<|end|>\n${final} It is 4.<|return|>`,
    );
    becomes(
      `${final}¦I guess.¦ It is 4.<|return|>`,
      /^Extract .*analysis/,
      `<|start|>assistant<|channel|>analysis<|message|>I guess.<|end|>\n${final} It is 4.<|return|>`,
    );
    assert.equal(after('<|start|>user<|message|>a ¦b¦<|end|>', /analysis/), undefined);
    // Cutting a word in two shows no text that was hidden before.
    for (const cut of ['It is four¦teen,¦ or so.', 'It is f¦ourteen, or¦ so.', 'It is fourt¦een,\nor s¦o.'])
      assert.ok(after(`${final}${cut}<|return|>`, /^Extract .*analysis`$/), cut);
  });

  test('a message is merged with the next one under the same header', () => {
    const [one, two] = ['<|start|>user<|message|>o¦ne<|end|>\n', '<|start|>user<|message|> two<|end|>\n'];
    assert.equal(after(one + two, /^Merge/), '<|start|>user<|message|>one two<|end|>\n');
    becomes(
      '<|im_start|>user\n¦one\n<|im_end|>\n<|im_start|>user\ntwo\n<|im_end|>\n',
      /^Merge/,
      '<|im_start|>user\nonetwo\n<|im_end|>\n',
    );
    assert.equal(after(`${one}stray ${two}`, /^Merge/), undefined);
    assert.equal(after(one + two.replace('user', 'system'), /^Merge/), undefined);
    assert.equal(
      after('<|start|>user<|message|>¦a <<|end|>\n<|start|>user<|message|>|end|><|end|>', /^Merge/),
      undefined,
    );
  });
});

suite('quoting', () => {
  test('what was pasted becomes text', () => {
    becomes(
      '<|start|>user<|message|>See: ¦<|start|>user<|message|>Hi<|end|>¦ ok?<|end|>',
      /^Escape 3 tokens/,
      '<|start|>user<|message|>See: <<|start|>user<<|message|>Hi<<|end|> ok?<|end|>',
    );
    assert.equal(after('<|start|>user<|message|>¦a <<|end|>¦<|end|>', /^Escape/), undefined);
    assert.equal(after('<|start|>user<|message|>¦<|end|>¦<|end|>', /^Escape/, 'harmony'), undefined);
  });

  test('an escape is undone only where what it lets out is sound', () => {
    becomes(
      '<|start|>user<|message|>a¦<<|end|><<|start|>user<<|message|>b¦<|end|>',
      /^Unescape 3/,
      '<|start|>user<|message|>a<|end|><|start|>user<|message|>b<|end|>',
    );
    assert.equal(after('<|start|>user<|message|>a¦<<|message|>b¦<|end|>', /^Unescape/), undefined);
  });

  test('a literal block is put around a selection, and taken away', () => {
    const [plain, wrapped] = ['a <<|end|> b', '<|literal|>a <|end|> b<|endliteral|>'];
    const body = (text: string) => `<|start|>user<|message|>x ${text} y<|end|>`;
    assert.equal(after(body(`¦${plain}¦`), /^Wrap/), body(wrapped));
    assert.equal(after(body(wrapped.replace('b', '¦b')), /^Unwrap/), body(plain));
    assert.equal(after(body('¦a <|endliteral|> b¦'), /^Wrap/), undefined);
    assert.equal(after(body('a <¦b¦'), /^Wrap/), undefined);
  });
});

suite('thoughts', () => {
  const final = '<|start|>assistant<|channel|>final<|message|>';
  const analysis = '<|start|>assistant<|channel|>analysis<|message|>';

  test('move out of an answer', () => {
    becomes(
      `${final}<think>\nTwo and two.\n</think>\n\n¦It is 4.<|return|>`,
      /^Move the thought/,
      `${analysis}Two and two.<|end|>${final}It is 4.<|return|>`,
      'harmony',
    );
    const section = '<|start_reason|>Two and two.<|end_reason|>';
    becomes(
      `${final}${section}It¦ is 4.<|return|>`,
      /^Move the thought/,
      `${analysis}${section}<|end|>\n${final}It is 4.<|return|>`,
    );
    assert.equal(after(`${final}<think>All of ¦it.</think><|return|>`, /^Move/), undefined);
  });

  const question = '<|start|>user<|message|>2+2?<|end|>\n';
  const thought = `${analysis}Hm.<|end|>\n`;
  const answer = `${final}4<|end|>\n`;

  test('reasoning of a turn with a call that still waits is kept', () => {
    const call = '<|start|>assistant to=functions.f call_id=c1<|channel|>commentary<|message|>{}<|call|>\n';
    const reply = '<|start|>tool name=functions.f call_id=c1<|message|>{"ok": true}<|end|>\n';
    const conversation = (between: string) =>
      'version: 2.2\n<|start|>user<|message|>Hi<|end|>\n<|start|>assistant<|channel|>analysis<|message|>Hm<|end|>\n' +
      `${call}${between}<|start|>assistant<|channel|>final<|message|>Wait<|end|>\n<|start|>user<|message|>Oh<|end|>\n`;
    assert.equal(after(conversation(''), /of completed turns/), undefined);
    assert.ok(after(conversation(reply), /of completed turns/));
  });

  test('are dropped from turns that are over', () => {
    const text = question + thought + answer + question + thought;
    assert.equal(after(text, /^Remove the analysis message of completed/), question + answer + question + thought);
    assert.equal(after(question + thought + answer, /^Remove .* completed/), undefined);
    const last = text + answer;
    assert.equal(after(last, /^Remove .* openai\/harmony/), last.replace(thought, ''));
    assert.equal(after(text, /^Remove .* openai\/harmony/), undefined);
  });
});

suite('calls', () => {
  const call = (id: string) =>
    `<|start|>assistant to=functions.f call_id=${id}<|channel|>commentary<|message|>{}<|call|>\n`;
  const reply = (id: string) =>
    `<|start|>tool to=assistant call_id=${id} name=functions.f<|channel|>commentary<|message|>{"ok": true, "content": 1, "error": null}<|end|>\n`;

  test('a reply is inserted after the calls of the turn, once', () => {
    const frame = (id: string) => reply(id).replace('1, "error"', 'null, "error"');
    becomes(
      call('c1').replace('{', '¦{') + call('c2'),
      /^Add replies to the 2 open calls/,
      call('c1') + call('c2') + frame('c1') + frame('c2'),
    );
    becomes(
      call('c1') + call('c2').replace('{', '¦{') + reply('c1'),
      /^Add a reply/,
      call('c1') + call('c2') + reply('c1') + frame('c2'),
    );
    assert.equal(after(call('c1').replace('{', '¦{') + reply('c1'), /^Add/), undefined);
    becomes(
      '<|start|>assistant to=functions.f<|channel|>commentary<|message|>¦{}<|call|>',
      /^Add a reply/,
      '<|start|>assistant to=functions.f<|channel|>commentary<|message|>{}<|call|><|start|>functions.f to=assistant<|channel|>commentary<|message|>{}<|end|>',
      'harmony',
    );
    const tags = '<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>';
    becomes(
      `<|im_start|>assistant\n¦${tags}<|im_end|>\n`,
      /^Add a reply/,
      `<|im_start|>assistant\n${tags}<|im_end|>\n<|im_start|>tool\n<tool_response>\n{"name": "f", "content": null}\n</tool_response>\n<|im_end|>\n`,
    );
  });

  test('ids are renumbered with their replies', () => {
    becomes(
      call('x9') + call('c1') + reply('c1') + reply('x9'),
      /^Renumber the ids of 2 calls/,
      call('c1') + call('c2') + reply('c2') + reply('c1'),
    );
    assert.equal(after(call('c1') + reply('c1'), /^Renumber/), undefined);
    assert.equal(after(call('x') + reply('x') + reply('c1'), /^Renumber/), undefined);
  });
});

test('the note on calls goes below the channels of the system message, where functions are declared', () => {
  const note = "Calls to these tools must go to the commentary channel: 'functions'.";
  const system = (more = '') =>
    `version: 2.2\n<|start|>system<|message|>Be kind.\r\n# Valid ¦channels: final.${more}<|end|>\n`;
  const developer = '<|start|>developer<|message|>namespace functions {\ntype f = () => any;\n}<|end|>';
  const noted = (marked: string) => after(marked, /^Add the note/);
  const plain = (marked: string) => marked.replace('¦', '');
  assert.equal(noted(system() + developer), plain(system(`\r\n${note}`)) + developer);
  assert.equal(noted(system('\r\nBye.') + developer), plain(system(`\r\n${note}\r\nBye.`)) + developer);
  assert.equal(noted(system()), undefined);
  assert.equal(noted(system(`\r\n${note}`) + developer), undefined);
  assert.equal(noted(system().replace('system', 'user') + developer), undefined);
  assert.equal(noted(plain(system()) + developer.replace('type', '¦type')), undefined);
});
