/** No part of a JSON value is dropped silently: each word of the source is in the output, or a note covers it. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { convertJson, jsonOf, type Options, type TargetName, targetNames } from '../../server/src/convert/index.ts';
import { howMany, seedOf, someOf } from '../support/effort.ts';
import { shapedSources } from './convert-shapes.ts';

const runs = howMany(300);
const seed = seedOf(20_250_802);

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Values to insert where a value of another type is expected. Each `@` becomes a different word. */
const odd = fc.constantFrom<Json>(
  ...['@', 7, true, null, [], {}, ['@'], { text: '@' }, { type: 'text', text: '@' }, [{ type: 'image', url: '@' }]],
  ...[{ role: 'user', content: '@' }, [['@']], { '@': '@' }, [{ type: 'thinking', thinking: '@' }, '@']],
);
const edits = fc.array(
  fc.record({ at: fc.nat(10_000), how: fc.constantFrom('put', 'add', 'drop', 'double'), value: odd }),
  { maxLength: 3 },
);

/** Returns all arrays and objects within a value. */
function holders(value: Json): (Json[] | { [key: string]: Json })[] {
  if (typeof value !== 'object' || value === null) return [];
  // Faults in the schema of a tool have separate tests.
  const inside = Object.entries(value).filter(([key]) => key !== 'parameters' && key !== 'input_schema');
  return [value, ...inside.flatMap(([, one]) => holders(one))];
}

function edited(root: Json, changes: readonly { at: number; how: string; value: Json }[]): Json {
  for (const { at, how, value } of changes) {
    const all = holders(root);
    const holder = all[at % all.length] as Record<string, Json>;
    const keys = Object.keys(holder);
    const key = keys[at % Math.max(1, keys.length)];
    const fresh = structuredClone(value);
    if (how === 'add' || key === undefined) {
      if (Array.isArray(holder)) holder.push(fresh);
      else holder.more = fresh;
    } else if (how === 'put') holder[key] = fresh;
    else if (how === 'double' && Array.isArray(holder))
      holder.push(structuredClone(holder[at % holder.length] as Json));
    else if (how === 'drop') {
      if (Array.isArray(holder)) holder.splice(at % holder.length, 1);
      else delete holder[key];
    }
  }
  return root;
}

/** Replaces each `@` with a different word that occurs nowhere else. */
function worded(text: string): string {
  let next = 0;
  return text.replaceAll('@', () => `word${next++}end`);
}

const options = (to: TargetName, from: Options['from']): Options => ({
  to,
  from,
  keepNames: false,
  bos: undefined,
  row: true,
});

/** Matches an API response. Its metadata is not part of the conversation, so dropping it is not reported. */
const answer = /"choices":\[|"object":"response"|"stop_reason":/;
const accounts = /"(?:id|object|created|created_at|system_fingerprint|service_tier)":"$/;

/** Converts with and without computing positions, and asserts that every word is in the output or covered by a note. */
function assertAccounted(text: string, to: TargetName, from: Options['from']): void {
  const { output, notes } = convertJson(text, options(to, from), true);
  const quick = convertJson(text, options(to, from), false);
  assert.equal(quick.notes.length, notes.length, text);
  if (output === undefined) {
    assert.ok(
      notes.some(({ kind }) => kind === 'refused'),
      text,
    );
    return;
  }
  const written = 'text' in output ? output.text : jsonOf(output.value);
  assert.equal(quick.output && ('text' in quick.output ? quick.output.text : jsonOf(quick.output.value)), written);
  for (const { 0: word, index } of text.matchAll(/word\d+end/g)) {
    const holds = ({ start, end }: { start: number; end: number }) => start <= index && index + word.length <= end;
    // The range of a note on a dropped message is the content of the message. A note on a tool that is no longer declared mentions the name
    // of the tool.
    const isTold = notes.some(
      (note) =>
        holds(note) ||
        (note.part === 'message' && note.of && holds(note.of.whole)) ||
        (note.message.includes('is not declared in the output') && index > text.indexOf('"tools"')),
    );
    const isOfAccount = answer.test(text) && accounts.test(text.slice(Math.max(0, index - 30), index));
    assert.ok(
      isTold || isOfAccount || written.includes(word),
      `${word}\n${text}\n→ ${written}\n${JSON.stringify(notes)}`,
    );
  }
}

for (const [from, sources] of Object.entries(shapedSources)) {
  suite(from, () => {
    for (const to of targetNames)
      test(to, () => {
        fc.assert(
          fc.property(fc.constantFrom(...sources), edits, (source, changes) => {
            const text = worded(JSON.stringify(edited(structuredClone(source) as Json, changes)));
            assertAccounted(text, to, from as Options['from']);
          }),
          { numRuns: runs, seed },
        );
      });
  });
}

/** Unexpected values: text as a field, as an element, and nested deep in either of them. */
const strangers: readonly Json[] = ['@', { '@': '@' }, [['@', { text: '@' }]], { type: '@', text: '@', value: ['@'] }];

/** Yields a copy of a value for each possible change: another string in place of a string, or an unexpected value in an array or object. */
function* changedEverywhere(source: Json): Generator<Json> {
  const count = holders(structuredClone(source)).length;
  for (let i = 0; i < count; i++) {
    const change = (with_: (holder: Json[] | { [key: string]: Json }) => void) => {
      const root = structuredClone(source);
      with_(holders(root)[i] as Json[]);
      return root;
    };
    for (const stranger of strangers)
      yield change((holder) => {
        if (Array.isArray(holder)) holder.push(stranger);
        else holder.stranger = stranger;
      });
    const keys = Object.entries(holders(structuredClone(source))[i] as object);
    for (const [key, value] of keys)
      if (typeof value !== 'object')
        yield change((holder) => {
          (holder as Record<string, Json>)[key] = '@';
        });
  }
}

suite('text at a place where nobody expects it', () => {
  for (const [from, sources] of Object.entries(shapedSources))
    for (const [i, source] of sources.entries())
      test(`${from} ${i}`, () => {
        const changed = [...changedEverywhere(source as Json)].map((value) => worded(JSON.stringify(value)));
        for (const text of someOf(changed))
          for (const to of targetNames)
            for (const form of [from as Options['from'], undefined]) assertAccounted(text, to, form);
      });
});

test('a member that occurs twice is told, even where nobody asks for places', () => {
  const row =
    '{"messages":[{"role":"user","content":"first","content":"second"}],"messages":[{"role":"user","content":"third"}]}';
  const { output, notes } = convertJson(row, options('openchatml-2.2', undefined), false);
  assert.match((output as { text: string }).text, /third/);
  assert.match(notes.map(({ start, end }) => row.slice(start, end)).join(), /first.*second/);
});
