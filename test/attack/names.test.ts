/**
 * A name that every object has, such as `constructor`, is a word like any other: wherever it stands in a document, all
 * that is said of the document is what is said of it with another unknown word in that place.
 */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { AnyDialectId } from '../../server/src/grammar/index.ts';
import { answers } from './names/answers.ts';
import { samples } from './names/documents.ts';

/** `__proto__` is among them. */
const names = [...Object.getOwnPropertyNames(Object.prototype), 'prototype'];

/** What is shown of a function or an object that was taken for a text. */
const leaked = /function Object|\[native code\]|\[object/;

/** A word of the same shape that means nothing anywhere. */
const plain = (name: string) => name.replace(/[a-z]/g, 'q').replace(/[A-Z]/g, 'Q');

const known = new Map<string, Promise<string>>();

/** The answers about a document with a word at a place, with the word as `plain` writes it. */
function told(dialect: AnyDialectId, before: string, word: string, behind: string): Promise<string> {
  const text = before + word + behind;
  const key = `${dialect} ${before.length} ${text}`;
  let found = known.get(key);
  if (found === undefined) {
    const places = [0, 1, word.length, word.length + 1].map((offset) => Math.min(before.length + offset, text.length));
    found = answers(dialect, text, places).then((all) => JSON.stringify(all, undefined, 1));
    known.set(key, found);
  }
  return found;
}

for (const { dialect, text } of samples) {
  suite(`${dialect}: ${text.slice(0, 40).split('\n')[0]}`, () => {
    const words = [...text.matchAll(/[A-Za-z_]\w*/g)];
    for (const name of names) {
      test(name, async () => {
        for (const { index, 0: word } of words) {
          const [before, behind] = [text.slice(0, index), text.slice(index + word.length)];
          const where = `${before.slice(-40)}«${name}»${behind.slice(0, 40)}`;
          let all = '';
          await assert.doesNotReject(async () => {
            all = await told(dialect, before, name, behind);
          }, where);
          assert.doesNotMatch(all, leaked, where);
          assert.doesNotMatch(all, /"html": ".*<i>/, where);
          assert.equal(all.replaceAll(name, plain(name)), await told(dialect, before, plain(name), behind), where);
        }
      });
    }
  });
}
