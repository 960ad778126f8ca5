/** Repairs of outputs with a single fault neither lose, hide nor show a word of a body. They never turn a literal into a string. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type Explanation, explain } from '../../server/src/explain/explain.ts';
import { parsers } from '../../server/src/explain/parsers/index.ts';
import type { Parser } from '../../server/src/explain/parsers/parser.ts';
import { someOf } from '../support/effort.ts';
import { markedOutputs, singleFaults } from './repairs/outputs.ts';

const marks = /m[a-z]\d/gi;

function marksIn(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.matchAll(marks)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Returns the marked words that a repaired text lacks. */
function lostIn(before: string, after: string): string[] {
  const now = marksIn(after);
  return [...marksIn(before)].filter(([word, count]) => (now.get(word) ?? 0) < count).map(([word]) => word);
}

/** Matches the headers of an output: text from a token of a header up to the body or the end of the message. */
const headers = /(?:^|<\|(?:start|channel|constrain)\|>)(?:(?!<\|(?:message|end|call|return)\|>)[^])*/g;
const headerText = (text: string, format: string) =>
  format === 'harmony' ? (text.match(headers) ?? []).join(' ') : (text.match(/<\|im_start\|>.*/g) ?? []).join(' ');

/** Matches a literal that has become a string. */
const literalInQuotes =
  /"(?:\w*(?:true|false|null)\w*|tru|rue|tre|nul|ull|nlul|fals|alse|flase|fasle|treu|ture|trrue)"/i;

/** Matches the marks of answers and preambles. All other marks are in text that users do not see. */
const isAnswer = /^m[fp]/i;

/** Returns the marked words that a parser reads as an answer, and those that it reads as reasoning. */
function readAs(parser: Parser, text: string) {
  const { made } = parser.read(text);
  const wordsOf = (isOne: RegExp) =>
    new Set(
      made.filter(({ as, who }) => isOne.test(`${as} ${who}`)).flatMap(({ text: body }) => [...marksIn(body).keys()]),
    );
  return {
    shown: wordsOf(/^answer|^message assistant on final/),
    hidden: wordsOf(/^reasoning|^message assistant on analysis/),
  };
}

/**
 * Returns the repair, or undefined if there is none. Because of the fault, the text may not be recognized as an output, for example if it
 * does not begin with a brace any more.
 */
function repairedBy(output: string, parser: string): Explanation['repaired'] {
  try {
    return (explain(output, { parser }) as Explanation).repaired;
  } catch (error) {
    assert.match((error as Error).message, /^no model output was found/);
    return undefined;
  }
}

suite('repairs of single faults', () => {
  for (const { parser, format, texts } of markedOutputs) {
    test(parser, () => {
      const reader = parsers.find(({ name }) => name === parser) as Parser;
      const faults: string[] = [];
      let [outputs, repairs] = [0, 0];
      for (const output of texts.flatMap((text) => someOf([...singleFaults(text, format)]))) {
        outputs++;
        const repaired = repairedBy(output, parser);
        if (repaired === undefined) continue;
        repairs++;
        const report = (what: string) =>
          faults.push(`${what}: ${repaired.fixes.join('; ')}\n  - ${output}\n  + ${repaired.text}`);
        const lost = lostIn(output, repaired.text);
        const inHeaders = marksIn(headerText(output, format));
        if (lost.length > 3 || lost.some((word) => !inHeaders.has(word))) report(`lost ${lost.join(' ')}`);
        if (literalInQuotes.test(repaired.text) && !literalInQuotes.test(output)) report('a literal is a text');
        const [before, after] = [readAs(reader, output), readAs(reader, repaired.text)];
        for (const word of after.hidden)
          if (isAnswer.test(word) && before.shown.has(word) && !before.hidden.has(word) && !isThought(output, word))
            report(`hides ${word}`);
        for (const word of after.shown) if (!isAnswer.test(word) && !before.shown.has(word)) report(`shows ${word}`);
      }
      console.log(`${parser}: ${outputs} outputs, ${repairs} repairs, ${faults.length} faults`);
      assert.ok(faults.length === 0, `\n${faults.length} faults:\n${faults.slice(0, 20).join('\n')}`);
      assert.ok(repairs > outputs / (format === 'model' ? 200 : 20), 'few are repaired');
    });
  }
});

/** Whether a word is in a thought, judging by the tags of an output. */
const isThought = (output: string, word: string) => {
  const [opener, closer] = ['<think>', '</think>'].map((tag) => output.lastIndexOf(tag, output.indexOf(word)));
  return (opener as number) > (closer as number);
};
