/** If a template always writes a mark that ends the calls of a message, a missing one is reported. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { bundledDialect } from '../../server/src/documents/models.ts';
import { modelFormNamed } from '../../server/src/grammar/model-forms.ts';
import { modelTemplate } from '../../server/src/templates/models/index.ts';
import { summary } from '../support/check.ts';
import { samples } from '../support/learn/conversations.ts';
import { dialectTemplates } from '../support/learn/dialect-templates.ts';
import { dialectOfTemplate, learnedDialect, type TestedDialect, written } from '../support/learn/dialects.ts';

const learned = ['deepseek', 'kimi', 'command', 'resumed'].map((name) => {
  const dialect = learnedDialect(name, dialectTemplates[name] ?? '');
  return { ...dialect, name, begin: '' };
});
const bundled = ['deepseek', 'deepseek-v3', 'kimi', 'command-r', 'phi'].flatMap((name) => {
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
    const { mark = '' } = dialect.facts.callEnd ?? {};
    const problemsIn = (text: string) =>
      summary(text, { dialect: dialect.id }).filter((one) => one.startsWith('end-missing'));
    /** Returns the texts without one of the marks each, with the complete texts. */
    const lacking = () =>
      textsOf(dialect).flatMap((text) =>
        [...text.matchAll(new RegExp(mark.replaceAll('|', '\\|'), 'g'))].map(
          ({ index }) => [text.slice(0, index) + text.slice(index + mark.length), text] as const,
        ),
      );

    test(`is reported where it is missing: ${dialect.name}`, () => {
      assert.notEqual(mark, '');
      assert.ok(lacking().length > 0);
      for (const [text] of lacking()) assert.equal(problemsIn(text).length, 1, text);
      for (const text of textsOf(dialect)) assert.deepEqual(problemsIn(text), [], text);
    });

    test(`is not missed in a text that is cut off: ${dialect.name}`, () => {
      for (const text of textsOf(dialect))
        for (let at = 0; at <= text.length; at += 7)
          assert.deepEqual(problemsIn(text.slice(0, at)), [], text.slice(0, at));
    });
  }

  test('is not missed where the template sometimes omits it', () => {
    for (const [name, source] of Object.entries(dialectTemplates))
      if (!learned.some((one) => one.name === name))
        assert.equal(learnedDialect(name, source).facts.callEnd, undefined, name);
  });
});
