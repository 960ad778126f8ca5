/** Texts that chat templates write have no problems, in bundled and in learned dialects. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { convertTranscript } from '../../server/src/convert/index.ts';
import { openDocument } from '../../server/src/documents/document.ts';
import { bundledDialect } from '../../server/src/documents/models.ts';
import { modelForms } from '../../server/src/grammar/model-forms.ts';
import type { Transcript } from '../../server/src/syntax/transcript.ts';
import { modelTemplate } from '../../server/src/templates/models/index.ts';
import { summary } from '../support/check.ts';
import { usual } from '../support/convert.ts';
import { samples } from '../support/learn/conversations.ts';
import { dialectTemplates } from '../support/learn/dialect-templates.ts';
import { dialectOfTemplate, learnedDialect, written } from '../support/learn/dialects.ts';

/** The token that begins a sequence in these texts. For a bundled form, it is replaced with the token of that form. */
const begin = '<s>';

/** Templates whose end markers are in doubled brackets or begin with two special characters. */
const ends = {
  doubled: `{% for m in messages %}{{ m.role }}: {{ m.content }}
[[end]]
{% endfor %}{% if add_generation_prompt %}assistant: {% endif %}`,
  signs: `{% for m in messages %}@@{{ m.role }}
{{ m.content }}@@end
{% endfor %}{% if add_generation_prompt %}@@assistant
{% endif %}`,
};

/** A template that writes calls after replies without the token that begins messages. */
const resumes = `{% set ns = namespace(first=true) %}{% for m in messages %}{% if m.role == 'tool' %}<|out|>{{ m.content }}<|out_end|>{% elif m.tool_calls %}{{ '<|assistant|>' if ns.first else '\\n' }}{% set ns.first = false %}{% for c in m.tool_calls %}<|call|>{{ c.function.name }}{{ c.function.arguments }}<|call_end|>{% endfor %}<|eot|>{% else %}<|{{ m.role }}|>{{ m.content }}<|eot|>{% endif %}{% endfor %}{% if add_generation_prompt %}<|assistant|>{% endif %}`;

suite('what a template writes has no problems', () => {
  test('an empty answer after calls is a message of its own, and no part of what begins a reply', () => {
    const { facts } = learnedDialect('answered', dialectTemplates['answered'] ?? '');
    const ofReplies = facts.openers.filter(({ role }) => role === 'tool').map(({ text }) => text);
    assert.deepEqual(ofReplies, ['<｜tool▁outputs▁begin｜><｜tool▁output▁begin｜>', '<｜tool▁output▁begin｜>']);
    assert.deepEqual(facts.excuses, []);
  });

  test('tokens with a bar on one side are marks, and replies with the name of their tool are messages', () => {
    const { facts } = learnedDialect('gemma4', dialectTemplates['gemma4'] ?? '');
    assert.deepEqual([facts.terminators, facts.excuses], [['<turn|>'], []]);
    const roles = new Map(facts.openers.map(({ text, role }) => [text, role]));
    for (const role of ['user', 'system']) assert.equal(roles.get(`<|turn>${role}`), role);
    assert.equal(roles.get('<|turn>model'), 'assistant');
    assert.equal(roles.get('<|tool_response>response:'), 'tool');
  });

  test('calls right after replies are no stray text, and other text is', () => {
    const dialect = learnedDialect('resumes', resumes);
    assert.deepEqual([dialect.facts.resumes, dialect.facts.excuses], [['<|call|>'], []]);
    for (const sample of samples) {
      const text = written(dialect, sample);
      if (text === undefined) continue;
      assert.deepEqual(summary(text, { dialect: dialect.id }), [], text);
      const stray = text.replace('<|eot|>', '<|eot|>Stray. ');
      assert.deepEqual(summary(stray, { dialect: dialect.id }), ['stray-text «Stray.»'], stray);
    }
  });

  for (const [name, source] of Object.entries(ends))
    test(`an end of another kind is not of the content: ${name}`, () => {
      const dialect = learnedDialect(name, source);
      for (const sample of samples.filter(({ kind }) => kind === 'text' || kind === 'system')) {
        const text = written(dialect, sample) ?? '';
        assert.deepEqual(summary(text, { dialect: dialect.id }), [], text);
        const { output } = convertTranscript(
          openDocument('file:///log.txt', 'ocml', 0, text, dialect.id) as Transcript,
          usual,
        );
        const { messages } = (output as { value: { messages: { role: string; content: string }[] } }).value;
        assert.deepEqual(
          messages.map(({ role, content }) => [role, content]),
          sample.messages.map(({ role, content }) => [role, content]),
        );
      }
    });

  for (const [name, source] of Object.entries(dialectTemplates))
    test(`learned: ${name}`, () => {
      const dialect = learnedDialect(name, source);
      for (const sample of samples) {
        const text = written(dialect, sample);
        if (text !== undefined) assert.deepEqual(summary(text, { dialect: dialect.id }), [], text);
      }
    });

  for (const form of modelForms)
    test(`bundled: ${form.name}`, () => {
      const template = modelTemplate(form.name);
      assert.ok(template);
      const dialect = dialectOfTemplate(form.name, template);
      const id = bundledDialect(form.name);
      for (const sample of samples) {
        const text = written(dialect, sample)?.replace(begin, form.begin);
        if (text !== undefined && id !== undefined) assert.deepEqual(summary(text, { dialect: id }), [], text);
      }
    });
});
