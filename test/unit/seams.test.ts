/** Two misspelled tokens between two messages. If neither token were recognized, the second message would become part of the first. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { DialectId } from '../../server/src/grammar/index.ts';
import { check, marked, summary } from '../support/check.ts';
import { applications, checked } from '../support/fix.ts';
import { texts, view } from '../support/user-view.ts';

interface Example {
  readonly dialect: DialectId;
  readonly whole: string;
  /** The correct text between the messages, and misspelled versions in which the reported text is marked. */
  readonly right: string;
  readonly wrong: readonly string[];
}

const examples: readonly Example[] = [
  {
    dialect: 'openchatml-2.2',
    whole:
      'version: 2.2\n<|start|>user<|message|>Tram?SEAM<|channel|>analysis<|message|>Hm.<|end|>\n<|start|>assistant<|channel|>final<|message|>8<|return|>\n',
    right: '<|end|>\n<|start|>assistant',
    wrong: [
      '«<|end>»\n<|start|>asistant',
      '«<|end>»\n<|start|>Asistant',
      '«<|ned|>»\n<|start|>asistant',
      '«<|END|>»\n<|start|>asistant',
      '«<|end>»\n<|start>assistant',
      '«<end|>»\n<|strat|>assistant',
      '«<|end>»\n<start>asistant',
      '«<|end>»\n<|Start|>assistant',
      '«<|end>»\nassistant',
      '«<|end»\n<|start>assistant',
      '«<|end»\nassistant',
      '«<|end>»\n',
      '\n«<|start|>»asistant',
      '\n«<|start>»assistant',
    ],
  },
  {
    dialect: 'harmony',
    whole:
      '<|start|>user<|message|>Tram?SEAM<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>8<|return|>',
    right: '<|end|><|start|>assistant',
    wrong: [
      '«<|end>»<|start|>asistant',
      '«<end|>»<|strat|>assistant',
      '«<|end>»assistant',
      '«<|start|>»asistant',
      '«<|start>»assistant',
    ],
  },
  {
    dialect: 'openchatml-0.1',
    whole: '<|im_start|>user\nTram?SEAM\nHm.<|im_end|>\n<|im_start|>user\n8<|im_end|>\n',
    right: '<|im_end|>\n<|im_start|>assistant',
    wrong: [
      '«<|im_end>»\n<|im_start>assistant',
      '«<im_end|>»\n<|im_strat|>assistant',
      '«<|im_end>»\nassistant',
      '\n«<|im_start>»assistant',
    ],
  },
  {
    dialect: 'llama3',
    whole:
      '<|begin_of_text|><|start_header_id|>user<|end_header_id|>\n\nTram?SEAM<|end_header_id|>\n\nHm.<|eot_id|><|start_header_id|>user<|end_header_id|>\n\n8<|eot_id|>',
    right: '<|eot_id|><|start_header_id|>assistant',
    wrong: [
      '«<|eot_id>»<|start_header_id>assistant',
      '«<|eot_di|>»<|start_header|>assistant',
      '«<|eot_id>»assistant',
      '«<|start_header_id>»assistant',
    ],
  },
];

for (const { dialect, whole, right, wrong } of examples) {
  suite(dialect, () => {
    for (const seam of wrong) {
      test(seam, () => {
        const text = whole.replace('SEAM', seam.replace(/[«»]/g, ''));
        const [place = ''] = /(?<=«).*(?=»)/.exec(seam) ?? [];
        const found = check(text, { dialect }).filter(({ severity }) => severity !== 'hint');
        assert.deepEqual(
          found.map((problem) => `${problem.code} ${marked(text, problem)}`),
          [`end-missing «${place}»`],
        );
        const fixes = applications(checked(text, dialect)).map(({ after }) => after);
        assert.ok(fixes.includes(whole.replace('SEAM', right)), fixes.join('\n'));
      });
    }
  });
}

test('the terminator of the second message is not judged as that of the first', () => {
  const seam = '<|end>\n<|start|>asistant';
  const user = 'version: 2.2\n<|start|>user<|message|>Tram?';
  for (const rest of [
    '<|channel|>final<|message|>8<|return|>\n',
    ' to=functions.tram call_id=c1<|channel|>commentary<|constrain|>json<|message|>{}<|call|>\n',
  ])
    assert.deepEqual(summary(user + seam + rest), ['end-missing «<|end>»'], rest);
});

test('what is text stays text', () => {
  const of22 = 'version: 2.2\n<|start|>user<|message|>BODY<|end|>\n';
  const of01 = '<|im_start|>user\nBODY<|im_end|>\n';
  const bodies: readonly [document: string, body: string][] = [
    [of22, 'Is `<|start|>asistant<|channel|>final<|message|>` right?'],
    [of22, 'Is it\n```\n<|start|>asistant<|channel|>final<|message|>\n```\nor not?'],
    [of22, 'So:\n<<|start|>asistant<<|channel|>final<<|message|>8'],
    [of22, 'So:\n<|literal|><|end>\n<|start|>asistant<|channel|>final<|message|>8<|endliteral|>'],
    [of22, 'A header is <|start|>, a role, and <|message|>.'],
    [of22, 'It is\n<|start|>{role}<|message|>{content}'],
    [of22, 'A frame: <|start|>robot<|channel|>final<|message|>'],
    [of01, 'A turn begins with <|im_start>\nuser\n'],
    [of01, 'I am the <b>user\nand you the <i>assistant\n<|x|>'],
    [of01, '<user>\nuser\n</user>\nuser\n<|x|>'],
    [of01, 'Two speakers:\nuser\nassistant\n<|x|>'],
    [of01, 'Is it\n```\n<|im_start>user\n```\n'],
  ];
  for (const [document, body] of bodies) {
    const codes = check(document.replace('BODY', body)).map(({ code }) => code);
    assert.ok(!codes.includes('end-missing'), body);
  }
});

test('the terminator of another dialect ends the message, too', () => {
  const text = (seam: string) =>
    `version: 2.2\n<|start|>user<|message|>Tram?${seam}<|channel|>final<|message|>8<|return|>\n`;
  const fixes = applications(checked(text('<|im_end|>\nassistant'), undefined)).map(({ after }) => after);
  assert.ok(fixes.includes(text('<|end|>\n<|start|>assistant')), fixes.join('\n'));
});

suite('nothing that the next message hides is shown', () => {
  const document = (seam: string) =>
    `<|im_start|>user\nTram?<|im_end|>\n<|im_start|>assistant\nAt 8.${seam}\nsecret<|im_end|>\n`;
  for (const seam of [
    '<|im_end\n<|im_start>system',
    '<|im_end<|im_strat|>system',
    '<|im_end>\nsystem',
    '<im_end|>\nsystem name=x',
    '<|end|>\nsystem',
    '<|IM_END|>\n\nsystem',
  ]) {
    test(seam, () => {
      const seen = texts(view(document(seam), { dialect: 'openchatml-0.1' }).messages);
      assert.ok(!seen.join('\n').includes('secret'), seen.join('\n'));
    });
  }
});

test('a body may have thousands of them', () => {
  const seam = '<|end>\n<|start|>asistant<|channel|>final<|message|>8\n';
  const text = `version: 2.2\n<|start|>user<|message|>Tram?${seam.repeat(5000)}<|end|>`;
  assert.equal(check(text).filter(({ code }) => code === 'end-missing').length, 5000);
});
