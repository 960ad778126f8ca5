/** What users must not see of texts in learned dialects: cut off anywhere, and with one fault anywhere. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { publicTranscript } from '../../server/src/convert/read/user-visible.ts';
import { modelFormNames } from '../../server/src/grammar/model-forms.ts';
import { seenOf } from '../../server/src/model/visibility/visible-text.ts';
import { TranscriptStream } from '../../server/src/stream/stream.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { modelTemplate } from '../../server/src/templates/models/index.ts';
import type { Template } from '../../server/src/templates/template.ts';
import type { Sample } from '../support/learn/conversations.ts';
import { dialectTemplates } from '../support/learn/dialect-templates.ts';
import { dialectOfTemplate, learnedDialect, type TestedDialect, written } from '../support/learn/dialects.ts';

const noMarks = { sequencePair: undefined };

/** Of a canary, a fault leaves one half. */
const halves = ['vurblex', 'qontzim'];
const canary = (tag: string) => `${halves[0]}${tag}${halves[1]}`;

const weather = { name: 'get_weather', id: 'call12345', arguments: { city: canary('A') } };
const question = { role: 'user', content: 'And the weather in Lima?' };
const system = { role: 'system', content: `Be ${canary('S')} to all.` };
const call = { role: 'assistant', content: '', calls: [weather] };
const reply = { role: 'tool', name: weather.name, id: weather.id, content: `It is ${canary('R')} there` };
const thought = { role: 'assistant', reasoning: `Let me ${canary('T')} here.`, content: 'It is sunny.' };
const sample = (messages: Sample['messages'], generation = false): Sample => ({
  kind: 'text',
  tools: false,
  generation,
  messages,
});

const conversations: readonly Sample[] = [
  sample([system, question, { role: 'assistant', content: 'Sunny.' }, question], true),
  sample([question, call, reply, { role: 'assistant', content: 'It is sunny.' }]),
  sample([question, thought, question]),
  sample([question, { ...call, reasoning: `I ${canary('T')} so.` }, reply, thought]),
];

const signs = ['', 'x', '<', '>', '|', ' ', '\n', '/', ']', '"'];

/** A text cut off, and with a character that is missing, added, replaced or exchanged with the next. */
function* broken(text: string): Generator<readonly [what: string, text: string]> {
  for (let at = 0; at < text.length; at++) {
    yield [`cut off at ${at}`, text.slice(0, at)];
    yield [`begun at ${at}`, text.slice(at)];
    yield [`exchanged at ${at}`, text.slice(0, at) + (text[at + 1] ?? '') + text[at] + text.slice(at + 2)];
    for (const sign of signs) {
      yield [`replaced by ${JSON.stringify(sign)} at ${at}`, text.slice(0, at) + sign + text.slice(at + 1)];
      if (sign !== '') yield [`${JSON.stringify(sign)} added at ${at}`, text.slice(0, at) + sign + text.slice(at)];
    }
  }
}

function visible({ id }: TestedDialect, text: string): string {
  const transcript = new Transcript('test:', 'ocml', 0, text, { dialect: id });
  const blocks = [...transcript.blocks];
  return blocks
    .flatMap((block, i) =>
      seenOf(block, { before: blocks[i - 1], after: blocks[i + 1] }, i === blocks.length - 1, noMarks),
    )
    .map((seen) => seen.text)
    .join('\n');
}

function streamed({ id }: TestedDialect, text: string): string {
  let seen = '';
  const stream = new TranscriptStream(
    (event) => {
      seen += JSON.stringify(event);
    },
    { choice: { dialect: id } },
  );
  for (let at = 0; at < text.length; at += 17) stream.write(text.slice(at, at + 17));
  stream.end();
  return seen;
}

const exported = ({ id }: TestedDialect, text: string): string =>
  JSON.stringify(publicTranscript(new Transcript('test:', 'ocml', 0, text, { dialect: id })));

const leaks = (seen: string) => halves.some((half) => seen.includes(half));

/** Its answers look like those of a dialect that is known, and are hidden in doubt. */
const silent = new Set(['typed']);

const dialects: readonly (readonly [name: string, learn: () => TestedDialect])[] = [
  ...Object.entries(dialectTemplates).map(([name, source]) => [name, () => learnedDialect(name, source)] as const),
  ...modelFormNames.map(
    (name) => [`${name}, bundled`, () => dialectOfTemplate(name, modelTemplate(name) as Template)] as const,
  ),
];

suite('canaries in dialects of templates', () => {
  for (const [name, learn] of dialects) {
    test(name, () => {
      const dialect = learn();
      const found: string[] = [];
      let count = 0;
      for (const [i, one] of conversations.entries()) {
        const text = written(dialect, one);
        if (text === undefined) continue;
        // Hiding everything would be no feat.
        if (!silent.has(name) && text.includes('It is sunny.')) assert.match(visible(dialect, text), /It is sunny\./);
        if (!leaks(text)) continue;
        for (const [what, faulty] of broken(text)) {
          const views: [string, (dialect: TestedDialect, text: string) => string][] = [['preview', visible]];
          if (count++ % 23 === 0) views.push(['stream', streamed], ['--public', exported]);
          for (const [view, see] of views)
            if (leaks(see(dialect, faulty))) found.push(`${i}, ${view}: ${what}: ${JSON.stringify(faulty)}`);
        }
      }
      assert.deepEqual(found.slice(0, 5), [], `${found.length} of ${count}`);
    });
  }
});
