/**
 * The call graph of random transcripts is the same after any edits as in a new parse. A rename changes every use of the name and nothing
 * else. Renaming back restores the original bytes.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Checker } from '../../server/src/checker/checker.ts';
import { features } from '../../server/src/features/index.ts';
import { Refusal } from '../../server/src/features/support/feature.ts';
import { instructs, message } from '../../server/src/model/message.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { howMany, seedOf } from '../support/effort.ts';
import { edits, replacements, samples } from './random-edits.ts';

const runs = howMany(300);
const seed = seedOf(20_261_122);

interface Range {
  start: { line: number; character: number };
  end: { line: number; character: number };
}

interface Edit {
  range: Range;
  newText: string;
}

/** A transcript with its checker and its call graph. */
class Opened {
  readonly transcript: Transcript;
  private readonly checker: Checker;

  constructor(
    text: string,
    readonly choice: ConstructorParameters<typeof Transcript>[4],
  ) {
    this.transcript = new Transcript('test:', 'ocml', 0, text, choice);
    this.checker = new Checker(this.transcript, { strict: false, levels: {} });
  }

  ask<T>(method: string, params: object): T {
    const feature = features.find((one) => one.method === method);
    assert.ok(feature, method);
    const checkerOf = () => {
      this.checker.update();
      return this.checker;
    };
    return feature.run(this.transcript, params, checkerOf) as T;
  }

  at<T>(method: string, offset: number, more: object = {}): T {
    return this.ask(`textDocument/${method}`, { position: this.transcript.positionAt(offset), ...more });
  }

  apply(changes: readonly Edit[]): Opened {
    return new Opened(applied(this.transcript, changes), this.choice);
  }
}

function applied(transcript: Transcript, changes: readonly Edit[]): string {
  let text = transcript.getText();
  const offsets = changes.map(({ range, newText }) => ({
    start: transcript.offsetAt(range.start),
    end: transcript.offsetAt(range.end),
    newText,
  }));
  for (const { start, end, newText } of offsets.sort((a, b) => b.start - a.start))
    text = text.slice(0, start) + newText + text.slice(end);
  return text;
}

const positional = [
  'definition',
  'references',
  'documentHighlight',
  'prepareRename',
  'prepareCallHierarchy',
  'linkedEditingRange',
];

test('the graph under edit', () => {
  fc.assert(
    fc.property(
      samples({ maxLength: 12 }),
      fc.array(edits, { minLength: 1, maxLength: 4 }),
      fc.array(fc.nat({ max: 1000 }), { minLength: 4, maxLength: 4 }),
      ({ choice, text }, list, where) => {
        const how = choice === undefined ? {} : { dialect: choice };
        const edited = new Opened(text, how);
        edited.ask('textDocument/codeLens', {});
        let expected = text;
        for (const edit of list) {
          for (const { start, end, insert } of replacements(edit, expected)) {
            edited.transcript.replace(start, end, insert);
            expected = expected.slice(0, start) + insert + expected.slice(end);
            const fresh = new Opened(expected, how);
            assert.deepEqual(edited.ask('textDocument/codeLens', {}), fresh.ask('textDocument/codeLens', {}));
            for (const part of [...where, -1]) {
              const offset = part < 0 ? start : Math.round((part / 1000) * expected.length);
              for (const method of positional)
                assert.deepEqual(edited.at(method, offset), fresh.at(method, offset), `${method} at ${offset}`);
            }
          }
        }
      },
    ),
    { numRuns: runs, seed },
  );
});

const fresh = fc.constantFrom('zz9', 'new-name', 'q.r', 'z_');

