/**
 * Tests documents in a learned dialect that are cut off or have a single fault at any offset. No export of the preview, no stream and no
 * conversion with `--public` contains words that users must not see. A complete conversion to another form keeps hidden text hidden.
 */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { dialectOfForm } from '../../server/src/convert/forms.ts';
import { convertTranscript, type Options, type Output } from '../../server/src/convert/index.ts';
import { publicTranscript } from '../../server/src/convert/read/user-visible.ts';
import { openDocument } from '../../server/src/documents/document.ts';
import { exported, exportForms } from '../../server/src/features/export/index.ts';
import type { AnyDialectId } from '../../server/src/grammar/index.ts';
import { TranscriptStream } from '../../server/src/stream/stream.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { conversationTargets } from '../support/convert.ts';
import { someOf } from '../support/effort.ts';
import { canaryConversations, canaryDialects, fewFaults, hasCanary } from '../support/learn/canaries.ts';
import { type TestedDialect, written } from '../support/learn/dialects.ts';

const open = ({ id }: TestedDialect, text: string) => new Transcript('test:', 'ocml', 0, text, { dialect: id });

const previewOf = (document: Parameters<typeof exported>[0], as: keyof typeof exportForms) =>
  [...exported(document, { as, debug: false })].join('');

/** Returns the text that a stream shows if the text arrives in pieces of this size. */
function streamed({ id }: TestedDialect, text: string, size: number): string {
  let seen = '';
  const stream = new TranscriptStream(
    (event) => {
      seen += JSON.stringify(event);
    },
    { choice: { dialect: id } },
  );
  for (let at = 0; at < text.length; at += size) stream.write(text.slice(at, at + size));
  stream.end();
  return seen;
}

const base = { from: undefined, keepNames: true, bos: undefined } as const;
const ways: readonly Partial<Options>[] = [{}, { sampling: 'ocm' }, { training: 'each' }];

const jsonDialects: Readonly<Record<string, AnyDialectId>> = {
  'openchatml-json': 'openchatml-json',
  'chatml-wire': 'chatml-wire',
};

/** Returns the text that users see after a complete conversion. */
function seenAfter(output: Output | undefined, to: Options['to']): string {
  if (output === undefined) return '';
  const [text, dialect] =
    'text' in output
      ? [output.text, dialectOfForm(to) as AnyDialectId]
      : [JSON.stringify('value' in output ? output.value : output), jsonDialects[to] ?? 'messages'];
  return previewOf(openDocument('test:', 'ocml', 0, text, dialect), 'text');
}

/** Yields the outputs of a document that contain a word that users must not see. `turn`: a number that selects the outputs to try. */
function* leaksOf(dialect: TestedDialect, text: string, turn: number, readsAgain: boolean): Generator<string> {
  const document = open(dialect, text);
  const form = (Object.keys(exportForms) as (keyof typeof exportForms)[])[turn % 3] as keyof typeof exportForms;
  if (hasCanary(previewOf(document, form))) yield `export as ${form}`;
  const size = [17, 1, 5, text.length][turn % 4] as number;
  if (hasCanary(streamed(dialect, text, size))) yield `stream in pieces of ${size}`;
  if (hasCanary(JSON.stringify(publicTranscript(document)))) yield '--public';
  const to = conversationTargets[turn % conversationTargets.length] as Options['to'];
  const way = ways[turn % ways.length];
  const shared = convertTranscript(document, { ...base, ...way, to, public: true });
  if (hasCanary(JSON.stringify([shared.output, shared.notes.map(({ message }) => message)])))
    yield `--to ${to} --public ${JSON.stringify(way)}`;
  if (!readsAgain) return;
  const { output } = convertTranscript(document, { ...base, ...way, to, public: false });
  if (hasCanary(seenAfter(output, to))) yield `--to ${to} ${JSON.stringify(way)}, read again`;
}

suite('what leaves documents in dialects of templates', () => {
  for (const [name, learn] of canaryDialects) {
    test(name, () => {
      const dialect = learn();
      const found: string[] = [];
      let count = 0;
      for (const [i, one] of canaryConversations.entries()) {
        const text = written(dialect, one);
        if (text === undefined || !hasCanary(text)) continue;
        // If a template merges instructions into the user's message, they are converted as the user's text, with a note.
        const readsAgain = dialect.facts.merges === 'nowhere' || one.messages[0]?.role !== 'system';
        for (const [what, faulty] of someOf([['whole', text], ...fewFaults(text)] as const))
          for (const leak of leaksOf(dialect, faulty, count++, readsAgain))
            found.push(`${i}, ${leak}: ${what}: ${JSON.stringify(faulty)}`);
      }
      assert.ok(count > 50);
      assert.deepEqual(found.slice(0, 8), [], `${found.length} of ${count}`);
    });
  }
});
