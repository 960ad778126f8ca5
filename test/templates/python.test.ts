/** Prompts equal those of Python's Jinja, configured as in `transformers`, byte for byte. Templates that Python rejects are rejected. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { type Answer, renderInPython, type Task } from '../../server/src/python/jinja.ts';
import { TemplateError } from '../../server/src/templates/jinja/errors.ts';
import { Jinja } from '../../server/src/templates/jinja/render.ts';
import { plain } from '../../server/src/templates/jinja/runtime/text.ts';
import type { Value } from '../../server/src/templates/jinja/runtime/values.ts';
import { valueOfJson } from '../../server/src/templates/values.ts';
import { noPython } from '../support/python.ts';
import { root } from '../support/root.ts';
import { contexts } from '../support/templates/conversations.ts';
import { clock, templateSets } from '../support/templates/published.ts';

function render({ template, json }: Task): Answer {
  try {
    const variables = valueOfJson(json) as ReadonlyMap<string, Value>;
    return { text: plain(Jinja.read(template).render(variables, { clock: new Date(clock) }).text) };
  } catch (error) {
    if (error instanceof TemplateError) return { error: error.message };
    throw error;
  }
}

const isText = (answer: Answer): answer is { readonly text: string } => 'text' in answer;

suite('as Python renders them', { skip: noPython }, () => {
  for (const [title, templates, carrier] of templateSets()) {
    test(title, { skip: templates ? false : `${carrier} is not installed` }, async (t) => {
      const tasks = (templates ?? []).flatMap(({ model, source }) =>
        contexts.map(({ name, json }) => ({ template: source, json, clock, name: `${model}: ${name}` })),
      );
      const expected = await renderInPython(tasks);
      const differing: string[] = [];
      const accepted: string[] = [];
      let rendered = 0;
      for (const [i, task] of tasks.entries()) {
        const [theirs, ours] = [expected[i] as Answer, render(task)];
        if (!isText(theirs)) {
          if (isText(ours)) accepted.push(task.name);
        } else {
          rendered++;
          if (!isText(ours) || ours.text !== theirs.text) differing.push(task.name);
        }
      }
      t.diagnostic(
        `${templates?.length} templates, ${rendered} prompts, ${differing.length} differ; ${tasks.length - rendered} refused, ${accepted.length} of them rendered`,
      );
      assert.ok(rendered > 500);
      assert.deepEqual(accepted, []);
      assert.ok(differing.length <= rendered / 50, differing.join('\n'));
    });
  }

  test('the language, expression by expression', async () => {
    const json = `{"s":"Hello, Wörld  x\\n","e":"","n":null,"t":true,"f":false,"i":7,"neg":-7,"fl":1.0,"g":2.5,"big":123456789012345678901234567890,"l":[3,1,2],"ls":["b","A","c"],"d":{"b":1,"a":null,"items":"X","1":2},"ld":[{"r":"u","v":1},{"r":"a","v":2},{"r":"u"}],"em":"a👋b","html":"<b>&'\\"","messages":[{"role":"user","content":"hi"}]}`;
    const lines = readFileSync(join(root, 'test/support/templates/semantics.txt'), 'utf8').split('\n').filter(Boolean);
    const tasks = lines.map((line) => ({ template: line.replaceAll('⏎', '\n').replaceAll('␍', '\r'), json, clock }));
    const expected = await renderInPython(tasks);
    for (const [i, task] of tasks.entries()) {
      const [theirs, ours] = [expected[i] as Answer, render(task)];
      if (isText(theirs)) assert.deepEqual(ours, theirs, task.template);
      else assert.ok(!isText(ours), `${task.template}: Python says ${theirs.error}`);
    }
  });
});
