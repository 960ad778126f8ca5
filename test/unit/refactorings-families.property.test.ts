/**
 * Every refactoring is requested as an editor does, on random conversations to which it applies, in each family in which it makes sense.
 *
 * The resulting text has the intended contents, the other bodies are unchanged, and undo restores the bytes.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { CodeAction, TextDocumentEdit } from 'vscode-languageserver-types';
import { codeActionsAt } from '../../server/src/features/code-actions/code-actions-at.ts';
import type { DialectChoice } from '../../server/src/syntax/dialect.ts';
import { type Checked, checkedAs, tally } from '../support/fix.ts';

const numRuns = Math.ceil(Number(process.env.OCML_RUNS ?? 300) / 10);
const seed = Number(process.env.OCML_SEED ?? 20_250_801);

/** The syntax of documents and messages in a family. */
interface Words {
  readonly choice: DialectChoice;
  /** The beginning of the document. */
  readonly head: string;
  message(header: string, body: string): string;
}

const native: Words = {
  choice: { dialect: 'openchatml-2.2' },
  head: 'version: 2.2\n',
  message: (header, body) => `<|start|>${header}<|message|>${body}<|end|>\n`,
};
const harmony: Words = {
  choice: { dialect: 'harmony' },
  head: '',
  message: (header, body) => `<|start|>${header}<|message|>${body}<|end|>`,
};
const chatml: Words = {
  choice: { dialect: 'openchatml-0.1' },
  head: '',
  message: (header, body) => `<|im_start|>${header}\n${body}\n<|im_end|>\n`,
};
const llama: Words = {
  choice: { dialect: 'llama3' },
  head: '<|begin_of_text|>',
  message: (header, body) => `<|start_header_id|>${header}<|end_header_id|>\n\n${body}<|eot_id|>`,
};

