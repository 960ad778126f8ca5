/** The map of a prompt. Text is mapped only to the message that contains it, and content that appears unchanged is mapped completely. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readJson } from '../../server/src/syntax/json/read.ts';
import type { Source } from '../../server/src/templates/input/conversation.ts';
import { givenBy } from '../../server/src/templates/input/conversation.ts';
import { TemplateError } from '../../server/src/templates/jinja/errors.ts';
import { plain } from '../../server/src/templates/jinja/runtime/text.ts';
import { jinjaTemplate } from '../../server/src/templates/jinja-template.ts';
import { mapOf } from '../../server/src/templates/spans.ts';
import { contexts } from '../support/templates/conversations.ts';
import { clock, templateSets } from '../support/templates/published.ts';

const own = [
  "{% for m in messages %}<|im_start|>{{ m.role + '\n' + (m.content | string | trim) }}<|im_end|>{% endfor %}",
  "{% for m in messages %}{% set c = m.content if m.content is string else '' %}{{ c.split('</think>')[-1].lstrip() }}|{% endfor %}",
  '{% macro say(x) %}[{{ x[:3] ~ x[3:] }}]{% endmacro %}{% for m in messages %}{{ say(m.content | string) }}{{ m | tojson }}{{ m.role | upper }}{% endfor %}',
  "{% set ns = namespace(t='') %}{% for m in messages %}{% set ns.t = ns.t + (m.content | string | replace('e', 'E')) %}{% endfor %}{{ ns.t | indent(2) }}",
];

/**
 * Checks a map against the prompt. Returns how many contents appear in the prompt unchanged, and how many of these are mapped completely.
 */
function check(source: string, json: string, where: string): [whole: number, mapped: number] {
  const { variables, sources } = givenBy(readJson(json).root as never, json, true);
  const template = jinjaTemplate('t', source);
  let text: ReturnType<typeof template.render>['text'];
  try {
    text = template.render(variables, { traces: true, clock: new Date(clock) }).text;
  } catch (error) {
    assert.ok(error instanceof TemplateError, `${where}: ${error}`);
    return [0, 0];
  }
  const untraced = template.render(givenBy(readJson(json).root as never, json, false).variables, {
    clock: new Date(clock),
  });
  assert.equal(plain(text), plain(untraced.text), `${where}: tracing changes nothing`);
  const { mapped } = mapOf(text, sources, template.markers);
  for (const { start, end, source: of, from } of mapped) {
    if (from !== undefined)
      assert.equal(plain(text).slice(start, end), of.value.slice(from, from + end - start), where);
  }
  const standing = sources.filter(
    (one: Source) => one.content && one.value.trim().length > 3 && plain(text).includes(one.value.trim()),
  );
  const whole = standing.filter((one) =>
    mapped.some(
      ({ source: of, start, end, from }) => of === one && from !== undefined && end - start >= one.value.trim().length,
    ),
  );
  return [standing.length, whole.length];
}

suite('the map of a prompt', () => {
  test('templates that join, trim, cut, split and replace', () => {
    for (const source of own) for (const { name, json } of contexts) check(source, json, `${source}: ${name}`);
  });
  test('trimmed and joined contents are mapped whole', () => {
    for (const { name, json } of contexts) {
      // Python's notation of a list of parts does not contain the text itself, so such conversations are skipped.
      if (json.includes('"type": "text"')) continue;
      const [standing, whole] = check(own[0] as string, json, name);
      assert.equal(whole, standing, name);
    }
  });
  for (const [title, templates, carrier] of templateSets()) {
    test(title, { skip: templates ? false : `${carrier} is not installed` }, (t) => {
      let [standing, whole] = [0, 0];
      for (const { model, source } of templates ?? []) {
        for (const { name, json } of contexts) {
          const [one, mapped] = check(source, json, `${model}: ${name}`);
          standing += one;
          whole += mapped;
        }
      }
      t.diagnostic(`${standing} contents stand in prompts, ${whole} of them are mapped whole`);
      assert.ok(whole >= standing * 0.9, `${whole} of ${standing}`);
    });
  }
});
