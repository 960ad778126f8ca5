/** A conversion for sampling drops the same messages as the views of the document. It pairs calls and replies as the rules do. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { calledTool } from '../../server/src/convert/conversation.ts';
import { convertTranscript, type TargetName } from '../../server/src/convert/index.ts';
import { Notes } from '../../server/src/convert/notes.ts';
import { callsOfReplies } from '../../server/src/convert/pairs.ts';
import { readTranscript } from '../../server/src/convert/read/text.ts';
import { forSampling } from '../../server/src/convert/sampling.ts';
import { callsIn } from '../../server/src/inspect/calls.ts';
import { droppedTurns } from '../../server/src/model/dropped.ts';
import { headerInfo } from '../../server/src/model/message.ts';
import { belongsToTurn } from '../../server/src/model/turns.ts';
import type { Block } from '../../server/src/syntax/block.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { howMany, seedOf } from '../support/effort.ts';
import { documents } from './convert-samples.ts';

const runs = howMany(300);
const seed = seedOf(20_250_801);
const families = ['openchatml-2.2', 'harmony', 'openchatml-0.1', 'llama3'] as const;

/** Returns a document of 2.2 converted to the dialect of another family, if that is possible. */
function inFamily(text: string, dialect: TargetName): Transcript | undefined {
  const source = new Transcript('test:', 'ocml', 0, text, { dialect: 'openchatml-2.2' });
  if (dialect === 'openchatml-2.2') return source;
  const options = { to: dialect, from: undefined, keepNames: false, bos: undefined, row: true };
  const { output } = convertTranscript(source, options);
  const written = output && 'text' in output ? output.text : undefined;
  return written === undefined
    ? undefined
    : new Transcript('test:', 'ocml', 0, written, { dialect: dialect as 'harmony' });
}

for (const dialect of families) {
  suite(dialect, () => {
    test('calls are answered by the same replies', () => {
      let answered = 0;
      fc.assert(
        fc.property(documents, (text) => {
          const transcript = inFamily(text, dialect);
          if (transcript === undefined) return;
          const { messages, withoutIds } = readTranscript(transcript, new Notes());
          const pairs = callsOfReplies(messages, withoutIds);
          const mine = messages
            .filter((one) => calledTool(one) !== undefined)
            .map((one) => [...pairs].some(([, call]) => call === one));
          const theirs = callsIn(transcript).map(({ status }) => status !== 'open');
          answered += theirs.filter(Boolean).length;
          assert.deepEqual(mine, theirs, transcript.getText());
        }),
        { numRuns: runs, seed },
      );
      assert.ok(answered > runs / 10, `only ${answered} calls have replies`);
    });
  });
}

for (const dialect of families.slice(0, 2)) {
  test(`${dialect}: reasoning that views say will be dropped is dropped`, () => {
    let dropped = 0;
    fc.assert(
      fc.property(documents, (text) => {
        // The views treat an open assistant message that follows another assistant message as part of the same turn.
        const transcript = inFamily(text.replace(/<\|start\|>assistant$/, ''), dialect);
        if (transcript === undefined) return;
        const blocks = [...transcript.blocks];
        const start = new Map<Block, number>();
        let at = 0;
        for (const block of blocks) {
          start.set(block, at);
          at += block.text.length;
        }
        const { messages } = readTranscript(transcript, new Notes());
        const reasoning = blocks
          .filter((block) => belongsToTurn(block) && headerInfo(block).effectiveChannel === 'analysis')
          .map((block) => ({ block }));
        const expected = [...droppedTurns(reasoning, transcript.blocks)].flatMap((members) => {
          return members.filter(({ block }) => headerInfo(block).kind === 'plain').map(({ block }) => start.get(block));
        });
        const left = new Set(
          forSampling(readTranscript(transcript, new Notes()), 'ocm').messages.map(({ places }) => places.whole.start),
        );
        const mine = messages.map(({ places }) => places.whole.start).filter((one) => !left.has(one));
        dropped += mine.length;
        assert.deepEqual(mine, expected, transcript.getText());
      }),
      { numRuns: runs, seed },
    );
    assert.ok(dropped > 0);
  });
}
