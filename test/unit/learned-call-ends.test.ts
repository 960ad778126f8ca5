/** If a template always writes a marker that ends the calls of a message, a missing marker is reported. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { bundledDialect } from '../../server/src/documents/models.ts';
import { modelFormNamed } from '../../server/src/grammar/model-forms.ts';
import { modelTemplate } from '../../server/src/templates/models/index.ts';
import { summary } from '../support/check.ts';
import { applications, checked } from '../support/fix.ts';
import { samples } from '../support/learn/conversations.ts';
import { dialectTemplates } from '../support/learn/dialect-templates.ts';
import { dialectOfTemplate, learnedDialect, type TestedDialect, written } from '../support/learn/dialects.ts';
import { newlyShown } from '../support/reveal.ts';

const learned = ['deepseek', 'kimi', 'command', 'resumed', 'answered', 'glm', 'tagged'].map((name) => {
  const dialect = learnedDialect(name, dialectTemplates[name] ?? '');
  return { ...dialect, name, begin: '' };
});
const bundled = ['deepseek', 'deepseek-v3', 'kimi', 'command-r', 'phi', 'glm'].flatMap((name) => {
  const template = modelTemplate(name);
  const id = bundledDialect(name);
  if (template === undefined || id === undefined) return [];
  return [
    { ...dialectOfTemplate(name, template), id, name: `bundled ${name}`, begin: modelFormNamed(name)?.begin ?? '' },
  ];
});

const textsOf = (dialect: TestedDialect & { begin: string }): readonly string[] =>
  samples
    .filter(({ kind }) => kind === 'calls')
    .flatMap((sample) => written(dialect, sample)?.replace('<s>', dialect.begin) ?? []);

suite('the end of the calls of a message', () => {
  for (const dialect of [...learned, ...bundled]) {
    const { mark = '</tool_call>' } = dialect.facts.callEnd ?? {};
    const problemsIn = (text: string) =>
      summary(text, { dialect: dialect.id }).filter((one) => one.startsWith('end-missing'));
    /** Returns the texts with one of the markers removed, each with the complete text. */
    const lacking = () =>
      textsOf(dialect).flatMap((text) =>
        // Between two calls, a missing marker makes the text one call with other arguments, so such markers are kept.
        [...text.matchAll(new RegExp(`${mark.replaceAll('|', '\\|')}(?!\\s*<tool_call>)`, 'g'))].map(
          ({ index }) => [text.slice(0, index) + text.slice(index + mark.length), text] as const,
        ),
      );
    const fixesIn = (text: string) => {
      const before = checked(text, dialect.id);
      return applications(before).filter(({ placed }) => placed.problem.code === 'end-missing');
    };

    test(`is reported where it is missing: ${dialect.name}`, () => {
      assert.ok(lacking().length > 0);
      for (const [text] of lacking()) assert.equal(problemsIn(text).length, 1, text);
      for (const text of textsOf(dialect)) assert.deepEqual(problemsIn(text), [], text);
    });

    test(`is inserted by a fix: ${dialect.name}`, () => {
      for (const [text, whole] of lacking()) {
        const [application, ...others] = fixesIn(text);
        assert.ok(application, text);
        assert.deepEqual(others, []);
        const { fix, after } = application;
        assert.equal(after, whole);
        assert.match(fix.title, /^Insert `.+` after the calls in the body/);
        const before = checked(text, dialect.id);
        const reveals = newlyShown(before.transcript, after).length > 0;
        assert.equal(fix.title.includes('hidden text'), reveals, text);
        assert.ok(!(reveals && fix.safe), text);
        if (fix.safe) assert.deepEqual(checked(after, dialect.id).meanings, before.meanings);
      }
    });

    test(`is inserted with the rest of the template's text, and only after a whole call: ${dialect.name}`, () => {
      for (const [, whole] of lacking()) {
        const end = whole.indexOf(mark);
        const cut = whole.slice(0, end).replace(/<[^<>]*>\s*$|\}\s*\]?\s*$/, '') + whole.slice(end + mark.length);
        for (const { fix, after } of fixesIn(cut)) {
          assert.equal(after, whole);
          assert.equal(fix.safe, false);
        }
      }
    });

    test(`is not missed in a text that is cut off: ${dialect.name}`, () => {
      for (const text of textsOf(dialect))
        for (let at = 0; at <= text.length; at += 7)
          assert.deepEqual(problemsIn(text.slice(0, at)), [], text.slice(0, at));
    });
  }

  test('is inserted after a call whose arguments are not JSON, where only the mark is missing', () => {
    const dialect = bundled.find(({ name }) => name.endsWith('deepseek-v3')) as (typeof bundled)[number];
    const text = (end: string, last: string) =>
      `<｜User｜>Hi<｜Assistant｜><｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>f\n\`\`\`json\n{"a": 1,}${last}${end}<｜end▁of▁sentence｜><｜User｜>So?<｜Assistant｜>Yes.<｜end▁of▁sentence｜>`;
    const fixes = (source: string) => applications(checked(source, dialect.id)).map(({ after }) => after);
    const whole = '\n```<｜tool▁call▁end｜>';
    assert.ok(fixes(text('', whole)).includes(text('<｜tool▁calls▁end｜>', whole)));
    assert.ok(!fixes(text('', '')).some((after) => after.includes('<｜tool▁calls▁end｜>')));
  });

  test('is not missed in prose that mentions the tags of calls', () => {
    const { id } = learned.find(({ name }) => name === 'glm') as TestedDialect;
    const call = '<tool_call>f\n<arg_key>a</arg_key>\n<arg_value>b</arg_value>\n';
    for (const answer of ['Use `<tool_call>`.', 'Write <tool_call>\n', 'End it with </arg_value>', `${call}and so on`])
      assert.deepEqual(summary(`<|user|>Hi<|assistant|>${answer}<|user|>Ok`, { dialect: id }), [], answer);
  });

  test('is not missed where the template sometimes omits it', () => {
    for (const [name, source] of Object.entries(dialectTemplates))
      if (!learned.some((one) => one.name === name))
        assert.equal(learnedDialect(name, source).facts.callEnd, undefined, name);
  });
});
