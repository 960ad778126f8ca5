/** Edits with effects outside the edited text. Each must give the same result as a new parse, and keep the other blocks. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { DialectId } from '../../server/src/grammar/index.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';

interface Edit {
  readonly name: string;
  readonly dialect?: DialectId;
  /** The text before the edit. The text in `«…»` is replaced, or `$0` marks the offset of an insertion. */
  readonly before: string;
  readonly insert: string;
  /** The number of blocks after the edit, and how many of them were kept. */
  readonly blocks: number;
  readonly kept: number;
}

const hi = '<|start|>user<|message|>hi<|end|>\n';

const edits: readonly Edit[] = [
  {
    name: 'a letter in a body',
    before: `${hi}<|start|>user<|message|>a$0b<|end|>\n${hi}`,
    insert: 'x',
    blocks: 3,
    kept: 2,
  },
  {
    name: 'a token that is made of the end of one block and the beginning of the next',
    before: `${hi}<|start|>user<|message|>a<|end|>\n<|star$0${hi}${hi}`,
    insert: 't|>user<|message|>c<|end|>\n',
    blocks: 5,
    kept: 3,
  },
  {
    name: 'an opener that goes',
    before: `${hi}<|start|>user<|message|>a\n«<|start|>»user<|message|>b<|end|>\n${hi}`,
    insert: '',
    blocks: 3,
    kept: 2,
  },
  {
    name: 'a terminator that goes',
    before: `${hi}<|start|>user<|message|>a«<|end|>»\n${hi}`,
    insert: '',
    blocks: 3,
    kept: 2,
  },
  {
    name: 'a literal block that hides what follows',
    before: `${hi}<|start|>user<|message|>a$0<|end|>\n${hi}<|start|>user<|message|>b<|endliteral|><|end|>\n${hi}`,
    insert: '<|literal|>',
    blocks: 3,
    kept: 2,
  },
  {
    name: 'an opener of ChatML in the middle of a body',
    dialect: 'openchatml-0.1',
    before: '<|im_start|>user\na<|im_end|>\n<|im_start|>user\nb $0 c<|im_end|>\n',
    insert: '<|im_end|>\n<|im_start|>assistant\n',
    blocks: 3,
    kept: 1,
  },
  {
    name: 'an escape that takes a token away',
    before: `${hi}$0<|start|>user<|message|>a<|end|>\n${hi}`,
    insert: '<',
    blocks: 3,
    kept: 1,
  },
];

/** Returns the blocks with their offsets, in a form that can be compared. */
function stateOf(transcript: Transcript): object[] {
  return [...transcript.blocks].map((block) => {
    const { start, startLine } = transcript.blocks.placeOf(block) ?? {};
    const { kind, text, lines, headerEnd, bodyStart, bodyEnd, end, terminator, traits, family } = block;
    return {
      start,
      startLine,
      kind,
      text,
      lines,
      headerEnd,
      bodyStart,
      bodyEnd,
      end,
      terminator,
      traits,
      of: family.id,
    };
  });
}

suite('an edit comes out as a fresh parse', () => {
  for (const { name, dialect, before, insert, blocks, kept } of edits) {
    test(name, () => {
      const [left = '', gone = '', right = ''] = before.includes('$0')
        ? [...before.split('$0').slice(0, 1), '', before.split('$0')[1]]
        : before.split(/[«»]/);
      const how = dialect === undefined ? {} : { dialect };
      const transcript = new Transcript('test:', 'ocml', 0, left + gone + right, how);
      const old = new Set(transcript.blocks);
      transcript.replace(left.length, left.length + gone.length, insert);
      const text = left + insert + right;
      const fresh = new Transcript('test:', 'ocml', 0, text, how);
      assert.equal(transcript.getText(), text);
      assert.deepEqual(stateOf(transcript), stateOf(fresh));
      for (let offset = 0; offset <= text.length; offset++)
        assert.deepEqual(transcript.positionAt(offset), fresh.positionAt(offset));
      assert.equal(transcript.blocks.length, blocks);
      assert.equal([...transcript.blocks].filter((block) => old.has(block)).length, kept);
    });
  }

  test('a document header that turns the Harmony profile on reads all again', () => {
    const [head, rest] = ['version: 2.2\n', '<|start|>assistant<|channel|>final<|message|>a<|end|>\n'];
    const transcript = new Transcript('test:', 'ocml', 0, head + rest, {});
    assert.equal(transcript.family.id, 'openchatml-2.2');
    transcript.replace(head.length, head.length, 'profiles:\n  harmony:\n    enabled: true\n');
    assert.equal(transcript.family.id, 'openchatml-2.2+harmony');
    const fresh = new Transcript('test:', 'ocml', 0, transcript.getText(), {});
    assert.deepEqual(stateOf(transcript), stateOf(fresh));
  });
});

suite('how a text was scanned before an edit does not decide its dialect', () => {
  const headers = ['<|channel|>final|channel|>final', '<|channel|>final<|message|>x', '<|message|>x<|end|>'];
  for (const words of ['some words', 'assistant', 'to=functions.f ', ''])
    for (const angles of ['', '<', '<<'])
      for (const header of headers)
        test(JSON.stringify(words + angles + header), () => {
          const edited = new Transcript('test:', 'ocml', 0, `${words}<|channel|>final<|message|>x`);
          edited.replace(words.length, edited.length, angles + header);
          assert.equal(edited.dialect, new Transcript('test:', 'ocml', 0, edited.getText()).dialect);
        });
});
