/** With `--public`, no output or note contains anything that users do not see, for all input and output forms. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { dialectOfForm } from '../../server/src/convert/forms.ts';
import { type Converted, convertJson, convertTranscript, type Options } from '../../server/src/convert/index.ts';
import { openDocument } from '../../server/src/documents/document.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { decodeTokens } from '../../server/src/tokens/harmony.ts';
import { conversationTargets } from '../support/convert.ts';
import { found } from './leaks/found.ts';
import { jsonSubjects } from './leaks/json-subjects.ts';
import { isJson, type Subject } from './leaks/subject.ts';
import { textSubjects } from './leaks/text-subjects.ts';
import { openText, publicText } from './leaks/views.ts';

/** Returns everything that a conversion results in. JSON Lines are converted line by line. */
function converted({ text, dialect, lines }: Pick<Subject, 'text' | 'dialect' | 'lines'>, options: Options): string {
  const units = lines ? text.split('\n').filter((line) => /\S/.test(line)) : [text];
  const all = units.map((unit): Converted => {
    const document = openDocument('test:', 'ocml', 0, unit, dialect);
    return document instanceof Transcript
      ? convertTranscript(document, options)
      : convertJson(unit, { ...options, from: dialect as Options['from'] }, true);
  });
  return JSON.stringify(all.map(({ output, notes }) => [output, notes.map(({ message }) => message)]));
}

/** Returns the outputs as documents. */
function outputs(subject: Subject, options: Options): (readonly [text: string, dialect: Subject['dialect']])[] {
  const units: [Converted['output'], unknown][] = JSON.parse(converted(subject, options));
  return units.flatMap(([output]) => {
    if (!output) return [];
    const rows =
      'value' in output && Array.isArray(output.value) && !listForms.has(options.to) ? output.value : [output];
    return rows.map((row) =>
      'text' in row
        ? ([row.text, dialectOfForm(options.to) as 'harmony'] as const)
        : ([JSON.stringify('value' in row ? row.value : row), jsonDialects[options.to]] as const),
    );
  });
}

const listForms = new Set<string>(['openchatml-json', 'chatml-wire', 'session-trace']);
const jsonDialects: Readonly<Record<string, Subject['dialect']>> = {
  'openchatml-json': 'openchatml-json',
  'chatml-wire': 'chatml-wire',
  messages: 'messages',
  'harmony-json': 'messages',
  sharegpt: 'messages',
  alpaca: 'messages',
  responses: 'messages',
  anthropic: 'messages',
  'prompt-completion': 'messages',
  'session-trace': 'messages',
  atif: 'messages',
};

const subjects = [...textSubjects, ...jsonSubjects].filter(({ dialect }) => dialect !== 'stream-event');
const base: Options = { to: 'messages', from: undefined, keepNames: true, bos: undefined, public: true };
const ways: readonly Partial<Options>[] = [{}, { sampling: 'ocm' }, { training: 'each' }];

for (const to of conversationTargets) {
  suite(to, () => {
    test('no canary, and what users see', () => {
      let shown = 0;
      for (const subject of subjects) {
        const seen = publicText(openText(subject));
        for (const way of ways) {
          const output = converted(subject, { ...base, ...way, to });
          assert.deepEqual(output.match(/CANARY\d\dSECRET/g), null, `${subject.name}\n${subject.text}\n${output}`);
          shown += subject.shown.filter(({ word }) => seen.includes(word) && output.includes(word)).length;
        }
      }
      const all = subjects.flatMap((subject) => {
        const seen = publicText(openText(subject));
        return subject.shown.filter(({ word }) => seen.includes(word));
      });
      assert.ok(shown > all.length, `only ${shown} of ${all.length} words are there`);
    });

    test('what is hidden stays hidden in what a complete conversion gives', () => {
      // Some subjects are skipped, because their plain-text prompt becomes a user message, which users see.
      for (const subject of subjects.filter(({ group }) => !group.startsWith('answers'))) {
        const known = publicText(openText(subject));
        for (const [text, dialect] of outputs(subject, { ...base, to, public: false })) {
          const seen = publicText(openText({ ...subject, text, dialect, lines: false }));
          const leaked = (seen.match(/CANARY\d\dSECRET/g) ?? []).filter((word) => !known.includes(word));
          assert.deepEqual(leaked, [], `${subject.name}\n${subject.text}\n${text}`);
        }
      }
    });

    test('no leak of those that views once had', () => {
      for (const [what, dialect, text] of Object.values(found).flat()) {
        const subject = { text, dialect, lines: false } as unknown as Subject;
        const output = converted(subject, { ...base, to });
        assert.ok(!output.includes('SECRET'), `${what}\n${text}\n${output}`);
      }
    });
  });
}

test('as numbers of tokens, there is no more than in the text', () => {
  let shown = 0;
  for (const subject of subjects) {
    const options: Options = { ...base, to: 'harmony', tokens: true };
    const units: [Converted['output'], readonly string[]][] = JSON.parse(converted(subject, options));
    const said = units.map(([output, notes]) => {
      const value = output && 'value' in output && Array.isArray(output.value) ? output.value : [];
      const lists: number[][] = Array.isArray(value[0]) ? value : [value];
      return [...lists.map((ids) => decodeTokens(ids).text), ...notes].join('\n');
    });
    const text = said.join('\n');
    assert.deepEqual(text.match(/CANARY\d\dSECRET/g), null, `${subject.name}\n${subject.text}\n${text}`);
    shown += subject.shown.filter(({ word }) => text.includes(word)).length;
  }
  assert.ok(shown > subjects.length / 2, `only ${shown} words are there`);
});

test('without --public, a conversion is complete: the test has something to find', () => {
  const subject = textSubjects.find(({ name }) => name === '2.2, whole') as Subject;
  const output = converted(subject, { ...base, to: 'openchatml-2.2', public: false });
  assert.ok(subject.hidden.every(({ word }) => output.includes(word)));
  assert.ok(isJson('messages'));
});