/** Random content with everything that a refactoring might accidentally lose. */
const words = fc
  .array(
    fc.constantFrom('a', 'two words', ' ', '\n', '\r\n', '漢字', '😀', '`x`', 'a < b', '"', '{1}', '# T\n', '\t'),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((list) => `x${list.join('')}x`);
const several = fc.array(words, { minLength: 1, maxLength: 4 });

/** A document to which the refactoring applies, the selection, and the expected result. */
interface Sample {
  readonly text: string;
  readonly start: number;
  readonly end?: number;
  /** The contents of all messages after the refactoring. */
  readonly contents?: readonly string[];
  readonly after?: string;
}

interface Row {
  readonly title: RegExp;
  /** The kind of code action to request, for refactorings of whole documents. */
  readonly only?: string;
  readonly families: Readonly<Record<string, Words>>;
  sample(family: Words): fc.Arbitrary<Sample>;
}

const plain = { 'OpenChatML 2.2': native, Harmony: harmony, ChatML: chatml, 'Llama 3': llama };
const withChannels = { 'OpenChatML 2.2': native, Harmony: harmony };

/** Puts the messages under test between two user messages. Returns the text, and the offset of the messages. */
function around({ head, message }: Words, before: string, middle: string, after: string) {
  const first = head + message('user', before);
  return { at: first.length, text: first + middle + message('user', after) };
}

/** A document with a message that has two parts. The message is split between them, or only one of them is selected. */
const parted = (
  family: Words,
  where: (cut: number, end: number) => { start: number; end?: number },
  header = 'assistant',
) =>
  fc.tuple(words, words, words, words).map(([before, one, two, after]): Sample => {
    const { at, text } = around(family, before, family.message(header, one + two), after);
    const body = at + family.message(header, '\0').indexOf('\0');
    return { text, ...where(body + one.length, body + one.length + two.length), contents: [before, one, two, after] };
  });

const final = 'assistant<|channel|>final';
const analysis = 'assistant<|channel|>analysis';
const call = (id: string) => ` to=functions.f${id && ` call_id=${id}`}<|channel|>commentary`;
const called = ({ choice }: Words, id: string, body: string) =>
  choice.dialect === 'harmony'
    ? `<|start|>assistant to=functions.f<|channel|>commentary<|message|>${body}<|call|>`
    : `<|start|>assistant${call(id)}<|message|>${body}<|call|>\n`;
const replied = (id: string, body: string) =>
  `<|start|>tool call_id=${id} name=functions.f to=assistant<|channel|>commentary<|message|>${body}<|end|>\n`;
const tagged = '<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>';

const rows: readonly Row[] = [
  { title: /^Split/, families: plain, sample: (family) => parted(family, (start) => ({ start }), 'user') },
  {
    title: /^Extract .* a separate message$/,
    families: plain,
    sample: (family) => parted(family, (start, end) => ({ start, end }), 'user'),
  },
  {
    title: /^Extract .* `analysis`/,
    families: withChannels,
    sample: (family) => parted(family, (start, end) => ({ start, end }), final),
  },
  {
    title: /^Merge/,
    families: plain,
    sample: (family) =>
      fc.tuple(words, words, words, words).map(([before, one, two, after]) => {
        const both = family.message('assistant', one) + family.message('assistant', two);
        const { at, text } = around(family, before, both, after);
        const start = at + family.message('assistant', '\0').indexOf('\0');
        return { text, start, contents: [before, one + two, after] };
      }),
  },
  {
    title: /^Escape 3 tokens/,
    families: { 'OpenChatML 2.2': native },
    sample: (family) =>
      fc.tuple(words, words, words).map(([before, pasted, after]) => {
        const inner = `<|start|>user<|message|>${pasted}<|end|>`;
        const text = family.head + family.message('user', before + inner + after);
        const start = text.indexOf('<|message|>') + '<|message|>'.length + before.length;
        return { text, start, end: start + inner.length, contents: [before + inner + after] };
      }),
  },
  {
    title: /^Unescape/,
    families: { 'OpenChatML 2.2': native },
    sample: (family) =>
      fc.tuple(words, words, words).map(([before, one, two]) => {
        const escaped = `<<|end|>\n<<|start|>user<<|message|>`;
        const text = family.head + family.message('user', before + one + escaped + two);
        const start = text.indexOf('<|message|>') + '<|message|>'.length + before.length;
        return { text, start, end: start + one.length + escaped.length, contents: [before + one, two] };
      }),
  },
  {
    title: /^Wrap in `<\|literal\|>`$/,
    families: { 'OpenChatML 2.2': native },
    sample: (family) =>
      fc.tuple(words, words).map(([before, inner]) => {
        const escaped = `${inner}<<|end|>`;
        const text = family.head + family.message('user', before + escaped);
        const start = text.indexOf(escaped, family.head.length + 25);
        const wrapped = `<|literal|>${inner}<|end|><|endliteral|>`;
        const after = text.slice(0, start) + wrapped + text.slice(start + escaped.length);
        return { text, start, end: start + escaped.length, contents: [`${before}${inner}<|end|>`], after };
      }),
  },
  {
    title: /^Unwrap/,
    families: { 'OpenChatML 2.2': native },
    sample: (family) =>
      fc.tuple(words, words).map(([before, inner]) => {
        const literal = `<|literal|>${inner}<|end|><|endliteral|>`;
        const text = family.head + family.message('user', before + literal);
        const after = text.replace(literal, () => `${inner}<<|end|>`);
        return { text, start: text.indexOf(literal) + 12, contents: [`${before}${inner}<|end|>`], after };
      }),
  },
  {
    title: /^Move (?:the thought|\d thoughts)/,
    families: withChannels,
    sample: (family) =>
      fc.tuple(words, several, words).map(([before, thoughts, said]) => {
        const inner = thoughts.map((one) => `<think>${one}</think>\n`).join('');
        const { at, text } = around(family, before, family.message(final, inner + said), 'x');
        return { text, start: at + 2, contents: [before, ...thoughts, said, 'x'] };
      }),
  },
  {
    title: /^Add (?:a reply|replies)/,
    families: { ...withChannels, ChatML: chatml, 'Llama 3': llama },
    sample: (family) =>
      fc.tuple(words, fc.integer({ min: 1, max: 4 })).map(([before, count]) => {
        const first = family.head + family.message('user', before);
        const calls = Array.from({ length: count }, (_, i) => `c${i}`);
        const envelope = family === native ? '{"ok": true, "content": null, "error": null}' : '{}';
        if (family === native || family === harmony) {
          const text = first + calls.map((id) => called(family, id, '{}')).join('');
          return {
            text,
            start: first.length + 2,
            contents: [before, ...calls.map(() => '{}'), ...calls.map(() => envelope)],
          };
        }
        const body = family === chatml ? calls.map(() => tagged).join('\n') : '{"name": "f", "parameters": {}}';
        const reply = '<tool_response>\n{"name": "f", "content": null}\n</tool_response>';
        const replies = family === chatml ? calls.map(() => reply) : ['{}'];
        return {
          text: first + family.message('assistant', body),
          start: first.length + 2,
          contents: [before, body, ...replies],
        };
      }),
  },
  {
    title: /^Renumber/,
    only: 'source.renumberCallIds.ocml',
    families: { 'OpenChatML 2.2': native },
    sample: (family) =>
      fc
        .tuple(
          words,
          fc.uniqueArray(fc.constantFrom('c3', 'a', 'call-1', 'c2', 'Z9', 'x_1'), { minLength: 1 }),
          fc.nat(),
        )
        .map(([before, ids, n]) => {
          const first = family.head + family.message('user', before);
          const order = [...ids.slice(n % ids.length), ...ids.slice(0, n % ids.length)];
          const written = (idOf: (id: (typeof ids)[number]) => string) =>
            first +
            ids.map((id) => called(family, idOf(id), `{"n": "${id}"}`)).join('') +
            order.map((id) => replied(idOf(id), `{"ok": true, "content": "${id}", "error": null}`)).join('');
          return { text: written((id) => id), start: 0, after: written((id) => `c${ids.indexOf(id) + 1}`) };
        }),
  },
  ...(['source.dropAnalysis.ocml', 'source.dropAnalysisAsHarmony.ocml'] as const).map(
    (only, asHarmony): Row => ({
      title: /^Remove the (?:\d+ )?analysis messages? /,
      only,
      families: withChannels,
      sample: (family) =>
        fc.array(fc.tuple(words, several, words), { minLength: 2, maxLength: 4 }).map((turns) => {
          const written = (keeps: (turn: number) => boolean) =>
            family.head +
            turns
              .map(([question, thoughts, said], i) => {
                const thought = keeps(i) ? thoughts.map((one) => family.message(analysis, one)).join('') : '';
                return family.message('user', question) + thought + family.message(final, said);
              })
              .join('');
          // In 2.2, reasoning is kept only in the last turn. In Harmony, as in its library, only reasoning before the first answer is
          // dropped.
          const after = written((turn) => (asHarmony ? turn > 0 : turn === turns.length - 1));
          return { text: written(() => true), start: 0, after };
        }),
    }),
  ),
  {
    title: /^Convert legacy/,
    only: 'source.convertLegacy.ocml',
    families: { 'OpenChatML 2.2': native },
    sample: (family) =>
      fc.tuple(words, words).map(([before, reply]) => {
        const text = `${family.head}${family.message('user', before)}${called(family, 'c1', '{}')}<|start|>functions.f to=assistant call_id=c1<|channel|>commentary<|message|>${reply}<|end|>\n`;
        return { text, start: 0, contents: [before, '{}', reply] };
      }),
  },
];

/** Returns the code actions that the server offers to an editor. */
async function offered({ transcript, checker }: Checked, { start, end = start }: Sample, only?: string) {
  const range = { start: transcript.positionAt(start), end: transcript.positionAt(end) };
  const context = { diagnostics: [], ...(only !== undefined && { only: [only] }) };
  return codeActionsAt(transcript, { range, context } as never, checker);
}

/** Returns the edits of an action from last to first, so that applying one does not shift the others. */
const editsOf = ({ edit }: CodeAction) => {
  const [{ edits } = { edits: [] }] = (edit?.documentChanges ?? []) as TextDocumentEdit[];
  return [...edits].reverse() as { range: { start: any; end: any }; newText: string }[];
};

for (const { title, only, families, sample } of rows) {
  for (const [name, family] of Object.entries(families)) {
    test(`${name}: ${only ?? title}`, async () => {
      let offers = 0;
      await fc.assert(
        fc.asyncProperty(sample(family), async (one) => {
          const before = checkedAs(one.text, family.choice);
          const { transcript, checker } = before;
          const had = tally(before.problems);
          const problems = () => {
            checker.update();
            return tally(checker.problems(Number.POSITIVE_INFINITY).problems);
          };
          const action = (await offered(before, one, only)).find((action) => title.test(action.title));
          if (action === undefined) return;
          offers++;
          const undo: { at: number; was: string; is: string }[] = [];
          for (const { range, newText } of editsOf(action)) {
            const [from, to] = [transcript.offsetAt(range.start), transcript.offsetAt(range.end)];
            undo.push({ at: from, was: transcript.slice(from, to), is: newText });
            transcript.replace(from, to, newText);
          }
          const changed = transcript.getText();
          const after = checkedAs(changed, family.choice);
          if (one.after !== undefined) assert.equal(changed, one.after);
          if (one.contents !== undefined) assert.deepEqual(after.contents, one.contents, changed);
          for (const [code, count] of tally(after.problems))
            assert.ok(count <= (had.get(code) ?? 0), `${code}: ${changed}`);
          // The edited transcript must have the same problems as a newly opened one.
          assert.deepEqual(problems(), tally(after.problems));
          for (const { at, was, is } of undo.reverse()) transcript.replace(at, at + is.length, was);
          assert.equal(transcript.getText(), one.text);
          assert.deepEqual(problems(), had);
        }),
        { numRuns, seed },
      );
      assert.ok(offers >= numRuns * 0.8, `offered ${offers} times of ${numRuns}`);
    });
  }
}
