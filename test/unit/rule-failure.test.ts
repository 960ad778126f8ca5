/** A rule that throws is named in the log, and does not silence other rules. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DeclarationIndex } from '../../server/src/checker/declared.ts';
import { activeRules, Inspector } from '../../server/src/checker/inspect.ts';
import { inProjection } from '../../server/src/checker/json/projection.ts';
import { opener } from '../../server/src/rules/support/places.ts';
import { Aspect, type Context, type Rule } from '../../server/src/rules/support/rule.ts';
import { families } from '../../server/src/syntax/families/index.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';

const facts = { title: '', section: '', level: 'error', needs: [] } as const;

function explode(): never {
  throw new Error('boom');
}

const broken: Rule = {
  ...facts,
  code: 'broken',
  header: explode,
  message: { when: Aspect.Any, check: explode },
  gap: { check: explode },
  document: explode,
  group: { by: 'analysis', check: explode },
};

const sound: Rule = {
  ...facts,
  code: 'sound',
  message: { when: Aspect.Any, check: ({ block }, _context, report) => report(opener(block), 'seen') },
};

test('wherever it throws, the other rules are heard', () => {
  const { blocks } = new Transcript('test:', 'ocml', 0, '<|start|>assistant<|channel|>analysis<|message|>x<|end|> y');
  const context: Context = {
    family: families['openchatml-2.2'],
    kind: 'transcript',
    strict: false,
    header: undefined,
    declared: new DeclarationIndex(),
    blocks,
  };
  const failures: string[] = [];
  const inspector = new Inspector(context, activeRules([broken, sound], context, {}), (code, error) =>
    failures.push(`${code}: ${(error as Error).message}`),
  );
  const [block] = [...blocks];
  assert.ok(block);
  assert.deepEqual(
    inspector.inspect(block, true).map(({ code }) => code),
    ['sound'],
  );
  assert.deepEqual(inspector.inspectDocument(block), []);
  assert.equal(inspector.inspectGroup({ kind: 'analysis', key: '', members: [block] }).size, 0);
  assert.deepEqual(failures, Array(5).fill('broken: boom'));
});

test('a rule that looks at messages in JSON, too, cannot ask for the blocks of a text, which are not there', () => {
  const rule: Rule = {
    ...facts,
    code: 'asking',
    projection: 'any',
    message: {
      when: Aspect.Any,
      // @ts-expect-error: only rules of text alone know blocks.
      check: (_message, { blocks }, report) => report({ start: 0, end: 1 }, `${blocks}`),
    },
  };
  const [inJson] = inProjection(rule);
  assert.deepEqual(inJson?.json.dialects, ['openchatml-json']);
});