test('renaming', () => {
  let done = 0;
  fc.assert(
    fc.property(
      samples({ minLength: 3, maxLength: 20 }),
      fc.nat({ max: 1000 }),
      fresh,
      ({ choice, text }, where, newName) => {
        const how = choice === undefined ? {} : { dialect: choice };
        const opened = new Opened(text, how);
        const offset = namedNear(opened, Math.round((where / 1000) * text.length));
        if (offset === undefined) return;
        const { placeholder: oldName, range } = opened.at<{ placeholder: string; range: Range }>(
          'prepareRename',
          offset,
        );
        const places = opened.at<{ range: Range }[]>('references', offset);
        const changes = renaming(opened, offset, newName);
        if (changes === undefined) return;
        done++;
        assert.equal(changes.length, places.length);
        const after = opened.apply(changes);
        const moved = after.transcript.offsetAt(shifted(range.start, changes));
        const found = after.at<{ range: Range }[]>('references', moved);
        assert.equal(found.length, places.length, `${oldName} → ${newName} in ${after.transcript.getText()}`);
        for (const one of found) assert.ok(after.transcript.getText(one.range).endsWith(newName));
        assert.deepEqual(bodies(after.transcript, [newName, oldName]), bodies(opened.transcript));
        const back = renaming(after, moved, oldName);
        assert.ok(back);
        assert.equal(applied(after.transcript, back), text);
      },
    ),
    { numRuns: runs, seed },
  );
  // Many samples contain nothing that can be renamed.
  assert.ok(done > runs / 6, `${done} of ${runs} renamed something`);
});

test('linked editing', () => {
  let done = 0;
  fc.assert(
    fc.property(samples({ minLength: 3, maxLength: 20 }), fc.nat({ max: 1000 }), ({ choice, text }, where) => {
      const how = choice === undefined ? {} : { dialect: choice };
      const opened = new Opened(text, how);
      for (let offset = Math.round((where / 1000) * text.length); offset < text.length; offset += 3) {
        const { ranges, wordPattern } = opened.at<{ ranges: Range[]; wordPattern: string } | null>(
          'linkedEditingRange',
          offset,
        ) ?? {
          ranges: [],
        };
        if (ranges.length === 0) continue;
        done++;
        const words = new Set(ranges.map((range) => opened.transcript.getText(range)));
        assert.equal(words.size, 1);
        assert.match([...words][0] as string, new RegExp(`^(?:${wordPattern})$`));
        const offsets = ranges.map(({ start }) => opened.transcript.offsetAt(start));
        assert.deepEqual(
          [...new Set(offsets)].sort((a, b) => a - b),
          offsets,
        );
        if (opened.at('prepareRename', offset) === null) break;
        const typed = opened.apply(ranges.map((range) => ({ range, newText: 'typed' })));
        const again = typed.at<{ ranges: Range[] } | null>('linkedEditingRange', offsets[0] as number);
        assert.equal(again?.ranges.length, ranges.length);
        break;
      }
    }),
    { numRuns: runs, seed },
  );
  assert.ok(done > runs / 20, `${done} of ${runs} linked something`);
});

/** Returns the first offset at or after `from` at which something can be renamed. */
function namedNear(opened: Opened, from: number): number | undefined {
  for (let at = from; at < opened.transcript.length; at++) if (opened.at('prepareRename', at) !== null) return at;
  return undefined;
}

/** Returns the edits of a rename, or undefined if it is refused. */
function renaming(opened: Opened, offset: number, newName: string): Edit[] | undefined {
  try {
    const { documentChanges } = opened.at<{ documentChanges: { edits: Edit[] }[] }>('rename', offset, { newName });
    return documentChanges[0]?.edits;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return undefined;
  }
}

/** Returns a position after edits that are before it on its line. */
function shifted(position: Range['start'], changes: readonly Edit[]): Range['start'] {
  let { character } = position;
  for (const { range, newText } of changes) {
    const { start, end } = range;
    if (start.line === position.line && end.character <= position.character && end.line === position.line)
      character += newText.length - (end.character - start.character);
  }
  return { line: position.line, character };
}

/** Returns the bodies of the messages. In bodies that may contain names, the new name is replaced with the old one. */
function bodies({ blocks }: Transcript, [name, old]: readonly string[] = ['\0', '']): string[] {
  return [...blocks].flatMap((block) => {
    if (block.kind !== 'message') return [];
    const { role, content } = message(block);
    const holdsNames = instructs(role) || block.family.has.plainFrames;
    return [holdsNames ? content.text.replaceAll(name as string, old as string) : content.text];
  });
}
