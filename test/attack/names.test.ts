/**
 * A name that every object inherits, such as `constructor`, is a word like any other. Wherever a document can contain a word, all results
 * are the same as with a word that no object has as a name.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { someOf } from '../support/effort.ts';
import { answers } from './names/answers.ts';
import { type Sample, samples } from './names/documents.ts';
import { leaked, names, plain } from './names/words.ts';

/** A function and an object that every object inherits. All results are compared for these two. */
const compared = ['constructor', '__proto__'];

/** Replaces a word in a document, and collects the results. */
function ask({ dialect, text }: Sample, { index, 0: word }: RegExpExecArray, name: string) {
  const changed = text.slice(0, index) + name + text.slice(index + word.length);
  const end = index + name.length;
  const places = [index + 1, end, Math.min(end + 1, changed.length)];
  return answers({ dialect, text: changed, places, fixAll: compared.includes(name) });
}

/** Removes words, and advice about similar known words, from the results. The results for words of the same length are then equal. */
function shape({ actions: _, ...others }: Awaited<ReturnType<typeof answers>>): string {
  const omitted = (key: string, value: unknown) => (key === 'data' ? undefined : value);
  return (
    JSON.stringify(others, omitted, 1)
      // Whether a similar word is known changes only the advice, not the problem.
      .replace(
        / Did you mean `[^`]*`\?| Perhaps `[^`]*` is meant\.| Remove it, unless one of your programs reads it\./g,
        '',
      )
      .replace(/[A-Za-z]/g, 'x')
  );
}

for (const sample of samples) {
  const { dialect, text } = sample;
  test(`${dialect}: ${text.slice(0, 60).split('\n')[0]}`, async () => {
    for (const place of someOf([...text.matchAll(/[A-Za-z_]\w*/g)])) {
      for (const name of names) {
        const where = `${text.slice(0, place.index)}«${name}»${text.slice(place.index + place[0].length)}`;
        const asked = ask(sample, place, name);
        await assert.doesNotReject(asked, where);
        const answered = await asked;
        const { view, debugView } = answered;
        assert.ok(view && debugView, where);
        assert.doesNotMatch(JSON.stringify(answered), leaked, where);
        assert.doesNotMatch(JSON.stringify([view, debugView]), /"html":"(?:[^"\\]|\\.)*<i>/, where);
        if (!compared.includes(name)) continue;
        assert.equal(shape(answered), shape(await ask(sample, place, plain(name))), where);
      }
    }
  });
}
